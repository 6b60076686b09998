import { describe, expect, test } from "vitest";

import { handmade, votesByHand } from "../../../test/support/journals/handmade-journal.ts";
import type { Event, Fact } from "./event.ts";
import { readStepName } from "./steps.ts";
import { describePause, listAwaitedAnswers, buildTranscript } from "./transcript.ts";

const SEATS = { risk: "anthropic/one", value: "openai/two", effort: "google/three" };

const ROUNDS = [votesByHand("value B, risk A"), votesByHand("risk B, value B")];

const events = handmade({ seats: SEATS, rounds: ROUNDS, unsettled: true });

/** The journal as if these facts, of which only the named fields count, had followed. */
const followedBy = (...facts: readonly object[]): readonly Event[] => [
  ...events,
  ...facts.map((fact, index) => ({
    sequence: events.length + index,
    atMs: 0,
    previous: "",
    hash: `later-${index}`,
    fact: fact as Fact,
  })),
];

test("a step is what stands before the slash of a key", () => {
  expect(readStepName("openings/risk")).toBe("openings");
  expect(readStepName("round-2/risk/again")).toBe("round-2");
  expect(readStepName("openings")).toBe("openings");
});

describe("the steps of a transcript", () => {
  test("stand in the order they were asked in, the first one blind", () => {
    const { steps } = buildTranscript(events);

    expect(steps.map(({ step, blind, closed }) => [step, blind, closed])).toEqual([
      ["round-1", true, true],
      ["round-2", false, true],
    ]);
  });

  test("hold the turns in the order of the seats, whoever was faster", () => {
    expect(buildTranscript(events).steps[0]?.turns.map(({ by }) => by)).toEqual(["risk", "value"]);
  });

  test("say what a seat held before only where it changed", () => {
    const turns = buildTranscript(events).steps.flatMap((step) => step.turns);

    expect(turns.map(({ by, from, said }) => [by, from, said?.position])).toEqual([
      ["risk", null, "A"],
      ["value", null, "B"],
      ["risk", "A", "B"],
      ["value", null, "B"],
    ]);
  });

  test("name those who were asked and have not been heard", () => {
    const asked = { type: "asks-committed", step: "round-3", blind: false };
    const { steps } = buildTranscript(
      followedBy({ ...asked, asks: [{ by: "effort" }, { by: "risk" }] }),
    );

    expect(steps.at(-1)).toMatchObject({
      step: "round-3",
      closed: false,
      inherited: false,
      turns: [],
      pending: ["effort", "risk"],
    });
    expect(steps[0]?.pending).toEqual([]);
  });

  test("tell an absence with its reason", () => {
    const absence = {
      type: "participant-absent",
      key: "round-2/effort",
      by: "effort",
      speaker: { requested: "google/three", served: null },
      usage: { costUsd: 0 },
      latencyMs: 5,
      reason: "timed-out",
      detail: "after 5 ms",
    };
    const turn = buildTranscript(followedBy(absence)).steps[1]?.turns.at(-1);

    expect(turn).toMatchObject({
      by: "effort",
      said: null,
      reply: null,
      model: "google/three",
      absent: { reason: "timed-out", detail: "after 5 ms" },
    });
  });
});

describe("where a debate stands", () => {
  const paused = { type: "debate-paused", detail: "the budget is spent" };
  const resumed = { type: "debate-resumed", askedAgain: [] };

  test("it is paused until it is resumed", () => {
    expect(buildTranscript(events).paused).toBe(null);
    expect(buildTranscript(followedBy(paused)).paused).toBe("the budget is spent");
    expect(buildTranscript(followedBy(paused, resumed)).paused).toBe(null);
    expect(buildTranscript(followedBy(paused, resumed, paused)).paused).toBe("the budget is spent");
  });

  test("it waits for the last question to a person until that one is answered", () => {
    const raised = { type: "escalation-raised", key: "veto", question: "Which?" };
    const answered = { type: "escalation-answered", key: "veto" };

    expect(buildTranscript(events).waiting).toBe(null);
    expect(buildTranscript(followedBy(raised)).waiting).toEqual(raised);
    expect(buildTranscript(followedBy(raised, { ...answered, key: "other" })).waiting).toEqual(
      raised,
    );
    expect(buildTranscript(followedBy(raised, answered)).waiting).toBe(null);
    const again = { ...raised, key: "veto-2" };
    expect(buildTranscript(followedBy(raised, answered, again)).waiting).toEqual(again);
  });

  test("a person is awaited until this very attempt is answered", () => {
    const awaited = { type: "answer-awaited", key: "round-3/effort", by: "effort", attempt: 1 };
    const answered = { type: "person-answered", key: "round-3/effort", attempt: 1 };

    expect(listAwaitedAnswers(followedBy(awaited))).toEqual([awaited]);
    expect(listAwaitedAnswers(followedBy(awaited, { ...answered, attempt: 2 }))).toEqual([awaited]);
    expect(listAwaitedAnswers(followedBy(awaited, { ...answered, key: "round-3/risk" }))).toEqual([
      awaited,
    ]);
    expect(listAwaitedAnswers(followedBy(awaited, answered))).toEqual([]);
  });

  test("its head is the hash of the last event", () => {
    expect(buildTranscript(events).head).toBe(events.at(-1)?.hash);
    expect(buildTranscript(events).outcome).toBe(null);
    expect(buildTranscript(handmade({ seats: SEATS, rounds: ROUNDS })).outcome).not.toBe(null);
  });
});

test.each([
  ["paused", "Paused on request"],
  ["", "Paused on request"],
  ["dropped", "Paused on request; turns in flight were dropped and will be asked again"],
  ["no worker had taken it", "Paused: no worker had taken it"],
])("a pause recorded as %j reads well after the word itself", (detail, told) => {
  expect(`Paused${describePause(detail)}`).toBe(told);
});
