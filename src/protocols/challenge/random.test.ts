import { expect, test } from "vitest";

import { playAtRandom } from "../../../test/support/challenging-at-random.ts";

const RUNS = 120;

test(`K3 K4 K9 K12 ${RUNS} debates of unruly seats all end as declared, verify, and count no silence as agreement`, async () => {
  const labels = new Map<string, number>();
  let pauses = 0;
  for (let seed = 1; seed <= RUNS; seed++) {
    const { label, paused } = await playAtRandom(seed);
    labels.set(label, (labels.get(label) ?? 0) + 1);
    if (paused) pauses++;
  }

  // the generator is worth nothing if it only ever reaches one ending
  expect([...labels.keys()].toSorted()).toEqual(["ABORTED", "CONSENSUS", "TRADEOFF"]);
  for (const count of labels.values()) expect(count).toBeGreaterThan(RUNS / 20);
  expect(pauses).toBeGreaterThan(0);
}, 120_000);
