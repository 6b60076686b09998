/** Whatever the participants do, a roundtable ends as declared, verifies, and counts no absence as agreement. */
import { expect, test } from "vitest";

import { faultsIn, manyDebates } from "../../../test/support/roundtable-random.ts";

const RUNS = Number(process.env["DISSENT_RANDOM_RUNS"] ?? 60);

test(
  `K4 K9 T9 T28 ${RUNS} debates of unreliable participants`,
  { timeout: RUNS * 1_000 },
  async () => {
    const seen = await manyDebates(RUNS, (debate) => {
      expect(faultsIn(debate), debate.seed).toEqual([]);
      expect(debate.verification, debate.seed).toMatchObject({ ok: true, fault: null });
      expect(debate.calls, debate.seed).toBeLessThanOrEqual(debate.mostCalls);
    });

    expect(Object.keys(seen).toSorted()).toEqual(
      expect.arrayContaining([
        "ACCEPTED_BY_RISK",
        "ACCEPTED_WITH_RESERVATIONS",
        "CONSENSUS",
        "ESCALATED",
      ]),
    );
  },
);
