import { describe, expect, test } from "vitest";

import {
  accepts,
  answer,
  holdChallenge,
  oneBlocks,
  respondsWith,
} from "../../test/support/protocols/challenge.ts";
import { holdJudges, rounds, votes } from "../../test/support/protocols/judges.ts";
import type { UsageAccount } from "../domain/journal/accounts.ts";
import { type Transcript, buildTranscript } from "../domain/journal/transcript.ts";
import type { Outcome } from "../domain/outcome/outcome.ts";
import {
  listCallNotes,
  formatCostLine,
  formatDegradedLine,
  formatDollars,
  listSeatCosts,
  describeDebateWorth,
} from "./summary-text.ts";

const NOTHING: UsageAccount = {
  calls: 0,
  repairs: 0,
  absences: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  retries: 0,
  costUsd: 0,
  approximate: 0,
  unpriced: 0,
};

describe("K12 what was spent is said with what is not certain about it", () => {
  test.each([
    [{ calls: 6, costUsd: 0.1234 }, "$0.12"],
    [{ calls: 6, costUsd: 0.1234, approximate: 1 }, "about $0.12"],
    [{ calls: 6, costUsd: 0.1234, unpriced: 2 }, "about $0.12, 2 of 6 calls of unknown price"],
    [{ calls: 6, unpriced: 6 }, "prices unknown"],
    [{ calls: 1, unpriced: 1 }, "price unknown"],
    [{ calls: 6 }, "$0.00"],
    [{}, "$0.00"],
  ])("%j is %s", (account, says) => {
    expect(formatCostLine({ ...NOTHING, ...account })).toBe(says);
  });

  test.each([
    [0, "$0.00"],
    [12.345, "$12.35"],
    [0.1, "$0.10"],
    [0.0999, "$0.100"],
    [0.0123, "$0.012"],
    [0.00042, "$0.0004"],
    [0.00000001, "$0.0001"],
  ])("%d dollars are %s: what costs something is never nothing", (usd, says) => {
    expect(formatDollars(usd)).toBe(says);
  });
});

test("K14 caches and repeated tries are told where there are any", () => {
  expect(listCallNotes(NOTHING)).toEqual([]);
  expect(listCallNotes({ ...NOTHING, inputTokens: 200, cachedTokens: 150, retries: 1 })).toEqual([
    "75% of input cached",
    "1 try repeated",
  ]);
  expect(listCallNotes({ ...NOTHING, retries: 3 })).toEqual(["3 tries repeated"]);
});

test("K12 seats that cost anything are listed, the dearest first", () => {
  const seat = (id: string) => ({
    id,
    name: id,
    role: "",
    stance: null,
    model: `m/${id}`,
    mark: "",
  });
  const seats = {
    free: { ...NOTHING, calls: 1 },
    cheap: { ...NOTHING, calls: 1, costUsd: 0.1 },
    dear: { ...NOTHING, calls: 1, costUsd: 0.2 },
    unknown: { ...NOTHING, calls: 1, unpriced: 1 },
  };
  const accounts = {
    ...NOTHING,
    wallMs: 0,
    afterBlind: { ...NOTHING, wallMs: 0 },
    askedAgain: 0,
    seats,
  };
  const participants = [...Object.keys(seats), "silent"].map(seat);

  expect(listSeatCosts({ accounts, participants }).map(({ name }) => name)).toEqual([
    "dear",
    "cheap",
    "unknown",
  ]);
});

describe("K18 what the debate was worth", () => {
  const describeWorth = ({
    events,
    outcome,
  }: Awaited<ReturnType<typeof holdJudges>>): string | null =>
    outcome && describeDebateWorth(buildTranscript(events), outcome);

  test("a blind vote that settled it cost nothing more, unless dissenters were asked to attest", async () => {
    const script = rounds(votes("A", "A", "B"));
    const confirms = { "attestation/effort": { reply: { accurate: true, correction: null } } };
    const plain = await holdJudges(script);
    const attested = await holdJudges({ ...script, ...confirms }, { plan: { attest: true } });

    expect(describeWorth(plain)).toBe(
      "The blind vote (A 2, B 1) settled it: A carried, nothing more was spent.",
    );
    expect(describeWorth(attested)).toBe(
      "The blind vote (A 2, B 1) settled it: A carried, after it came 1 more call, $0.00, 0 ms.",
    );
  });

  test("an objection that was withdrawn is not nothing, though the position stayed", async () => {
    const held = await holdChallenge(
      oneBlocks({
        "response-1/proponent": respondsWith([answer("architect-1", "REJECT")]),
        "rebuttals-1/architect": accepts("architect-1", ["proponent-5"]),
      }),
    );

    expect(describeWorth(held)).toMatch(
      /; the debate left the position as it was, at 5 more calls, /,
    );
  });
});

test.each([
  [4, "Degraded: 4 of 4 answered in the end. Risk timed out (openings)."],
  [3, "Degraded: 3 of 4 answered. Risk timed out (openings)."],
])("K4 who was missing for a while is told apart from who never answered: %i", (present, line) => {
  const absences = [{ by: "risk", step: "openings", reason: "timed-out" }];
  const outcome = { present, expected: 4, absences } as unknown as Outcome;
  const participants = [{ id: "risk", name: "Risk" }] as unknown as Transcript["participants"];

  expect(formatDegradedLine({ outcome, participants })).toBe(line);
});

test("K4 many who were missing alike are one part of the line, and everyone is named", () => {
  const missed = (by: string, step: string) => ({ by, step, reason: "over-budget" });
  const absences = [
    { by: "ann", step: "openings", reason: "timed-out" },
    ...["bob", "cid", "dan"].map((by) => missed(by, "responses")),
    missed("ann", "closing"),
    missed("bob", "closing"),
  ];
  const outcome = { present: 1, expected: 5, absences } as unknown as Outcome;

  expect(formatDegradedLine({ outcome, participants: [] })).toBe(
    "Degraded: 1 of 5 answered. ann timed out (openings); " +
      "bob, cid and dan each was not asked, the budget was spent (responses); " +
      "ann was not asked, the budget was spent (closing); bob was not asked, the budget was spent (closing).",
  );
});
