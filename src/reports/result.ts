/** The result of a debate as data: the protocol's own fields under its source's name, and the accounts. */
import { stringify } from "yaml";

import type { Json } from "../domain/json.ts";
import type { Transcript } from "../domain/transcript.ts";

/** The seed's result document, with its field names. */
export function resultDocument(transcript: Transcript): { readonly [key: string]: Json } {
  const { outcome, id, decisions, accounts, head } = transcript;
  const decided = decisions.map(({ choice, reason, by, atMs }) => ({
    choice,
    reason,
    by,
    at: new Date(atMs).toISOString(),
  }));
  const { result = {}, baseline = null } = outcome ?? {};
  return {
    debate_result: {
      ...(outcome ? result : { question_id: null, outcome: null }),
      ...(baseline && { baseline: { ...baseline } }),
      ...(decided.length > 0 && { decisions: decided }),
      debate_id: id,
      status: statusOf(transcript),
      accounts: { ...accounts, afterBlind: { ...accounts.afterBlind } },
      chain: head,
    },
  };
}

export function resultYaml(transcript: Transcript): string {
  return stringify(resultDocument(transcript), { lineWidth: 100 });
}

export function statusOf({ outcome, paused, waiting, awaited }: Transcript): string {
  if (outcome) return "settled";
  if (waiting || awaited.length > 0) return "waiting";
  return paused === null ? "running" : "paused";
}
