/** The audit of a debate as a section of its record: the label with its rule first, then what it rests on. */
import type { Audit } from "../audit/audit.ts";
import type { Transcript } from "../domain/transcript.ts";
import { asCode, asMarkdown } from "../text/markdown.ts";
import { calibrationWords, independenceLine, labelLine, survivalLine } from "./audit-words.ts";

export function auditSection(audit: Audit, transcript: Transcript): string {
  const { tallies, robustness } = audit;
  const isVoted = tallies.final.cast > 0;
  const nameOf = (seat: string): string =>
    asMarkdown(transcript.participants.find(({ id }) => id === seat)?.name ?? seat);
  const lines = [
    `**${asMarkdown(labelLine(audit))}** ${calibrationWords(audit)}`.trim(),
    ...(isVoted
      ? [tallies.sentence, independenceLine(audit), robustness.sentence].map(asMarkdown)
      : []),
  ];
  const parts = [
    "## Audit",
    lines.map((line) => `- ${line}`).join("\n"),
    capsPart(audit),
    flipsPart(audit, nameOf),
    attacksPart(audit, nameOf),
    evidencePart(audit, nameOf),
    trialsPart(audit),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function capsPart({ caps, label }: Audit): string {
  if (label === null || caps.length < 2) return "";
  return `What keeps it from a stronger label:\n\n${caps.map((cap) => `- ${asMarkdown(cap)}`).join("\n")}`;
}

function flipsPart({ flips, tallies }: Audit, nameOf: (seat: string) => string): string {
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
    return `| ${cells.map((cell, index) => (index === 0 ? cell : asMarkdown(cell))).join(" | ")} |`;
  });
  return [
    "### Changes of mind",
    "",
    "| Who | Step | From, to | Class | Claim | Because | To the majority | Had said it would be moved by |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function attacksPart({ unanswered, ledger }: Audit, nameOf: (seat: string) => string): string {
  const open = ledger.entries.filter(({ claim }) => unanswered.includes(claim.id));
  if (open.length === 0) return "";
  const lines = open.map(
    ({ claim }) => `- **${asMarkdown(claim.id)}** (${nameOf(claim.by)}): ${asMarkdown(claim.text)}`,
  );
  return `### Proven attacks that nobody answered\n\n${lines.join("\n")}`;
}

function evidencePart(audit: Audit, nameOf: (seat: string) => string): string {
  const { ledger } = audit;
  if (ledger.entries.length === 0) return "";
  const proven = ledger.entries.filter(({ verified }) => verified).length;
  const novel = ledger.entries.filter(({ novel: fresh }) => fresh).length;
  const blind = ledger.blindSeats.map(nameOf).join(", ");
  const rows = ledger.sources.map(({ id, title, sha256, quotes, by }) => {
    const cells = [asMarkdown(id), asMarkdown(title), quotes, by.map(nameOf).join(", ")];
    return `| ${cells.join(" | ")} | ${asCode(sha256.slice(0, 12))} |`;
  });
  return [
    "### Evidence",
    "",
    `- ${ledger.entries.length} claims, ${proven} proven by a quote of 20 characters or more, ${novel} new when made.`,
    ...(blind === "" ? [] : [`- Quoted nothing that verifies: **${blind}**.`]),
    ...survivalLine(audit).map((line) => `- ${asMarkdown(line)}`),
    "",
    "| Source | Title | Quotes | Quoted by | SHA-256 |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function trialsPart({ robustness, tallies }: Audit): string {
  if (robustness.trials.length === 0 || tallies.final.cast === 0) return "";
  const rows = robustness.trials.map(
    ({ change, choice, differs }) =>
      `| ${asMarkdown(change)} | ${choice === null ? "nothing carries" : asMarkdown(choice)} | ${differs ? "**yes**" : "no"} |`,
  );
  return [
    "### Would the outcome be another?",
    "",
    "| Change | Then | Another outcome |",
    "| --- | --- | --- |",
    ...rows,
  ].join("\n");
}
