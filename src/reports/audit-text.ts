/** The sentences in which every surface describes the audit of a debate. */
import type { Audit } from "../audit/audit.ts";
import type { LikeCases } from "../audit/measures/outcome-strength.ts";
import type { Transcript } from "../domain/journal/transcript.ts";
import { findParticipantName } from "../domain/participant.ts";
import { escapeMarkdown, formatInlineCode } from "../text/markdown.ts";
import { formatStrengthLine, MOST_REASONS } from "./verdict-card.ts";

/** R15: a share, once enough decisions of this strength were judged right or wrong. */
export function describeCalibration({ likeCases }: Pick<Audit, "likeCases">): string {
  if (likeCases === null) return "";
  const { count, of } = likeCases;
  return `Like cases were right in ${count} of ${of} (${Math.round((100 * count) / of)} %).`;
}

/**
 * What a Markdown document says about similar cases; it depends on other debates, so it cannot be recomputed from one.
 * No participant's words can appear there: a star that a person or a model wrote is escaped.
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
  if (voices === 0) return "No votes were cast.";
  const names = Object.keys(families);
  const how = correlation.measured ? "measured" : "assumed";
  const worth = `about ${effectiveVotes.toFixed(1)} independent votes, not ${voices} (${how} correlation of errors ${correlation.rho})`;
  if (voices === 1) return "There was only one vote.";
  if (warning === null) {
    return `The ${voices} votes come from ${names.length} model families (${names.join(", ")}) and count as ${worth}.`;
  }
  return `${warning.charAt(0).toUpperCase()}${warning.slice(1)}, so this counts as ${worth}.`;
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
      : [`Documents quote words that were never said, of: ${misattributed.join(", ")}.`]),
  ];
}

// The audit of a debate as a section of its record: its strength first, then what that rests on.

export function formatAuditSection(audit: Audit, transcript: Transcript): string {
  const { tallies, robustness } = audit;
  const isVoted = tallies.final.cast > 0;
  const findName = (seat: string): string =>
    escapeMarkdown(findParticipantName(transcript.participants, seat));
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
    formatFlipsTable(audit, findName),
    formatUnansweredAttacks(audit, findName),
    formatEvidencePart(audit, findName),
    formatTrialsTable(audit),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function formatOtherReasons({ reasons }: Audit): string {
  if (reasons.length <= MOST_REASONS) return "";
  const others = reasons.slice(MOST_REASONS).map((reason) => `- ${escapeMarkdown(reason)}`);
  return `Also against a stronger verdict:\n\n${others.join("\n")}`;
}

function formatFlipsTable({ flips, tallies }: Audit, findName: (seat: string) => string): string {
  if (flips.length === 0) return tallies.final.cast === 0 ? "" : "No one changed their mind.";
  const rows = flips.map((flip) => {
    const { by, from, to, step, cause, ground, towardMajority, foretold } = flip;
    const cells = [
      findName(by),
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
  findName: (seat: string) => string,
): string {
  const open = ledger.entries.filter(({ claim }) => unanswered.includes(claim.id));
  if (open.length === 0) return "";
  const lines = open.map(
    ({ claim }) =>
      `- **${escapeMarkdown(claim.id)}** (${findName(claim.by)}): ${escapeMarkdown(claim.text)}`,
  );
  return `### Quoted attacks without an answer\n\n${lines.join("\n")}`;
}

function formatEvidencePart(audit: Audit, findName: (seat: string) => string): string {
  const { ledger } = audit;
  if (ledger.entries.length === 0) return "";
  const proven = ledger.entries.filter(({ verified }) => verified).length;
  const novel = ledger.entries.filter(({ novel: fresh }) => fresh).length;
  const blind = ledger.blindSeats.map(findName).join(", ");
  const rows = ledger.sources.map(({ id, title, sha256, quotes, by }) => {
    const cells = [escapeMarkdown(id), escapeMarkdown(title), quotes, by.map(findName).join(", ")];
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
    ...formatRefusedLookups(ledger),
  ].join("\n");
}

function formatRefusedLookups({ refused }: Audit["ledger"]): string[] {
  if (refused.length === 0) return [];
  const lines = refused.map(({ what, why }) => `- ${escapeMarkdown(what)}: ${escapeMarkdown(why)}`);
  return ["", "Asked for and not shown:", "", ...lines];
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
