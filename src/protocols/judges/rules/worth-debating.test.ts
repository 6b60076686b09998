import { expect, test } from "vitest";

import { buildTestApp } from "../../../../test/support/protocols/debate.ts";
import { createTestBrief } from "../../../../test/support/protocols/judges.ts";
import { fakeClock } from "../../../../test/support/time/fake-clock.ts";
import { findSettlement } from "../../../domain/journal/event.ts";
import { tally, TWO_THIRDS } from "../../../domain/outcome/tally.ts";
import type { Spoken } from "../../../domain/round.ts";
import { createSimulatedModel } from "../../../models/sim/sim-model.ts";
import type { Recommendation } from "../replies.ts";
import { decideSecondRound } from "./worth-debating.ts";

interface Vote {
  readonly option: string;
  readonly confidence?: number;
  /** A quoted claim against this option. */
  readonly against?: string;
  readonly verified?: boolean;
}

function decide(votes: readonly Vote[], lot = 1) {
  const openings = votes.map(({ option, confidence = 80, against, verified = true }, index) => ({
    kind: "spoken",
    key: `openings/j${index}`,
    by: `j${index}`,
    reply: { option, confidence },
    claims:
      against === undefined
        ? []
        : [
            {
              id: `j${index}-1`,
              by: `j${index}`,
              text: "x",
              about: against,
              side: "attacks",
              evidence: [{ source: "brief", quote: "y", verified }],
            },
          ],
    unmet: [],
    repaired: false,
  })) as unknown as Spoken<Recommendation>[];
  const cast = votes.map(({ option }, index) => ({ by: `j${index}`, option }));
  return decideSecondRound(openings, tally(cast, TWO_THIRDS), () => [lot, 2, 3, 4]);
}

const agreed: Vote[] = [{ option: "A" }, { option: "A" }, { option: "A" }];

test.each<[string, readonly Vote[], boolean, string]>([
  ["all agree, sure, and nothing is quoted against it", agreed, false, "3 of 3 chose A"],
  [
    "no option carries",
    [{ option: "A" }, { option: "B" }, { option: "C" }],
    true,
    "no option carried",
  ],
  [
    "one vote decides",
    [{ option: "A" }, { option: "A" }, { option: "B" }],
    true,
    "one vote decides",
  ],
  [
    "a lead of two is not decided by one",
    [{ option: "A" }, { option: "A" }, { option: "A" }, { option: "B" }],
    false,
    "stopped",
  ],
  [
    "a checked quote speaks against it",
    [...agreed.slice(1), { option: "A", against: "A" }],
    true,
    "j2-1 quoted against A",
  ],
  [
    "a quote that is not found counts for nothing",
    [...agreed.slice(1), { option: "A", against: "A", verified: false }],
    false,
    "stopped",
  ],
  [
    "a quote against another option counts for nothing",
    [...agreed.slice(1), { option: "A", against: "B" }],
    false,
    "stopped",
  ],
  ["nobody is sure", agreed.map((vote) => ({ ...vote, confidence: 40 })), true, "only 40 % sure"],
])("J34: %s", (_, votes, goOn, why) => {
  const found = decide(votes);
  expect([found.goOn, found.why]).toEqual([goOn, expect.stringContaining(why)]);
});

test("J34: an agreement that is drawn is debated all the same", () => {
  expect(decide(agreed, 0)).toMatchObject({
    goOn: true,
    why: expect.stringContaining("one in five"),
  });
});

test.each([
  ["p=1,ca=9", 1, "stopped after the blind vote"],
  ["p=1,ca=-9", 2, "went on after the blind vote: those for"],
])(
  "J34: a whole debate of %s takes %d rounds, and its record says why",
  async (traits, rounds, why) => {
    const app = buildTestApp({
      clock: fakeClock(),
      model: createSimulatedModel("sim", `${traits},seed=4`),
    });
    const brief = createTestBrief({ id: "worth" });
    const debate = await app.open(
      app.plan("judges", { brief, settings: { second_round: "where_it_pays" } }),
      "tester",
    );
    await app.run({ debate });
    const outcome = findSettlement((await app.read(debate)).events)!.outcome;

    expect(outcome.rounds).toBe(rounds);
    expect(outcome.notes[0]).toContain(why);
  },
);
