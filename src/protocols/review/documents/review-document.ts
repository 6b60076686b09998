/** The review as Markdown: the outcome, what survived, and everything else folded away. All words of others are inert. */
import { formatEvidenceWords } from "../../../domain/evidence/evidence.ts";
import type { Outcome } from "../../../domain/outcome/outcome.ts";
import {
  formatBlockQuote,
  formatCodeBlock,
  formatInertCell,
  formatInertText,
} from "../../../text/markdown.ts";
import { describeOmission, formatShownPath } from "../prompts/shown-change.ts";
import type { FindingFate } from "../reply-values.ts";
import { listBlocking, listContested } from "../rules/counts.ts";
import { type JudgedFinding, type JudgedReview, judgeReview } from "../rules/judge-findings.ts";
import { findReviewerName, type Review } from "../rules/table.ts";
import { buildSuggestionPatch } from "./suggestion-patch.ts";

const HEADS: Readonly<Record<string, string>> = {
  CHANGES_NEEDED: "Changes needed",
  CONTESTED: "Contested: a person decides",
  APPROVED: "Approved",
  ABORTED: "Not reviewed",
};

export function writeReviewDocument(review: Review, outcome: Outcome): string {
  const judged = judgeReview(review);
  const blocking = listBlocking(review, judged);
  const contested = listContested(review, judged);
  const shown = new Set([...blocking, ...contested]);
  const smaller = judged.findings.filter((one) => one.fate === "confirmed" && !shown.has(one));
  const rest = judged.findings.filter((one) => !shown.has(one) && one.fate !== "confirmed");
  return [
    `# ${HEADS[outcome.label] ?? outcome.label}`,
    formatInertText(outcome.summary),
    ...(review.settings.what === "" ? [] : [formatInertText(review.settings.what)]),
    ...(judged.findings.length === 0 ? [] : [formatTable(review, judged)]),
    ...writeSection(review, "Confirmed", blocking),
    ...writeSection(review, "Open", contested),
    ...foldSection(review, "Confirmed, and smaller", smaller),
    ...foldSection(review, "Did not survive, or could not be told", rest),
    writeDetails("How it was reviewed", writeCoverage(review, judged, outcome)),
    "",
  ].join("\n\n");
}

/** Worst first, what survived before what did not. */
function formatTable(review: Review, { findings }: JudgedReview): string {
  const rows = findings.map((finding) => {
    const { id, fate, severity, members } = finding;
    const [first] = members;
    const cells = [
      id,
      severity,
      first ? formatPlaceText(finding) : "",
      formatInertText(first?.claim ?? ""),
      describeSupport(review, finding),
      fate,
    ];
    return `| ${cells.map(formatInertCell).join(" | ")} |`;
  });
  return [
    "| Id | Severity | Where | Claim | Who | Result |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function formatPlaceText({ members: [first] }: JudgedFinding): string {
  if (!first) return "";
  const { place, file } = first;
  const lines = place.first === place.last ? `${place.first}` : `${place.first}-${place.last}`;
  return formatInertText(
    `${formatShownPath(file.path)}:${lines}${place.side === "old" ? " (removed)" : ""}`,
  );
}

export function describeSupport({ reviewers }: Review, finding: JudgedFinding): string {
  const { members, confirmed, refuted, untold } = finding;
  return [
    members.length > 1
      ? `found independently by ${members.length} of ${reviewers.length}`
      : "found by 1",
    ...(confirmed.length > 0 ? [`confirmed by ${confirmed.length}`] : []),
    ...(refuted.length > 0 ? [`refuted by ${refuted.length}`] : []),
    ...(untold.length > 0 ? [`${untold.length} cannot tell`] : []),
  ].join(", ");
}

function writeSection(review: Review, title: string, findings: readonly JudgedFinding[]): string[] {
  if (findings.length === 0) return [];
  return [`## ${title}`, ...findings.map((finding) => writeFinding(review, finding))];
}

function foldSection(review: Review, title: string, findings: readonly JudgedFinding[]): string[] {
  if (findings.length === 0) return [];
  const text = findings.map((finding) => writeFinding(review, finding)).join("\n\n");
  return [writeDetails(`${title} (${findings.length})`, text)];
}

function writeDetails(title: string, text: string): string {
  return `<details><summary>${title}</summary>\n\n${text}\n\n</details>`;
}

const FATES: Readonly<Record<FindingFate, string>> = {
  confirmed: "confirmed",
  disputed: "disputed",
  unconfirmed: "nobody could tell",
  refuted: "refuted",
  withdrawn: "withdrawn",
  "settled before": "settled in an earlier review",
};

function writeFinding(review: Review, finding: JudgedFinding): string {
  const { id, severity, fate, members, earlier } = finding;
  const [first] = members;
  if (!first) return "";
  const moved = first.place.isMoved
    ? ` Its author named line ${first.named.first}; the quote stands here.`
    : "";
  return [
    `### ${id}: ${formatInertText(first.claim)}`,
    `${severity}, ${FATES[fate]}, ${formatPlaceText(finding)}: ${describeSupport(review, finding)}.${moved}`,
    formatCodeBlock(first.place.words),
    ...members.flatMap(({ by, scenario, claim, suggestion }, at) => [
      `**${formatInertText(findReviewerName(review, by))}**${at === 0 ? "" : ` says the same as ${formatInertText(claim)}`}:`,
      formatBlockQuote(scenario),
      ...(suggestion === null ? [] : [`Suggestion: ${formatInertText(suggestion)}`]),
    ]),
    ...(earlier === null
      ? []
      : [`Settled in ${formatInertText(earlier.debate)}: ${formatInertText(earlier.reason)}`]),
    ...writeAnswers(review, finding),
    ...writePatch(finding),
  ].join("\n\n");
}

function writePatch(finding: JudgedFinding): string[] {
  const patch = buildSuggestionPatch(finding);
  return patch === null
    ? []
    : [`Suggested change:\n\n${formatCodeBlock(patch.trimEnd()).replace(/^(`+)text/, "$1diff")}`];
}

function writeAnswers(
  review: Review,
  { confirmed, refuted, untold, silent, answer, defences }: JudgedFinding,
): string[] {
  const name = (by: string): string => formatInertText(findReviewerName(review, by));
  const verdicts = [...confirmed, ...refuted, ...untold].map(
    ({ by, given, verdict, reason, evidence, fault }) => {
      const counted = given === verdict ? "" : ` (counted as ${verdict}: ${fault ?? ""})`;
      const quotes = evidence
        .filter(({ verified }) => verified)
        .map((one) => ` ${formatInertText(formatEvidenceWords(one))}`)
        .join("");
      return `- ${name(by)}: **${given}**${counted}. ${formatInertText(reason)}${quotes}`;
    },
  );
  const lines = [
    ...verdicts,
    ...(silent.length > 0 ? [`- Said nothing of it: ${silent.map(name).join(", ")}`] : []),
    ...(answer === null
      ? []
      : [`- ${name(answer.by)} answers **${answer.given}**. ${formatInertText(answer.reason)}`]),
    ...defences.map(
      ({ by, choice, reason }) =>
        `- ${name(by)}, defending: **${choice}**. ${formatInertText(reason)}`,
    ),
  ];
  return lines.length === 0 ? [] : [lines.join("\n")];
}

function writeCoverage(review: Review, { dropped }: JudgedReview, { notes }: Outcome): string {
  const hidden = review.change.files.filter((file) => file.hidden !== null);
  const parts = review.parts.map(({ number, pieces }) => {
    const one = review.reviewed.find(({ part }) => part.number === number);
    const who = listNames(review, one?.findings.spoken ?? []);
    const lost = listNames(review, one?.findings.absent ?? []);
    const count = new Set(pieces.map(({ file }) => file.number)).size;
    return `- Part ${number}, ${count} ${count === 1 ? "file" : "files"}: read by ${who || "nobody"}${lost === "" ? "" : `; not by ${lost}`}`;
  });
  return [
    ...parts,
    ...hidden.map((file) => `- Not shown: ${formatInertText(describeOmission(file))}`),
    ...notes.map((note) => `- ${formatInertText(note)}`),
    ...dropped.map(
      ({ by, file, claim, why }) =>
        `- Dropped, by ${formatInertText(findReviewerName(review, by))} (${formatInertText(file)}): ${formatInertText(claim)} (${why})`,
    ),
  ].join("\n");
}

function listNames(review: Review, turns: readonly { readonly by: string }[]): string {
  return turns.map(({ by }) => formatInertText(findReviewerName(review, by))).join(", ");
}
