/** Section 2: a thousand debates at once. */
import { type ArmName, SPELLED } from "../arms/arm.ts";
import type { ManyRequest } from "../measures/many.ts";
import { measure } from "../measures/measurement.ts";
import { REFERENCE } from "../reference-debate.ts";
import { median, type Pace, type Section } from "./section.ts";

const DEBATES = 1_000;

export async function manyAtOnce(pace: Pace): Promise<Section> {
  const arms: ArmName[] = pace === "full" ? ["floor", "memory", "sqlite"] : ["floor", "sqlite"];
  const repetitions = pace === "full" ? 5 : 3;
  const warmMs = pace === "full" ? 3_000 : 0;
  const quickly = new Map<ArmName, number>();
  const slowly = new Map<ArmName, number>();
  for (const arm of arms) {
    quickly.set(arm, await medianWall(arm, { replyMs: 50, repetitions, warmMs }));
    const few = pace === "full" ? 2 : 1;
    slowly.set(arm, await medianWall(arm, { replyMs: 1_000, repetitions: few, warmMs }));
  }
  const of = (walls: ReadonlyMap<ArmName, number>, arm: ArmName): number => walls.get(arm) ?? 0;
  const path = REFERENCE.rounds * 1_000;
  return {
    title: `2. ${DEBATES} debates at once: wall time (ms)`,
    columns: ["", "50 ms replies", "floor", "1 s replies", "critical path"],
    rows: arms.map((arm) => [
      SPELLED[arm],
      of(quickly, arm),
      { ratio: of(quickly, arm) / of(quickly, "floor") },
      of(slowly, arm),
      { ratio: of(slowly, arm) / path },
    ]),
    bars: [
      {
        text: "Dissent durable / floor, 50 ms replies",
        measured: of(quickly, "sqlite") / of(quickly, "floor"),
        limit: 2.5,
      },
      {
        text: "Dissent durable / critical path of 2 s, 1 s replies",
        measured: of(slowly, "sqlite") / path,
        limit: 1.15,
      },
    ],
  };
}

async function medianWall(
  arm: ArmName,
  pace: Pick<ManyRequest, "replyMs" | "repetitions" | "warmMs">,
): Promise<number> {
  const request = { measure: "many", arm, shape: REFERENCE, debates: DEBATES } as const;
  return median((await measure({ ...request, ...pace })).wallMs);
}
