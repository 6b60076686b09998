/**
 * TS1: the outcome of a debate on at most 24 lines of 80 columns, what else is printed after it included: warnings, the
 * verdict, then as much as fits of conditions, dissents and changes of mind. Everything else is in the record.
 */
import type { Audit } from "../../audit/audit.ts";
import { formatUnpricedLine, splitPriceNotices } from "../../domain/journal/price-notices.ts";
import type { Transcript } from "../../domain/journal/transcript.ts";
import {
  isAnotherChoice,
  listOutcomeConditions,
  type Outcome,
  type OutcomeCondition,
} from "../../domain/outcome/outcome.ts";
import { findParticipantName } from "../../domain/participant.ts";
import { describeCalibration } from "../../reports/audit-text.ts";
import {
  describeAttestation,
  formatCostLine,
  formatLeadingNotices,
  formatWallTime,
  listCallNotes,
  listSeatCosts,
} from "../../reports/summary-text.ts";
import { computeVerdictCard, formatStrengthLine } from "../../reports/verdict-card.ts";
import {
  padToColumns,
  sanitizeForTerminal,
  type TerminalStyle,
  truncateToColumns,
} from "../terminal/terminal-style.ts";
import { wrapTerminalLine, wrapTerminalLines } from "../terminal/wrap-lines.ts";
import { formatFindingTable } from "./format-findings.ts";
import { describeSkippedRound, findMissingFact } from "./format-open-points.ts";

export interface SummaryOptions {
  readonly style: TerminalStyle;
  readonly wrote?: readonly string[];
  /** Titles and sentences about other debates, below the decision. */
  readonly remarks?: readonly (readonly [string, string])[];
  readonly audit: Audit;
  /** The verdict is of this one, if the other was shortened for the screen. */
  readonly whole?: Transcript;
  /** What a protocol wants said about its document. */
  readonly notes?: readonly string[];
}

/** With the two lines that `run` and `demo` print after it, and one before, this fits a small terminal. */
const MOST_LINES = 21;

/** TS1: the findings of a review above the summary: as many as there is room for. */
export function formatFindingsAbove(
  transcript: Transcript,
  { style, summary }: { readonly style: TerminalStyle; readonly summary: readonly string[] },
): string[] {
  const taken = wrapTerminalLines(summary, COLUMNS).length;
  const table = formatFindingTable(transcript, style, MOST_LINES - taken - 1);
  return table.length === 0 ? [] : [...table, ""];
}
const TITLE_COLUMNS = 10;
const COLUMNS = 80;

interface SummaryRow {
  readonly title: string;
  readonly text: string;
  readonly colour: (text: string) => string;
  /** The highest go first when there are too many lines; those without stay. */
  readonly dropped?: number;
}

export function formatSummaryLines(transcript: Transcript, options: SummaryOptions): string[] {
  const rows = fitRows(listRows(transcript, options));
  let above = "";
  return rows.map(({ title, text, colour }) => {
    // a warning stands before everything else, as it is
    if (title === "") return colour(text);
    const shown = title === above ? "" : title;
    above = title;
    return `${colour(padToColumns(shown.length > TITLE_COLUMNS ? `${shown}:` : shown, TITLE_COLUMNS))} ${text}`.trimEnd();
  });
}

function listRows(
  transcript: Transcript,
  { style, audit, wrote = [], remarks = [], notes = [], whole = transcript }: SummaryOptions,
): SummaryRow[] {
  const { outcome } = transcript;
  const row: CreateRow = ([title, text], lines, more = {}) => ({
    title,
    text: cutToLines(sanitizeForTerminal(text), lines, style),
    colour: style.bold,
    ...more,
  });
  return [
    ...formatLeadingNotices(transcript).map((line) => row(["", line], 4, { colour: style.red })),
    ...listVerdictRows(whole, { style, audit }, row),
    ...listOpenRows(whole, row, style),
    ...transcript.decisions.slice(-1).map(({ choice, by, reason }) => {
      const against = outcome?.choice && outcome.choice !== choice ? " (overrides the panel)" : "";
      return row(["Decided", `${choice} by ${by}${against}: ${reason}`], 2);
    }),
    ...remarks.map(([title, text]) => row([title, text], 3, { colour: style.red, dropped: 5 })),
    ...(outcome ? listDetailRows(transcript, outcome, { style, row }) : []),
    ...notes.map((note, index) => row(["Note", note], 1, { dropped: 40 + index })),
    ...wrote.map((path) => ({ title: "Wrote", text: path, colour: style.bold })),
    { title: "Took", text: style.dim(formatAccountLine(transcript)), colour: style.bold },
  ];
}

type CreateRow = (
  titled: readonly [title: string, text: string],
  lines: number,
  more?: Partial<SummaryRow>,
) => SummaryRow;

/** K19: the verdict, and nothing else about how far to rely on it. */
function listVerdictRows(
  transcript: Transcript,
  { style, audit }: Pick<SummaryOptions, "style" | "audit">,
  row: CreateRow,
): SummaryRow[] {
  const card = computeVerdictCard(transcript, audit);
  if (card === null) return [];
  const colour = card.ending === "decided" ? style.green : style.red;
  const strength = `${formatStrengthLine(card)} ${describeCalibration(audit)}`.trim();
  return [
    row([sanitizeForTerminal(card.outcome), card.sentence], 2, { colour }),
    row(["Strength", strength], 2),
    row(["Next", card.next], 2),
    // a command is never cut: it is there to be pasted
    ...(card.command === null
      ? []
      : [{ title: "Next", text: sanitizeForTerminal(card.command), colour: style.bold }]),
  ];
}

/** What the panel did not do or did not know, with what a person can type about it. */
function listOpenRows(transcript: Transcript, row: CreateRow, style: TerminalStyle): SummaryRow[] {
  const skipped = describeSkippedRound(transcript);
  const missing = findMissingFact(transcript);
  return [
    ...(skipped === null ? [] : [row(["Round 2", skipped], 2, { dropped: 4 })]),
    // the first dissent stays longer than this
    ...(missing === null
      ? []
      : [
          row(["Missing", `${missing.by}: ${missing.words}`], 2, { dropped: 10.5 }),
          {
            title: "Missing",
            text: sanitizeForTerminal(missing.command),
            colour: style.bold,
            dropped: 10.6,
          },
        ]),
  ];
}

const MOST_CONDITIONS = 3;
const MOST_DISSENTS = 3;
const MOST_CHANGES = 3;

function listDetailRows(
  { participants }: Transcript,
  outcome: Outcome,
  { style, row }: { readonly style: TerminalStyle; readonly row: CreateRow },
): SummaryRow[] {
  const { dissents, changes, ending } = outcome;
  const findName = (by: string): string => findParticipantName(participants, by);
  const isDecided = ending === "decided";
  const cases = isDecided ? "Dissent" : "Cases";
  // while nothing is decided, each case has its own, and the record has them all
  const conditions = isDecided ? takeTurns(listOutcomeConditions(outcome)) : [];
  return [
    ...listFirstRows(conditions, { most: MOST_CONDITIONS, title: "Only if", row }, ({ by, text }) =>
      row(["Only if", `${findName(by)}: ${text}`], 1),
    ).map((one, index) => ({ ...one, dropped: 20 + index })),
    ...listFirstRows(dissents, { most: MOST_DISSENTS, title: cases, row }, (one) => {
      const aside = describeDissentAside(one);
      const quote = `${style.sign.open}${one.words}${style.sign.close}`;
      return row([cases, `${findName(one.by)} holds ${one.holds}${aside}: ${quote}`], 2, {
        colour: style.red,
      });
    }).map((one, index) => ({ ...one, dropped: 10 + index })),
    ...listFirstRows(
      changes.filter(isAnotherChoice),
      { most: MOST_CHANGES, title: "Changed", row },
      ({ by, from, to, causes, standing }) => {
        const why =
          standing === "explained"
            ? `persuaded by ${causes.length === 0 ? "evidence of their own" : causes.join(", ")}`
            : standing === "reverted"
              ? `not counted, the vote stays ${from}`
              : "counted, but unexplained";
        return row(["Changed", `${findName(by)} ${from}${style.sign.arrow}${to}, ${why}`], 1, {
          colour: style.red,
        });
      },
    ).map((one, index) => ({ ...one, dropped: 30 + index })),
  ];
}

function describeDissentAside({
  stage,
  attested,
  correction = "",
}: Outcome["dissents"][0]): string {
  const asides = [
    ...(stage === null ? [] : [stage]),
    ...(attested === undefined ? [] : [describeAttestation(attested)]),
    ...(correction === "" ? [] : ["with a correction in the record"]),
  ];
  return asides.length === 0 ? "" : ` (${asides.join(", ")})`;
}

/** The first condition of each speaker, then the second of each: the few that fit are not all of one. */
function takeTurns(conditions: readonly OutcomeCondition[]): readonly OutcomeCondition[] {
  const groups = [...Map.groupBy(conditions, ({ by }) => by).values()];
  const most = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: most }, (_, round) => groups.map((group) => group[round]))
    .flat()
    .filter((one) => one !== undefined);
}

/** The first few, and how many more there are. */
function listFirstRows<T>(
  all: readonly T[],
  { most, title, row }: { readonly most: number; readonly title: string; readonly row: CreateRow },
  format: (one: T) => SummaryRow,
): SummaryRow[] {
  const more = all.length - most;
  return [
    ...all.slice(0, most).map(format),
    ...(more > 0 ? [row([title, `and ${more} more in the record`], 1)] : []),
  ];
}

/** Cut so that it takes at most so many lines of 80 columns, as it will be wrapped. */
function cutToLines(text: string, lines: number, style: TerminalStyle): string {
  let columns = lines * (COLUMNS - TITLE_COLUMNS - 1);
  let cut = truncateToColumns(text, columns, style.sign.ellipsis);
  while (countLines({ text: cut }) > lines && columns > COLUMNS / 2) {
    columns -= 4;
    cut = truncateToColumns(text, columns, style.sign.ellipsis);
  }
  return cut;
}

function countLines({ text }: Pick<SummaryRow, "text">): number {
  return wrapTerminalLine(`${"x".repeat(TITLE_COLUMNS - 1)}  ${text}`, COLUMNS).length;
}

function fitRows(rows: readonly SummaryRow[]): readonly SummaryRow[] {
  const lines = rows.reduce((sum, row) => sum + countLines(row), 0);
  if (lines <= MOST_LINES) return rows;
  const worst = rows.reduce((most, { dropped = 0 }) => Math.max(most, dropped), 0);
  if (worst === 0) return rows;
  const at = rows.findLastIndex(({ dropped = 0 }) => dropped === worst);
  return fitRows(rows.toSpliced(at, 1));
}

/** K4, K20: first on every surface; empty if everyone answered and a model or person judged. */
export function formatWarningLines(transcript: Transcript, style: TerminalStyle): string[] {
  return formatLeadingNotices(transcript).map((line) => style.red(sanitizeForTerminal(line)));
}

/** What `show` adds: notices, what the engine noted, and what each seat took. */
export function formatDetailLines(transcript: Transcript, style: TerminalStyle): string[] {
  const { others, unpriced } = splitPriceNotices(transcript.notices);
  const notices = [...others, formatUnpricedLine(unpriced)].filter((line) => line !== "");
  const notes = [...notices, ...(transcript.outcome?.notes ?? [])];
  const title = (index: number, word: string): string =>
    style.bold(padToColumns(index === 0 ? word : "", TITLE_COLUMNS));
  return [
    ...notes.map((note, index) => `${title(index, "Notes")} ${sanitizeForTerminal(note)}`),
    ...listSeatCosts(transcript).map(({ name, model, account }, index) => {
      const calls = `${account.calls} ${account.calls === 1 ? "call" : "calls"}`;
      const parts = [calls, formatCostLine(account), ...listCallNotes(account)];
      return `${title(index, "Cost")} ${padToColumns(sanitizeForTerminal(name), 14)} ${parts.join(", ")}   ${style.dim(sanitizeForTerminal(model))}`;
    }),
  ];
}

function formatAccountLine({ accounts, head, id }: Transcript): string {
  const parts = [
    `${accounts.calls} ${accounts.calls === 1 ? "call" : "calls"}`,
    ...(accounts.repairs > 0 ? [`${accounts.repairs} repaired`] : []),
    formatCostLine(accounts),
    formatWallTime(accounts.wallMs),
    `chain ${head.slice(0, 8)}`,
    id,
  ];
  return sanitizeForTerminal(parts.join("   "));
}
