import { expect, test } from "vitest";

import { judgeAtRandom } from "../support/protocols/random-judges.ts";

const RUNS = Number(process.env["DISSENT_RANDOM_RUNS"] ?? 1_000);

test(`K3 K4 K9 ${RUNS} panels of unruly judges all end as declared, verify, and count no silence as agreement`, async () => {
  const labels = new Set<string>();
  for (let seed = 1; seed <= RUNS; seed++) labels.add((await judgeAtRandom(seed)).label);

  expect([...labels].toSorted()).toEqual([
    "ABORTED",
    "CONSENSUS",
    "CONTESTED",
    "INSUFFICIENT_DATA",
  ]);
}, 1_200_000);
