/** The result of a debate as data: the protocol's own fields under its source's name, and the accounts. */
import { stringify } from "yaml";

import type { Json } from "../domain/json.ts";
import type { Transcript } from "../domain/transcript.ts";
import { oneLine } from "../markdown.ts";

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
      accounts: {
        ...accounts,
        afterBlind: { ...accounts.afterBlind },
        seats: Object.fromEntries(
          Object.entries(accounts.seats).map(([seat, own]) => [seat, { ...own }]),
        ),
      },
      chain: head,
    },
  };
}

export function resultYaml(transcript: Transcript): string {
  return stringify(harmless(resultDocument(transcript)), { lineWidth: 100 });
}

/** YAML prints every character as it is, so what could change a terminal is taken out first. */
function harmless(value: Json): Json {
  if (typeof value === "string") return value.split("\n").map(oneLine).join("\n");
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(harmless);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [oneLine(key), harmless(part)]),
  );
}

export function statusOf({ outcome, paused, waiting, awaited }: Transcript): string {
  if (outcome) return "settled";
  if (waiting || awaited.length > 0) return "waiting";
  return paused === null ? "running" : "paused";
}
