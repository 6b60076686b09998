/** A debate as a decision record: MADR 4, with the dissents, what would change it, and how positions moved. */
import type { Audit } from "../audit/audit.ts";
import type { Claim } from "../domain/claim.ts";
import { splitPriceNotices } from "../domain/journal/price-notices.ts";
import type { Transcript } from "../domain/journal/transcript.ts";
import { isDegradedOutcome, OPEN_CHOICES, type Outcome } from "../domain/outcome.ts";
import {
  formatInlineCode,
  escapeMarkdown,
  formatBlockQuote,
  sanitizeLine,
} from "../text/markdown.ts";
import { formatIsoDay } from "../text/plain-text.ts";
import { describeCalibration, formatStrengthLine } from "./audit-text.ts";
import {
  BLIND_DECISION_NOTE,
  formatConditionEntries,
  formatDissentEntries,
  formatMindChangeEntries,
  formatMovementTable,
} from "./markdown-record.ts";
import { formatLeadingNotices, describeOutcomeLabel } from "./summary-text.ts";

export interface AdrRecordOptions {
  /** File names of the records this one takes the place of. */
  readonly supersedes: readonly string[];
  readonly audit?: Audit | undefined;
}

/** A record the protocol has written itself, with the front matter and the movement every record has. */
export function wrapAdrPage(
  page: string,
  transcript: Transcript,
  { supersedes, audit }: AdrRecordOptions,
): string {
  const moved = formatMovementTable(transcript);
  const lines = page.trimEnd().split("\n");
  const [title = "", ...rest] = lines.slice(
    Math.max(
      lines.findIndex((line) => line.startsWith("# ")),
      0,
    ),
  );
  const sections = [
    // such a record is written only when the table has accepted it, or a person has over its objections
    formatAdrFrontMatter(
      transcript,
      transcript.outcome?.ending === "decided" ? "accepted" : findAdrStatus(transcript),
    ),
    ...formatLeadingNotices(transcript).map((line) => `**${escapeMarkdown(line)}**`),
    title,
    ...supersedes.map(formatSupersedesLine),
    formatVerdictStrength(transcript, audit),
    rest.join("\n").trim(),
    moved === "" ? "" : `## How positions moved\n\n${moved}`,
    formatMoreInformation(transcript),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

export function formatSupersedesLine(file: string): string {
  return `Supersedes [${escapeMarkdown(file.replace(/\.md$/, ""))}](${encodeURI(file)}).`;
}

export function formatAdrRecord(
  transcript: Transcript,
  { supersedes, audit }: AdrRecordOptions,
): string {
  const { outcome } = transcript;
  const sections = [
    formatAdrFrontMatter(transcript),
    ...formatLeadingNotices(transcript).map((line) => `**${escapeMarkdown(line)}**`),
    `# ${escapeMarkdown(transcript.question)}`,
    ...supersedes.map(formatSupersedesLine),
    formatContextSection(transcript),
    formatOptionsSection(transcript),
    "## Decision Outcome",
    formatDecisionOutcome(transcript),
    formatVerdictStrength(transcript, audit),
    ...(outcome ? formatDissentSections(transcript, outcome) : []),
    formatProsAndCons(transcript),
    formatMoreInformation(transcript),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

/** Only a person accepts: what a panel agrees on is proposed. */
export function findAdrStatus({ decisions }: Transcript): "accepted" | "proposed" {
  return decisions.length > 0 ? "accepted" : "proposed";
}

/** The day of the decision, else of the debate. */
export function formatRecordDay({ decisions, openedMs }: Transcript): string {
  return formatIsoDay(decisions.at(-1)?.atMs ?? openedMs);
}

function formatAdrFrontMatter(
  transcript: Transcript,
  status: string = findAdrStatus(transcript),
): string {
  const { participants, outcome, decisions, id, head, protocol } = transcript;
  const last = decisions.at(-1);
  const makers = last ? last.by : outcome?.ending === "decided" ? "panel (consensus)" : "none yet";
  const quoted = (text: string): string => JSON.stringify(sanitizeLine(text));
  return [
    "---",
    `status: ${quoted(status)}`,
    `date: ${formatRecordDay(transcript)}`,
    `decision-makers: ${quoted(makers)}`,
    `consulted: ${quoted(participants.map(({ name }) => name).join(", "))}`,
    "dissent:",
    `  debate: ${quoted(id)}`,
    `  chain: ${quoted(head)}`,
    `  protocol: ${quoted(protocol)}`,
    `  outcome: ${quoted(outcome?.label ?? "unfinished")}`,
    `  confidence: ${quoted(outcome?.confidence ?? "LOW")}`,
    `  degraded: ${outcome ? isDegradedOutcome(outcome) : false}`,
    ...(outcome?.nobodyJudged ? ["  nobody-judged: true"] : []),
    "---",
  ].join("\n");
}

function formatContextSection(transcript: Transcript): string {
  return `## Context and Problem Statement\n\n${formatContextText(transcript)}`;
}

export function formatContextText({ notices, participants }: Transcript): string {
  const seats = participants.map(({ name, stance }) =>
    stance === null ? name : `${name} (${stance})`,
  );
  return [
    `The question was put to ${escapeMarkdown(seats.join(", "))}.`,
    ...splitPriceNotices(notices).others.map((notice) => `\n> ${escapeMarkdown(notice)}`),
  ].join("\n");
}

function formatOptionsSection(transcript: Transcript): string {
  if (transcript.options.length === 0) return "";
  return ["## Considered Options", "", ...formatAdrOptionLines(transcript)].join("\n");
}

export function formatAdrOptionLines({ options }: Transcript): string[] {
  return options.map(({ id, label, description }) => {
    const more = description === "" ? "" : `: ${escapeMarkdown(description)}`;
    return `* ${escapeMarkdown(id)} ${escapeMarkdown(label)}${more}`;
  });
}

export function formatDecisionOutcome(transcript: Transcript): string {
  const { outcome, decisions, options } = transcript;
  const name = (id: string): string => {
    const known = options.length > 0 ? options : (outcome?.choices ?? OPEN_CHOICES);
    const label = known.find((option) => option.id === id)?.label;
    return label === undefined
      ? escapeMarkdown(id)
      : `${escapeMarkdown(id)} ${escapeMarkdown(label)}`;
  };
  const panel = outcome
    ? `The panel: ${escapeMarkdown(describeOutcomeLabel(outcome))}, ${escapeMarkdown(outcome.summary)}.`
    : "The debate has not ended.";
  const last = decisions.at(-1);
  if (last) {
    const against =
      outcome?.choice && outcome.choice !== last.choice ? " This overrides the panel." : "";
    return `Chosen option: "${name(last.choice)}", by ${escapeMarkdown(last.by)}${last.blind ? BLIND_DECISION_NOTE : ""}.${against}\n\n${formatBlockQuote(last.reason)}\n\n${panel}`;
  }
  if (outcome?.ending !== "decided") return `Not decided. ${panel}`;
  const chosen = outcome.choice === null ? escapeMarkdown(outcome.summary) : name(outcome.choice);
  return `Chosen option: "${chosen}". ${panel}`;
}

/** K19: one strength with its reasons. */
export function formatVerdictStrength({ outcome }: Transcript, audit: Audit | undefined): string {
  if (!outcome || !audit) return "";
  const words = `Strength **${escapeMarkdown(formatStrengthLine(audit))}** ${describeCalibration(audit)}`;
  return words.trim();
}

export function formatDissentSections(transcript: Transcript, outcome: Outcome): string[] {
  const minds = formatMindChangeEntries(transcript);
  const moved = formatMovementTable(transcript);
  // a person may have chosen one participant's position
  const title = outcome.ending === "open" ? "### The cases" : "### Dissents";
  const conditions = formatConditionEntries(transcript, outcome);
  return [
    conditions === "" ? "" : `### Only if\n\n${conditions}`,
    `${title}\n\n${formatDissentEntries(transcript, outcome) || "None."}`,
    minds.length === 0 ? "" : `### What would change this\n\n${minds.join("\n")}`,
    moved === "" ? "" : `### How positions moved\n\n${moved}`,
  ];
}

export function formatProsAndCons({ options, steps }: Transcript): string {
  const claims = steps.flatMap(({ turns }) => turns.flatMap((turn) => turn.claims));
  const entries = options.flatMap(({ id, label }) => {
    const lines = claims.filter(({ about }) => about === id).map(formatClaimReason);
    return lines.length === 0
      ? []
      : [`### ${escapeMarkdown(id)} ${escapeMarkdown(label)}`, "", ...lines, ""];
  });
  if (entries.length === 0) return "";
  return ["## Pros and Cons of the Options", "", ...entries].join("\n").trimEnd();
}

function formatClaimReason({ id, side, text, evidence }: Claim): string {
  const checkable = evidence.filter(({ kind }) => kind !== "knowledge");
  const proven = checkable.some(({ verified }) => verified);
  const mark =
    evidence.length > 0 && checkable.length === 0
      ? " (general knowledge, not checked)"
      : checkable.length > 0 && !proven
        ? " (its evidence does not hold)"
        : "";
  return `* ${side === "supports" ? "Good" : "Bad"}, because ${escapeMarkdown(text)} (${escapeMarkdown(id)})${mark}`;
}

function formatMoreInformation(transcript: Transcript): string {
  return `## More Information\n\n${formatOriginLine(transcript)}`;
}

export function formatOriginLine({ id, head, accounts }: Transcript): string {
  return `Debate ${formatInlineCode(id)}, ${accounts.calls} calls, chain head ${formatInlineCode(head)}. Check it with ${formatInlineCode(`dissent verify ${id}`)}.`;
}
