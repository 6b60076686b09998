import { expect, test } from "vitest";

import { playAtRandom } from "../support/protocols/random-merge.ts";

const RUNS = Number(process.env["DISSENT_RANDOM_RUNS"] ?? 150);
/** Other merges than those of the quick run. */
const FIRST_SEED = 100_000;

test(`${RUNS} merges of unruly seats all end as declared, verify, and hold only words of their variants`, async () => {
  const labels = new Set<string>();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
    labels.add((await playAtRandom(seed)).label);
  }

  expect([...labels].toSorted()).toEqual(["ABORTED", "MERGED", "PARTIAL"]);
}, 1_800_000);
