/** Section 12: an evaluation of simulated seats through the engine, journals and statistics included. */
import { measureEvaluation } from "../measures/evaluation.ts";
import type { Pace, Section } from "./section.ts";

const CORES = 2;

export async function evaluation(pace: Pace): Promise<Section> {
  const items = pace === "full" ? 10_000 : 1_000;
  const { wallSeconds, cpuSeconds, calls } = await measureEvaluation(items);
  return {
    title: `12. Evaluation of simulated seats, ${items} items x 3 arms (seconds)`,
    columns: ["calls", "processor time", "one process on the wall"],
    rows: [[calls, cpuSeconds, wallSeconds]],
    bars: [
      {
        text: `Processor time over ${CORES} cores for 10,000 items x 3 arms, seconds`,
        measured: ((cpuSeconds / items) * 10_000) / CORES,
        limit: 60,
      },
    ],
  };
}
