/** The appendices of a Markdown record: claims with their evidence, notes, what the debate was worth, who took what. */
import type { Claim } from "../domain/claim.ts";
import { describeEvidenceCheck, formatEvidenceWords } from "../domain/evidence/evidence.ts";
import { formatUnpricedLine, splitPriceNotices } from "../domain/journal/price-notices.ts";
import type { Transcript } from "../domain/journal/transcript.ts";
import type { Outcome } from "../domain/outcome/outcome.ts";
import { escapeMarkdown, formatInlineCode } from "../text/markdown.ts";
import {
  describeDebateWorth,
  formatCostLine,
  listCallNotes,
  listSeatCosts,
} from "./summary-text.ts";

/** A quote that several claims use stands under the first of them. */
export function formatClaimSection({ steps }: Transcript): string {
  const claims = steps.flatMap(({ turns }) => turns.flatMap((turn) => turn.claims));
  if (claims.length === 0) return "";
  const quotedUnder = new Map<string, string>();
  const entries = claims.flatMap(({ id, by, about, side, text, detail, evidence }) => [
    `- **${escapeMarkdown(id)}**${describeSubject({ by, about, side })}: ${escapeMarkdown(joinClaimDetail(text, detail))}`,
    ...formatClaimDetail(text, detail),
    ...evidence.map((one) => {
      const words = formatEvidenceWords(one);
      const key = escapeMarkdown(words);
      const before = quotedUnder.get(key);
      quotedUnder.set(key, before ?? id);
      const shown = before === undefined ? words : `as under ${before}`;
      return `  - ${escapeMarkdown(shown)}${one.verified ? "" : ` **(${describeEvidenceCheck(one)})**`}`;
    }),
  ]);
  return ["## Claims and evidence", "", ...entries].join("\n");
}

/** An assumption or a condition is about the speaker's own position. */
function describeSubject({ by, about, side }: Pick<Claim, "by" | "about" | "side">): string {
  return about === by ? "" : ` ${side} ${escapeMarkdown(about)}`;
}

/** What goes on from its headline is printed without it. */
function formatClaimDetail(text: string, detail: string | undefined): string[] {
  if (detail === undefined || isContinued(text, detail)) return [];
  const rest = detail.startsWith(text) ? detail.slice(text.length).trim() : detail;
  return rest === "" ? [] : ["", escapeMarkdown(rest).replace(/^(?=.)/gm, "  "), ""];
}

/** A headline that was cut from its text is not printed before it. */
function isContinued(text: string, detail: string): boolean {
  return /(?:…|\.\.\.)$/.test(text) && detail.startsWith(text.replace(/(?:…|\.\.\.)$/, ""));
}

export function joinClaimDetail(text: string, detail: string | undefined): string {
  return detail !== undefined && isContinued(text, detail) ? detail : text;
}

/** What the engine noted, and what a protocol says about its own arithmetic. */
export function formatNotesSection({ notices, outcome }: Transcript): string {
  const notes = [...(outcome?.notes ?? []), ...splitPriceNotices(notices).others];
  if (notes.length === 0) return "";
  return ["## Notes", "", ...notes.map((note) => `- ${escapeMarkdown(note)}`)].join("\n");
}

export function formatWorthSection(transcript: Transcript, outcome: Outcome): string {
  const line = describeDebateWorth(transcript, outcome);
  return line === null ? "" : `## What the debate was worth\n\n${escapeMarkdown(line)}`;
}

export function formatRecordSection(transcript: Transcript): string {
  const { id, protocol, participants, accounts, head, forkedFrom, openedMs, openedBy } = transcript;
  const unpriced = formatUnpricedLine(splitPriceNotices(transcript.notices).unpriced);
  const seats = participants.map(
    ({ name, stance, model }) => `${name} (${stance ?? "no stance"}) by ${model}`,
  );
  const lines = [
    `- Debate ${formatInlineCode(id)}, protocol ${escapeMarkdown(protocol)}, opened ${new Date(openedMs).toISOString()} by ${escapeMarkdown(openedBy)}`,
    ...(forkedFrom === null ? [] : [`- Forked from ${formatInlineCode(forkedFrom)}`]),
    `- Seats: ${escapeMarkdown(seats.join("; "))}`,
    `- ${[`${accounts.calls} calls`, `${accounts.repairs} repairs`, `${accounts.absences} absences`, ...listCallNotes(accounts), formatCostLine(accounts)].join(", ")}`,
    ...(unpriced === "" ? [] : [`- ${escapeMarkdown(unpriced)}`]),
    `- Chain head ${formatInlineCode(head)}; ${formatInlineCode(`dissent verify ${id}`)} says whether it is consistent, who signed it and where it is anchored`,
  ];
  return ["## Record", "", ...lines, ...formatCostTable(transcript)].join("\n");
}

/** K12, K14: what each seat took, where answers cost anything. */
function formatCostTable(transcript: Transcript): string[] {
  const rows = listSeatCosts(transcript).map(({ name, model, account }) => {
    const { calls, inputTokens, cachedTokens, outputTokens, retries } = account;
    const input = cachedTokens > 0 ? `${inputTokens} (${cachedTokens} cached)` : `${inputTokens}`;
    const tries = retries > 0 ? `${calls} (${retries} repeated)` : `${calls}`;
    return `| ${escapeMarkdown(name)} | ${escapeMarkdown(model)} | ${tries} | ${input} | ${outputTokens} | ${formatCostLine(account)} |`;
  });
  if (rows.length === 0) return [];
  return [
    "",
    "| Seat | Model | Calls | Input tokens | Output tokens | Cost |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ];
}
