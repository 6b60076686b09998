import { describe, expect, test } from "vitest";

import { verified } from "../../../test/support/journals/forge-journal.ts";
import {
  createTestBrief,
  holdJudges,
  recommends,
  responds,
  rounds,
  votes,
} from "../../../test/support/protocols/judges.ts";
import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import type { Event } from "../../domain/journal/event.ts";
import { buildTranscript } from "../../domain/journal/transcript.ts";
import { formatDegradedLine } from "../../reports/summary-text.ts";

describe("consensus", () => {
  test("J10 J11 J12 two of three agree in round 1: consensus, a majority, round 2 is skipped", async () => {
    const { outcome, asked } = await holdJudges(rounds(votes("A", "B", "A")));

    expect(outcome).toMatchObject({
      label: "CONSENSUS",
      ending: "decided",
      choice: "A",
      confidence: "HIGH",
      rounds: 1,
      result: { consensus: true, type: "MAJORITY", recommended_option: "A", degraded: false },
    });
    expect(asked).toHaveLength(3);
  });

  test("J20 K6 the judge that was outvoted is kept as dissent, word for word", async () => {
    const { outcome } = await holdJudges(rounds(votes("A", "B", "A")));

    expect(outcome?.dissents).toEqual([
      {
        by: "value",
        holds: "B",
        words: "value is sure that B is right for the crews",
        grounds: [{ id: "value-2", text: "B follows from what value read about the crews" }],
        stage: null,
      },
    ]);
  });

  test("J13 J16 J23 no agreement leads to round 2, and a change with a cause counts and is logged", async () => {
    const script = rounds(votes("A", "B", "C"), {
      risk: responds("risk", "A"),
      value: responds("value", "A", { because: ["risk-1"] }),
      effort: responds("effort", "C"),
    });

    const { outcome } = await holdJudges(script);

    expect(outcome).toMatchObject({ label: "CONSENSUS", choice: "A", rounds: 2 });
    expect(outcome?.result["change_log"]).toEqual([
      {
        judge: "value",
        round: 2,
        from: "B",
        to: "A",
        reason: "The claim risk-1 about the crews is convincing.",
      },
    ]);
    expect(outcome?.result["perspectives"]).toMatchObject({
      value: "Option A - value now holds A after the exchange (changed from B)",
    });
  });
});

test("J6 J25 the judges of a round are asked at once: all prompts are committed before the first is sent", async () => {
  const { events } = await holdJudges(rounds(votes("A", "B", "C")));
  const facts = events.map(({ fact }) => fact);
  const committed = facts.flatMap((fact) =>
    fact.type === "asks-committed" ? [[fact.step, fact.blind, fact.asks.map(({ by }) => by)]] : [],
  );
  const first = facts.findIndex(({ type }) => type === "reply-recorded");

  expect(committed).toEqual([
    ["openings", true, ["risk", "value", "effort"]],
    ["responses", false, ["risk", "value", "effort"]],
  ]);
  expect(facts.slice(0, first).filter(({ type }) => type === "asks-committed")).toHaveLength(1);
});

describe("changes without a cause", () => {
  const uncaused = rounds(votes("A", "B", "C"), {
    risk: responds("risk", "A"),
    value: responds("value", "A"),
    effort: responds("effort", "C"),
  });

  test("J17 J27 K5 it is asked for once, then the vote reverts and a violation is recorded", async () => {
    const { outcome, asked } = await holdJudges(uncaused);

    expect(asked.filter((key) => key.startsWith("responses/value"))).toEqual([
      "responses/value#1",
      "responses/value#2",
    ]);
    expect(outcome).toMatchObject({ label: "CONTESTED", ending: "open" });
    expect(outcome?.result).toMatchObject({
      change_log: [],
      distribution: { A: ["risk"], B: ["value"], C: ["effort"] },
      repairs: 1,
      // it is among the violations, and not told twice
      unmet_duties: [],
    });
    expect(outcome?.result["violations"]).toEqual([
      expect.stringMatching(/^Value moved from B to A without a valid cause .*; its vote stays B$/),
    ]);
  });

  test("J17 K5 K7 its own evidence moves a judge only if it is new, and occurs in its source", async () => {
    const quoting = (quote: string) => ({
      changed_because: {
        claims: [],
        evidence: [{ kind: "quote", source: "brief", quote }],
        explanation: `The crews' brief says it plainly: ${quote}, and that settles it.`,
      },
    });
    const after = async (quote: string) => {
      const second = {
        risk: responds("risk", "B", quoting(quote)),
        value: responds("value", "B"),
        effort: responds("effort", "C"),
      };
      const { outcome, asked } = await holdJudges(rounds(votes("A", "B", "C"), second));
      return [outcome?.label, outcome?.changes[0]?.standing, asked.includes("responses/risk#2")];
    };

    expect(await after("Sync bugs surface only after weeks")).toEqual([
      "CONSENSUS",
      "explained",
      false,
    ]);
    // each judge has quoted "Crews work in valleys" in round 1
    for (const known of ["Crews work in valleys", "work  in\nvalleys", "Crews work in towns"]) {
      expect(await after(known)).toEqual(["CONTESTED", "reverted", true]);
    }
  });

  test("J27 with require_change_documentation off the vote counts, and is shown as unexplained", async () => {
    const { outcome } = await holdJudges(uncaused, {
      plan: { settings: { require_change_documentation: false } },
    });

    expect(outcome).toMatchObject({ label: "CONSENSUS", choice: "A" });
    expect(outcome?.changes).toMatchObject([{ by: "value", standing: "unexplained" }]);
    expect(outcome?.result["violations"]).toEqual([
      expect.stringMatching(/^Value moved from B to A .*; its vote counts as revised$/),
    ]);
  });

  test.each([
    ["a claim that does not exist", ["x-9"], "claim x-9 is not among the claims you were shown"],
    [
      "its own claim",
      ["value-1"],
      "claim value-1 is your own, so it cannot have changed your mind",
    ],
  ])("K5 %s is no cause", async (_, because, problem) => {
    const { outcome } = await holdJudges(
      rounds(votes("A", "B", "C"), {
        risk: responds("risk", "A"),
        value: responds("value", "A", { because }),
        effort: responds("effort", "C"),
      }),
    );

    expect(outcome?.label).toBe("CONTESTED");
    expect(outcome?.changes).toMatchObject([{ standing: "reverted", reason: problem }]);
  });

  test("K5 K7 evidence of its own is a cause only if the quote occurs in its source", async () => {
    const changed = (quote: string) => ({
      claims: [],
      evidence: [{ kind: "quote", source: "brief", quote }],
      explanation: "Sync bugs that surface late cost the crews more than paper.",
    });
    const script = (quote: string) =>
      rounds(votes("A", "B", "C"), {
        risk: responds("risk", "A"),
        value: responds("value", "A", { changed_because: changed(quote) }),
        effort: responds("effort", "C"),
      });

    const found = await holdJudges(script("Sync bugs surface only after weeks"));
    const invented = await holdJudges(script("Sync bugs surface at once"));

    expect(found.outcome?.label).toBe("CONSENSUS");
    expect(invented.outcome?.label).toBe("CONTESTED");
  });
});

describe("contested", () => {
  test("J21 J22 J28 K10 three opinions twice: contested, and everything a person needs to decide", async () => {
    const { outcome } = await holdJudges(
      rounds(votes("A", "B", "C"), {
        risk: responds("risk", "A"),
        value: responds("value", "B"),
        effort: responds("effort", "C"),
      }),
    );

    expect(outcome).toMatchObject({
      label: "CONTESTED",
      ending: "open",
      confidence: "REQUIRES_INPUT",
      choice: null,
    });
    expect(outcome?.result).toMatchObject({
      outcome: "CONTESTED",
      consensus: false,
      type: "NONE",
      distribution: { A: ["risk"], B: ["value"], C: ["effort"] },
      perspectives: {
        risk_favors: 'Option A - "risk now holds A after the exchange"',
        value_favors: 'Option B - "value now holds B after the exchange"',
        effort_favors: 'Option C - "effort now holds C after the exchange"',
      },
    });
    expect(outcome?.result["user_prompt"]).toContain(
      "[B] Full sync: Everything works offline and merges later.",
    );
  });

  test("J19 there is no third round: max_rounds 3 is refused before anything is asked", async () => {
    await expect(
      holdJudges(rounds(votes("A", "B", "C")), { plan: { flags: { maxRounds: 3 } } }),
    ).rejects.toThrow(/max_rounds/);
  });

  test("J19 with max_rounds 1 three opinions are contested at once", async () => {
    const { outcome, asked } = await holdJudges(rounds(votes("A", "B", "C")), {
      plan: { flags: { maxRounds: 1 } },
    });

    expect(outcome).toMatchObject({ label: "CONTESTED", rounds: 1 });
    expect(asked).toHaveLength(3);
  });
});

describe("absences", () => {
  const silent = { hang: true } as const;

  test("J29 an answer has 120 seconds unless the setting says otherwise", async () => {
    const { app } = await holdJudges(rounds(votes("A", "A", "A")));
    const brief = createTestBrief();
    const settings = { timeout_per_judge: 30 };

    expect(app.plan("judges", { brief }).timeoutMs).toBe(120_000);
    expect(app.plan("judges", { brief, settings }).timeoutMs).toBe(30_000);
  });

  test("J29 J31 K4 a judge that times out is left out of the count, named, and costs confidence", async () => {
    const clock = fakeClock();
    const script = rounds({ ...votes("A", "A", "C"), effort: silent });
    let spoken = 0;
    const onEvent = ({ fact }: Event): void => {
      if (fact.type === "reply-recorded" && ++spoken === 2) clock.advance(120_000);
    };

    const { outcome } = await holdJudges(script, { clock, hold: { onEvent } });

    expect(outcome).toMatchObject({
      label: "CONSENSUS",
      choice: "A",
      confidence: "MEDIUM",
      present: 2,
      expected: 3,
      absences: [{ by: "effort", step: "openings", reason: "timed-out" }],
      result: { degraded: true, notes: ["Effort judge timed out - only 2 perspectives available"] },
    });
  });

  test("J32 one valid vote is insufficient data, with low confidence", async () => {
    const broken = { crash: "no route to host" };
    const { outcome } = await holdJudges(
      rounds({ ...votes("A", "A", "A"), value: broken, effort: broken }),
    );

    expect(outcome?.baseline).toMatchObject({ choice: null, changed: false });
    expect(outcome).toMatchObject({
      label: "INSUFFICIENT_DATA",
      ending: "failed",
      confidence: "LOW",
      choice: null,
    });
  });

  test("J33 no valid vote at all ends in failure, saying why", async () => {
    const broken = { refuse: "there is nothing to weigh" };
    const { outcome } = await holdJudges(rounds({ risk: broken, value: broken, effort: broken }));

    expect(outcome).toMatchObject({ label: "ABORTED", ending: "failed" });
    expect(outcome?.summary).toContain("there is nothing to weigh");
  });

  test("J30 J31 two judges left that differ hold round 2, and are contested if they still do", async () => {
    const { outcome, asked } = await holdJudges(
      rounds(
        { ...votes("A", "B", "C"), effort: { crash: "down" } },
        {
          risk: responds("risk", "A", { peers: ["value"] }),
          value: responds("value", "B", { peers: ["risk"] }),
        },
      ),
    );

    expect(outcome).toMatchObject({ label: "CONTESTED", present: 2, expected: 3 });
    expect(asked).not.toContain("responses/effort#1");
  });

  test("J31 absent in round 2 only: it stays in the denominator, and its round-1 case is shown as such", async () => {
    const { outcome } = await holdJudges(
      rounds(votes("A", "B", "C"), {
        risk: responds("risk", "A"),
        value: responds("value", "A", { because: ["risk-1"] }),
        effort: { crash: "down" },
      }),
    );

    expect(outcome).toMatchObject({
      label: "CONSENSUS",
      choice: "A",
      confidence: "MEDIUM",
      present: 2,
    });
    expect(outcome?.result["perspectives"]).toMatchObject({
      effort: "Option C - effort is sure that C is right for the crews (round 1 only)",
    });
    expect(outcome?.dissents).toMatchObject([{ by: "effort", holds: "C", stage: "round 1 only" }]);
  });
});

test("J33 K12 a limit that ends round 2 leaves the question contested, with every round-1 case", async () => {
  const { outcome } = await holdJudges(rounds(votes("A", "B", "C")), {
    plan: { limits: { calls: 3, onLimit: "finish" } },
  });

  expect(outcome).toMatchObject({
    label: "CONTESTED",
    ending: "open",
    result: {
      distribution: {},
      round_1_only: { A: ["risk"], B: ["value"], C: ["effort"] },
      degraded: true,
    },
  });
  expect(outcome?.dissents.map(({ stage }) => stage)).toEqual(Array(3).fill("round 1 only"));
});

test("J33 K12 K4 a limit that ends round 2 makes no agreement of a vote that was not enough for one", async () => {
  const { outcome, events } = await holdJudges(rounds(votes("A", "A", "B")), {
    plan: {
      settings: { require_unanimous_round_1: true },
      limits: { calls: 3, onLimit: "finish" },
    },
  });

  expect(outcome).toMatchObject({ label: "CONTESTED", ending: "open", choice: null, present: 0 });
  expect(outcome?.summary).toBe(
    "A Risk (round 1 only), Value (round 1 only); B Effort (round 1 only) - nobody answered in round 2",
  );
  expect(formatDegradedLine(buildTranscript(events))).toMatch(/^Degraded: 0 of 3 answered\. /);
  expect(outcome?.result["notes"]).toContain(
    "Risk judge was not asked, the budget was spent in round 2 - only 0 perspectives available",
  );
});

test("J33 K9 who answered before the limit is counted, and the others are shown as round 1 only", async () => {
  const { outcome, app, id } = await holdJudges(
    rounds(votes("A", "B", "C"), { risk: responds("risk", "B", { because: ["value-1"] }) }),
    { plan: { limits: { calls: 4, onLimit: "finish" } } },
  );

  expect(outcome).toMatchObject({
    label: "CONTESTED",
    present: 1,
    result: {
      distribution: { B: ["risk"] },
      round_1_only: { B: ["value"], C: ["effort"] },
      perspectives: {
        risk_favors: 'Option B - "risk now holds B after the exchange" (changed from A)',
      },
    },
  });
  expect(await verified(app, id)).toMatchObject({ ok: true });
});

describe("replies", () => {
  test("J30 K3 an invalid reply is repaired once; the repair quotes the exact problem", async () => {
    const wrong = recommends("risk", "D");
    const { outcome, asked, events } = await holdJudges(
      rounds({ ...votes("A", "A", "A"), risk: [wrong, recommends("risk", "A")] }),
    );

    expect(asked).toContain("openings/risk#2");
    expect(outcome).toMatchObject({
      label: "CONSENSUS",
      result: { type: "UNANIMOUS", repairs: 1 },
    });
    const rejected = events.find(({ fact }) => fact.type === "reply-rejected")?.fact;
    expect(rejected).toMatchObject({ key: "openings/risk" });
    expect(rejected?.type === "reply-rejected" && rejected.problems.join()).toContain(
      'there is no option "D"',
    );
  });

  test("J30 K3 still invalid: an unreadable absence with the raw text kept, never an agreement", async () => {
    const { outcome, events } = await holdJudges(
      rounds({ ...votes("A", "A", "A"), risk: [{ text: "A!" }, { text: "I said A" }] }),
    );

    expect(outcome).toMatchObject({
      confidence: "MEDIUM",
      absences: [{ by: "risk", reason: "unreadable" }],
    });
    expect(events.find(({ fact }) => fact.type === "participant-absent")?.fact).toMatchObject({
      raw: "I said A",
    });
  });

  test("J9 a judge must evaluate every option, each kind once", async () => {
    const partial = recommends("risk", "A", { options: ["A", "B"] });
    const { outcome } = await holdJudges(
      rounds({ ...votes("A", "A", "A"), risk: [partial, partial] }),
    );

    expect(outcome?.absences).toEqual([
      {
        by: "risk",
        step: "openings",
        reason: "unreadable",
        detail: "option C is evaluated 0 times, once is needed",
      },
    ]);
  });
});

describe("settings and figures", () => {
  test("J1 J2 a question that is not scope-critical gets one recommendation when the trigger says so", async () => {
    const { outcome, asked } = await holdJudges(
      { "recommendation/effort": recommends("effort", "B") },
      {
        brief: createTestBrief({ question: "Which button colour do crews read best?" }),
        plan: { settings: { trigger: "scope_critical" } },
      },
    );

    expect(asked).toEqual(["recommendation/effort#1"]);
    expect(outcome).toMatchObject({
      label: "RECOMMENDED",
      choice: "B",
      confidence: "LOW",
      result: {
        consensus: false,
        classification: { classification: "UX_PREFERENCE", matched_indicator: "colour" },
      },
    });
  });

  test("J1 a scope-critical question is debated under the same trigger", async () => {
    const { outcome } = await holdJudges(rounds(votes("A", "A", "A")), {
      plan: { settings: { trigger: "scope_critical" } },
    });

    expect(outcome).toMatchObject({
      label: "CONSENSUS",
      result: { classification: { matched_indicator: "v2" } },
    });
  });

  test("require_unanimous_round_1 forces round 2 on a two-to-one vote", async () => {
    const { outcome } = await holdJudges(
      rounds(votes("A", "B", "A"), {
        risk: responds("risk", "A"),
        value: responds("value", "B"),
        effort: responds("effort", "A"),
      }),
      { plan: { settings: { require_unanimous_round_1: true } } },
    );

    expect(outcome).toMatchObject({ label: "CONSENSUS", rounds: 2, result: { type: "MAJORITY" } });
  });

  test("J5 three judges over two options always reach 2/3, and the person is told beforehand", async () => {
    const brief = createTestBrief();
    const { app } = await holdJudges(rounds(votes("A", "A", "A")));

    const plan = app.plan("judges", { brief: { ...brief, options: brief.options.slice(0, 2) } });

    expect(plan.warnings.join()).toContain("with two options, two of three judges always agree");
    const two = { ...brief, options: brief.options.slice(0, 2) };
    const all = app.plan("judges", { brief: two, settings: { consensus_threshold: "3/4" } });
    expect(all.warnings.join()).not.toContain("no second round");
  });

  test("J5 fewer than two options cannot be judged", async () => {
    const { app } = await holdJudges(rounds(votes("A", "A", "A")));

    expect(() => app.plan("judges", { brief: { ...createTestBrief(), options: [] } })).toThrow(
      /2 to 9 options/,
    );
  });

  test("J9 a choice that is not the best of the judge's own scores is flagged", async () => {
    const { outcome } = await holdJudges(
      rounds({ ...votes("A", "A", "A"), risk: recommends("risk", "A", { option: "B" }) }),
    );

    expect(outcome?.result["own_score_conflicts"]).toEqual([
      "Risk recommends B (risk 6.7/10), but their own table puts A first (risk 2.2/10); no reason is given",
    ]);
  });

  test("2 to 9 judges of any stance can sit", async () => {
    const { outcome } = await holdJudges(
      {
        ...rounds(votes("A", "A", "B")),
        "openings/operations": recommends("operations", "A", { lens: "plain" }),
      },
      { plan: { seats: { operations: { stance: "cautious" } } } },
    );

    expect(outcome).toMatchObject({ label: "CONSENSUS", expected: 4, choice: "A" });
  });

  test("K18 the blind vote and what the debate changed are part of the result", async () => {
    const { outcome } = await holdJudges(
      rounds(votes("A", "B", "C"), {
        risk: responds("risk", "A"),
        value: responds("value", "A", { because: ["risk-1"] }),
        effort: responds("effort", "C"),
      }),
    );

    expect(outcome?.baseline).toEqual({
      distribution: { A: ["risk"], B: ["value"], C: ["effort"] },
      choice: null,
      changed: true,
    });
  });
});
