/** Section 3: what a debate takes while it waits for replies. */
import { type ArmName, SPELLED } from "../arms/arm.ts";
import { measure } from "../measures/measurement.ts";
import { REFERENCE } from "../reference-debate.ts";
import type { Cell, Pace, Section } from "./section.ts";

export async function waitingDebates(pace: Pace): Promise<Section> {
  const counts = pace === "full" ? [1_000, 10_000] : [1_000];
  const rows: Cell[][] = [];
  let durable = 0;
  for (const arm of ["floor", "sqlite"] satisfies ArmName[]) {
    const row: Cell[] = [SPELLED[arm]];
    for (const debates of counts) {
      const request = { measure: "waiting", arm, shape: REFERENCE, debates } as const;
      const { heapKbPerDebate, residentKbPerDebate } = await measure(request);
      row.push(heapKbPerDebate, residentKbPerDebate);
      if (arm === "sqlite") durable = residentKbPerDebate;
    }
    rows.push(row);
  }
  return {
    title: "3. Memory per waiting debate (KB), three calls under way in each",
    columns: ["", ...counts.flatMap((count) => [`${count}: heap`, "resident"])],
    rows,
    bars: [
      {
        text: `Dissent durable, KB resident per debate at ${counts.at(-1)}`,
        measured: durable,
        limit: 60,
      },
    ],
  };
}
