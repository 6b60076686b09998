/** Section 1: processor time per model call. */
import { type ArmName, ARMS, SPELLED } from "../arms/arm.ts";
import { measure } from "../measures/measurement.ts";
import { REFERENCE } from "../reference-debate.ts";
import { type Bar, type Cell, median, type Pace, type Section } from "./section.ts";

const CONCURRENT = [1, 100];

const PACES = {
  full: { passes: 2, warmMs: 1_500, repetitionMs: 1_000, repetitions: 4 },
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
  const durable = figures.sqlite[concurrent] ?? 0;
  return (["langgraph-graph", "langgraph-functional", "langgraph-functional-full"] as const).map(
    (arm) => ({
      text: `Dissent durable / ${SPELLED[arm]}, ${concurrent} at once`,
      measured: durable / (figures[arm][concurrent] ?? 0),
      limit: 1 / 10,
    }),
  );
}
