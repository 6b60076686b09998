/**
 * Seals a question to the user on its way through the host. An answer counts only for a question that this process
 * asked, only for what was asked, and only once.
 */
import { randomBytes } from "node:crypto";

import { createRequestStateCodec, type ServerContext } from "@modelcontextprotocol/server";

import { sha256 } from "../kernel/journal/hash-chain.ts";

/** `cost` and `panel`: agreed for this very call. `decision`: for the question that was open then. */
export interface SealedQuestion {
  readonly what: "cost" | "panel" | "decision";
  /** Digest of what the question was about. */
  readonly about: string;
  readonly nonce: string;
}

export interface QuestionSeal {
  mint(what: SealedQuestion["what"], about: string): Promise<string>;
  /** Whether the call brings an answer to exactly this question. Never true twice for one question. */
  acceptAnswer(call: ServerContext, what: SealedQuestion["what"], about: string): boolean;
  verify(state: string, call: ServerContext): Promise<SealedQuestion>;
}

// as long as a person may think about it
const SEAL_LIFETIME_S = 1_800;

export function createQuestionSeal(): QuestionSeal {
  const codec = createRequestStateCodec<SealedQuestion>({
    key: randomBytes(32),
    ttlSeconds: SEAL_LIFETIME_S,
  });
  const spent = new Set<string>();
  return {
    mint: (what, about) =>
      codec.mint({ what, about: sha256(about), nonce: randomBytes(16).toString("hex") }),
    acceptAnswer(call, what, about) {
      const asked = call.mcpReq.requestState<SealedQuestion>();
      if (asked?.what !== what || asked.about !== sha256(about) || spent.has(asked.nonce)) {
        return false;
      }
      spent.add(asked.nonce);
      return true;
    },
    verify: (state, call) => codec.verify(state, call),
  };
}
