import { describe, expect, test } from "vitest";

import { buildTestTimeline } from "../../../../test/support/journals/timelines.ts";
import {
  ACCURATE,
  ballot,
  DISSENT,
  everyone,
  gates,
  holdBoard,
  objects,
  responds,
  SEATS,
  smooth,
  synthesizes,
} from "../../../../test/support/protocols/board.ts";
import { heldOffline } from "../../../../test/support/protocols/offline-debates.ts";
import type { Event } from "../../../domain/journal/event.ts";
import { boardAt } from "./timeline.ts";

type Row = Readonly<Record<string, unknown>>;

function whole(events: readonly Event[]) {
  const debateTimeline = buildTestTimeline(events);
  const rows = (field: string) => debateTimeline.end?.outcome.result[field] as unknown as Row[];
  return { story: debateTimeline, rows, telling: boardAt(debateTimeline, debateTimeline.last) };
}

describe("phases", () => {
  test("one is on at a time, and what the rules hold in any case is ahead", async () => {
    const { record } = await heldOffline("board");
    const debateTimeline = buildTestTimeline(record.events);
    const states = (at: number) =>
      boardAt(debateTimeline, at).phases.map(({ step, state }) => `${step} ${state}`);

    expect(states(0)).toEqual([
      "responses-1 ahead",
      "responses-2 ahead",
      "synthesis ahead",
      "reviews ahead",
    ]);
    expect(states(12)).toEqual([
      "statements over",
      "responses-1 now",
      "responses-2 ahead",
      "synthesis ahead",
      "reviews ahead",
    ]);
    expect(boardAt(debateTimeline, 12).phases[1]).toMatchObject({ asked: 6, heard: 3 });
    expect(states(debateTimeline.last)).toEqual([
      "statements over",
      "responses-1 over",
      "responses-2 over",
      "gate-2 over",
      "poll-2 over",
      "synthesis over",
      "reviews over",
    ]);
  });
});

describe("rounds", () => {
  test("bring as many new claims as the outcome counts", async () => {
    const { record } = await heldOffline("board");
    const { telling, rows } = whole(record.events);

    expect(rows("round_summaries")).toMatchObject(
      telling.rounds.map(({ round, voices, claims, fresh, moves, dissents }) => ({
        round,
        voices,
        points: claims,
        new_points: fresh,
        changes: moves,
        dissents_filed: dissents,
      })),
    );
    expect(telling.rounds).toHaveLength(2);
  });

  test("a gate's word to halt counts only after two rounds without news", async () => {
    const { events } = await holdBoard({
      ...smooth(),
      ...everyone(["responses-2", "responses-3"], (seat, step) =>
        responds(seat, "B", { tag: ` in ${step}` }),
      ),
      "gate-2/gate-reviewer": gates({ 1: true, 2: false }, "HALT"),
      "gate-3/gate-reviewer": gates({ 3: false }, "HALT"),
    });
    const { telling, rows } = whole(events);

    expect(telling.gates.map(({ round, decision, counts }) => [round, decision, counts])).toEqual([
      [2, "HALT", false],
      [3, "HALT", true],
    ]);
    expect(rows("gates").map(({ honoured }) => honoured)).toEqual([false, true]);
    expect(telling.closing.endedBy).toBe("gate");
  });
});

describe("polls", () => {
  test("two thirds of the whole board move on, and an absence is no yes", async () => {
    const { events } = await holdBoard({
      ...smooth(),
      "poll-2/cfo": ballot("no"),
      "poll-2/coo": { crash: "down" },
    });
    const { story: debateTimeline, telling, rows } = whole(events);
    const [poll] = telling.polls;

    expect(poll).toMatchObject({ yes: 4, asked: 6, needed: 4, passed: true });
    expect(rows("polls")[0]).toMatchObject({ yes: 4, of: 6, passed: true });
    expect(poll?.ballots.find(({ seat }) => seat === "coo")?.vote).toBe("absent");
    expect(boardAt(debateTimeline, poll?.at ?? 0).polls).toMatchObject([{ yes: 0, passed: null }]);
  });

  test("it has failed as soon as too few are left to carry it", async () => {
    const { events } = await holdBoard({
      ...smooth(),
      ...everyone(["poll-2"], (seat) => ballot(SEATS.indexOf(seat) < 3 ? "no" : "yes")),
    });
    const { story: debateTimeline } = whole(events);
    const third = debateTimeline.turns.filter(({ step }) => step === "poll-2")[2]?.at ?? 0;

    expect(boardAt(debateTimeline, third).polls[0]).toMatchObject({ passed: false, yes: 0 });
  });
});

describe("dissent", () => {
  test("stands until its owner withdraws it, and is marked where it was assigned", async () => {
    const { events } = await holdBoard({
      ...smooth(),
      "responses-1/cfo": responds("cfo", "B", { formal_dissents: [DISSENT] }),
      "responses-2/contrarian": responds("contrarian", "B", {
        formal_dissents: [DISSENT],
        request_synthesis: true,
      }),
    });
    const { telling, rows } = whole(events);

    expect(
      telling.dissents.map(({ seat, standing, assigned }) => [seat, standing, assigned]),
    ).toEqual(
      rows("dissents").map(({ by, status, assigned }) => [by, status === "standing", assigned]),
    );
    expect(telling.dissents.map(({ seat }) => seat)).toEqual(["cfo", "contrarian"]);
  });

  test("contrarian and moonshot stand with what they put forward", async () => {
    const { telling } = whole((await holdBoard(smooth())).events);

    expect(telling.opposition).toMatchObject([
      { role: "contrarian", alternative: "Open the client library and nothing else." },
      { role: "moonshot", steppingStone: "Publish the file format first." },
    ]);
  });
});

describe("the synthesis", () => {
  test("is corrected once, and what is still disputed stands beside it", async () => {
    const { events } = await holdBoard({
      ...smooth(),
      "reviews/cfo": objects("I never agreed to two steps."),
      "reviews/coo": objects("I never said that the library comes first."),
      "correction/ceo": synthesizes("B", { next_step: "Ask ten customers." }),
      ...everyone(["recheck"], () => ACCURATE),
      "recheck/cfo": objects("It is still wrong."),
    });
    const { story: debateTimeline, telling, rows } = whole(events);
    const { versions, disputed, reviews } = telling.closing;

    expect(versions.map(({ version, by }) => [version, by])).toEqual([
      [1, "ceo"],
      [2, "ceo"],
    ]);
    expect(disputed.map(({ seat, words }) => ({ by: seat, text: words }))).toEqual(
      rows("disputed_representation"),
    );
    expect(reviews.filter(({ version }) => version === 2).map(({ seat }) => seat)).toEqual(
      SEATS.slice(1),
    );
    expect(telling.closing.support).toMatchObject({ of: 6 });
    expect(boardAt(debateTimeline, versions[0]?.at ?? 0).closing.reviews).toEqual([]);
  });

  test("has a risk register whose rows are numbered", async () => {
    const { telling } = whole((await holdBoard(smooth())).events);

    expect(telling.closing.versions[0]?.risks).toMatchObject([
      { number: 1, likelihood: "medium", impact: "high", raisedBy: ["contrarian", "ceo"] },
    ]);
  });

  test("is written by another seat where the first stays silent", async () => {
    const { events } = await holdBoard({
      ...smooth(),
      "synthesis/ceo": { crash: "down" },
      "synthesis-2/cto": synthesizes("B"),
    });
    const { closing } = whole(events).telling;

    expect(closing.silent.map(({ seat }) => seat)).toEqual(["ceo"]);
    expect(closing.versions.map(({ version, by }) => [version, by])).toEqual([[1, "cto"]]);
  });
});
