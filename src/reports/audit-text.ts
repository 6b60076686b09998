/** The sentences in which every surface describes the audit of a debate. */
import type { Audit } from "../audit/audit.ts";
import type { LikeCases } from "../audit/measures/strength-label.ts";
import type { Transcript } from "../domain/journal/transcript.ts";
import { escapeMarkdown, formatInlineCode } from "../text/markdown.ts";

/** "CONTESTED: one vote decides." */
export function formatLabelLine({ label, rule }: Pick<Audit, "label" | "rule">): string {
  return label === null ? `No label: ${rule}.` : `${label}: ${rule}.`;
}

/** R15: a share only from decisions that were judged; until there are enough, this word. */
export function describeCalibration({
  label,
  likeCases,
}: Pick<Audit, "label" | "likeCases">): string {
  if (label === null) return "";
  if (likeCases === null) return "Uncalibrated.";
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

/** "≈ 1.36 of 3 votes: one model, 3 hats (assumed correlation 0.6)." */
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
    `Proven claims still spoken of in the documents: ${facts.survived} of ${facts.proven}${facts.lost.length === 0 ? "" : `, lost: ${facts.lost.join(", ")}`}.`,
    ...(misattributed.length === 0
      ? []
      : [`Words that its speaker never said stand for: ${misattributed.join(", ")}.`]),
  ];
}

/** What the terminal says under the outcome: the label, the tallies where they differ, the votes it is worth. */
export function formatAuditLines(audit: Audit, nameOf: (seat: string) => string): string[] {
  const { tallies, flips, ledger } = audit;
  const hollow = flips.filter((flip) => flip.class === "capitulated").map(({ by }) => nameOf(by));
  const blind = ledger.blindSeats.map(nameOf);
  return [
    ...(audit.label === null ? [] : [`${formatLabelLine(audit)} ${describeCalibration(audit)}`]),
    ...(tallies.agree || tallies.final.cast === 0 ? [] : [tallies.sentence]),
    ...(hollow.length === 0
      ? []
      : [`Changed with nothing to support it: ${[...new Set(hollow)].join(", ")}.`]),
    ...(blind.length === 0 ? [] : [`Quoted nothing that verifies: ${blind.join(", ")}.`]),
  ];
}

// The audit of a debate as a section of its record: the label with its rule first, then what it rests on.

export function formatAuditSection(audit: Audit, transcript: Transcript): string {
  const { tallies, robustness } = audit;
  const isVoted = tallies.final.cast > 0;
  const nameOf = (seat: string): string =>
    escapeMarkdown(transcript.participants.find(({ id }) => id === seat)?.name ?? seat);
  const lines = [
    `**${escapeMarkdown(formatLabelLine(audit))}** ${describeCalibration(audit)}`.trim(),
    ...(isVoted
      ? [tallies.sentence, describeIndependence(audit), robustness.sentence].map(escapeMarkdown)
      : []),
  ];
  const parts = [
    "## Audit",
    lines.map((line) => `- ${line}`).join("\n"),
    formatCapsList(audit),
    formatFlipsTable(audit, nameOf),
    formatUnansweredAttacks(audit, nameOf),
    formatEvidencePart(audit, nameOf),
    formatTrialsTable(audit),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function formatCapsList({ caps, label }: Audit): string {
  if (label === null || caps.length < 2) return "";
  return `What keeps it from a stronger label:\n\n${caps.map((cap) => `- ${escapeMarkdown(cap)}`).join("\n")}`;
}

function formatFlipsTable({ flips, tallies }: Audit, nameOf: (seat: string) => string): string {
  if (flips.length === 0) return tallies.final.cast === 0 ? "" : "Nobody changed its mind.";
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
    "| Who | Step | From, to | Class | Claim | Because | To the majority | Had said it would be moved by |",
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
  return `### Proven attacks that nobody answered\n\n${lines.join("\n")}`;
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
    `- ${ledger.entries.length} claims, ${proven} proven by a quote of 20 characters or more, ${novel} new when made.`,
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
    "### Would the outcome be another?",
    "",
    "| Change | Then | Another outcome |",
    "| --- | --- | --- |",
    ...rows,
  ].join("\n");
}
