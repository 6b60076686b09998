/** The result of a debate as data: the protocol's own fields under their original names, and what it used. */
import { stringify } from "yaml";

import type { Audit } from "../audit/audit.ts";
import type { Transcript } from "../domain/journal/transcript.ts";
import type { Json } from "../domain/json.ts";
import { sanitizeLine } from "../text/markdown.ts";
import { computeVerdictCard, type VerdictCard } from "./verdict-card.ts";

/** The seed's result document, with its field names. */
export function buildResultDocument(
  transcript: Transcript,
  audit?: Json,
  card?: VerdictCard | null,
): { readonly [key: string]: Json } {
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
      status: readDebateStatus(transcript),
      accounts: {
        ...accounts,
        afterBlind: { ...accounts.afterBlind },
        seats: Object.fromEntries(
          Object.entries(accounts.seats).map(([seat, own]) => [seat, { ...own }]),
        ),
      },
      ...(card && { verdict_card: toPlainJson(card) }),
      ...(outcome && audit !== undefined && { audit }),
      chain: head,
    },
  };
}

export function formatResultYaml(transcript: Transcript, audit?: Audit): string {
  const document = buildResultDocument(
    transcript,
    audit && compactAudit(audit),
    audit && computeVerdictCard(transcript, audit),
  );
  return stringify(sanitizeYamlValue(document), { lineWidth: 100 });
}

/** Everything that was measured, claim by claim. */
export function convertAuditToJson(audit: Audit): Json {
  return toPlainJson(audit);
}

function toPlainJson(value: object): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

/** The measures without the ledger's claims, which are long and in the journal. */
function compactAudit({ ledger, ...measures }: Audit): Json {
  const { entries, sources, blindSeats } = ledger;
  return toPlainJson({
    ...measures,
    evidence: {
      claims: entries.length,
      quoted: entries.filter(({ verified }) => verified).length,
      novel: entries.filter(({ novel }) => novel).length,
      blindSeats,
      sources,
    },
  });
}

/** YAML prints every character as it is, so what could change a terminal is taken out first. */
function sanitizeYamlValue(value: Json): Json {
  if (typeof value === "string") return value.split("\n").map(sanitizeLine).join("\n");
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(sanitizeYamlValue);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [sanitizeLine(key), sanitizeYamlValue(part)]),
  );
}

export function readDebateStatus({ outcome, paused, waiting, awaited }: Transcript): string {
  if (outcome) return "settled";
  if (waiting || awaited.length > 0) return "waiting";
  return paused === null ? "running" : "paused";
}
