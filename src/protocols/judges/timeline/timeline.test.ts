import { describe, expect, test } from "vitest";

import { buildTestTimeline } from "../../../../test/support/journals/timelines.ts";
import {
  createTestBrief,
  holdJudges,
  recommends,
  responds,
  rounds,
  votes,
} from "../../../../test/support/protocols/judges.ts";
import { heldOffline } from "../../../../test/support/protocols/offline-debates.ts";
import type { Event } from "../../../domain/journal/event.ts";
import { judgesAt } from "./timeline.ts";

function whole(events: readonly Event[]) {
  const debateTimeline = buildTestTimeline(events);
  return { story: debateTimeline, telling: judgesAt(debateTimeline, debateTimeline.last) };
}

const stubborn = {
  risk: responds("risk", "A"),
  value: responds("value", "B"),
  effort: responds("effort", "C"),
};

describe("scores", () => {
  test("are those that the outcome reports, for every judge and option", async () => {
    const { record } = await heldOffline("judges");
    const { story: debateTimeline, telling } = whole(record.events);
    const scores = Object.fromEntries(
      telling.cards.map(({ seat, options }) => [
        seat,
        Object.fromEntries(options.map(({ option, shown }) => [option, shown])),
      ]),
    );

    expect(scores).toEqual(debateTimeline.end?.outcome.result["scores"]);
    expect(telling.cards.map(({ options }) => options[0]?.dimensions.length)).toEqual([4, 4, 4]);
    expect(telling.cards.some(({ conflicts }) => conflicts)).toBe(false);
  });

  test("a choice against a judge's own scores is found when it is made, and not later", async () => {
    const against = recommends("risk", "A", { option: "B" });
    const { events } = await holdJudges(rounds({ ...votes("A", "B", "B"), risk: against }));
    const { story: debateTimeline, telling } = whole(events);
    const card = telling.cards.find(({ seat }) => seat === "risk");

    expect(card).toMatchObject({ recommends: "B", best: ["A"], conflicts: true });
    expect(debateTimeline.end?.outcome.result["own_score_conflicts"]).toHaveLength(1);
    expect(judgesAt(debateTimeline, (card?.at ?? 0) - 1).cards).not.toContainEqual(card);
  });

  test("an option that cannot be read has no score, and then nothing is called the best", async () => {
    const held = await holdJudges(rounds(votes("A", "A", "A")));
    const events = held.events.map((event) => {
      const { fact } = event;
      if (fact.type !== "reply-recorded" || fact.key !== "openings/risk") return event;
      const reply = JSON.parse(JSON.stringify(fact.reply).replace('"high"', '"huge"'));
      return { ...event, fact: { ...fact, reply } };
    });
    const card = whole(events).telling.cards.find(({ seat }) => seat === "risk");

    expect(card?.options.map(({ shown }) => shown)).toContain(null);
    expect(card).toMatchObject({ best: [], conflicts: false });
  });
});

describe("votes", () => {
  test("of both rounds are the tallies of the outcome", async () => {
    const { record } = await heldOffline("judges");
    const { story: debateTimeline, telling } = whole(record.events);

    expect(telling.ballots.map(({ tally }) => tally)).toEqual(debateTimeline.end?.outcome.tallies);
    expect(telling.ballots.map(({ complete }) => complete)).toEqual([true, true]);
  });

  test("while a round is on, those who have not answered are awaited", async () => {
    const { record } = await heldOffline("judges");
    const debateTimeline = buildTestTimeline(record.events);
    const [first] = judgesAt(debateTimeline, 2).ballots;

    expect(first).toMatchObject({ pending: ["value", "effort"], complete: false });
    expect(first?.tally.cast).toBe(1);
  });

  test("a change without a cause is shown as reverted, before the outcome says so", async () => {
    const script = rounds(votes("A", "B", "C"), { ...stubborn, value: responds("value", "A") });
    const { events } = await holdJudges(script);
    const { story: debateTimeline, telling } = whole(events);
    const [change] = telling.changes;

    expect(change).toMatchObject({ by: "value", from: "B", to: "A", standing: "reverted" });
    expect(judgesAt(debateTimeline, change?.at ?? 0).changes).toEqual([change]);
    expect(telling.ballots.at(-1)?.tally).toEqual(debateTimeline.end?.outcome.tallies.at(-1));
  });

  test("a change with a cause names it", async () => {
    const value = responds("value", "A", { because: ["risk-1"] });
    const { events } = await holdJudges(rounds(votes("A", "B", "C"), { ...stubborn, value }));

    expect(whole(events).telling.changes).toMatchObject([
      { by: "value", standing: "explained", causes: ["risk-1"] },
    ]);
  });
});

describe("duties of round 2", () => {
  test("everyone owes every other judge a challenge, which is met when it is made", async () => {
    const { record } = await heldOffline("judges");
    const debateTimeline = buildTestTimeline(record.events);
    const owed = judgesAt(debateTimeline, 9).duties;
    const then = judgesAt(debateTimeline, 10).duties;

    expect(owed.map(({ by, to, met }) => [by, to, met])).toHaveLength(6);
    expect(owed.every(({ met }) => met === null)).toBe(true);
    expect(then.filter(({ met }) => met !== null).map(({ by }) => by)).toEqual(["risk", "risk"]);
    expect(then.find(({ by, to }) => by === "risk" && to === "value")?.met).toMatchObject({
      claim: "value-2",
      id: "risk-16",
      at: 10,
    });
  });

  test("whoever is absent in round 2 has lost its chance", async () => {
    const script = rounds(votes("A", "B", "C"), { ...stubborn, value: { crash: "down" } });
    const { duties } = whole((await holdJudges(script)).events).telling;

    expect(duties.filter(({ lost }) => lost).map(({ by }) => by)).toEqual(["value", "value"]);
  });
});

describe("round 2 on the page", () => {
  const changes = {
    concedes: [{ claim: "risk-1", extent: "partly", words: "Bugs do surface late." }],
    corrections: [
      { claim: "value-4", effect: "none", magnitude: null, reach: null, reason: "Nobody asked." },
    ],
    conditions: ["two teams try it first"],
  };
  const answered = (option: string) =>
    holdJudges(
      rounds(votes("A", "B", "C"), { ...stubborn, value: responds("value", option, changes) }),
    );

  test("J9 J16 concessions and corrected rows are shown once they are made", async () => {
    const { events, outcome } = await answered("B");
    const { story: debateTimeline, telling } = whole(events);
    const card = telling.cards.find(({ seat }) => seat === "value");
    const [row] = card?.options[0]?.dimensions ?? [];

    expect(telling.concessions).toMatchObject([{ by: "value", claim: "risk-1", partly: true }]);
    expect(row).toMatchObject({
      id: "value-4",
      given: "none",
      corrected: { from: "gain, low × medium", reason: "Nobody asked." },
    });
    expect(outcome?.result["scores"]).toMatchObject({ value: { A: card?.options[0]?.shown } });
    expect(judgesAt(debateTimeline, 5).concessions).toEqual([]);
  });

  test("J9 a corrected estimate and an unknown row are shown as the outcome counts them", async () => {
    const effort = responds("effort", "C", {
      corrections: [
        { claim: "effort-16", days: null, uncertainty: 3, value: null, reason: "Nobody built it." },
        { claim: "effort-4", days: "unknown", uncertainty: null, value: null, reason: "No data." },
      ],
    });
    const { events, outcome } = await holdJudges(
      rounds(votes("A", "B", "C"), { ...stubborn, effort }),
    );
    const option = whole(events).telling.cards.find(({ seat }) => seat === "effort")?.options[0];

    expect(option?.effort).toEqual({
      id: "effort-16",
      uncertainty: 3,
      value: 6,
      corrected: { from: "days × 1.5, value 6 of 10", reason: "Nobody built it." },
    });
    expect(option?.dimensions[0]).toMatchObject({ given: "unknown", share: 0 });
    expect(option?.shown).toBe(
      "at least 30 days × 3 = 90 weighted, ROI at most 0.067 (1 row unknown)",
    );
    expect(outcome?.result["scores"]).toMatchObject({ effort: { A: option?.shown } });
  });

  test("K5 nothing of an answer counts whose vote was reverted", async () => {
    const { events } = await answered("A");
    const { telling } = whole(events);

    expect(telling.concessions).toEqual([]);
    expect(telling.cards[1]?.options[0]?.dimensions[0]).toMatchObject({ corrected: null });
  });

  test("K4 a share of all who voted in round 1 is needed, whoever came back", async () => {
    const down = { crash: "down" };
    const script = rounds(votes("A", "B", "C"), { ...stubborn, value: down, effort: down });
    const { telling } = whole((await holdJudges(script)).events);

    expect(telling.ballots[1]).toMatchObject({ electorate: 3, tally: { carried: null, cast: 1 } });
  });
});

test("the class of the question is known once the outcome holds it", async () => {
  const brief = createTestBrief({ question: "Which database should v2 use?" });
  const { events } = await holdJudges(rounds(votes("A", "A", "A")), { brief });
  const { story: debateTimeline, telling } = whole(events);

  expect(telling.classification).toMatchObject({ class: "SCOPE_CRITICAL", matched: "v2" });
  expect(judgesAt(debateTimeline, debateTimeline.last - 1).classification).toBeNull();
});
