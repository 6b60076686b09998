import { describe, expect, test } from "vitest";

import { buildTestTimeline } from "../../../../test/support/journals/timelines.ts";
import { heldOffline } from "../../../../test/support/protocols/offline-debates.ts";
import { randomDebate } from "../../../../test/support/protocols/random-roundtable.ts";
import { CASES } from "../../../../test/support/protocols/roundtable-cases.ts";
import {
  concern,
  discussion,
  holdTable,
  message,
  position,
  at as playing,
} from "../../../../test/support/protocols/roundtable.ts";
import type { Event } from "../../../domain/journal/event.ts";
import { roundtableAt } from "./timeline.ts";

type Row = Readonly<Record<string, unknown>>;

function whole(events: readonly Event[]) {
  const debateTimeline = buildTestTimeline(events);
  const rows = (field: string) => debateTimeline.end?.outcome.result[field] as unknown as Row[];
  return {
    story: debateTimeline,
    rows,
    telling: roundtableAt(debateTimeline, debateTimeline.last),
  };
}

async function held(name: keyof typeof CASES) {
  const { players = [], options = {} } = CASES[name] ?? {};
  return whole((await holdTable(players, options)).events);
}

/** Round by round, seat to what counts; null for an absence. */
function countedIn({ specialists, scores }: ReturnType<typeof roundtableAt>) {
  const rounds = Math.max(0, ...scores.map(({ round }) => round));
  return Array.from({ length: rounds }, (_, index) =>
    Object.fromEntries(
      specialists.map(({ id }) => [
        id,
        scores.find(({ seat, round }) => seat === id && round === index + 1)?.counted ?? null,
      ]),
    ),
  );
}

describe("scores", () => {
  test.each(Object.keys(CASES))("count as the outcome counts them, with %s", async (name) => {
    const { telling, rows } = await held(name);

    expect(countedIn(telling)).toEqual(rows("scores"));
  });

  test("count as the outcome counts them, with specialists who do anything", async () => {
    for (const seed of ["one", "two", "three", "four"]) {
      const { events } = await randomDebate(seed);
      const { telling, story: debateTimeline, rows } = whole(events);
      if (debateTimeline.end === null || telling.scores.length === 0) continue;
      expect(countedIn(telling), seed).toEqual(rows("scores"));
    }
  });

  test("a rise without a cause is shown, and the earlier score stands", async () => {
    const { telling } = await held("an unexplained rise, and a person who defers");
    const last = telling.scores.findLast(({ seat }) => seat === "security");

    expect(last).toMatchObject({ stated: 95, counted: 60 });
    expect(last?.problems.length).toBeGreaterThan(0);
  });
});

describe("the proposal", () => {
  test("is told version by version, each with the round that it is for and what it meets", async () => {
    const { story, telling } = await held(
      "consensus in the second round, with a private message and a repair",
    );

    expect(telling.proposals.map(({ id, version, round }) => [id, version, round])).toEqual([
      ["lead-1", 1, 1],
      ["lead-2", 2, 2],
    ]);
    expect(telling.proposals[0]).toMatchObject({ meets: ["security-2"], disagreement: null });
    expect(telling.scores.map(({ round, version }) => round === version)).not.toContain(false);
    expect(roundtableAt(story, (telling.proposals[1]?.at ?? 0) - 1).proposals).toHaveLength(1);
  });

  test("stays what it was where the lead is silent, and that is told", async () => {
    const { telling } = await held(
      "a lead that is silent once, and a counter-case that is not made",
    );

    expect(telling.silences).toMatchObject([{ round: 2, reason: "unavailable" }]);
    expect(telling.scores.find(({ round }) => round === 2)?.version).toBe(1);
  });
});

describe("a stall", () => {
  test("is found in the round before the lead writes compromises", async () => {
    const { story, telling } = await held("a stall, a compromise, and a risk accepted by name");
    const [first] = telling.stalls;
    const offered = telling.proposals.filter(({ disagreement }) => disagreement !== null);

    expect(offered.map(({ round }) => round - 1)).toEqual([first?.round]);
    expect(telling.messages.filter(({ kind }) => kind === "compromise")).toHaveLength(1);
    expect(roundtableAt(story, (first?.at ?? 0) - 1).stalls).toEqual([]);
  });

  test("leaves those mandatory seats that can only be overruled by name, as the outcome names them", async () => {
    const { telling, rows } = await held("a stall, a compromise, and a risk accepted by name");

    expect(telling.vetoes.map(({ seat, score }) => [seat, score])).toEqual([["security", 65]]);
    expect(rows("vetoes")).toHaveLength(1);
    expect(telling.escalation?.answered?.choice).toBe("majority");
  });
});

describe("concerns", () => {
  test("go from open to answered to settled, with what did it in their owner's words", async () => {
    const { story, telling } = await held(
      "consensus in the second round, with a private message and a repair",
    );
    const raised = (at: number) =>
      roundtableAt(story, at).concerns.find(({ id }) => id === "security-2");
    const [version] = telling.proposals;

    expect(raised((version?.at ?? 0) - 1)).toMatchObject({ state: "open", blocking: true });
    expect(raised(version?.at ?? 0)).toMatchObject({ state: "answered", answers: ["lead-1"] });
    expect(raised(story.last)).toMatchObject({
      state: "settled",
      own: true,
      answers: ["lead-1", "test-2", "lead-2"],
      settled: { round: 2, because: ["lead-2"] },
    });
  });

  test("in another's domain are not the speaker's own", async () => {
    const concerns = [concern("test")];
    const { events } = await holdTable(
      playing({ "positions/security": position("security", { concerns }) }),
    );

    expect(whole(events).telling.concerns[0]).toMatchObject({ seat: "security", own: false });
  });
});

describe("messages", () => {
  test("say to whom they go, what they answer and what they settle", async () => {
    const { events } = await holdTable(
      playing({
        "discussion-1/test": discussion(message("security", { kind: "question" }), message("all")),
      }),
    );
    const said = whole(events).telling.messages.filter(({ by }) => by === "test");

    expect(said.map(({ to, kind, round }) => [to, kind, round])).toEqual([
      ["security", "question", 1],
      ["all", "proposal", 1],
    ]);
  });
});

describe("the record", () => {
  test("is drafted, reviewed and revised, version by version", async () => {
    const { story, telling } = await held("a compromise that works, and a record corrected twice");

    expect(telling.drafts.map(({ version, context }) => [version, context])).toEqual([
      [1, "Events are read by many consumers."],
      [2, "Many consumers read events, in two regions."],
      [3, "Events are read by many consumers."],
    ]);
    expect(new Set(telling.reviews.map(({ version }) => version))).toEqual(new Set([1, 2, 3]));
    expect(roundtableAt(story, telling.drafts[0]?.at ?? 0).reviews).toEqual([]);
  });

  test("a debate of the built-in reader is told to its end", async () => {
    const { record } = await heldOffline("roundtable");
    const { telling, rows } = whole(record.events);

    expect(countedIn(telling)).toEqual(rows("scores"));
    expect(telling.proposals.length).toBeGreaterThan(0);
  });
});
