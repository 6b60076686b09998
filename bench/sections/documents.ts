/** Section 8: step 1 of a merge, from ten drafts of 10 KB to ten of 1 MB. */
import { measure } from "../measures/measurement.ts";
import { type Bar, type Cell, median, type Pace, type Section } from "./section.ts";

const DRAFTS = 10;
const KILOBYTES = [10, 100, 1_024] as const;

export async function documents(pace: Pace): Promise<Section> {
  const rows: Cell[][] = [];
  const perMegabyte: number[] = [];
  const walls: number[] = [];
  let [held, diffsMs] = [0, 0];
  for (const size of KILOBYTES) {
    const repetitions = size < 1_000 ? (pace === "full" ? 5 : 3) : 1;
    const bytes = size * 1_024;
    const answer = await measure({ measure: "documents", drafts: DRAFTS, bytes, repetitions });
    const [parse, analyse] = [median(answer.parse), median(answer.analyse)];
    perMegabyte.push((parse + analyse) / ((DRAFTS * bytes) / 1_048_576));
    walls.push(median(answer.wall));
    held = Math.max(held, ...answer.held);
    diffsMs = median(answer.compare);
    rows.push([
      `10 × ${size} KB`,
      parse,
      analyse,
      perMegabyte.at(-1) ?? 0,
      { ratio: (perMegabyte.at(-1) ?? 0) / (perMegabyte[0] ?? 0) },
      median(answer.wall),
      median(answer.compare),
      Math.max(...answer.held),
      answer.findings,
    ]);
  }
  return {
    title: "8. Step 1 of a merge (ms of processor time)",
    columns: [
      "",
      "parse",
      "analyse",
      "per MB",
      "first",
      "wall",
      "45 diffs",
      "longest turn",
      "findings",
    ],
    rows,
    bars: listBars({ perMegabyte, walls, held, diffsMs }),
  };
}

interface Measured {
  readonly perMegabyte: readonly number[];
  readonly walls: readonly number[];
  readonly held: number;
  readonly diffsMs: number;
}

function listBars({ perMegabyte, walls, held, diffsMs }: Measured): Bar[] {
  const [first = 0] = perMegabyte;
  return [
    { text: "ten of 100 KB, seconds of wall time", measured: (walls[1] ?? 0) / 1_000, limit: 2 },
    { text: "ten of 1 MB, seconds of wall time", measured: (walls[2] ?? 0) / 1_000, limit: 15 },
    // linear is 1; a small run pays for compiling the code
    {
      text: "growth per MB, 10 KB to 1 MB",
      measured: (perMegabyte.at(-1) ?? 0) / first,
      limit: 1.3,
    },
    { text: "longest turn of the event loop, ms", measured: held, limit: 100 },
    { text: "45 diffs of ten of 1 MB, seconds", measured: diffsMs / 1_000, limit: 1.5 },
  ];
}
