/** The audit of a debate as a section of its record: the label with its rule first, then what it rests on. */
import type { Audit } from "../audit/audit.ts";
import type { Transcript } from "../domain/transcript.ts";
import { formatInlineCode, escapeMarkdown } from "../text/markdown.ts";
import {
  describeCalibration,
  describeIndependence,
  formatLabelLine,
  describeFidelity,
} from "./audit-text.ts";

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
