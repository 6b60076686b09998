/** The random roundtables of the unit project, many more of them. */
import { expect, test } from "vitest";

import { faultsIn, manyDebates } from "../support/protocols/random-roundtable.ts";

const RUNS = Number(process.env["DISSENT_RANDOM_RUNS"] ?? 400);

test(
  `K4 K9 ${RUNS} roundtables of unreliable participants`,
  { timeout: RUNS * 1_000 },
  async () => {
    const seen = await manyDebates(RUNS, (debate) => {
      expect(faultsIn(debate), debate.seed).toEqual([]);
      expect(debate.verification, debate.seed).toMatchObject({ ok: true, fault: null });
      expect(debate.calls, debate.seed).toBeLessThanOrEqual(debate.mostCalls);
    });

    expect(Object.keys(seen)).toContain("CONSENSUS");
  },
);
