/** Shows statistics over all debates of this project. It calls no model. */
import { openProjectApp } from "../../app/app-context.ts";
import { readDebateCases } from "../../app/project/debate-cases.ts";
import { mayHaveDebates } from "../../app/project/project-store.ts";
import {
  type DebateCase,
  type CaseGroup,
  type CaseRate,
  computeProjectStats,
} from "../../audit/project-stats.ts";
import { computeStrengthCalibration } from "../../audit/strength-calibration.ts";
import { formatWallTime } from "../../reports/summary-text.ts";
import { formatCount } from "../../text/plain-text.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import type { CliContext } from "../cli-context.ts";
import {
  listReadableDebates,
  reportUnreadableDebate,
  type ReadableResult,
} from "../debates/readable-debates.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";
import {
  padToColumns,
  sanitizeForTerminal,
  type TerminalStyle,
} from "../terminal/terminal-style.ts";

export const runStatsCommand: CommandHandler = async (cli) => {
  const { found: cases, leftOut } = await readSettledCases(cli);
  const code = leftOut.length > 0 ? EXIT.verification : EXIT.decided;
  const found = { ...computeProjectStats(cases), calibration: computeStrengthCalibration(cases) };
  if (cli.flags.json) {
    cli.stdout.write(`${stringifyForTerminal({ ...found, leftOut })}\n`);
    return code;
  }
  if (cases.length === 0) {
    if (leftOut.length === 0) cli.stderr.write("No debate has ended here yet.\n");
    return code;
  }
  const { style } = cli;
  const { all, byProtocol, byPanel, calibration } = found;
  const lines = [
    ...formatGroupLines(all, style),
    "",
    ...formatGroupTable("By protocol", byProtocol, style),
    "",
    ...formatGroupTable("By panel", byPanel, style),
    "",
    formatCalibrationLine(calibration),
    ...(calibration.correlation === null
      ? []
      : [`Errors of two seats correlate by ${calibration.correlation.toFixed(2)} here, measured.`]),
  ];
  cli.stdout.write(`${lines.join("\n")}\n`);
  return code;
};

async function readSettledCases(cli: CliContext): Promise<ReadableResult<DebateCase>> {
  if (!mayHaveDebates(cli)) return { found: [], leftOut: [] };
  const app = openProjectApp(cli);
  try {
    const debates = await listReadableDebates(cli, app, { status: "settled" });
    const leftOut = [...debates.leftOut];
    const found = await readDebateCases(app, debates.found, (debate, error) =>
      leftOut.push(reportUnreadableDebate(cli, debate, error.message)),
    );
    return { found, leftOut };
  } finally {
    await app.close();
  }
}

function formatGroupLines(group: CaseGroup, style: TerminalStyle): string[] {
  const { debates, changed, hollow, contested, degraded, capitulated, calls, costUsd } = group;
  return [
    style.bold(
      `${formatCount(debates, "debate")}, ${formatCount(calls, "call")}, $${costUsd.toFixed(2)}`,
    ),
    `Debating changed what the blind vote said in ${formatRateInterval(changed)}, on changes that nothing supports in ${hollow.count}.`,
    `Contested ${formatRateInterval(contested)}, degraded ${formatRateInterval(degraded)}; ${capitulated.count} of ${capitulated.of} changes of mind rest on nothing.`,
    `On top of the vote a debate took ${group.extraCalls.toFixed(1)} calls, $${group.extraUsd.toFixed(2)} and ${formatWallTime(group.extraMs)} on average.`,
  ];
}

/** "12 of 40 (18 to 45 %)": the interval says how little few cases allow to be said. */
function formatRateInterval({ count, of, interval }: CaseRate): string {
  const percent = (share: number): number => Math.round(share * 100);
  return `${count} of ${of} (${percent(interval.low)} to ${percent(interval.high)} %)`;
}

function formatGroupTable(
  title: string,
  groups: readonly CaseGroup[],
  style: TerminalStyle,
): string[] {
  const names = groups.map(({ name }) => (name === "" ? "no answers" : sanitizeForTerminal(name)));
  const width = Math.max(title.length, ...names.map(({ length }) => length)) + 2;
  const rows = groups.map((group, index) =>
    [
      padToColumns(names[index] ?? "", width),
      padToColumns(String(group.debates), 8),
      padToColumns(`${group.changed.count}/${group.changed.of}`, 9),
      padToColumns(`${group.contested.count}/${group.contested.of}`, 11),
      padToColumns(`${group.degraded.count}/${group.degraded.of}`, 10),
      `$${group.costUsd.toFixed(2)}`,
    ].join(""),
  );
  const head = `${padToColumns(title, width)}${padToColumns("debates", 8)}${padToColumns("changed", 9)}${padToColumns("contested", 11)}${padToColumns("degraded", 10)}cost`;
  return [style.bold(head), ...rows];
}

function formatCalibrationLine(calibration: ReturnType<typeof computeStrengthCalibration>): string {
  const { judged, needed, byStrength, error } = calibration;
  if (byStrength === null) {
    return `Uncalibrated: ${judged} of ${needed} decisions judged. Judge one: dissent decisions outcome <debate> right -m "…"`;
  }
  const shares = Object.entries(byStrength)
    .filter(([, { of }]) => of > 0)
    .map(([strength, rate]) => `${strength} right in ${formatRateInterval(rate)}`);
  return `Calibrated on ${judged} decisions: ${shares.join("; ")}. Calibration error ${(error ?? 0).toFixed(3)}.`;
}
