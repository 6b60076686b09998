import { expect, test } from "vitest";

import { buildTestTimeline } from "../../test/support/journals/timelines.ts";
import { holdChallenge, stubborn } from "../../test/support/protocols/challenge.ts";
import { copyAnswersToJoined } from "./joined-claims.ts";

test("a claim that was answered as part of another one has its answers, on every view", async () => {
  const { events } = await holdChallenge(stubborn());
  const timeline = buildTestTimeline(events);
  const id = timeline.links.find(({ toKind }) => toKind === "claim")?.to ?? "";
  const other = [...timeline.claims.keys()].find((claim) => claim !== id) ?? "";
  const joined = copyAnswersToJoined(timeline, new Map([[other, id]]));
  const count = (to: string): number => joined.links.filter((link) => link.to === to).length;

  expect(count(id)).toBeGreaterThan(0);
  expect(count(other)).toBe(timeline.links.filter(({ to }) => to === other).length + count(id));
});

test("without joined claims the timeline stays the same", async () => {
  const { events } = await holdChallenge(stubborn());
  const timeline = buildTestTimeline(events);

  expect(copyAnswersToJoined(timeline, new Map())).toBe(timeline);
});
