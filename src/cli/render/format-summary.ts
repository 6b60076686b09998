/** Formats the outcome of a debate in a few lines, failures first. */
import type { Audit } from "../../audit/audit.ts";
import { formatUnpricedLine, splitPriceNotices } from "../../domain/journal/price-notices.ts";
import type { Transcript } from "../../domain/journal/transcript.ts";
import { OPEN_CHOICES, type Outcome } from "../../domain/outcome.ts";
import { formatAuditLines } from "../../reports/audit-text.ts";
import {
  describeAttestation,
  listCallNotes,
  formatCostLine,
  formatWallTime,
  formatLeadingNotices,
  describeOutcomeLabel,
  listSeatCosts,
  describeDebateWorth,
} from "../../reports/summary-text.ts";
import {
  padToColumns,
  sanitizeForTerminal,
  type TerminalStyle,
} from "../terminal/terminal-style.ts";

export interface SummaryOptions {
  readonly style: TerminalStyle;
  readonly wrote?: readonly string[];
  /** Titles and sentences about other debates, below the decision. */
  readonly remarks?: readonly (readonly [string, string])[];
  /** False where the head of the run has said them already. */
  readonly notices?: boolean;
  readonly audit: Audit;
}

export function formatSummaryLines(
  transcript: Transcript,
  { style, audit, wrote = [], remarks = [], notices = true }: SummaryOptions,
): string[] {
  const { outcome } = transcript;
  const decisionLines = transcript.decisions.map(({ choice, by, reason }) => {
    const against = outcome?.choice && outcome.choice !== choice ? " (overrides the panel)" : "";
    return formatSummaryRow(
      style.bold,
      "Decided",
      `${sanitizeForTerminal(choice)} by ${sanitizeForTerminal(by)}${against}: ${sanitizeForTerminal(reason)}`,
    );
  });
  return [
    ...formatWarningLines(transcript, style),
    ...(notices ? formatNoticeLines(transcript, style) : []),
    ...(outcome ? formatOutcomeLines(transcript, outcome, { style, audit }) : []),
    ...decisionLines,
    ...remarks.map(([title, text]) => formatSummaryRow(style.red, title, text)),
    ...wrote.map((path, index) => formatSummaryRow(style.bold, index === 0 ? "Wrote" : "", path)),
    ...formatSeatCosts(transcript, style),
    style.dim(formatAccountLine(transcript)),
  ];
}

/** Models without a price share a line. */
function formatNoticeLines({ notices }: Transcript, style: TerminalStyle): string[] {
  const { others, unpriced } = splitPriceNotices(notices);
  return [...others, formatUnpricedLine(unpriced)]
    .filter((line) => line !== "")
    .map((line) => style.dim(sanitizeForTerminal(line)));
}

/** K4, K20: first on every surface; none where everyone answered and somebody judged. */
export function formatWarningLines(transcript: Transcript, style: TerminalStyle): string[] {
  return formatLeadingNotices(transcript).map((line) => style.red(sanitizeForTerminal(line)));
}

/** One line a seat, where answers cost anything. */
function formatSeatCosts(transcript: Transcript, style: TerminalStyle): string[] {
  return listSeatCosts(transcript).map(({ name, model, account }, index) => {
    const calls = `${account.calls} ${account.calls === 1 ? "call" : "calls"}`;
    const parts = [calls, formatCostLine(account), ...listCallNotes(account)];
    const text = `${padToColumns(sanitizeForTerminal(name), 14)} ${parts.join(", ")}   ${style.dim(sanitizeForTerminal(model))}`;
    return formatSummaryRow(style.bold, index === 0 ? "Cost" : "", text);
  });
}

function formatOutcomeLines(
  transcript: Transcript,
  outcome: Outcome,
  { style, audit }: Pick<SummaryOptions, "style" | "audit">,
): string[] {
  const worth = describeDebateWorth(transcript, outcome);
  return [
    formatOutcomeHeadline(transcript, outcome, style),
    ...formatStrengthLines(transcript, { style, audit }),
    ...formatConditionLines(transcript, outcome, style),
    ...formatDissentLines(transcript, outcome, style),
    ...outcome.changes.map((change) => formatChangeLine(transcript, change, style)),
    ...outcome.notes.map((note) => formatSummaryRow(style.red, "Note", sanitizeForTerminal(note))),
    ...(worth === null ? [] : [formatSummaryRow(style.bold, "Worth", sanitizeForTerminal(worth))]),
    ...formatDecideHintLines(transcript, outcome, style),
  ];
}

/** K19: one strength with its reasons, and what it rests on. */
function formatStrengthLines(
  { participants }: Transcript,
  { style, audit }: Pick<SummaryOptions, "style" | "audit">,
): string[] {
  const nameOf = (seat: string): string => participants.find(({ id }) => id === seat)?.name ?? seat;
  return formatAuditLines(audit, nameOf).map((line, index) =>
    formatSummaryRow(style.bold, index === 0 ? "Strength" : "", sanitizeForTerminal(line)),
  );
}

function formatOutcomeHeadline(
  transcript: Transcript,
  outcome: Outcome,
  style: TerminalStyle,
): string {
  const word = sanitizeForTerminal(describeOutcomeLabel(outcome));
  const colour = outcome.ending === "decided" ? style.green : style.red;
  const index = transcript.options.findIndex(({ id }) => id === outcome.choice);
  const label = transcript.options[index]?.label;
  const choice =
    outcome.choice === null ? "" : style.option(index, sanitizeForTerminal(outcome.choice));
  const votes = outcome.tallies.at(-1);
  const count =
    votes && outcome.choice !== null
      ? `   ${votes.distribution[outcome.choice]?.length ?? 0} of ${votes.cast}`
      : "";
  const what =
    outcome.choice === null
      ? sanitizeForTerminal(outcome.summary)
      : `${choice} ${sanitizeForTerminal(label ?? "")}${count}`;
  return `${colour(padToColumns(word.length > TITLE_COLUMNS ? `${word}:` : word, TITLE_COLUMNS))} ${what}`;
}

const MOST_CONDITIONS = 3;

/** The first few; there can be a dozen. */
function formatConditionLines(
  { participants }: Transcript,
  { conditions = [] }: Outcome,
  style: TerminalStyle,
): string[] {
  const more = conditions.length - MOST_CONDITIONS;
  const lines = conditions.slice(0, MOST_CONDITIONS).map(({ by, text }) => {
    const name = participants.find(({ id }) => id === by)?.name ?? by;
    return sanitizeForTerminal(`${name}: ${text}`);
  });
  return [...lines, ...(more > 0 ? [`and ${more} more in the record`] : [])].map((line, index) =>
    formatSummaryRow(style.bold, index === 0 ? "Only if" : "", line),
  );
}

function formatDissentLines(
  { participants, options }: Transcript,
  { dissents, ending }: Outcome,
  style: TerminalStyle,
): string[] {
  const name = (by: string): string =>
    sanitizeForTerminal(participants.find(({ id }) => id === by)?.name ?? by);
  return dissents.map(({ by, holds, words, stage, attested, correction = "" }, index) => {
    const letter = style.option(
      options.findIndex(({ id }) => id === holds),
      sanitizeForTerminal(holds),
    );
    const asides = [
      ...(stage === null ? [] : [sanitizeForTerminal(stage)]),
      ...(attested === undefined ? [] : [describeAttestation(attested)]),
      ...(correction === "" ? [] : [`beside it: ${sanitizeForTerminal(correction)}`]),
    ];
    const aside = asides.length === 0 ? "" : style.dim(` (${asides.join(", ")})`);
    const quote = `${style.sign.open}${sanitizeForTerminal(words)}${style.sign.close}`;
    const title = ending === "decided" ? "Dissent" : "Cases";
    return formatSummaryRow(
      style.red,
      index === 0 ? title : "",
      `${name(by)} holds ${letter}: ${quote}${aside}`,
    );
  });
}

function formatChangeLine(
  { participants }: Transcript,
  change: Outcome["changes"][number],
  style: TerminalStyle,
): string {
  const { by, from, to, causes, standing, reason } = change;
  const name = sanitizeForTerminal(participants.find(({ id }) => id === by)?.name ?? by);
  const why =
    standing === "explained"
      ? `persuaded by ${causes.length === 0 ? "its own evidence" : causes.join(", ")}: ${reason}`
      : `${standing === "reverted" ? `undone, the vote stays ${from}` : "counted, but unexplained"}: ${reason}`;
  const moved = sanitizeForTerminal(`${name} ${from}${style.sign.arrow}${to}, ${why}`);
  return formatSummaryRow(style.red, "Changed", moved);
}

function formatDecideHintLines(
  { id, options, decisions }: Transcript,
  { ending, choices = OPEN_CHOICES }: Outcome,
  style: TerminalStyle,
): string[] {
  if (ending !== "open" || decisions.length > 0) return [];
  const between = options.length > 0 ? options : choices;
  return [
    formatSummaryRow(
      style.bold,
      "Decide",
      `dissent decide ${sanitizeForTerminal(id)} ${sanitizeForTerminal(between.map((option) => option.id).join("|"))} -m "why"`,
    ),
  ];
}

function formatAccountLine({ accounts, head, id }: Transcript): string {
  const parts = [
    `${accounts.calls} ${accounts.calls === 1 ? "call" : "calls"}`,
    ...(accounts.repairs > 0 ? [`${accounts.repairs} repaired`] : []),
    ...(accounts.askedAgain > 0 ? [`${accounts.askedAgain} asked again`] : []),
    ...listCallNotes(accounts),
    formatCostLine(accounts),
    formatWallTime(accounts.wallMs),
    `chain ${head.slice(0, 8)}`,
    id,
  ];
  return sanitizeForTerminal(parts.join("   "));
}

const TITLE_COLUMNS = 10;

function formatSummaryRow(colour: (text: string) => string, title: string, text: string): string {
  return `${colour(padToColumns(title, TITLE_COLUMNS))} ${text}`;
}
