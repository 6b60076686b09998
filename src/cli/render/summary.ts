/** What came of a debate, in a few lines for a terminal. What failed is said first. */
import type { Audit } from "../../audit/audit.ts";
import { OPEN_CHOICES, type Outcome } from "../../domain/outcome.ts";
import type { Transcript } from "../../domain/transcript.ts";
import { auditLines } from "../../reports/audit-words.ts";
import {
  attestedWords,
  callNotes,
  costLine,
  duration,
  firstLines,
  outcomeWord,
  seatCosts,
  worthLine,
} from "../../reports/words.ts";
import { padded, plain, type Style } from "../terminal/terminal.ts";

export interface SummarySetting {
  readonly style: Style;
  readonly wrote?: readonly string[];
  /** Titles and sentences about other debates, below the decision. */
  readonly remarks?: readonly (readonly [string, string])[];
  /** False where the head of the run has said them already. */
  readonly notices?: boolean;
  readonly audit: Audit;
}

export function summaryLines(
  transcript: Transcript,
  { style, audit, wrote = [], remarks = [], notices = true }: SummarySetting,
): string[] {
  const { outcome } = transcript;
  const decisionLines = transcript.decisions.map(({ choice, by, reason }) => {
    const against = outcome?.choice && outcome.choice !== choice ? " (overrides the panel)" : "";
    return row(
      style.bold,
      "Decided",
      `${plain(choice)} by ${plain(by)}${against}: ${plain(reason)}`,
    );
  });
  return [
    ...firstLinesInRed(transcript, style),
    ...(notices ? transcript.notices.map((notice) => style.dim(plain(notice))) : []),
    ...(outcome ? outcomeLines(transcript, outcome, { style, audit }) : []),
    ...decisionLines,
    ...remarks.map(([title, text]) => row(style.red, title, text)),
    ...wrote.map((path, index) => row(style.bold, index === 0 ? "Wrote" : "", path)),
    ...costLines(transcript, style),
    style.dim(accountLine(transcript)),
  ];
}

/** K4, K20: first on every surface; none where everyone answered and somebody judged. */
export function firstLinesInRed(transcript: Transcript, style: Style): string[] {
  return firstLines(transcript).map((line) => style.red(plain(line)));
}

/** One line a seat, where answers cost anything. */
function costLines(transcript: Transcript, style: Style): string[] {
  return seatCosts(transcript).map(({ name, model, account }, index) => {
    const calls = `${account.calls} ${account.calls === 1 ? "call" : "calls"}`;
    const parts = [calls, costLine(account), ...callNotes(account)];
    const text = `${padded(plain(name), 14)} ${parts.join(", ")}   ${style.dim(plain(model))}`;
    return row(style.bold, index === 0 ? "Cost" : "", text);
  });
}

function outcomeLines(
  transcript: Transcript,
  outcome: Outcome,
  { style, audit }: Pick<SummarySetting, "style" | "audit">,
): string[] {
  const worth = worthLine(transcript, outcome);
  return [
    headline(transcript, outcome, style),
    ...caseLines(transcript, outcome, style),
    ...outcome.changes.map((change) => changeLine(transcript, change, style)),
    ...outcome.notes.map((note) => row(style.red, "Note", plain(note))),
    ...(worth === null ? [] : [row(style.bold, "Worth", plain(worth))]),
    ...trustLines(transcript, { style, audit }),
    ...decideLine(transcript, outcome, style),
  ];
}

/** R15: the label and its rule, beside the protocol's own word for confidence. */
function trustLines(
  { participants }: Transcript,
  { style, audit }: Pick<SummarySetting, "style" | "audit">,
): string[] {
  const nameOf = (seat: string): string => participants.find(({ id }) => id === seat)?.name ?? seat;
  return auditLines(audit, nameOf).map((line, index) =>
    row(style.bold, index === 0 ? "Trust" : "", plain(line)),
  );
}

function headline(transcript: Transcript, outcome: Outcome, style: Style): string {
  const word = plain(outcomeWord(outcome));
  const colour = outcome.ending === "decided" ? style.green : style.red;
  const index = transcript.options.findIndex(({ id }) => id === outcome.choice);
  const label = transcript.options[index]?.label;
  const choice = outcome.choice === null ? "" : style.option(index, plain(outcome.choice));
  const votes = outcome.tallies.at(-1);
  const count =
    votes && outcome.choice !== null
      ? `${votes.distribution[outcome.choice]?.length ?? 0} of ${votes.cast}, `
      : "";
  const what =
    outcome.choice === null
      ? plain(outcome.summary)
      : `${choice} ${plain(label ?? "")}   ${count}confidence ${plain(outcome.confidence)}`;
  return `${colour(padded(word.length > COLUMN ? `${word}:` : word, COLUMN))} ${what}`;
}

function caseLines(
  { participants, options }: Transcript,
  { dissents, ending }: Outcome,
  style: Style,
): string[] {
  const name = (by: string): string => plain(participants.find(({ id }) => id === by)?.name ?? by);
  return dissents.map(({ by, holds, words, stage, attested, correction = "" }, index) => {
    const letter = style.option(
      options.findIndex(({ id }) => id === holds),
      plain(holds),
    );
    const asides = [
      ...(stage === null ? [] : [plain(stage)]),
      ...(attested === undefined ? [] : [attestedWords(attested)]),
      ...(correction === "" ? [] : [`beside it: ${plain(correction)}`]),
    ];
    const aside = asides.length === 0 ? "" : style.dim(` (${asides.join(", ")})`);
    const quote = `${style.sign.open}${plain(words)}${style.sign.close}`;
    const title = ending === "decided" ? "Dissent" : "Cases";
    return row(
      style.red,
      index === 0 ? title : "",
      `${name(by)} holds ${letter}: ${quote}${aside}`,
    );
  });
}

function changeLine(
  { participants }: Transcript,
  change: Outcome["changes"][number],
  style: Style,
): string {
  const { by, from, to, causes, standing, reason } = change;
  const name = plain(participants.find(({ id }) => id === by)?.name ?? by);
  const why =
    standing === "explained"
      ? `persuaded by ${causes.length === 0 ? "its own evidence" : causes.join(", ")}: ${reason}`
      : `${standing === "reverted" ? `undone, the vote stays ${from}` : "counted, but unexplained"}: ${reason}`;
  const moved = plain(`${name} ${from}${style.sign.arrow}${to}, ${why}`);
  return row(style.red, "Changed", moved);
}

function decideLine(
  { id, options, decisions }: Transcript,
  { ending, choices = OPEN_CHOICES }: Outcome,
  style: Style,
): string[] {
  if (ending !== "open" || decisions.length > 0) return [];
  const between = options.length > 0 ? options : choices;
  return [
    row(
      style.bold,
      "Decide",
      `dissent decide ${plain(id)} ${plain(between.map((option) => option.id).join("|"))} -m "why"`,
    ),
  ];
}

function accountLine({ accounts, head, id }: Transcript): string {
  const parts = [
    `${accounts.calls} ${accounts.calls === 1 ? "call" : "calls"}`,
    ...(accounts.repairs > 0 ? [`${accounts.repairs} repaired`] : []),
    ...(accounts.askedAgain > 0 ? [`${accounts.askedAgain} asked again`] : []),
    ...callNotes(accounts),
    costLine(accounts),
    duration(accounts.wallMs),
    `chain ${head.slice(0, 8)}`,
    id,
  ];
  return plain(parts.join("   "));
}

const COLUMN = 10;

function row(colour: (text: string) => string, title: string, text: string): string {
  return `${colour(padded(title, COLUMN))} ${text}`;
}
