/** Section 6: how processor time per call grows with seats, rounds and background. */
import type { ArmName } from "../arms/arm.ts";
import { measure } from "../measures/measurement.ts";
import { REFERENCE, type Shape } from "../reference-debate.ts";
import { type Cell, median, type Pace, type Section } from "./section.ts";

interface Grown {
  readonly text: string;
  readonly shape: Shape;
  readonly concurrent: number;
}

const PANELS: readonly Grown[] = [
  { text: "3 seats, 2 rounds, 2 KB", shape: REFERENCE, concurrent: 100 },
  { text: "30 seats", shape: { ...REFERENCE, seats: 30 }, concurrent: 100 },
  { text: "20 rounds", shape: { ...REFERENCE, rounds: 20 }, concurrent: 100 },
];

// fewer at once, so that a large document does not become a test of memory
const DOCUMENTS: readonly Grown[] = [
  { text: "2 KB", shape: REFERENCE, concurrent: 10 },
  { text: "100 KB", shape: { ...REFERENCE, contextBytes: 100 * 1_024 }, concurrent: 10 },
  { text: "1 MB", shape: { ...REFERENCE, contextBytes: 1_024 * 1_024 }, concurrent: 10 },
];

export async function growth(pace: Pace): Promise<Section> {
  const panels = await grown(PANELS, pace);
  const documents = await grown(pace === "full" ? DOCUMENTS : DOCUMENTS.filter(isEnd), pace);
  const [panel, seats, rounds] = panels.durable;
  const megabyte = documents.durable.at(-1) ?? Number.NaN;
  return {
    title: "6. Growth of processor time per call (µs)",
    columns: ["", "at once", "durable", "first", "floor", "first"],
    rows: [...panels.rows, ...documents.rows],
    bars: [
      { text: "3 to 30 seats", measured: (seats ?? Number.NaN) / (panel ?? 0), limit: 1.3 },
      { text: "2 to 20 rounds", measured: (rounds ?? Number.NaN) / (panel ?? 0), limit: 1.3 },
      { text: "ms per call over a document of 1 MB", measured: megabyte / 1_000, limit: 0.5 },
    ],
  };
}

function isEnd(one: Grown): boolean {
  return one === DOCUMENTS[0] || one === DOCUMENTS.at(-1);
}

async function grown(
  series: readonly Grown[],
  pace: Pace,
): Promise<{ durable: readonly number[]; rows: Cell[][] }> {
  const durable: number[] = [];
  const floor: number[] = [];
  for (const one of series) {
    durable.push(await perCall("sqlite", one, pace));
    floor.push(await perCall("floor", one, pace));
  }
  const rows = series.map(({ text, concurrent }, index) => [
    text,
    concurrent,
    durable[index] ?? 0,
    { ratio: (durable[index] ?? 0) / (durable[0] ?? 0) },
    floor[index] ?? 0,
    { ratio: (floor[index] ?? 0) / (floor[0] ?? 0) },
  ]);
  return { durable, rows };
}

async function perCall(arm: ArmName, { shape, concurrent }: Grown, pace: Pace): Promise<number> {
  const timing =
    pace === "full"
      ? { warmMs: 800, repetitionMs: 500, repetitions: 3 }
      : { warmMs: 200, repetitionMs: 100, repetitions: 3 };
  const request = { measure: "cpu", arm, shape, concurrent: [concurrent] } as const;
  const answer = await measure({ ...request, ...timing });
  return median(answer[concurrent] ?? []);
}
