/** A debate as a decision record: MADR 4, with the dissents, what would change it, and how positions moved. */
import type { Audit } from "../audit/audit.ts";
import type { Claim } from "../domain/claim.ts";
import type { Transcript } from "../domain/journal/transcript.ts";
import { isDegradedOutcome, OPEN_CHOICES, type Outcome } from "../domain/outcome/outcome.ts";
import {
  escapeMarkdown,
  formatBlockQuote,
  restoreBoldLines,
  sanitizeLine,
} from "../text/markdown.ts";
import { formatIsoDay } from "../text/plain-text.ts";
import {
  endSentence,
  isInstruction,
  listMidSentenceCapitals,
  lowerFirstLetter,
} from "../text/sentence.ts";
import { describeCalibration } from "./audit-text.ts";
import { formatConditionEntries, formatConditionTitle } from "./condition-list.ts";
import { BLIND_DECISION_NOTE, formatDissentEntries, formatWhyEntries } from "./markdown-record.ts";
import { formatMindChangeEntries } from "./mind-change-list.ts";
import { formatObjectionEntries, listObjectionsThatStand } from "./objection-list.ts";
import { describePanelKinds, listConsulted } from "./panel-kinds.ts";
import { joinClaimDetail } from "./record-appendix.ts";
import { formatContinuation, formatMoreInformation, formatPanelNote } from "./record-origin.ts";
import { formatLeadingNotices, describeOutcomeLabel } from "./summary-text.ts";
import { computeVerdictCard, formatStrengthLine } from "./verdict-card.ts";

export interface AdrRecordOptions {
  /** File names of the records this one takes the place of. */
  readonly supersedes: readonly string[];
  readonly audit?: Audit | undefined;
  /** The problem in the words of the brief; empty where its text is not here. */
  readonly context?: string;
  /** The file name of this record, where its journal lies beside it. */
  readonly besideJournal?: string | undefined;
}

/** A record the protocol has written itself, with the front matter and the verdict that every record has. */
export function wrapAdrPage(
  page: string,
  transcript: Transcript,
  { supersedes, audit, besideJournal }: AdrRecordOptions,
): string {
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
      audit,
      transcript.outcome?.ending === "decided" ? "accepted" : findAdrStatus(transcript),
    ),
    ...formatLeadingNotices(transcript).map((line) => `**${escapeMarkdown(line)}**`),
    title,
    ...supersedes.map(formatSupersedesLine),
    formatVerdictStrength(transcript, audit),
    formatPersonsChoice(transcript),
    restoreBoldLines(rest.join("\n").trim()),
    formatMoreInformation(transcript, formatPanelNote(transcript), besideJournal),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

export function formatSupersedesLine(file: string): string {
  return `Supersedes [${escapeMarkdown(file.replace(/\.md$/, ""))}](${encodeURI(file)}).`;
}

export function formatAdrRecord(transcript: Transcript, options: AdrRecordOptions): string {
  const { outcome } = transcript;
  const { supersedes, audit } = options;
  const sections = [
    formatAdrFrontMatter(transcript, audit),
    ...formatLeadingNotices(transcript).map((line) => `**${escapeMarkdown(line)}**`),
    `# ${escapeMarkdown(transcript.question)}`,
    ...supersedes.map(formatSupersedesLine),
    `## Context and Problem Statement\n\n${formatContextText(transcript, options)}`,
    formatOptionsSection(transcript),
    "## Decision Outcome",
    formatDecisionOutcome(transcript),
    formatVerdictStrength(transcript, audit),
    ...(outcome ? formatDissentSections(transcript, outcome) : []),
    formatProsAndCons(transcript),
    formatMoreInformation(transcript, [], options.besideJournal),
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
  audit: Audit | undefined,
  status: string = findAdrStatus(transcript),
): string {
  const { participants, outcome, decisions, id, head, protocol } = transcript;
  const last = decisions.at(-1);
  const makers = last ? last.by : findPanelMakers(outcome);
  const quoted = (text: string): string => JSON.stringify(sanitizeLine(text));
  return [
    "---",
    `status: ${quoted(status)}`,
    `date: ${formatRecordDay(transcript)}`,
    `decision-makers: ${quoted(makers)}`,
    `consulted: ${quoted(listConsulted(participants))}`,
    "dissent:",
    `  debate: ${quoted(id)}`,
    `  chain: ${quoted(head)}`,
    `  protocol: ${quoted(protocol)}`,
    `  outcome: ${quoted(outcome?.label ?? "unfinished")}`,
    // K19: no second word beside the strength
    ...(outcome && audit ? [`  strength: ${quoted(audit.strength)}`] : []),
    `  degraded: ${outcome ? isDegradedOutcome(outcome) : false}`,
    ...(outcome?.nobodyJudged ? ["  nobody-judged: true"] : []),
    "---",
  ].join("\n");
}

/** K19: by the outcome's own word; a synthesis is not a consensus. */
function findPanelMakers(outcome: Transcript["outcome"]): string {
  if (outcome?.ending !== "decided") return "none yet";
  return `panel (${describeOutcomeLabel(outcome).toLowerCase()})`;
}

/** The problem in the words of the brief, which debate this one continues, and who was asked. */
export function formatContextText(
  { participants, forkedFrom }: Pick<Transcript, "participants" | "forkedFrom">,
  { context = "" }: Pick<AdrRecordOptions, "context">,
): string {
  const paragraphs = context === "" ? [] : context.split("\n\n").map(escapeMarkdown);
  return [
    ...paragraphs,
    ...formatContinuation({ forkedFrom }),
    escapeMarkdown(describePanelKinds(participants)),
  ].join("\n\n");
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
  const { outcome } = transcript;
  const panel = outcome
    ? `The panel: ${escapeMarkdown(describeOutcomeLabel(outcome))}, ${escapeMarkdown(endSentence(outcome.summary))}`
    : "The debate has not ended.";
  const chosen = formatPersonsChoice(transcript);
  if (chosen !== "") return `${chosen}\n\n${panel}`;
  if (outcome?.ending !== "decided") return `Not decided. ${panel}`;
  if (outcome.choice === null) return escapeMarkdown(endSentence(outcome.summary));
  const why = formatWhyEntries(transcript);
  const option = nameChoice(transcript, outcome.choice);
  const summary = escapeMarkdown(outcome.summary);
  // a summary mostly begins with the option
  const count = summary.startsWith(`${option}, `) ? summary.slice(option.length + 2) : summary;
  const head = `Chosen option: "${option}" (${escapeMarkdown(describeOutcomeLabel(outcome).toLowerCase())}: ${count})`;
  return why.length === 0 ? `${head}.` : `${head}, because:\n\n${why.join("\n")}`;
}

/** K11: what a person chose, and their reason; empty if no person has decided. */
export function formatPersonsChoice(transcript: Transcript): string {
  const { outcome, decisions } = transcript;
  const last = decisions.at(-1);
  if (!last) return "";
  const against =
    outcome?.choice && outcome.choice !== last.choice ? " This overrides the panel." : "";
  return `Chosen option: "${nameChoice(transcript, last.choice)}", by ${escapeMarkdown(last.by)}${last.blind ? BLIND_DECISION_NOTE : ""}.${against}\n\n${formatBlockQuote(last.reason)}`;
}

function nameChoice({ outcome, options }: Transcript, id: string): string {
  const known = options.length > 0 ? options : (outcome?.choices ?? OPEN_CHOICES);
  const label = known.find((option) => option.id === id)?.label;
  return label === undefined
    ? escapeMarkdown(id)
    : `${escapeMarkdown(id)} ${escapeMarkdown(label)}`;
}

/** K19: one strength with its reasons; what to do next until a person has decided, since a project keeps the rest. */
export function formatVerdictStrength(transcript: Transcript, audit: Audit | undefined): string {
  const card = audit && computeVerdictCard(transcript, audit);
  if (!card) return "";
  const strength = `**Strength ${escapeMarkdown(formatStrengthLine(card))}**`;
  const next = transcript.decisions.length === 0 ? `Next: ${escapeMarkdown(card.next)}` : "";
  return [strength, describeCalibration(audit), next].filter((part) => part !== "").join(" ");
}

export function formatDissentSections(transcript: Transcript, outcome: Outcome): string[] {
  const minds = formatMindChangeEntries(transcript);
  const objections = listObjectionsThatStand(outcome);
  // a person may have chosen one participant's position
  const title = outcome.ending === "open" ? "### The cases" : "### Dissents";
  const entries = formatConditionEntries(transcript, outcome);
  const isDecided = outcome.ending === "decided";
  const conditions =
    entries === ""
      ? ""
      : `### ${isDecided ? "Conditions" : formatConditionTitle(outcome)}\n\n${entries}`;
  const dissents = formatDissentEntries(transcript, outcome);
  return [
    isDecided ? conditions : "",
    objections.length === 0
      ? ""
      : `### Objections that stand\n\n${formatObjectionEntries(transcript, objections)}`,
    dissents === "" ? "" : `${title}\n\n${dissents}`,
    isDecided ? "" : conditions,
    minds.length === 0 ? "" : `### What would change this\n\n${minds.join("\n")}`,
  ];
}

const MOST_REASONS_FOR_EACH = 4;

/** The best supported reasons of each side; the full record has all of them. */
export function formatProsAndCons({ question, options, steps }: Transcript): string {
  const claims = steps.flatMap(({ turns }) => turns.flatMap((turn) => turn.claims));
  const names = new Set([
    ...options.flatMap(({ label }) => listNameBeginnings(label)),
    ...listMidSentenceCapitals([
      question,
      ...options.flatMap(({ label, description }) => [label, description]),
      ...claims.flatMap(({ text, detail = "", evidence }) => [
        text,
        detail,
        ...evidence.map(({ quote }) => quote),
      ]),
    ]),
  ]);
  const entries = options.flatMap(({ id, label }) => {
    const lines = (["supports", "attacks"] as const).flatMap((side) =>
      claims
        .filter((claim) => claim.about === id && claim.side === side && !claim.aside)
        .toSorted((a, b) => countChecked(b) - countChecked(a))
        .slice(0, MOST_REASONS_FOR_EACH)
        .map((claim) => formatClaimReason(claim, names)),
    );
    return lines.length === 0
      ? []
      : [`### ${escapeMarkdown(id)} ${escapeMarkdown(label)}`, "", ...lines, ""];
  });
  if (entries.length === 0) return "";
  return ["## Pros and Cons of the Options", "", ...entries].join("\n").trimEnd();
}

/** "Native Messaging" is a name; "Keep one site" is not. */
export function listNameBeginnings(label: string): string[] {
  const [first = "", second = ""] = label.split(/\s+/);
  return /^\p{Lu}/u.test(second) ? [first] : [];
}

function countChecked({ evidence }: Claim): number {
  return evidence.filter(({ verified }) => verified).length;
}

function formatClaimReason(
  { id, side, text, detail, evidence }: Claim,
  names: ReadonlySet<string>,
): string {
  const checkable = evidence.filter(({ kind }) => kind !== "knowledge");
  const isQuoted = checkable.some(({ verified }) => verified);
  const known = checkable.length === 0 ? "general" : "in part general";
  const marks = [
    ...(checkable.length > 0 && !isQuoted ? [" (its evidence does not hold)"] : []),
    ...(checkable.length < evidence.length ? [` (${known} knowledge, not checked)`] : []),
  ];
  const reason = joinClaimDetail(text, detail);
  const joint = isInstruction(reason) ? ":" : ", because";
  return `* ${side === "supports" ? "Good" : "Bad"}${joint} ${escapeMarkdown(lowerFirstLetter(reason, names))} (${escapeMarkdown(id)})${marks.join("")}`;
}
