/**
 * What was asked of the user, sealed on its way through the host: only an answer to a question that this process asked
 * counts, only for what was asked, and only once.
 */
import { randomBytes } from "node:crypto";

import { createRequestStateCodec, type ServerContext } from "@modelcontextprotocol/server";

import { sha256 } from "../kernel/chain.ts";

/** `cost`: agreed for this very call. `decision`: for the question that was open then. */
export interface Asked {
  readonly what: "cost" | "decision";
  /** Digest of what the question was about. */
  readonly about: string;
  readonly nonce: string;
}

export interface Seal {
  mint(what: Asked["what"], about: string): Promise<string>;
  /** Whether the call brings an answer to exactly this question. Never true twice for one question. */
  opens(call: ServerContext, what: Asked["what"], about: string): boolean;
  verify(state: string, call: ServerContext): Promise<Asked>;
}

// as long as a person may think about it
const SECONDS = 1_800;

export function seal(): Seal {
  const codec = createRequestStateCodec<Asked>({ key: randomBytes(32), ttlSeconds: SECONDS });
  const spent = new Set<string>();
  return {
    mint: (what, about) =>
      codec.mint({ what, about: sha256(about), nonce: randomBytes(16).toString("hex") }),
    opens(call, what, about) {
      const asked = call.mcpReq.requestState<Asked>();
      if (asked?.what !== what || asked.about !== sha256(about) || spent.has(asked.nonce)) {
        return false;
      }
      spent.add(asked.nonce);
      return true;
    },
    verify: (state, call) => codec.verify(state, call),
  };
}
