import { expect, test } from "vitest";

import { playAtRandom } from "../support/protocols/random-review.ts";

const RUNS = Number(process.env["DISSENT_RANDOM_RUNS"] ?? 700);
/** Other debates than those of the quick run. */
const FIRST_SEED = 100_000;

test(`${RUNS} reviews by unruly seats all end as declared, quote what is there, and verify`, async () => {
  const labels = new Set<string>();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
    labels.add((await playAtRandom(seed)).label);
  }

  expect([...labels].toSorted()).toEqual(["ABORTED", "APPROVED", "CHANGES_NEEDED", "CONTESTED"]);
}, 1_200_000);
