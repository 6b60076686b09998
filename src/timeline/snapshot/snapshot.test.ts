import { describe, expect, test } from "vitest";

import { handmade } from "../../../test/support/journals/handmade-journal.ts";
import { sequenced, buildTestTimeline } from "../../../test/support/journals/timelines.ts";
import { countedDigits } from "../../../test/support/protocols/debate.ts";
import {
  createTestBrief,
  recommends,
  rounds,
  votes,
} from "../../../test/support/protocols/judges.ts";
import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { dissent } from "../../dissent.ts";
import type { Fact } from "../../domain/journal/event.ts";
import { createPersonModel } from "../../models/person-model.ts";
import { scripted } from "../../models/scripted.ts";
import { memoryStore } from "../../stores/memory.ts";
import {
  computeSnapshotAt,
  buildPositionChart,
  buildScoreTableAt,
  computeTallyAt,
  buildScrubberTrack,
  listChangeConditions,
} from "./snapshot.ts";

const SEATS = { risk: "m/1", value: "m/2", effort: "m/3" };

/** Three who differ, then value moves; the second round is open after risk and value. */
const TWO_ROUNDS = handmade({
  seats: SEATS,
  rounds: [
    [
      { by: "risk", holds: "A", wouldChange: "a pilot", confidence: 80 },
      { by: "value", holds: "B", wouldChange: "a price", confidence: 60 },
      { by: "effort", holds: "C", confidence: 70 },
    ],
    [
      { by: "risk", holds: "A", wouldChange: "two pilots", confidence: 75 },
      { by: "value", holds: "C", confidence: 65 },
      { by: "effort", holds: "C", confidence: 90 },
    ],
  ],
});

const AFTER_VALUE = 8;

const absence = (step: string, by: string): Fact => ({
  type: "participant-absent",
  key: `${step}/${by}`,
  by,
  reason: "timed-out",
  detail: "no answer in 120 s",
  raw: null,
  speaker: { provider: "m", requested: "m/1", served: null, version: null },
  usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
  latencyMs: 120_000,
  called: true,
});

describe("in the middle of a round", () => {
  const timeline = buildTestTimeline(TWO_ROUNDS);

  test("who has spoken holds something new, who has not is pending", () => {
    const debateSnapshot = computeSnapshotAt(timeline, AFTER_VALUE);

    expect(debateSnapshot).toMatchObject({
      status: "running",
      pending: ["effort"],
      step: { step: "round-2", closedAt: null, takesPositions: true },
      endings: "Still to speak: Effort; A needs 1 of them, C needs 1 of them.",
      outcome: null,
      calls: 5,
      elapsedMs: 8_000,
    });
    expect([...debateSnapshot.held].map(([seat, { key }]) => `${seat} ${key}`)).toEqual([
      "risk round-2/risk",
      "value round-2/value",
      "effort round-1/effort",
    ]);
  });

  test("the tally counts those who have spoken, and says maybe of those who have not", () => {
    const { lanes, needed, cast, pending } = computeTallyAt(timeline, AFTER_VALUE);

    expect(lanes.map(({ lane, holding, maybe }) => [lane.id, holding, maybe])).toEqual([
      ["A", ["risk"], []],
      ["B", [], []],
      ["C", ["value"], ["effort"]],
    ]);
    expect({ needed, cast, pending }).toEqual({ needed: 2, cast: 3, pending: ["effort"] });
  });

  test("the braid has a column for a round as soon as it is asked for", () => {
    const told = (at: number): string[] =>
      buildPositionChart(timeline, at).rows.map(({ seat, cells }) => {
        const drawn = cells.map(
          ({ position, confidence, move, pending, carried }) =>
            `${position ?? "-"}${confidence ?? ""}${move ? "*" : ""}${carried ? "~" : ""}${pending ? "?" : ""}`,
        );
        return `${seat.id} ${drawn.join(" ")}`;
      });

    expect(told(0)).toEqual([]);
    expect(told(1)).toEqual(["risk -~?", "value -~?", "effort -~?"]);
    expect(told(6)).toEqual(["risk A80 A~?", "value B60 B~?", "effort C70 C~?"]);
    expect(told(AFTER_VALUE)).toEqual(["risk A80 A75", "value B60 C65*", "effort C70 C~?"]);
  });

  test("what would change a mind is the newest that was said of it", () => {
    expect(
      listChangeConditions(timeline, 5).map(({ seat, words }) => `${seat.id}: ${words}`),
    ).toEqual(["risk: a pilot", "value: a price"]);
    expect(listChangeConditions(timeline, timeline.last)[0]?.words).toBe("two pilots");
  });

  test("scores are those that were given", () => {
    const { kind, target, rows } = buildScoreTableAt(timeline, AFTER_VALUE);

    expect({ kind, target }).toEqual({ kind: "confidence", target: null });
    expect(rows.map(({ scores }) => scores)).toEqual([
      [80, 75],
      [60, 65],
      [70, null],
    ]);
  });

  test("a moment outside of the journal is its nearest end", () => {
    expect(computeSnapshotAt(timeline, -3)).toEqual(computeSnapshotAt(timeline, 0));
    expect(computeSnapshotAt(timeline, 999)).toEqual(computeSnapshotAt(timeline, timeline.last));
  });
});

test("K4 whoever was absent when last asked has no voice, stays among all, and keeps its thread", () => {
  const facts = TWO_ROUNDS.slice(0, 9).map(({ fact }) => fact);
  const timeline = buildTestTimeline(sequenced([...facts, absence("round-2", "effort")]));
  const { lanes, needed, cast, absent } = computeTallyAt(timeline, timeline.last);

  expect(lanes.map(({ holding, maybe }) => [...holding, ...maybe])).toEqual([
    ["risk"],
    [],
    ["value"],
  ]);
  expect({ needed, cast, absent }).toEqual({ needed: 2, cast: 3, absent: ["effort"] });
  const thread = buildPositionChart(timeline, timeline.last).rows[2]?.cells[1];
  expect(thread).toMatchObject({
    position: "C",
    carried: true,
    pending: false,
    turn: { absent: { reason: "timed-out" } },
  });
  expect(timeline.marks.at(-1)).toMatchObject({ kind: "absent", words: "Effort timed out" });
});

test("a round in which all were absent stays a column", () => {
  const facts = TWO_ROUNDS.slice(0, 7).map(({ fact }) => fact);
  const gone = ["risk", "value", "effort"].map((by) => absence("round-2", by));
  const timeline = buildTestTimeline(sequenced([...facts, ...gone]));

  expect(buildPositionChart(timeline, timeline.last).columns).toHaveLength(2);
  expect(computeTallyAt(timeline, timeline.last)).toMatchObject({ cast: 3, needed: 2 });
});

test("a step that asks something else is no column, and no vote is expected of it", () => {
  const facts = TWO_ROUNDS.slice(0, 6).map(({ fact }) => fact);
  const asks = ["risk", "value", "effort"].map((by) => ({ by, prompt: "", bytes: 0, reveals: [] }));
  const poll: Fact = { type: "asks-committed", step: "poll-1", blind: false, asks };
  const timeline = buildTestTimeline(sequenced([...facts, poll]));

  expect(buildPositionChart(timeline, timeline.last).columns.map(({ step }) => step)).toEqual([
    "round-1",
  ]);
  expect(computeTallyAt(timeline, timeline.last).pending).toEqual([]);
  expect(computeSnapshotAt(timeline, timeline.last)).toMatchObject({
    pending: ["risk", "value", "effort"],
    endings: "Nothing can carry in this step any more.",
  });
});

describe("pauses and questions", () => {
  const facts = TWO_ROUNDS.slice(0, 6).map(({ fact }) => fact);
  const limits = { calls: null, tokens: null, usd: 2, wallMs: null, onLimit: "pause" } as const;
  const timeline = buildTestTimeline(
    sequenced([
      ...facts,
      { type: "debate-paused", reason: "limit", detail: "the cap of $1.00 is reached" },
      { type: "debate-resumed", limits, askedAgain: ["round-2/risk"] },
      {
        type: "escalation-raised",
        key: "conditions",
        question: "Which conditions hold?",
        choices: [{ id: "a", label: "A pilot" }],
        many: true,
      },
      { type: "escalation-answered", key: "conditions", choice: "a,b", reason: "both", by: "Ada" },
    ]),
  );

  test("a pause says why and ends with the resumption, whose limits are in force", () => {
    expect(computeSnapshotAt(timeline, 6)).toMatchObject({
      status: "paused",
      pausedBecause: "the cap of $1.00 is reached",
      limits: { usd: null },
    });
    expect(computeSnapshotAt(timeline, 7)).toMatchObject({
      status: "running",
      pausedBecause: null,
      limits: { usd: 2 },
    });
    expect(timeline.marks.map(({ words }) => words)).toContain("Resumed; 1 call is made again");
  });

  test("an escalation is open until it is answered", () => {
    expect(computeSnapshotAt(timeline, 8)).toMatchObject({
      status: "waiting",
      questions: [{ kind: "escalation", key: "conditions", many: true, answered: null }],
    });
    expect(computeSnapshotAt(timeline, 9)).toMatchObject({ status: "running", questions: [] });
    expect(timeline.questions[0]?.answered).toEqual({
      at: 9,
      choice: "a,b",
      reason: "both",
      by: "Ada",
    });
  });
});

test("a seat that a person holds is a question until the person has answered", async () => {
  const script = rounds(votes("A", "A", "A"));
  const app = dissent({
    store: memoryStore(fakeClock()),
    clock: fakeClock(),
    random: countedDigits(),
    modelFor: async (reference) =>
      reference === "person" ? createPersonModel() : scripted(script),
  });
  const plan = app.plan("judges", {
    brief: createTestBrief(),
    seats: { risk: { model: "person" } },
  });
  const id = await app.open(plan, "tester");
  await app.run({ debate: id });
  const waiting = buildTestTimeline((await app.read(id)).events);

  expect(waiting.seats[0]).toMatchObject({ id: "risk", isPerson: true });
  expect(computeSnapshotAt(waiting, waiting.last)).toMatchObject({
    status: "waiting",
    pending: ["risk"],
    questions: [{ kind: "seat", seat: "risk", question: "What does Risk say? (Round 1, sealed)" }],
  });

  const text = JSON.stringify(recommends("risk", "A").reply);
  await app.answer(id, { seat: "risk", text, by: "Ada" });
  await app.run({ debate: id });
  const ended = buildTestTimeline((await app.read(id)).events);

  expect(computeSnapshotAt(ended, ended.last)).toMatchObject({
    status: "ended",
    questions: [],
    calls: 2,
  });
  expect(ended.turns.find(({ seat }) => seat === "risk")).toMatchObject({
    provider: "person",
    served: "Ada",
  });
  expect(ended.questions).toMatchObject([{ answered: { by: "Ada", choice: "" } }]);
});

describe("the timeline", () => {
  const timeline = buildTestTimeline(TWO_ROUNDS);

  test("has a segment for each step, without gaps", () => {
    expect(
      buildScrubberTrack(timeline).segments.map(({ title, from, to }) => `${title} ${from}-${to}`),
    ).toEqual(["Opened 0-0", "Round 1 1-5", "Round 2 6-10", "Outcome 11-11"]);
  });

  test("has a tick for each turn and for the outcome, and says who moved", () => {
    expect(
      buildScrubberTrack(timeline).ticks.map(({ at, kind, seat }) => `${at} ${kind} ${seat}`),
    ).toEqual([
      "2 reply risk",
      "3 reply value",
      "4 reply effort",
      "7 reply risk",
      "8 move value",
      "9 reply effort",
      "11 outcome null",
    ]);
  });
});
