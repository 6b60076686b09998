import { expect, test } from "vitest";

import { randomBoards } from "../../../test/support/random-boards.ts";

const RUNS = Number(process.env["DISSENT_RANDOM_RUNS"] ?? 30);

test(`K4 K9 K10 K13 ${RUNS} boards of liars, stallers and runaways all end as declared and verify`, async () => {
  const endings = await randomBoards(RUNS);

  expect(Object.keys(endings).toSorted()).toEqual(
    expect.arrayContaining(["ABORTED", "ESCALATED", "SYNTHESIZED", "waiting"]),
  );
}, 600_000);
