import { expect, test } from "vitest";

import { randomBoards } from "../support/protocols/random-board.ts";

const RUNS = Number(process.env["DISSENT_RANDOM_RUNS"] ?? 500);

test(`${RUNS} more boards of liars, stallers and runaways`, async () => {
  const endings = await randomBoards(RUNS, 1_000_000);

  expect(endings["SYNTHESIZED"]).toBeGreaterThan(0);
}, 1_800_000);
