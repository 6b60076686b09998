/** Section 1: processor time per model call. */
import { type ArmName, ARMS, SPELLED } from "../arms/arm.ts";
import { measure } from "../measures/measurement.ts";
import { REFERENCE } from "../reference-debate.ts";
import { type Bar, type Cell, median, type Pace, type Section } from "./section.ts";

const CONCURRENT = [1, 100];

const PACES = {
  full: { passes: 2, warmMs: 1_200, repetitionMs: 600, repetitions: 3 },
  quick: { passes: 1, warmMs: 300, repetitionMs: 200, repetitions: 3 },
};

type Figures = Record<ArmName, Record<number, number>>;

export async function processorTime(pace: Pace): Promise<Section> {
  const figures = await measuredFigures(pace);
  const row = (arm: ArmName): Cell[] => [
    SPELLED[arm],
    ...CONCURRENT.flatMap((concurrent) => {
      const of = (other: ArmName): Cell => ({
        ratio: (figures[arm][concurrent] ?? 0) / (figures[other][concurrent] ?? 0),
      });
      return [
        figures[arm][concurrent] ?? 0,
        of("floor"),
        of("langgraph-graph"),
        of("langgraph-functional"),
        of("langgraph-functional-full"),
      ];
    }),
  ];
  return {
    title: "1. Processor time per model call (µs), reference debate, replies at once",
    columns: [
      "",
      ...CONCURRENT.flatMap((count) => [
        `${count} at once`,
        "floor",
        "graph",
        "functional",
        "FULL",
      ]),
    ],
    rows: ARMS.map(row),
    bars: CONCURRENT.flatMap((concurrent) => barsAt(concurrent, figures)),
    notes: [
      "LangGraph's checkpointer commits with synchronous NORMAL by itself; Dissent waits for the disk, as FULL does.",
    ],
  };
}

/** Arms take turns, so that a busy spell of the machine does not fall on one of them alone. */
async function measuredFigures(pace: Pace): Promise<Figures> {
  const { passes, ...timing } = PACES[pace];
  const repetitions = new Map<string, number[]>();
  for (let pass = 0; pass < passes; pass++) {
    for (const arm of ARMS) {
      const request = { measure: "cpu", arm, shape: REFERENCE, concurrent: CONCURRENT } as const;
      const answer = await measure({ ...request, ...timing });
      for (const concurrent of CONCURRENT) {
        const key = `${arm} ${concurrent}`;
        repetitions.set(key, [...(repetitions.get(key) ?? []), ...(answer[concurrent] ?? [])]);
      }
    }
  }
  const of = (arm: ArmName, concurrent: number): number =>
    median(repetitions.get(`${arm} ${concurrent}`) ?? []);
  return Object.fromEntries(
    ARMS.map((arm) => [
      arm,
      Object.fromEntries(CONCURRENT.map((concurrent) => [concurrent, of(arm, concurrent)])),
    ]),
  ) as Figures;
}

function barsAt(concurrent: number, figures: Figures): Bar[] {
  const ratio = (arm: ArmName, other: ArmName): number =>
    (figures[arm][concurrent] ?? 0) / (figures[other][concurrent] ?? 0);
  const bar = (arm: ArmName, other: ArmName, limit: number): Bar => ({
    text: `${SPELLED[arm]} / ${SPELLED[other]}, ${concurrent} at once`,
    measured: ratio(arm, other),
    limit,
  });
  return concurrent === 1
    ? [bar("sqlite", "langgraph-functional-full", 1 / 3)]
    : [
        bar("memory", "floor", 5),
        bar("sqlite", "floor", 9),
        bar("judges", "floor", 25),
        bar("sqlite", "langgraph-functional-full", 1 / 12),
        bar("sqlite", "langgraph-functional", 1 / 10),
        bar("sqlite", "langgraph-graph", 1 / 10),
      ];
}
