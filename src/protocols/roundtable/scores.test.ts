/** T6-T9, T14-T18, K5: what a score must hold, and which score counts. */
import { describe, expect, test } from "vitest";

import {
  allAt,
  at,
  concern,
  discussion,
  holdTable,
  message,
  type Player,
  position,
  score,
  scoring,
  tableBrief,
} from "../../../test/support/protocols/roundtable.ts";

const ONE_ROUND = {
  plan: { settings: { max_rounds: 1 } },
  answer: { choice: "defer", reason: "later" },
};
const TWO_ROUNDS = {
  plan: { settings: { max_rounds: 2 } },
  answer: { choice: "defer", reason: "later" },
};

describe("form", () => {
  test.each([
    ["a fraction", { SATISFACTION: 89.5 }],
    ["above 100", { SATISFACTION: 101 }],
    ["below 0", { SATISFACTION: -1 }],
    ["maybe", { WOULD_ACCEPT_CURRENT: "maybe" }],
    ["no position", { POSITION: "" }],
  ])("T7 h %s is no score: asked once more, then absent", async (_, changes) => {
    const { outcome, asked } = await holdTable(
      [at({ "scores-1/test": score("test", 95, changes) }), allAt(95)],
      ONE_ROUND,
    );

    expect(asked).toContain("scores-1/test#2");
    expect(outcome?.absences).toMatchObject([
      { by: "test", step: "scores-1", reason: "unreadable" },
    ]);
    expect(outcome?.label).toBe("ESCALATED");
  });

  test("T7 a position of three sentences is asked for again", async () => {
    const { asked } = await holdTable([
      at({
        "scores-1/test": score("test", 95, {
          POSITION: "One thing. Another thing. A third thing.",
        }),
      }),
      allAt(95),
    ]);

    expect(asked).toContain("scores-1/test#2");
  });

  test("T8 the bands of the result follow the scores", async () => {
    const bands = {
      architecture: [90],
      security: [89],
      test: [69],
      observability: [49],
      operations: [29],
    };
    const { outcome } = await holdTable(scoring(bands), ONE_ROUND);

    expect(outcome?.result["bands"]).toEqual({
      architecture: "ready to approve",
      security: "close",
      test: "significant disagreement",
      observability: "major objections",
      operations: "fundamental opposition",
    });
    expect(outcome?.result["below_70"]).toEqual(["test", "observability", "operations"]);
  });
});

describe("coherence", () => {
  const refuses = score("security", 95, { WOULD_ACCEPT_CURRENT: "no" });
  const blocks = score("security", 95, {
    REMAINING_CONCERNS: [concern("security", { blocking: true })],
  });

  test.each([
    ["would not accept", refuses, "SATISFACTION is 95 and WOULD_ACCEPT_CURRENT is no"],
    ["a blocking concern in its own domain", blocks, "this concern blocks"],
  ])("T9 c 95 with %s is sent back once, and then it is no consensus", async (_, odd, problem) => {
    const { outcome, prompts } = await holdTable(
      [at({ "scores-1/security": odd }), allAt(95)],
      ONE_ROUND,
    );

    const repair = prompts.find(({ key, attempt }) => key === "scores-1/security" && attempt === 2);
    expect(repair?.text).toContain(problem);
    expect(outcome?.label).toBe("ESCALATED");
    expect(outcome?.dissents.map(({ by }) => by)).toEqual(["security"]);
  });

  test("T9 sent back and mended, it counts", async () => {
    const { outcome } = await holdTable([
      at({ "scores-1/security": [refuses, score("security", 95)] }),
      allAt(95),
    ]);

    expect(outcome).toMatchObject({ label: "CONSENSUS", result: { repairs: 1 } });
  });

  test("T31 a score below the target names what is missing in its own domain, or is asked to", async () => {
    const { outcome, asked } = await holdTable(
      [
        at({ "scores-1/test": score("test", 75, { REMAINING_CONCERNS: [concern("security")] }) }),
        allAt(95),
      ],
      ONE_ROUND,
    );

    expect(asked).toContain("scores-1/test#2");
    expect(outcome?.result["logged_concerns"]).toMatchObject([
      { participant: "test", why: "lies in the domain security" },
    ]);
  });

  test("T31 major objections and yes contradict each other", async () => {
    const { asked } = await holdTable(
      [at({ "scores-1/test": score("test", 40, { WOULD_ACCEPT_CURRENT: "yes" }) }), allAt(95)],
      ONE_ROUND,
    );

    expect(asked).toContain("scores-1/test#2");
  });
});

describe("concerns without power to block", () => {
  test("T17 g a blocking concern in another domain is logged and does not block", async () => {
    const outside = concern("security", { blocking: true });
    const { outcome, asked } = await holdTable([
      at({ "scores-1/test": score("test", 95, { REMAINING_CONCERNS: [outside] }) }),
      allAt(95),
    ]);

    expect(asked).not.toContain("scores-1/test#2");
    expect(outcome?.label).toBe("CONSENSUS");
    expect(outcome?.result["logged_concerns"]).toMatchObject([{ participant: "test", round: 1 }]);
    expect(outcome?.notes.join()).toContain("does not block: it lies in the domain security");
  });

  const words = "tokens of the registry lie open to every consumer of events";
  const raised = position("security", {
    concerns: [{ ...concern("security", { text: words, blocking: true }), evidence: [] }],
  });
  const answered = discussion(
    message(["security"], {
      kind: "answer",
      text: "The registry encrypts tokens at rest.",
      answers: ["S2"],
    }),
  );
  const repeats = score("security", 95, {
    REMAINING_CONCERNS: [concern("security", { text: `the ${words} still`, blocking: true })],
  });

  test("T16 repeating a concern that was answered and not taken up again is logged and does not block", async () => {
    const { outcome } = await holdTable([
      at({
        "positions/security": raised,
        "discussion-1/test": answered,
        "discussion-2/security": discussion(message(["test"], { acknowledges: ["T2"] })),
        "scores-2/security": repeats,
      }),
      scoring({ operations: [80, 95], security: [95] }),
      allAt(95),
    ]);

    expect(outcome).toMatchObject({ label: "CONSENSUS", result: { rounds: 2 } });
    expect(outcome?.result["logged_concerns"]).toMatchObject([
      { participant: "security", round: 2, why: "repeats S2, which was answered" },
    ]);
  });

  test("T16 K4 an answer that its addressee contests has settled nothing", async () => {
    const { outcome } = await holdTable(
      [
        at({
          "positions/security": raised,
          "discussion-1/test": answered,
          "discussion-2/security": discussion(
            message(["test"], {
              text: "Encryption at rest leaves tokens readable in flight.",
              answers: ["T2"],
            }),
          ),
          "scores-2/security": repeats,
        }),
        scoring({ operations: [80, 95], security: [95] }),
        allAt(95),
      ],
      TWO_ROUNDS,
    );

    expect(outcome).toMatchObject({ label: "ESCALATED", result: { logged_concerns: [] } });
  });

  test("T16 nobody can settle a concern that was never shown to it", async () => {
    const { outcome } = await holdTable(
      [
        at({
          "scores-1/security": score("security", 80, {
            REMAINING_CONCERNS: [concern("security", { text: words })],
          }),
          // S3 is the concern beside the score, which only the lead was sent
          "discussion-2/test": discussion(
            message(["security"], { kind: "answer", answers: ["S3"] }),
          ),
          "scores-3/security": repeats,
        }),
        scoring({ operations: [80, 83, 95], security: [80, 86] }),
        allAt(95),
      ],
      { plan: { settings: { max_rounds: 3 } }, answer: { choice: "defer", reason: "later" } },
    );

    expect(outcome?.result["logged_concerns"]).toEqual([]);
    expect(outcome?.label).toBe("ESCALATED");
  });
});

describe("enough", () => {
  test("T15 ninety with polish left over is enough, and the prompt says so", async () => {
    const polish = score("test", 90, { REMAINING_CONCERNS: [concern("test")] });
    const { outcome, asked, prompts } = await holdTable([
      at({ "scores-1/test": polish }),
      allAt(95),
    ]);

    expect(asked).not.toContain("scores-1/test#2");
    expect(outcome).toMatchObject({
      label: "CONSENSUS",
      result: { remaining_concerns: [{ participant: "test", blocking: false }] },
    });
    expect(prompts.find(({ key }) => key === "scores-1/test")?.text).toContain("90 is enough");
  });

  test("T14 T18 everyone is asked for a score in every round, also who did not discuss", async () => {
    const { asked } = await holdTable([
      at({ "discussion-1/test": { crash: "gone" }, "positions/security": { crash: "gone" } }),
      allAt(80, 95),
    ]);

    for (const round of [1, 2]) {
      expect(asked.filter((key) => key.startsWith(`scores-${round}/`))).toHaveLength(5);
    }
  });
});

describe("rises", () => {
  const rising = (cited: string[], to = 85): Player =>
    at({ "scores-2/security": score("security", to, { raised_because: cited }) });
  const start = scoring({ security: [60] });

  test("K5 T14 f a rise of ten cites a message that was new to it and not its own", async () => {
    const { outcome } = await holdTable([rising(["T3"]), start, allAt(95)], TWO_ROUNDS);

    expect(outcome?.result["scores"]).toMatchObject([{ security: 60 }, { security: 85 }]);
    expect(outcome?.changes).toMatchObject([
      { by: "security", round: 2, from: "60", to: "85", causes: ["T3"], standing: "explained" },
    ]);
  });

  test.each([
    ["nothing", [], "raised_because names no message"],
    ["what it had seen before", ["T2"], "claim T2 was already known to you when you last spoke"],
    ["its own words", ["S4"], "claim S4 is your own"],
    ["an invented id", ["X9"], "claim X9 is not among the claims you were shown"],
    ["a first position", ["T1"], "claim T1 was already known"],
  ])(
    "K5 a rise that cites %s is asked for once, then the earlier score stands",
    async (_, cited, problem) => {
      const { outcome, asked } = await holdTable([rising(cited), start, allAt(95)], TWO_ROUNDS);

      expect(asked).toContain("scores-2/security#2");
      expect(outcome?.result["scores"]).toMatchObject([{ security: 60 }, { security: 60 }]);
      expect(outcome?.result["unexplained_rises"]).toEqual([
        {
          participant: "security",
          round: 2,
          from: 60,
          stated: 85,
          reason: expect.stringContaining(problem),
        },
      ]);
      expect(outcome?.notes.join()).toContain("60 stands");
    },
  );

  test("K5 T4 a message that was not sent to it cannot have raised its score", async () => {
    const { outcome } = await holdTable(
      [
        at({ "discussion-2/test": discussion(message(["operations"])) }),
        rising(["T3"]),
        start,
        allAt(95),
      ],
      TWO_ROUNDS,
    );

    expect(outcome?.result["unexplained_rises"]).toHaveLength(1);
  });

  test("K5 a rise of nine needs no cause, and a fall never does", async () => {
    const { outcome } = await holdTable(
      [scoring({ security: [60, 69], test: [95, 40] }), allAt(95)],
      TWO_ROUNDS,
    );

    expect(outcome?.result["unexplained_rises"]).toEqual([]);
    expect(outcome?.result["scores"]).toMatchObject([{}, { security: 69, test: 40 }]);
  });

  test("K5 a rise of exactly ten needs one", async () => {
    const { outcome } = await holdTable([rising([], 70), start, allAt(95)], TWO_ROUNDS);

    expect(outcome?.result["scores"]).toMatchObject([{}, { security: 60 }]);
  });

  test("K5 T9 an unexplained rise to the target is no consensus", async () => {
    const { outcome } = await holdTable([rising([], 95), start, allAt(95)], TWO_ROUNDS);

    expect(outcome?.label).toBe("ESCALATED");
  });

  test("T5 m a flip by something else than was registered beforehand is reported", async () => {
    const registered = position("security", {
      would_change_my_mind: "A penetration report about stolen tokens.",
    });
    const flip = (text: string) =>
      holdTable([
        at({
          "positions/security": registered,
          "discussion-2/test": discussion(message("all", { text })),
        }),
        rising(["T3"], 95),
        start,
        allAt(95),
      ]);

    const against = await flip("The registry is what most companies use for schemas today.");
    const foreseen = await flip("The penetration report found no stolen tokens in the registry.");

    expect(against.outcome?.result["flips_against_preregistered"]).toEqual([
      {
        participant: "security",
        round: 2,
        from: "60",
        to: "95",
        cited: ["T3"],
        registered: "A penetration report about stolen tokens.",
      },
    ]);
    expect(foreseen.outcome?.result["flips_against_preregistered"]).toEqual([]);
  });

  test("K16 ids go on counting over positions, messages and concerns", async () => {
    const { events } = await holdTable([start, allAt(95)], { ...TWO_ROUNDS, brief: tableBrief() });

    const own = events.flatMap(({ fact }) =>
      fact.type === "reply-recorded" && fact.by === "security"
        ? fact.claims.map(({ id }) => id)
        : [],
    );
    expect(own).toEqual(["S1", "S2", "S3", "S4", "S5"]);
  });
});
