/** What the page draws of a real debate of each protocol. */
import { describe, expect, test } from "vitest";

import { buildTestTimeline } from "../../test/support/journals/timelines.ts";
import { heldOffline, PROTOCOL_IDS } from "../../test/support/protocols/offline-debates.ts";
import { computeAudit } from "../audit/audit.ts";
import { buildTranscript } from "../domain/journal/transcript.ts";
import type { DebateTimeline } from "./debate-timeline.ts";
import { isThreadedSeat } from "./lanes.ts";
import {
  listChallengesAt,
  computeSnapshotAt,
  buildPositionChart,
  buildScoreTableAt,
  computeTallyAt,
} from "./snapshot/snapshot.ts";
import { isStepAboutPositions } from "./snapshot/steps-at.ts";

async function told(protocol: string): Promise<DebateTimeline> {
  return buildTestTimeline((await heldOffline(protocol)).record.events);
}

/** Seat to its thread, such as "A B*". */
function threads(timeline: DebateTimeline): Record<string, string> {
  const { rows } = buildPositionChart(timeline, timeline.last);
  return Object.fromEntries(
    rows.map(({ seat, cells }) => [
      seat.id,
      cells
        .map(({ position, move, carried }) => `${position}${move ? "*" : ""}${carried ? "~" : ""}`)
        .join(" "),
    ]),
  );
}

describe.each(PROTOCOL_IDS)("%s", (protocol) => {
  test("every turn, step and piece of the transcript is told", async () => {
    const { record } = await heldOffline(protocol);
    const timeline = buildTestTimeline(record.events);
    const transcript = buildTranscript(record.events);

    expect(
      timeline.steps.map(({ step, blind, closedAt }) => [step, blind, closedAt !== null]),
    ).toEqual(transcript.steps.map(({ step, blind, closed }) => [step, blind, closed]));
    expect(timeline.turns.map(({ key }) => key).sort()).toEqual(
      transcript.steps.flatMap(({ turns }) => turns.map(({ key }) => key)).sort(),
    );
    expect(timeline.claims.size).toBe(timeline.turns.flatMap(({ claims }) => claims).length);
    expect(timeline.end?.outcome ?? null).toEqual(transcript.outcome);
    expect(timeline.publications.map(({ name }) => name)).toEqual(
      transcript.artifacts.map(({ name }) => name),
    );
  });

  test("moves are the audit's own", async () => {
    const { record } = await heldOffline(protocol);
    const found = computeAudit(record.events).flips.map(({ key, cause, class: kind }) => ({
      key,
      cause,
      kind,
    }));

    expect(
      buildTestTimeline(record.events).moves.map(({ key, cause, class: kind }) => ({
        key,
        cause,
        kind,
      })),
    ).toEqual(found);
  });

  test("who takes a position takes a lane, unless it answers for one", async () => {
    const timeline = await told(protocol);
    const lanes = new Set(timeline.lanes.map(({ id }) => id));
    const held = buildPositionChart(timeline, timeline.last).rows.flatMap(({ cells }) =>
      cells.flatMap(({ position }) => position ?? []),
    );

    expect(held.filter((position) => !lanes.has(position))).toEqual([]);
    expect(new Set(timeline.lanes.map(({ hue }) => hue)).size).toBe(timeline.lanes.length);
    expect(new Set(timeline.lanes.map(({ letter }) => letter)).size).toBe(timeline.lanes.length);
  });

  test("a step is expected to take positions where it does", async () => {
    const timeline = await told(protocol);
    const threaded = timeline.steps.filter(({ asked }) =>
      asked.some(({ seat }) => isThreadedSeat(seat, timeline.deciding)),
    );
    const expected = threaded.map(({ step, at }) => [
      step,
      isStepAboutPositions(timeline, step, at),
    ]);

    expect(expected).toEqual(threaded.map(({ step, takesPositions }) => [step, takesPositions]));
  });
});

test("judges: threads lead to where each judge ended", async () => {
  const timeline = await told("judges");

  expect(threads(timeline)).toEqual({ risk: "A A", value: "B B", effort: "C C" });
  expect(computeTallyAt(timeline, timeline.last)).toMatchObject({ needed: 2, cast: 3 });
  expect(computeSnapshotAt(timeline, timeline.last).outcome?.choice).toBeNull();
});

test("challenge: challengers are threaded through verdicts, the proponent's versions are not", async () => {
  const timeline = await told("challenge");

  expect(timeline.lanes.map(({ id }) => id)).toEqual(["agree", "partial", "disagree"]);
  expect(threads(timeline)).toEqual({
    architect: "partial partial partial partial",
    operator: "partial partial partial partial",
    adversary: "partial partial partial partial",
  });
  expect(computeTallyAt(timeline, timeline.last)).toMatchObject({
    needed: 3,
    cast: 3,
    settled: "agree",
  });
  expect(timeline.moves[0]).toMatchObject({ seat: "proponent", from: "v1", to: "v2" });
  const fates = listChallengesAt(timeline, timeline.last).map(
    ({ card, fate }) => `${card.claim.id} ${fate}`,
  );
  expect(fates.slice(0, 3)).toEqual([
    "architect-1 granted",
    "architect-2 granted",
    "operator-1 granted",
  ]);
});

test("challenge: nothing is said of objections before anyone could raise one", async () => {
  const timeline = await told("challenge");
  const asked = timeline.steps.find(({ step }) => step === "challenges")?.at ?? 0;

  expect(computeSnapshotAt(timeline, asked - 1).endings).toBeNull();
  expect(computeSnapshotAt(timeline, asked).endings).toBe(
    "Still to speak: Architect, Operator, Adversary.",
  );
});

test("board: a poll is no vote on the options", async () => {
  const timeline = await told("board");
  const poll = timeline.steps.find(({ step }) => step.startsWith("poll-"));
  const before = computeSnapshotAt(timeline, (poll?.at ?? 0) - 1);

  expect(computeSnapshotAt(timeline, poll?.at ?? 0).pending).toHaveLength(6);
  expect(computeSnapshotAt(timeline, poll?.at ?? 0).endings).toBe(before.endings);
  expect(computeTallyAt(timeline, poll?.at ?? 0).pending).toEqual([]);
});

test("roundtable: satisfaction is scored against the target", async () => {
  const timeline = await told("roundtable");
  const { kind, target, columns, rows } = buildScoreTableAt(timeline, timeline.last);

  expect({ kind, target }).toEqual({ kind: "satisfaction", target: 90 });
  expect(columns.every(({ step, takesScores }) => step.startsWith("scores-") && takesScores)).toBe(
    true,
  );
  expect(rows).toHaveLength(5);
});

test("merge: lanes are the drafts, by the letter that everyone calls them", async () => {
  const timeline = await told("merge");

  expect(timeline.lanes).toMatchObject([
    { id: "Variant A", letter: "A", label: expect.stringContaining("draft-data.md") },
    { id: "Variant B", letter: "B", label: expect.stringContaining("draft-ops.md") },
    { id: "Variant C", letter: "C", label: expect.stringContaining("draft-product.md") },
  ]);
  const lanes = [...timeline.claims.values()].map(({ lane }) => lane);
  expect(new Set(lanes)).toEqual(new Set(["Variant A", "Variant B", "Variant C"]));
  expect(
    listChallengesAt(timeline, timeline.last).every(({ target }) => target.kind === "lane"),
  ).toBe(true);
});
