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
  proposal,
  score,
  scoring,
  settled,
  limited,
} from "../../../test/support/protocols/roundtable.ts";

const ONE_ROUND = limited(1);
const TWO_ROUNDS = limited(2);

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

  test.each([
    [4, false],
    [5, true],
  ])("T7 a position of %i sentences is asked for again: %s", async (count, again) => {
    const POSITION = Array.from({ length: count }, (_, index) => `Thing ${index} holds.`).join(" ");
    const { asked } = await holdTable([
      at({ "scores-1/test": score("test", 95, { POSITION }) }),
      allAt(95),
    ]);

    expect(asked.includes("scores-1/test#2")).toBe(again);
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

describe("the scoring guide", () => {
  test("T8 stands in the prompt in the seed's words, in full", async () => {
    const { prompts } = await holdTable(allAt(95));
    const prompt = prompts.find(({ key }) => key === "scores-1/test")?.text ?? "";

    for (const line of [
      "90-100: Ready to approve, minor polish only",
      "70-89: Close, specific concerns remain",
      "50-69: Significant disagreement",
      "30-49: Major objections",
      "0-29: Fundamental opposition",
    ]) {
      expect(prompt).toContain(`- ${line}\n`);
    }
    expect(prompt).toContain("If the proposal got worse for you, lower the score.");
    expect(prompt).toContain("is the proposal still the best answer you know?");
  });
});

describe("coherence", () => {
  const refuses = score("security", 95, { WOULD_ACCEPT_CURRENT: "no" });
  const blocks = score("security", 95, {
    REMAINING_CONCERNS: [{ id: null, ...concern("security", { blocking: true }) }],
  });

  test.each([
    ["would not accept", refuses, "SATISFACTION is 95 and WOULD_ACCEPT_CURRENT is no"],
    ["a blocking concern in its own domain", blocks, "your blocking concern"],
  ])(
    "T9 c 95 with %s is sent back once, and then does not count as 90",
    async (_, odd, problem) => {
      const { outcome, prompts } = await holdTable(
        [at({ "scores-1/security": odd }), allAt(95)],
        ONE_ROUND,
      );

      const repair = prompts.find(
        ({ key, attempt }) => key === "scores-1/security" && attempt === 2,
      );
      expect(repair?.text).toContain(problem);
      expect(outcome).toMatchObject({
        label: "ESCALATED",
        result: {
          scores: [{ security: 89, test: 95 }],
          held_back_scores: [{ participant: "security", stated: 95, counted: 89 }],
        },
      });
      expect(outcome?.dissents.map(({ by }) => by)).toEqual(["security"]);
    },
  );

  test("T9 sent back and mended, it counts", async () => {
    const { outcome } = await holdTable([
      at({ "scores-1/security": [refuses, score("security", 95)] }),
      allAt(95),
    ]);

    expect(outcome).toMatchObject({ label: "CONSENSUS", result: { repairs: 1 } });
  });

  test("T31 a score below the target names what is missing in its own domain, or is asked to", async () => {
    const outside = { id: null, ...concern("security", { blocking: true }) };
    const { outcome, asked } = await holdTable(
      [at({ "scores-1/test": score("test", 75, { REMAINING_CONCERNS: [outside] }) }), allAt(95)],
      ONE_ROUND,
    );

    expect(asked).toContain("scores-1/test#2");
    expect(outcome?.result["logged_concerns"]).toMatchObject([
      { participant: "test", why: "lies in the domain security" },
    ]);
  });

  test("T31 an own concern from an earlier round is enough: it need not be named again", async () => {
    const open = { claim: "test-3", state: "open", because: [], why: "No owner is named yet." };
    const quiet = score("test", 80, { REMAINING_CONCERNS: [], my_concerns: [open] });
    const { asked } = await holdTable(
      [at({ "scores-2/test": quiet }), scoring({ test: [80] }), allAt(95)],
      TWO_ROUNDS,
    );

    expect(asked.filter((key) => key.endsWith("#2"))).toEqual([]);
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
    const outside = { id: null, ...concern("security", { blocking: true }) };
    const { outcome, asked } = await holdTable([
      at({ "scores-1/test": score("test", 95, { REMAINING_CONCERNS: [outside] }) }),
      allAt(95),
    ]);

    expect(asked).not.toContain("scores-1/test#2");
    expect(outcome?.label).toBe("CONSENSUS");
    expect(outcome?.result["logged_concerns"]).toMatchObject([{ participant: "test", round: 1 }]);
    expect(outcome?.notes.join()).toContain("does not block: it lies in the domain security");
  });
});

describe("enough", () => {
  test("T15 ninety with polish left over is enough, and the prompt says so", async () => {
    const polish = score("test", 90, {
      REMAINING_CONCERNS: [{ id: null, ...concern("test") }],
    });
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

  test("T9 every round asks whether the proposal is still the best option, and the answer is kept", async () => {
    const doubtful = score("test", 92, {
      still_best: "cannot tell",
      still_best_why: "With three gates it may cost more than topics.",
    });
    const held = await holdTable([at({ "scores-1/test": doubtful }), allAt(95)]);

    expect(held.outcome?.result["final_positions"]).toContainEqual(
      expect.objectContaining({ participant: "test", still_best: "cannot tell" }),
    );
    expect(await held.artifact("adr.md")).toContain(
      "Test, asked whether it is still the best option: cannot tell. With three gates",
    );
  });
});

describe("rises", () => {
  const rising = (cited: string[], to = 85): Player =>
    at({ "scores-2/security": score("security", to, { raised_because: cited }) });
  const start = scoring({ security: [60] });

  test("K5 T14 f a rise of ten cites a message that was new to it and not its own", async () => {
    const { outcome } = await holdTable([rising(["test-3"]), start, allAt(95)], TWO_ROUNDS);

    expect(outcome?.result["scores"]).toMatchObject([{ security: 60 }, { security: 85 }]);
    expect(outcome?.changes).toMatchObject([
      { by: "security", round: 2, from: "60", to: "85", causes: ["test-3"], standing: "explained" },
    ]);
  });

  test.each([
    ["nothing", [], "raised_because names no message or proposal"],
    ["what it had seen before", ["test-2"], "test-2 was already known to you when you last spoke"],
    ["its own words", ["security-4"], "security-4 is your own"],
    ["an invented id", ["test-99"], "test-99 is not among the claims you were shown"],
    ["a first position", ["test-1"], "test-1 was already known"],
    ["a version it had scored", ["lead-1"], "lead-1 was already known"],
  ])(
    "K5 a rise that cites %s is asked for once, then the earlier score stands whole",
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
      expect(outcome?.result["final_positions"]).toContainEqual(
        expect.objectContaining({
          participant: "security",
          position: "security stands at 60 with the registry.",
          would_accept: false,
        }),
      );
    },
  );

  test("K5 T6 a concern that another stated beside a score raises nobody: only its owner and the lead know it", async () => {
    const { outcome } = await holdTable(
      [rising(["operations-3"]), scoring({ security: [60], operations: [75] }), allAt(95)],
      TWO_ROUNDS,
    );

    expect(outcome?.result["remaining_concerns"]).toContainEqual(
      expect.objectContaining({ id: "operations-3" }),
    );
    expect(outcome?.result["unexplained_rises"]).toMatchObject([
      { reason: expect.stringContaining("operations-3 is not among the claims you were shown") },
    ]);
  });

  test("K5 a version that repeats the one before it raises nothing", async () => {
    const same = proposal(["security-1"]);
    const { outcome } = await holdTable(
      [
        at({
          "proposal-1/lead": same,
          "proposal-2/lead": proposal([], { changes: [] }),
        }),
        rising(["lead-2"]),
        start,
        allAt(95),
      ],
      TWO_ROUNDS,
    );

    expect(outcome?.result["unexplained_rises"]).toMatchObject([
      { reason: "lead-2 was already known to you when you last spoke" },
    ]);
  });

  test("K5 an attack on the proposal raises nobody, unless it answers them", async () => {
    const attack = (answers: string[]) =>
      at({
        "discussion-2/test": discussion(
          message("all", {
            kind: "counter_case",
            text: "Replays miss half of the readers.",
            answers,
          }),
        ),
      });
    const hold = (answers: string[]) =>
      holdTable([attack(answers), rising(["test-3"]), start, allAt(95)], TWO_ROUNDS);

    for (const answers of [[], ["operations-2"]])
      expect((await hold(answers)).outcome?.changes).toMatchObject([{ standing: "reverted" }]);
    expect((await hold(["security-2"])).outcome?.changes).toMatchObject([
      { standing: "explained" },
    ]);
  });

  test("K5 T4 a message that was not sent to it cannot have raised its score", async () => {
    const { outcome } = await holdTable(
      [
        at({ "discussion-2/test": discussion(message("operations")) }),
        rising(["test-3"]),
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

  test("K5 after a fall, rises are compared with the fall", async () => {
    const back = at({ "scores-3/security": score("security", 82) });
    const { outcome } = await holdTable([back, scoring({ security: [80, 40] }), allAt(95)], {
      plan: { settings: { max_rounds: 3 } },
      answer: { choice: "defer", reason: "later" },
    });

    expect(outcome?.result["scores"]).toMatchObject([{}, { security: 40 }, { security: 40 }]);
  });

  test("K21 no prompt asks for a cause of a score above 100", async () => {
    const { prompts } = await holdTable([scoring({ operations: [80, 95] }), allAt(95)]);
    const of = (key: string): string => prompts.find((one) => one.key === key)?.text ?? "";

    expect(of("scores-2/operations")).toContain("A score of 90 or more names in raised_because");
    expect(of("scores-2/security")).toContain("The last score you explained is 95.");
    expect(of("scores-2/security")).not.toContain("A score of 105");
  });

  test("K5 T14 a rise of exactly ten needs one", async () => {
    const { outcome } = await holdTable([rising([], 70), start, allAt(95)], TWO_ROUNDS);

    expect(outcome?.result["scores"]).toMatchObject([{}, { security: 60 }]);
  });

  test("K5 T9 an unexplained rise to the target is no consensus, and closes nothing", async () => {
    const closes = score("security", 95, { my_concerns: [settled("security-3", ["lead-2"])] });
    const { outcome } = await holdTable(
      [at({ "scores-2/security": closes }), start, allAt(95)],
      TWO_ROUNDS,
    );

    expect(outcome).toMatchObject({
      label: "ESCALATED",
      result: { remaining_concerns: [{ id: "security-3" }], settled_concerns: [] },
    });
  });

  test("K16 ids are called after their seat and go on counting over positions, messages and concerns", async () => {
    const { events } = await holdTable([start, allAt(95)], TWO_ROUNDS);

    const own = events.flatMap(({ fact }) =>
      fact.type === "reply-recorded" && fact.by === "security"
        ? fact.claims.map(({ id }) => id)
        : [],
    );
    expect(own).toEqual([1, 2, 3, 4, 5].map((place) => `security-${place}`));
  });
});
