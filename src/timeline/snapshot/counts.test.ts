/** What the page counts is what the outcome counts. */
import { describe, expect, test } from "vitest";

import { buildTestTimeline } from "../../../test/support/journals/timelines.ts";
import {
  boardBrief,
  holdBoard,
  smooth,
  synthesizes,
} from "../../../test/support/protocols/board.ts";
import {
  agreement,
  holdChallenge,
  objects,
  oneBlocks,
  SEATS,
} from "../../../test/support/protocols/challenge.ts";
import { SCENARIOS } from "../../../test/support/protocols/judges-scenarios.ts";
import { holdJudges } from "../../../test/support/protocols/judges.ts";
import { heldAtRandom } from "../../../test/support/protocols/random-judges.ts";
import type { Event } from "../../domain/journal/event.ts";
import type { Script } from "../../models/scripted.ts";
import type { DebateTimeline } from "../debate-timeline.ts";
import { computeSnapshotAt, computeTallyAt } from "./snapshot.ts";

/** At the last event before the outcome, when all that counts was said. */
function expectAgreement(events: readonly Event[], name: string): void {
  const timeline = buildTestTimeline(events);
  const { at, outcome } = timeline.end ?? {};
  if (at === undefined || outcome === undefined) throw new TypeError("no outcome");
  const { distribution = {} } = outcome.tallies.at(-1) ?? {};
  const { lanes, needed } = computeTallyAt(timeline, at - 1);
  const counted = lanes.flatMap(({ lane, holding }) =>
    holding.length === 0 ? [] : [[lane.id, new Set(holding)] as const],
  );

  expect(Object.fromEntries(counted), name).toEqual(
    Object.fromEntries(Object.entries(distribution).map(([id, votes]) => [id, new Set(votes)])),
  );
  const sentence = computeSnapshotAt(timeline, at - 1).endings ?? "";
  expect(sentence.includes("carries"), `${name}: ${sentence}`).toBe(outcome.label === "CONSENSUS");
  expect(needed !== null, name).toBe((outcome.tallies[0]?.cast ?? 0) > 1);
}

test.each(Object.entries(SCENARIOS))("judges, %s", async (name, script) => {
  const { events } = await holdJudges(script);

  expectAgreement(events, name);
});

test("judges who lie, flip, stall and vanish", async () => {
  for (let seed = 1; seed <= 30; seed++) {
    const { events } = await heldAtRandom(seed);
    expectAgreement(events, `seed ${seed}`);
  }
});

test("J17 a change without a cause carries nothing, at any moment", async () => {
  const { events } = await holdJudges(SCENARIOS["a vote that reverts"] ?? {});
  const timeline = buildTestTimeline(events);
  const moments = timeline.events.map((_, at) => computeSnapshotAt(timeline, at).endings);

  expect(moments.filter((sentence) => sentence?.includes("carries"))).toEqual([]);
  expect(computeTallyAt(timeline, timeline.last).lanes.map(({ holding }) => holding)).toEqual([
    ["risk"],
    ["value"],
    ["effort"],
  ]);
});

test("board: nothing carries by number, since the synthesis may choose otherwise", async () => {
  const script = { ...smooth(), "synthesis/ceo": synthesizes("A") };
  const { events } = await holdBoard(script, { brief: boardBrief() });
  const timeline = buildTestTimeline(events);
  const { at, outcome } = timeline.end ?? {};

  expect(outcome?.choice).toBe("A");
  expect(computeTallyAt(timeline, timeline.last)).toMatchObject({ cast: 6, needed: null });
  expect(computeSnapshotAt(timeline, (at ?? 0) - 1).endings).toBe(
    "No count decides: the synthesis says what is chosen.",
  );
});

describe("challenge", () => {
  async function sentences(script: Script): Promise<{ story: DebateTimeline; said: string[] }> {
    const timeline = buildTestTimeline((await holdChallenge(script)).events);
    return {
      story: timeline,
      said: timeline.events.flatMap((_, at) => computeSnapshotAt(timeline, at).endings ?? []),
    };
  }

  test("K4 H27 whoever objects and falls silent objects still", async () => {
    const { story: timeline, said } = await sentences(oneBlocks());

    expect(timeline.turns.findLast(({ seat }) => seat === "architect")?.absent).not.toBeNull();
    expect(said).not.toContain("Nobody objects.");
    expect(said.at(-1)).toBe("Consensus takes a withdrawal of Architect.");
    const { lanes, needed, cast } = computeTallyAt(timeline, timeline.last);
    expect({ needed, cast }).toEqual({ needed: 3, cast: 3 });
    expect(lanes.find(({ lane }) => lane.id === "disagree")?.holding).toEqual(["architect"]);
  });

  test("H13 what is minor needs no withdrawal", async () => {
    const minor = SEATS.map((seat) => [`challenges/${seat}`, objects(seat, ["partial", "minor"])]);
    const { story: timeline, said } = await sentences(agreement(Object.fromEntries(minor)));

    expect(timeline.end?.outcome.label).toBe("CONSENSUS");
    expect(said.at(-1)).toBe("Nobody objects.");
    expect(said.filter((sentence) => sentence.includes("withdrawal"))).toEqual([]);
  });

  test("H16 an agreement with a strong objection objects", async () => {
    const strong = objects("operator", ["agree", "strong"]);
    const { said } = await sentences(agreement({ "challenges/operator": strong }));

    expect(said).toContain("Consensus takes a withdrawal of Operator.");
    expect(said).not.toContain("Nobody objects.");
  });
});
