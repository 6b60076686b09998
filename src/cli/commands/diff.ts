/** Compares two debates: both endings side by side, who moved because of what, which facts differ. */
import { examineRecord } from "../../app/project/audit-record.ts";
import { readDebateRecord } from "../../app/project/project-debates.ts";
import { sealRecord } from "../../domain/journal/sealed-steps.ts";
import {
  type ComparedDebate,
  type ComparedSeat,
  compareDebates,
  type DebateComparison,
} from "../../reports/debate-comparison.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import type { CliContext } from "../cli-context.ts";
import type { CommandHandler } from "../program/program.ts";
import {
  padToColumns,
  sanitizeForTerminal,
  type TerminalStyle,
  truncateToColumns,
} from "../terminal/terminal-style.ts";

export const runDiffCommand: CommandHandler = async (cli, [first = "", second = ""]) => {
  const comparison = compareDebates(
    await readComparedDebate(cli, first),
    await readComparedDebate(cli, second),
  );
  if (cli.flags.json) {
    cli.stdout.write(`${stringifyForTerminal({ event: "diff", ...comparison })}\n`);
    return 0;
  }
  cli.stdout.write(`${formatComparison(comparison, cli.style).join("\n")}\n`);
  return 0;
};

async function readComparedDebate(cli: CliContext, reference: string): Promise<ComparedDebate> {
  const record = sealRecord(await readDebateRecord(cli, reference));
  return { events: record.events, ...(await examineRecord(record)) };
}

function formatComparison(comparison: DebateComparison, style: TerminalStyle): string[] {
  const { questions, sameEnding, endings } = comparison;
  const isSame = questions[0] === questions[1];
  return [
    style.bold(sanitizeForTerminal(questions[0])),
    ...(isSame ? [] : [`against: ${style.bold(sanitizeForTerminal(questions[1]))}`]),
    "",
    ...formatColumns(style, "", [endings[0].debate, endings[1].debate]),
    ...formatColumns(style, "Outcome", [formatEnding(endings[0]), formatEnding(endings[1])]),
    ...formatColumns(style, "Strength", [endings[0].strength, endings[1].strength]),
    ...formatColumns(style, "Decided", [endings[0].decided ?? "-", endings[1].decided ?? "-"]),
    sameEnding ? "Both ended the same way." : style.red("They ended differently."),
    "",
    style.bold("Positions at the end"),
    ...comparison.seats.flatMap((seat) => formatSeatPositions(seat, style)),
    ...formatMoves(comparison, style),
    ...formatDifferences(comparison, style),
  ];
}

function formatEnding({ outcome, choice, summary }: DebateComparison["endings"][0]): string {
  return outcome === null ? summary : [outcome, choice].filter((part) => part !== null).join(" ");
}

const TITLE_COLUMNS = 10;
const MOST_COLUMNS = 48;

/** One row of the table; a cell that does not fit is cut. */
function formatColumns(
  style: TerminalStyle,
  title: string,
  cells: readonly [string, string],
): string[] {
  const columns = Math.min(MOST_COLUMNS, Math.floor((style.columns - TITLE_COLUMNS - 4) / 2));
  const [one, other] = cells.map((cell) =>
    padToColumns(
      truncateToColumns(sanitizeForTerminal(cell), columns, style.sign.ellipsis),
      columns,
    ),
  );
  const head = padToColumns(
    truncateToColumns(title, TITLE_COLUMNS, style.sign.ellipsis),
    TITLE_COLUMNS,
  );
  return [`${style.bold(head)}  ${one}  ${other}`.trimEnd()];
}

function formatSeatPositions(
  { name, positions: [first, second] }: ComparedSeat,
  style: TerminalStyle,
): string[] {
  if (first === null && second === null) return [];
  const rows = formatColumns(style, sanitizeForTerminal(name), [first ?? "-", second ?? "-"]);
  return first === second ? rows : rows.map((row) => style.red(row));
}

/** Who changed their mind, in which of the two, and what caused it. */
function formatMoves({ seats, endings }: DebateComparison, style: TerminalStyle): string[] {
  const lines = seats.flatMap(({ name, moves }) =>
    moves.flatMap((own, index) =>
      own.map(({ from, to, because }) => {
        const why = because === null ? "nothing supports the change" : `because of ${because}`;
        const debate = endings[index]?.debate ?? "";
        return `  ${sanitizeForTerminal(`${name} ${from}${style.sign.arrow}${to} in ${debate}, ${why}`)}`;
      }),
    ),
  );
  return lines.length === 0
    ? ["", "No one changed their mind in either debate."]
    : ["", style.bold("Who moved"), ...lines];
}

/** Facts, models and settings that only one of the two had. */
function formatDifferences(comparison: DebateComparison, style: TerminalStyle): string[] {
  const { facts, endings, seats, settings, protocols } = comparison;
  const lines = [
    ...(protocols[0] === protocols[1] ? [] : [`Protocol: ${protocols[0]}, ${protocols[1]}`]),
    ...facts.flatMap((own, index) =>
      own.map((fact) => `Only in ${endings[index]?.debate ?? ""}: ${fact}`),
    ),
    ...seats
      .filter(({ models: [first, second] }) => first !== second)
      .map(
        ({ name, models: [first, second] }) =>
          `${name}: ${first ?? "no seat"}, ${second ?? "no seat"}`,
      ),
    ...settings.map(({ name, values: [first, second] }) => `Setting ${name}: ${first}, ${second}`),
  ].map((line) => `  ${sanitizeForTerminal(line)}`);
  return lines.length === 0 ? [] : ["", style.bold("What differs"), ...lines];
}
