import { openApp } from "../../app/desk.ts";
import { hasDebates } from "../../app/project/project-store.ts";
import { calibrationOf } from "../../audit/calibrate.ts";
import { type Case, caseOf, type Group, type Rate, statsOf } from "../../audit/stats.ts";
import { duration } from "../../reports/words.ts";
import { jsonText } from "../../text/json-text.ts";
import { eachReadable, readableIds, type Readable } from "../debates/readable.ts";
import { EXIT } from "../exit-codes.ts";
import type { Action } from "../program/program.ts";
import type { Session } from "../session.ts";
import { padded, plain, type Style } from "../terminal/terminal.ts";

/** What all debates of this project say together. Asks nobody. */
export const stats: Action = async (session) => {
  const { found: cases, leftOut } = await casesOf(session);
  const code = leftOut.length > 0 ? EXIT.verification : EXIT.decided;
  const found = { ...statsOf(cases), calibration: calibrationOf(cases) };
  if (session.flags.json) {
    session.stdout.write(`${jsonText({ ...found, leftOut })}\n`);
    return code;
  }
  if (cases.length === 0) {
    if (leftOut.length === 0) session.stderr.write("No debate has ended here yet.\n");
    return code;
  }
  const { style } = session;
  const { all, byProtocol, byPanel, calibration } = found;
  const lines = [
    ...groupLines(all, style),
    "",
    ...table("By protocol", byProtocol, style),
    "",
    ...table("By panel", byPanel, style),
    "",
    calibrationLine(calibration),
    ...(calibration.correlation === null
      ? []
      : [`Errors of two seats correlate by ${calibration.correlation.toFixed(2)} here, measured.`]),
  ];
  session.stdout.write(`${lines.join("\n")}\n`);
  return code;
};

async function casesOf(session: Session): Promise<Readable<Case>> {
  if (!hasDebates(session)) return { found: [], leftOut: [] };
  const app = openApp(session);
  try {
    const debates = await readableIds(session, app, { status: "settled" });
    const { found, leftOut } = await eachReadable(session, debates, async (debate) =>
      caseOf((await app.read(debate)).events),
    );
    return { found: found.filter((one) => one !== undefined), leftOut };
  } finally {
    await app.close();
  }
}

function groupLines(group: Group, style: Style): string[] {
  const { debates, changed, hollow, contested, degraded, capitulated, calls, costUsd } = group;
  return [
    style.bold(`${count(debates, "debate")}, ${count(calls, "call")}, $${costUsd.toFixed(2)}`),
    `Debating changed what the blind vote said in ${spelled(changed)}, on changes that nothing supports in ${hollow.count}.`,
    `Contested ${spelled(contested)}, degraded ${spelled(degraded)}; ${capitulated.count} of ${capitulated.of} changes of mind rest on nothing.`,
    `On top of the vote a debate took ${group.extraCalls.toFixed(1)} calls, $${group.extraUsd.toFixed(2)} and ${duration(group.extraMs)} on average.`,
  ];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** "12 of 40 (18 to 45 %)": the interval says how little few cases allow to be said. */
function spelled({ count, of, interval }: Rate): string {
  const percent = (share: number): number => Math.round(share * 100);
  return `${count} of ${of} (${percent(interval.low)} to ${percent(interval.high)} %)`;
}

function table(title: string, groups: readonly Group[], style: Style): string[] {
  const names = groups.map(({ name }) => (name === "" ? "nobody answered" : plain(name)));
  const width = Math.max(title.length, ...names.map(({ length }) => length)) + 2;
  const rows = groups.map((group, index) =>
    [
      padded(names[index] ?? "", width),
      padded(String(group.debates), 8),
      padded(`${group.changed.count}/${group.changed.of}`, 9),
      padded(`${group.contested.count}/${group.contested.of}`, 11),
      padded(`${group.degraded.count}/${group.degraded.of}`, 10),
      `$${group.costUsd.toFixed(2)}`,
    ].join(""),
  );
  const head = `${padded(title, width)}${padded("debates", 8)}${padded("changed", 9)}${padded("contested", 11)}${padded("degraded", 10)}cost`;
  return [style.bold(head), ...rows];
}

function calibrationLine(calibration: ReturnType<typeof calibrationOf>): string {
  const { judged, needed, byLabel, error } = calibration;
  if (byLabel === null) {
    return `Uncalibrated: ${judged} of ${needed} decisions judged. Judge one: dissent outcome <debate> right -m "…"`;
  }
  const shares = Object.entries(byLabel)
    .filter(([, { of }]) => of > 0)
    .map(([label, rate]) => `${label} right in ${spelled(rate)}`);
  return `Calibrated on ${judged} decisions: ${shares.join("; ")}. Calibration error ${(error ?? 0).toFixed(3)}.`;
}
