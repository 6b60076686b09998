/** Section 13: thousands of debates under way at once, with replies that take seconds. */
import { type ArmName, SPELLED } from "../arms/arm.ts";
import { measure } from "../measures/measurement.ts";
import type { RunningAnswer } from "../measures/running.ts";
import { REFERENCE } from "../reference-debate.ts";
import type { Bar, Cell, Pace, Section } from "./section.ts";

interface Crowd {
  readonly debates: number;
  readonly startMs: number;
  readonly arms: readonly ArmName[];
}

const REPLIES = { shortestMs: 2_000, longestMs: 8_000 };
const MEGABYTE_IN_KB = 1_024;

const CROWDS: Record<Pace, readonly Crowd[]> = {
  quick: [{ debates: 2_000, startMs: 2_000, arms: ["floor", "sqlite"] }],
  full: [
    { debates: 10_000, startMs: 8_000, arms: ["floor", "sqlite", "langgraph-functional"] },
    { debates: 50_000, startMs: 30_000, arms: ["floor", "sqlite"] },
  ],
};

export async function runningDebates(pace: Pace): Promise<Section> {
  const rows: Cell[][] = [];
  const bars: Bar[] = [];
  for (const { debates, startMs, arms } of CROWDS[pace]) {
    const answers = new Map<ArmName, RunningAnswer>();
    for (const arm of arms) {
      const request = { measure: "running", arm, shape: REFERENCE, debates, startMs } as const;
      answers.set(arm, await measure({ ...request, ...REPLIES }));
    }
    const floor = answers.get("floor");
    const kbEach = (one: RunningAnswer): number =>
      ((one.residentMb - (floor?.residentMb ?? 0)) * MEGABYTE_IN_KB) / one.mostAtOnce;
    for (const [arm, one] of answers) {
      rows.push([
        `${debates}, ${SPELLED[arm]}`,
        one.mostAtOnce,
        one.medianMs,
        one.p99Ms,
        { ratio: one.p99Ms / (floor?.p99Ms ?? Number.NaN) },
        one.residentMb,
        arm === "floor" ? "" : kbEach(one),
        one.cpuPerCall,
      ]);
    }
    const durable = answers.get("sqlite");
    if (!durable || !floor) continue;
    bars.push(
      {
        text: `${debates} debates running, p99 / floor`,
        measured: durable.p99Ms / floor.p99Ms,
        limit: debates > 10_000 ? 1.02 : 1.006,
      },
      {
        text: `${debates} debates running, KB each over the floor`,
        measured: kbEach(durable),
        limit: 45,
      },
    );
  }
  return {
    title: "13. Debates running at once, replies of 2 to 8 s (ms of wall time)",
    columns: ["", "most at once", "median", "p99", "floor", "MB", "KB each", "µs per call"],
    rows,
    bars,
    notes: [
      "Debates start evenly: 10,000 in 8 s, 50,000 in 30 s. KB each: over the floor, by the most at once.",
    ],
  };
}
