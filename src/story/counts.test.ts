/** What the page counts is what the outcome counts. */
import { expect, test } from "vitest";

import { boardBrief, holdBoard, smooth, synthesizes } from "../../test/support/boardroom.ts";
import { heldAtRandom } from "../../test/support/judging-at-random.ts";
import { holdJudges } from "../../test/support/judging.ts";
import { SCENARIOS } from "../../test/support/scenarios.ts";
import { toldOf } from "../../test/support/stories.ts";
import type { Event } from "../domain/event.ts";
import { momentAt, tallyAt } from "./moment.ts";

/** At the last event before the outcome, when all that counts was said. */
function expectAgreement(events: readonly Event[], name: string): void {
  const story = toldOf(events);
  const { at, outcome } = story.end ?? {};
  if (at === undefined || outcome === undefined) throw new TypeError("no outcome");
  const { distribution = {} } = outcome.tallies.at(-1) ?? {};
  const { lanes, needed } = tallyAt(story, at - 1);
  const counted = lanes.flatMap(({ lane, holding }) =>
    holding.length === 0 ? [] : [[lane.id, new Set(holding)] as const],
  );

  expect(Object.fromEntries(counted), name).toEqual(
    Object.fromEntries(Object.entries(distribution).map(([id, votes]) => [id, new Set(votes)])),
  );
  const sentence = momentAt(story, at - 1).endings ?? "";
  expect(sentence.includes("carries"), `${name}: ${sentence}`).toBe(outcome.label === "CONSENSUS");
  expect(needed !== null, name).toBe((outcome.tallies.at(-1)?.cast ?? 0) > 1);
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
  const story = toldOf(events);
  const moments = story.events.map((_, at) => momentAt(story, at).endings);

  expect(moments.filter((sentence) => sentence?.includes("carries"))).toEqual([]);
  expect(tallyAt(story, story.last).lanes.map(({ holding }) => holding)).toEqual([
    ["risk"],
    ["value"],
    ["effort"],
  ]);
});

test("board: nothing carries by number, since the synthesis may choose otherwise", async () => {
  const script = { ...smooth(), "synthesis/ceo": synthesizes("A") };
  const { events } = await holdBoard(script, { brief: boardBrief() });
  const story = toldOf(events);
  const { at, outcome } = story.end ?? {};

  expect(outcome?.choice).toBe("A");
  expect(tallyAt(story, story.last)).toMatchObject({ cast: 6, needed: null });
  expect(momentAt(story, (at ?? 0) - 1).endings).toBe(
    "No count decides: the synthesis says what is chosen.",
  );
});
