/** T1-T5, T13, T16: concerns from the first position until their owner closes them. */
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
  settled,
  limited,
} from "../../../test/support/protocols/roundtable.ts";

const WORDS = "tokens of the registry lie open to every consumer of events";
const raising = position("security", {
  concerns: [concern("security", { text: WORDS, blocking: true })],
});
const answering = discussion(
  message("all", {
    kind: "answer",
    text: "The registry encrypts tokens at rest and in flight.",
    answers: ["security-2"],
  }),
);
const ONE_ROUND = limited(1);
const TWO_ROUNDS = limited(2);

/** Security raises a blocking concern, test answers it, and security says this with its first score of 95. */
function closing(said: Parameters<typeof score>[2], options = ONE_ROUND) {
  const script = at({
    "positions/security": raising,
    "discussion-1/test": answering,
    "scores-1/security": score("security", 95, said),
  });
  return holdTable([script, allAt(95)], options);
}

describe("closing", () => {
  test("T5 its owner closes it by id, naming the message that settled it: consensus", async () => {
    const { outcome, asked } = await closing({
      my_concerns: [settled("security-2", ["test-2"], "Tokens are encrypted in both states now.")],
    });

    expect(asked).not.toContain("scores-1/security#2");
    expect(outcome).toMatchObject({
      label: "CONSENSUS",
      result: {
        remaining_concerns: [],
        settled_concerns: [
          {
            id: "security-2",
            participant: "security",
            round: 1,
            because: ["test-2"],
            why: "Tokens are encrypted in both states now.",
          },
        ],
      },
    });
  });

  test("T5 a sentence in the proposal is enough", async () => {
    const { outcome } = await closing({
      my_concerns: [settled("security-2", ["lead-1"], "It rejects what I worried about.")],
    });

    expect(outcome?.label).toBe("CONSENSUS");
  });

  test.each([
    ["nothing", [], "Tokens are encrypted now, as I asked.", "name in because the message"],
    [
      "a stranger",
      ["test-9"],
      "Tokens are encrypted now, as I asked.",
      "nothing that you were shown",
    ],
    ["itself", ["security-1"], "Tokens are encrypted now, as I asked.", "is your own"],
    ["a message, with “noted, whatever”", ["test-2"], "noted, whatever", "why says too little"],
    ["a message, with “ok”", ["test-2"], "ok", "why says too little"],
  ])("T16 K4 a closing that names %s closes nothing", async (_, because, why, problem) => {
    const { outcome, prompts } = await closing({
      my_concerns: [settled("security-2", because, why)],
    });

    const repair = prompts.find(({ key, attempt }) => key === "scores-1/security" && attempt === 2);
    expect(repair?.text).toContain(problem);
    expect(outcome).toMatchObject({
      label: "ESCALATED",
      result: { remaining_concerns: [{ id: "security-2", blocking: true }] },
    });
  });

  test("K4 what a reply does not mention stays open", async () => {
    const { outcome } = await closing({});

    expect(outcome?.label).toBe("ESCALATED");
    expect(outcome?.result["unmet_duties"]).toContainEqual({
      participant: "security",
      step: "scores-1",
      duty: "security-2 was answered; say in my_concerns whether that settles it or what is missing",
    });
  });

  test("T5 nobody closes another's concern", async () => {
    const meddling = score("test", 95, { my_concerns: [settled("security-2", ["lead-1"])] });
    const { outcome } = await holdTable(
      [at({ "positions/security": raising, "scores-1/test": meddling }), allAt(95)],
      { ...ONE_ROUND, plan: { settings: { max_rounds: 1 } } },
    );

    expect(outcome?.result["unmet_duties"]).toContainEqual({
      participant: "test",
      step: "scores-1",
      duty: "security-2 is not an open concern of yours",
    });
  });

  test("T13 an answered concern that is still open is acknowledged with what is missing", async () => {
    const open = { claim: "security-2", state: "open", because: [], why: "Keys are not rotated." };
    const said = score("security", 75, { REMAINING_CONCERNS: [], my_concerns: [open] });
    const { outcome, asked } = await holdTable(
      [
        at({
          "positions/security": raising,
          "discussion-1/test": answering,
          "scores-1/security": said,
        }),
        allAt(95),
      ],
      ONE_ROUND,
    );

    expect(asked).not.toContain("scores-1/security#2");
    expect(outcome?.result["remaining_concerns"]).toMatchObject([{ id: "security-2" }]);
  });
});

describe("closing by something older than the concern", () => {
  const late = { ...concern("security", { text: WORDS, blocking: true }) };
  const script = (second: ReturnType<typeof score>): Player =>
    at({
      "discussion-1/test": discussion(
        message("all", { text: "The registry encrypts tokens at rest and in flight." }),
      ),
      "scores-1/security": score("security", 75, { REMAINING_CONCERNS: [{ id: null, ...late }] }),
      "scores-2/security": second,
    });
  const old = settled("security-3", ["test-2"], "Tokens are encrypted in both states now.");

  test("T16 K21 leaves it open, is noted, and is not asked for again", async () => {
    const said = score("security", 80, { REMAINING_CONCERNS: [], my_concerns: [old] });
    const { outcome, asked, prompts } = await holdTable([script(said), allAt(95)], TWO_ROUNDS);

    expect(asked).not.toContain("scores-2/security#2");
    expect(outcome?.result["remaining_concerns"]).toMatchObject([{ id: "security-3" }]);
    expect(outcome?.notes).toContain(
      "security called security-3 settled in round 2, and it stayed open: test-2 says nothing that was not said before you raised it",
    );
    expect(prompts.find(({ key }) => key === "scores-2/security")?.text).toContain(
      "what was already said when you raised it leaves it open",
    );
  });

  test("T9 T16 with a score at the target it is sent back, because the concern blocks", async () => {
    const said = score("security", 95, { my_concerns: [old], raised_because: ["lead-2"] });
    const { outcome, asked } = await holdTable([script(said), allAt(95)], TWO_ROUNDS);

    expect(asked).toContain("scores-2/security#2");
    expect(outcome?.label).toBe("ESCALATED");
  });

  test("T16 K21 one cause that holds is enough beside one that does not", async () => {
    const { outcome, asked } = await closing({
      my_concerns: [settled("security-2", ["security-1", "test-2"], "Tokens are encrypted now.")],
    });

    expect(asked).not.toContain("scores-1/security#2");
    expect(outcome?.result["settled_concerns"]).toMatchObject([{ because: ["test-2"] }]);
  });
});

describe("closing in the discussion", () => {
  const closed = (claim: string, because: string[]) => ({
    reply: {
      messages: [],
      concerns: [],
      settled: [{ claim, because, why: "The registry now names an owner for tokens." }],
    },
  });

  test("T5 its owner closes it by what it had read before speaking, and may pass", async () => {
    const { outcome, asked } = await holdTable(
      [
        at({
          "positions/security": raising,
          "discussion-1/security": closed("security-2", ["lead-1"]),
        }),
        allAt(95),
      ],
      ONE_ROUND,
    );

    expect(asked).not.toContain("discussion-1/security#2");
    expect(outcome).toMatchObject({
      label: "CONSENSUS",
      result: { settled_concerns: [{ id: "security-2", round: 1, because: ["lead-1"] }] },
    });
  });

  test("T5 K4 what was said at the same time settles nothing", async () => {
    const { outcome, asked } = await holdTable(
      [
        at({
          "positions/security": raising,
          "discussion-1/test": answering,
          "discussion-1/security": closed("security-2", ["test-2"]),
          "scores-1/security": score("security", 80),
        }),
        allAt(95),
      ],
      ONE_ROUND,
    );

    expect(asked).toContain("discussion-1/security#2");
    expect(outcome?.result["settled_concerns"]).toEqual([]);
  });

  test("K21 T6 the prompt says which ids only their owner and the lead know", async () => {
    const { prompts } = await holdTable(
      [scoring({ security: [score("security", 75), 95] }), allAt(95)],
      TWO_ROUNDS,
    );

    expect(prompts.find(({ key }) => key === "discussion-2/security")?.text).toContain(
      "Only you and the lead know security-3. The others are not shown that id; tell them in words what it says.",
    );
  });
});

describe("the ledger", () => {
  test("T16 what repeats an own open concern is that concern, and saying it softer does not unblock", async () => {
    const softer = score("security", 95, {
      REMAINING_CONCERNS: [{ id: null, ...concern("security", { text: WORDS, blocking: false }) }],
    });
    const { outcome } = await holdTable(
      [at({ "positions/security": raising, "scores-1/security": softer }), allAt(95)],
      ONE_ROUND,
    );

    expect(outcome).toMatchObject({
      label: "ESCALATED",
      result: { remaining_concerns: [{ id: "security-2", blocking: true }] },
    });
  });

  test("T1 its owner can change its words by id, and it keeps its id", async () => {
    const sharper = score("security", 80, {
      REMAINING_CONCERNS: [
        { id: "security-2", ...concern("security", { text: "tokens lie open in backups" }) },
      ],
    });
    const { outcome } = await holdTable(
      [at({ "positions/security": raising, "scores-1/security": sharper }), allAt(95)],
      ONE_ROUND,
    );

    expect(outcome?.result["remaining_concerns"]).toMatchObject([
      { id: "security-2", concern: "tokens lie open in backups", blocking: true },
    ]);
  });

  test("T16 repeating a concern that its owner closed is logged and does not block", async () => {
    const again = score("security", 95, {
      REMAINING_CONCERNS: [{ id: null, ...concern("security", { text: WORDS, blocking: true }) }],
    });
    const { outcome } = await holdTable([
      at({
        "positions/security": raising,
        "discussion-1/test": answering,
        "scores-1/security": score("security", 95, {
          my_concerns: [settled("security-2", ["test-2"], "Tokens are encrypted in both states.")],
        }),
        "scores-2/security": again,
      }),
      scoring({ operations: [80, 95] }),
      allAt(95),
    ]);

    expect(outcome).toMatchObject({ label: "CONSENSUS", result: { rounds: 2 } });
    expect(outcome?.result["logged_concerns"]).toMatchObject([
      { participant: "security", why: "repeats security-2, which its owner closed" },
    ]);
  });

  test("T3 a concern raised in the discussion is read by all and is in the ledger", async () => {
    const raised: Player = ({ step, seat }) =>
      step === "discussion-1" && seat === "test"
        ? { reply: { messages: [], concerns: [concern("test", { blocking: true })] } }
        : undefined;
    const { prompts, outcome } = await holdTable([raised, allAt(95)], TWO_ROUNDS);

    expect(prompts.find(({ key }) => key === "scores-1/security")?.text).toContain(
      "test-2 concern from test",
    );
    expect(outcome?.result["settled_concerns"]).toMatchObject([{ id: "test-2" }]);
  });

  test("K21 each speaker is shown its own open concerns and last score, and the lead all of them", async () => {
    const { prompts } = await holdTable(
      [
        scoring({
          security: [
            score("security", 61, {
              POSITION: "Sixty-one, for the tokens lie open.",
              REMAINING_CONCERNS: [{ id: null, ...concern("security", { text: WORDS }) }],
            }),
            95,
          ],
        }),
        allAt(80, 95),
      ],
      TWO_ROUNDS,
    );
    const prompt = (key: string): string => prompts.find((one) => one.key === key)?.text ?? "";

    expect(prompt("discussion-2/security")).toContain(`security-3 concern (security): ${WORDS}`);
    expect(prompt("scores-2/security")).toContain("In round 1 your score was 61");
    expect(prompt("scores-2/security")).toContain("Sixty-one, for the tokens lie open.");
    expect(prompt("proposal-2/lead")).toContain(WORDS);
    expect(prompt("proposal-2/lead")).toContain("Score 61 in round 1, would accept: no");
    for (const seat of ["test", "operations"]) {
      expect(prompt(`discussion-2/${seat}`)).not.toContain(WORDS);
      expect(prompt(`scores-2/${seat}`)).not.toContain("Sixty-one");
    }
  });
});
