/** Findings at lines of files as Markdown, for the record and for a comment on a pull request. All words are inert. */
import type { Transcript } from "../domain/journal/transcript.ts";
import {
  type FindingWord,
  formatFindingPlace,
  isOpenFinding,
  readReportedFindings,
  type ReportedFinding,
  sortFindings,
} from "../domain/outcome/reported-finding.ts";
import { findParticipantName } from "../domain/participant.ts";
import {
  formatBlockQuote,
  formatCodeBlock,
  formatInertCell,
  formatInertText,
  sanitizeLine,
} from "../text/markdown.ts";

type Shown = Pick<Transcript, "outcome" | "participants">;

/** Null where the protocol reports no findings. */
export function listFindings({ outcome }: Shown): readonly ReportedFinding[] | null {
  const findings = outcome && readReportedFindings(outcome);
  return findings && sortFindings(findings);
}

/** Nothing where there are none. */
export function formatFindingTable(shown: Shown): string {
  const findings = listFindings(shown) ?? [];
  if (findings.length === 0) return "";
  const rows = findings.map((finding) => {
    const { severity, claim, foundBy, refutedBy, fate } = finding;
    const cells = [
      severity,
      formatInertText(formatFindingPlace(finding)),
      formatInertText(claim),
      listNames(shown, foundBy),
      listNames(shown, refutedBy),
      fate,
    ];
    return `| ${cells.map(formatInertCell).join(" | ")} |`;
  });
  return [
    "| Severity | Where | Finding | Found by | Refuted by | Result |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

/** Each folded away, as many as fit; those that did not survive together. */
export function formatFindingDetails(shown: Shown, mostCharacters: number): string {
  const findings = listFindings(shown) ?? [];
  const open = findings.filter(isOpenFinding);
  const gone = findings.filter((finding) => !isOpenFinding(finding));
  const parts = [
    ...open.map((one) => fold(formatTitle(one), formatFinding(shown, one))),
    ...(gone.length === 0
      ? []
      : [fold(`Did not survive (${gone.length})`, formatGone(shown, gone))]),
  ];
  const kept: string[] = [];
  let room = mostCharacters;
  for (const part of parts) {
    room -= part.length + 2;
    if (room < 0) break;
    kept.push(part);
  }
  const left = parts.length - kept.length;
  return [...kept, ...(left > 0 ? [`${left} more in the record.`] : [])].join("\n\n");
}

function formatTitle(finding: ReportedFinding): string {
  const { severity, fate, claim } = finding;
  return `<b>${severity}, ${fate}</b> ${escapeHtml(`${formatFindingPlace(finding)}: ${claim}`)}`;
}

function formatFinding(shown: Shown, finding: ReportedFinding): string {
  const { quote, scenario, suggestion, foundBy, verdicts, answer } = finding;
  return [
    formatCodeBlock(quote),
    `Found by ${listNames(shown, foundBy)}:`,
    formatBlockQuote(scenario),
    ...(suggestion === null ? [] : [`Suggestion: ${formatInertText(suggestion)}`]),
    [
      ...verdicts.map((one) => formatWord(shown, one)),
      ...(answer === null ? [] : [formatWord(shown, answer)]),
    ].join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function formatGone(shown: Shown, findings: readonly ReportedFinding[]): string {
  return findings
    .map((finding) =>
      [
        `**${finding.severity}, ${finding.fate}** ${formatInertText(formatFindingPlace(finding))}: ${formatInertText(finding.claim)} Found by ${listNames(shown, finding.foundBy)}.`,
        finding.verdicts.map((one) => formatWord(shown, one)).join("\n"),
      ]
        .filter((part) => part !== "")
        .join("\n\n"),
    )
    .join("\n\n");
}

function formatWord(shown: Shown, { by, word, reason }: FindingWord): string {
  return `- ${listNames(shown, [by])}: **${formatInertText(word)}**. ${formatInertText(reason)}`;
}

/** A summary is HTML, in which nothing is Markdown. */
function escapeHtml(words: string): string {
  return sanitizeLine(words)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function fold(title: string, text: string): string {
  return `<details><summary>${title}</summary>\n\n${text}\n\n</details>`;
}

function listNames({ participants }: Shown, seats: readonly string[]): string {
  const names = seats.map((seat) => findParticipantName(participants, seat));
  return names.length === 0 ? "-" : formatInertText(names.join(", "));
}
