import { describe, expect, test } from "vitest";

import { QUOTE, handmade, votesByHand } from "../../test/support/journals/handmade-journal.ts";
import { sequenced, buildTestTimeline } from "../../test/support/journals/timelines.ts";
import type { Event, Fact } from "../domain/journal/event.ts";
import { buildDebateTimeline, createSeatCards } from "./build-timeline.ts";
import { findChallengeFate } from "./snapshot/snapshot.ts";
import { formatStepTitle } from "./step-titles.ts";

const SEATS = { risk: "m/1", value: "m/2", effort: "m/3" };

/** Risk attacks what value holds; value answers one attack, yields to another, and effort stays. */
function exchange(): Event[] {
  return handmade({
    seats: SEATS,
    rounds: [
      [
        {
          by: "risk",
          holds: "A",
          claims: [
            { id: "R1", about: "B", side: "attacks", quote: QUOTE },
            { id: "R2", about: "B", side: "attacks" },
            { id: "R3", about: "C", side: "attacks" },
          ],
        },
        { by: "value", holds: "B", claims: [{ id: "V1", about: "B" }], wouldChange: "a pilot" },
        { by: "effort", holds: "C", claims: [{ id: "E1", about: "C" }] },
      ],
      [
        { by: "risk", holds: "A", claims: [{ id: "R4", about: "V1", side: "attacks" }] },
        {
          by: "value",
          holds: "A",
          because: ["R1", "V9"],
          claims: [{ id: "V2", about: "R2", side: "attacks" }],
        },
        { by: "effort", holds: "C", claims: [{ id: "E2", about: "R1" }] },
      ],
    ],
  });
}

/** The same debate with other facts put in before an event. */
function withFacts(events: readonly Event[], at: number, ...facts: Fact[]): Event[] {
  const before = events.map(({ fact }) => fact);
  return sequenced([...before.slice(0, at), ...facts, ...before.slice(at)]);
}

describe("lanes", () => {
  test("the brief's options come first and keep their places; what else is held follows as it appears", () => {
    const events = handmade({
      seats: SEATS,
      rounds: [
        [
          { by: "risk", holds: "none of them" },
          { by: "value", holds: "B" },
          { by: "effort", holds: "nobody knows" },
        ],
      ],
    });
    const { lanes } = buildTestTimeline(events);

    expect(lanes.map(({ id, letter, hue, at }) => ({ id, letter, hue, at }))).toEqual([
      { id: "A", letter: "A", hue: 0, at: 0 },
      { id: "B", letter: "B", hue: 1, at: 0 },
      { id: "C", letter: "C", hue: 2, at: 0 },
      { id: "none of them", letter: "non", hue: 3, at: 2 },
      { id: "nobody knows", letter: "nob", hue: 4, at: 4 },
    ]);
  });

  test("positions that begin alike still get letters of their own, without signs that steer a page", () => {
    const rounds = [
      ["keep the old", "keep the new", "keep\u202E", "\u0007"].map((holds, index) => ({
        by: `seat${index}`,
        holds,
      })),
    ];
    const seats = { seat0: "m/1", seat1: "m/1", seat2: "m/1", seat3: "m/1" };
    const letters = buildTestTimeline(handmade({ seats, rounds }))
      .lanes.slice(3)
      .map(({ letter }) => letter);

    expect(letters).toEqual(["kee", "ke2", "ke3", "2"]);
  });

  test("where objections are withdrawn, lanes are verdicts, and who answers for the position has none", () => {
    const events = handmade({
      seats: SEATS,
      rounds: [votesByHand("risk v1, value disagree")],
    });
    const deciding = { by: "withdrawal", settled: "agree", proponent: "risk" } as const;
    const { lanes } = buildDebateTimeline(events, { id: "", titles: {}, deciding });

    expect(lanes.map(({ id, letter, hue }) => `${hue} ${letter} ${id}`)).toEqual([
      "0 agr agree",
      "1 par partial",
      "2 dis disagree",
    ]);
  });
});

describe("seats", () => {
  const named = (...names: string[]): string[] =>
    createSeatCards(
      names.map((name) => ({ id: name, name, role: "", stance: null, model: "m", mark: "" })),
    ).map(({ monogram }) => monogram);

  test("two letters each, and no two alike", () => {
    expect(named("CEO", "CTO", "COO", "Contrarian")).toEqual(["Ce", "Ct", "Co", "Cn"]);
    expect(named("Advocate A", "Advocate B", "Analyst")).toEqual(["Aa", "Ab", "An"]);
    expect(named("Ré", "re", "RE", "7", "…")).toEqual(["Ré", "Re", "Ra", "7a", "Xa"]);
  });

  test("even where forty have one name", () => {
    const monograms = named(...Array.from({ length: 40 }, () => "Zz"));

    expect(new Set(monograms.map((one) => one.toLowerCase())).size).toBe(40);
    expect(monograms.every((one) => /^[A-Z][a-z0-9]$/.test(one))).toBe(true);
  });
});

test("a step is called by its own title, by its family's with its number, or by its name", () => {
  const titles = { "poll-2": "Second poll", discussion: "Discussion", scores: "Scores, sealed" };

  expect(
    ["poll-2", "discussion-3", "scores-1", "adr-draft", "constructor"].map((step) =>
      formatStepTitle(step, titles),
    ),
  ).toEqual(["Second poll", "Discussion 3", "Scores, sealed (1)", "Adr draft", "Constructor"]);
});

describe("claims and links", () => {
  test("a challenge that changed a mind is granted, an answered one answered, the rest is open or came too late", () => {
    const timeline = buildTestTimeline(exchange());

    expect(
      ["R1", "R2", "R3", "R4"].map((id) => findChallengeFate(timeline, id, timeline.last)),
    ).toEqual(["granted", "answered", "open", "late"]);
    expect(findChallengeFate(timeline, "R1", 6)).toBe("open");
  });

  test("a claim is drawn in the lane it supports, else in its author's", () => {
    const { claims } = buildTestTimeline(exchange());

    expect(claims.get("V1")).toMatchObject({
      lane: "B",
      verified: false,
      key: "round-1/value",
      at: 3,
    });
    expect(claims.get("R1")).toMatchObject({ lane: "A", verified: true });
    expect(claims.get("V2")).toMatchObject({ lane: "A" });
  });

  test("links name who attacks, answers, supports and yields", () => {
    const { links } = buildTestTimeline(exchange());
    const told = links.map(({ kind, from, to, toKind }) => `${from} ${kind} ${toKind} ${to}`);

    expect(told).toEqual([
      "R1 challenges lane B",
      "R2 challenges lane B",
      "R3 challenges lane C",
      "V1 supports lane B",
      "E1 supports lane C",
      "R4 challenges claim V1",
      "V2 answers claim R2",
      "round-2/value grants claim R1",
      "E2 grants claim R1",
    ]);
  });

  test("a concern of one's own is answered by whoever speaks of it", () => {
    const events = handmade({
      seats: SEATS,
      rounds: [
        [{ by: "risk", holds: "A", claims: [{ id: "R1", about: "risk", side: "attacks" }] }],
        [{ by: "value", holds: "A", claims: [{ id: "V1", about: "R1" }] }],
      ],
    });
    const timeline = buildTestTimeline(events);

    expect(timeline.links[0]).toMatchObject({ kind: "challenges", toKind: "seat", to: "risk" });
    expect(findChallengeFate(timeline, "R1", timeline.last)).toBe("answered");
  });
});

test("a move is a crossing, with the claim that caused it", () => {
  expect(buildTestTimeline(exchange()).moves).toEqual([
    {
      at: 8,
      seat: "value",
      key: "round-2/value",
      step: "round-2",
      from: "B",
      to: "A",
      class: "persuaded",
      cause: "R1",
      ground: "R1 is quoted, new to it and bears on it",
      towardMajority: false,
    },
  ]);
});

test("a turn holds what was sent back before it, and counts it", () => {
  const events = exchange();
  const rejected: Fact = {
    type: "reply-rejected",
    key: "round-1/value",
    by: "value",
    problems: ["no option is named"],
    raw: "{}",
    speaker: { provider: "m", requested: "m/2", served: "2", version: null },
    usage: { inputTokens: 7, outputTokens: 3, costUsd: 0.5, price: "unknown" },
    latencyMs: 90,
  };
  const timeline = buildTestTimeline(withFacts(events, 3, rejected));

  expect(timeline.turns[1]).toMatchObject({
    key: "round-1/value",
    at: 4,
    askedAt: 1,
    rejected: [{ at: 3, problems: ["no option is named"], raw: "{}" }],
    latencyMs: 100,
    tokens: { input: 107, output: 13, cached: 0 },
    costUsd: 0.51,
    unpriced: true,
  });
  expect(timeline.marks[0]).toEqual({
    at: 3,
    kind: "noted",
    words: "A reply of Value was sent back: no option is named",
  });
});

test("what is forked, taken over and decided blind is told", () => {
  const [first, ...rest] = exchange().map(({ fact }) => fact);
  if (first?.type !== "debate-opened") throw new TypeError("A journal begins with debate-opened.");
  const forked = { ...first, forkedFrom: { debate: "before-1234", sequence: 5, head: "" } };
  const facts = [forked, ...rest].map((fact): Fact =>
    fact.type === "asks-committed" && fact.blind ? { ...fact, inherited: true } : fact,
  );
  const decided: Fact = {
    type: "decision-recorded",
    choice: "C",
    reason: "we can undo it",
    by: "Ada",
    blind: true,
  };
  const timeline = buildTestTimeline(sequenced([...facts, decided]));

  expect(timeline.forkedFrom).toEqual({ debate: "before-1234", sequence: 5 });
  expect(timeline.steps.map(({ inherited }) => inherited)).toEqual([true, false]);
  expect(timeline.decisions).toMatchObject([{ choice: "C", by: "Ada", blind: true }]);
  expect(timeline.marks.map(({ kind, words }) => `${kind}: ${words}`)).toEqual([
    "noted: Forked from before-1234 at event 5",
    "moved: Value moved from B to A, caused by R1",
    "ended: CONSENSUS: ",
    "decided: Ada decided on C: we can undo it",
  ]);
});
