/** The sentences in which every surface describes the audit of a debate. */
import type { Audit } from "../audit/audit.ts";
import type { LikeCases } from "../audit/measures/outcome-strength.ts";
import type { Transcript } from "../domain/journal/transcript.ts";
import { escapeMarkdown, formatInlineCode } from "../text/markdown.ts";

/** K19: "fair: every voice is of one model family; one vote decides." At most three reasons. */
export function formatStrengthLine({
  strength,
  reasons,
}: Pick<Audit, "strength" | "reasons">): string {
  return `${strength}: ${reasons.slice(0, MOST_REASONS).join("; ")}.`;
}

const MOST_REASONS = 3;

/** R15: a share, once enough decisions of this strength were judged right or wrong. */
export function describeCalibration({ likeCases }: Pick<Audit, "likeCases">): string {
  if (likeCases === null) return "";
  const { count, of } = likeCases;
  return `Like cases were right in ${count} of ${of} (${Math.round((100 * count) / of)} %).`;
}

/**
 * What a Markdown document says about similar cases; it depends on other debates, so it cannot be recomputed from one.
 * Nobody's words can appear there: a star that a person or a model wrote is escaped.
 */
export function parseLikeCases(text: string): LikeCases | null {
  const stated = /\*\* Like cases were right in (\d{1,9}) of (\d{1,9}) \(\d{1,3} %\)\./;
  const [, count, of] = stated.exec(text) ?? [];
  if (count === undefined || of === undefined) return null;
  return { count: Number(count), of: Number(of) };
}

/** "All 3 run on one model, so this counts as about 1.4 independent votes, not 3." */
export function describeIndependence({ independence }: Pick<Audit, "independence">): string {
  const { voices, effectiveVotes, correlation, families, warning } = independence;
  if (voices === 0) return "Nobody voted.";
  const names = Object.keys(families);
  const who = warning ?? `${names.length} model families: ${names.join(", ")}`;
  const how = correlation.measured ? "measured" : "assumed";
  return `${voices} votes are worth about ${effectiveVotes.toFixed(2)} independent ones: ${who} (${how} correlation of errors ${correlation.rho}).`;
}

/** R14 in a line each; empty while nothing has been written. */
export function describeFidelity({ fidelity }: Pick<Audit, "fidelity">): string[] {
  if (fidelity === null) return [];
  const { required, covered, missing, facts, misattributed } = fidelity;
  return [
    `Dissent fidelity ${covered} of ${required}${missing.length === 0 ? "" : `, missing: ${missing.join(", ")}`}.`,
    `Quoted claims still spoken of in the documents: ${facts.survived} of ${facts.proven}${facts.lost.length === 0 ? "" : `, lost: ${facts.lost.join(", ")}`}.`,
    ...(misattributed.length === 0
      ? []
      : [`Words that its speaker never said stand for: ${misattributed.join(", ")}.`]),
  ];
}

/** What the terminal says under the outcome: its strength, the tallies where they differ, the votes it is worth. */
export function formatAuditLines(audit: Audit, nameOf: (seat: string) => string): string[] {
  const { tallies, flips, ledger } = audit;
  const hollow = flips.filter((flip) => flip.class === "capitulated").map(({ by }) => nameOf(by));
  const blind = ledger.blindSeats.map(nameOf);
  return [
    `${formatStrengthLine(audit)} ${describeCalibration(audit)}`.trim(),
    ...(tallies.agree || tallies.final.cast === 0 ? [] : [tallies.sentence]),
    ...(hollow.length === 0
      ? []
      : [`Changed with nothing to support it: ${[...new Set(hollow)].join(", ")}.`]),
    ...(blind.length === 0 ? [] : [`Quoted nothing that verifies: ${blind.join(", ")}.`]),
  ];
}

// The audit of a debate as a section of its record: its strength first, then what that rests on.

export function formatAuditSection(audit: Audit, transcript: Transcript): string {
  const { tallies, robustness } = audit;
  const isVoted = tallies.final.cast > 0;
  const nameOf = (seat: string): string =>
    escapeMarkdown(transcript.participants.find(({ id }) => id === seat)?.name ?? seat);
  const lines = [
    `**Strength ${escapeMarkdown(formatStrengthLine(audit))}** ${describeCalibration(audit)}`.trim(),
    ...(isVoted
      ? [tallies.sentence, describeIndependence(audit), robustness.sentence].map(escapeMarkdown)
      : []),
  ];
  const parts = [
    "## Audit",
    lines.map((line) => `- ${line}`).join("\n"),
    formatOtherReasons(audit),
    formatFlipsTable(audit, nameOf),
    formatUnansweredAttacks(audit, nameOf),
    formatEvidencePart(audit, nameOf),
    formatTrialsTable(audit),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function formatOtherReasons({ reasons }: Audit): string {
  if (reasons.length <= MOST_REASONS) return "";
  const others = reasons.slice(MOST_REASONS).map((reason) => `- ${escapeMarkdown(reason)}`);
  return `Also against a stronger verdict:\n\n${others.join("\n")}`;
}

function formatFlipsTable({ flips, tallies }: Audit, nameOf: (seat: string) => string): string {
  if (flips.length === 0) return tallies.final.cast === 0 ? "" : "Nobody changed their mind.";
  const rows = flips.map((flip) => {
    const { by, from, to, step, cause, ground, towardMajority, foretold } = flip;
    const cells = [
      nameOf(by),
      step,
      `${from} → ${to}`,
      flip.class,
      cause ?? "",
      ground,
      towardMajority ? "yes" : "no",
      foretold ?? "nothing",
    ];
    return `| ${cells.map((cell, index) => (index === 0 ? cell : escapeMarkdown(cell))).join(" | ")} |`;
  });
  return [
    "### Changes of mind",
    "",
    "| Who | Step | From, to | Class | Claim | Because | To the majority | Had said this would change their mind |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function formatUnansweredAttacks(
  { unanswered, ledger }: Audit,
  nameOf: (seat: string) => string,
): string {
  const open = ledger.entries.filter(({ claim }) => unanswered.includes(claim.id));
  if (open.length === 0) return "";
  const lines = open.map(
    ({ claim }) =>
      `- **${escapeMarkdown(claim.id)}** (${nameOf(claim.by)}): ${escapeMarkdown(claim.text)}`,
  );
  return `### Quoted attacks that nobody answered\n\n${lines.join("\n")}`;
}

function formatEvidencePart(audit: Audit, nameOf: (seat: string) => string): string {
  const { ledger } = audit;
  if (ledger.entries.length === 0) return "";
  const proven = ledger.entries.filter(({ verified }) => verified).length;
  const novel = ledger.entries.filter(({ novel: fresh }) => fresh).length;
  const blind = ledger.blindSeats.map(nameOf).join(", ");
  const rows = ledger.sources.map(({ id, title, sha256, quotes, by }) => {
    const cells = [escapeMarkdown(id), escapeMarkdown(title), quotes, by.map(nameOf).join(", ")];
    return `| ${cells.join(" | ")} | ${formatInlineCode(sha256.slice(0, 12))} |`;
  });
  return [
    "### Evidence",
    "",
    `- ${ledger.entries.length} claims, ${proven} with a quote of 20 characters or more that was found in its source, ${novel} new when made.`,
    ...(blind === "" ? [] : [`- Quoted nothing that verifies: **${blind}**.`]),
    ...describeFidelity(audit).map((line) => `- ${escapeMarkdown(line)}`),
    "",
    "| Source | Title | Quotes | Quoted by | SHA-256 |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function formatTrialsTable({ robustness, tallies }: Audit): string {
  if (robustness.trials.length === 0 || tallies.final.cast === 0) return "";
  const rows = robustness.trials.map(
    ({ change, choice, differs }) =>
      `| ${escapeMarkdown(change)} | ${choice === null ? "nothing carries" : escapeMarkdown(choice)} | ${differs ? "**yes**" : "no"} |`,
  );
  return [
    "### What would change the outcome?",
    "",
    "| Change | Then | Another outcome |",
    "| --- | --- | --- |",
    ...rows,
  ].join("\n");
}
