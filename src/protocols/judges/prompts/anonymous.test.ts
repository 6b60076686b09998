import { describe, expect, test } from "vitest";

import {
  describeAnonymousExchange,
  holdsAnonymously,
} from "../../../../test/conformance/anonymous.ts";
import {
  ALL_THREE,
  type Answering,
  blocksIn,
  blockWith,
  findAnonymousPrompt,
  type Question,
} from "../../../../test/support/protocols/anonymous-exchange.ts";
import { listFactsOfType, recorded } from "../../../../test/support/protocols/debate.ts";
import { createTestBrief, recommends } from "../../../../test/support/protocols/judges.ts";
import type { Json } from "../../../domain/json.ts";
import { judges } from "../protocol.ts";

const FIRST: Readonly<Record<string, string>> = { risk: "A", value: "B", effort: "C", legal: "A" };
const SEATS = ["risk", "value", "effort"];

/** Challenges every voice on its first claim, as its prompt shows them. */
function challengesAll({ prompt }: Question): Json[] {
  return blocksIn(prompt)
    .filter(({ head }) => head.startsWith("position of "))
    .map(({ label, claims }) => ({
      judge: label,
      claim: claims[0] ?? label,
      counter_argument: `${label} leaves out the valleys without signal that ${claims[0] ?? ""} depends on.`,
      evidence: [],
    }));
}

function answers(question: Question, option: string, changes: Record<string, Json> = {}): Json {
  return {
    challenges: challengesAll(question),
    concedes: [],
    option,
    conditions: [],
    confidence: 75,
    headline: `${option} stays right for the crews after all that was said`,
    claims: [],
    changed_because: null,
    confidence_because: null,
    against_own_scores: null,
    missing: null,
    self_challenge: null,
    would_change_my_mind: null,
    ...changes,
  };
}

/** Challenges all but the voice that says this. */
function leavingOut(question: Question, option: string, words: string): Json {
  const { label } = blockWith(question.prompt, words);
  const challenges = challengesAll(question) as { judge: string }[];
  return answers(question, option, {
    challenges: challenges.filter(({ judge }) => judge !== label),
  });
}

const plain: Answering = (question) =>
  question.step === "openings"
    ? recommends(question.seat, FIRST[question.seat] ?? "A").reply
    : answers(question, FIRST[question.seat] ?? "A");

const suite = { protocol: judges, brief: createTestBrief(), answering: plain };
const hold = holdsAnonymously(suite);

const FOUR = { seats: { legal: { stance: "careful" } } };

describeAnonymousExchange({
  ...suite,
  golden: [
    ["responses/value", "anonymous", { anonymous: true }],
    ["responses/value", "rotate", { rotate: true }],
    ["responses/value", "one-voice", ALL_THREE, FOUR],
  ],
  goldenFile: () => "round-2-value",
  slip: {
    key: "responses/value",
    names: ["risk-1"],
    reply: (question) =>
      answers(question, "A", {
        changed_because: { claims: ["risk-1"], evidence: [], explanation: "risk-1 is right." },
      }),
  },
  rotated: {
    keys: SEATS.map((seat) => `responses/${seat}`),
    order: (prompt) =>
      blocksIn(prompt)
        .map(({ head }) => head)
        .filter((head) => head.startsWith("judge ")),
  },
});

describe("anonymous", () => {
  test("R2 no prompt of round 2 says who else sits here, or which voice is the reader's own", async () => {
    const held = await hold({ anonymous: true });

    for (const seat of SEATS) {
      const prompt = findAnonymousPrompt(held, `responses/${seat}`);
      const blocks = blocksIn(prompt).filter(({ head }) => !/^(?:source|question)/.test(head));
      const words = blocks.map(({ head, body }) => `${head}\n${body}`).join("\n");
      const task = prompt.slice(prompt.indexOf("This is round 2"));

      expect(blocks).toHaveLength(3);
      expect(words).not.toMatch(
        /\bjudge\b|SKEPTICAL|OPTIMISTIC|PRAGMATIC|skeptical|optimistic|offline\/|(?:risk|value|effort)-\d/,
      );
      expect(words).not.toMatch(
        /(?:risk|value|effort) (?:is sure|read)|probability|magnitude|uncertainty/,
      );
      expect(task).not.toMatch(/you are voice|voice-\d+ and recommended/);
      expect(task).toContain(`In round 1 you recommended ${FIRST[seat]} `);
    }
  });

  test("R2 readers are shown the others under different labels", async () => {
    const held = await hold({ anonymous: true });
    const labels = SEATS.map((seat) => {
      const prompt = findAnonymousPrompt(held, `responses/${seat}`);
      return ["A", "B", "C"]
        .map((option) => blockWith(prompt, `Recommends ${option},`).label)
        .join();
    });

    expect(new Set(labels).size).toBeGreaterThan(1);
  });

  test("J15 R2 every other judge is challenged by label, and the journal says who", async () => {
    const held = await hold({ anonymous: true });

    for (const seat of SEATS) {
      const { reply, claims } = recorded(held, `responses/${seat}`);
      const { challenges } = reply as { challenges: { judge: string; claim: string }[] };
      const marks = challenges.map(({ judge, claim }) => `${judge} ${claim}`).toSorted();

      expect(marks).toEqual(["effort effort-1", "risk risk-1", "value value-1"]);
      // what a judge says against itself, unknowing, attacks nobody
      const attacked = claims.map(({ about }) => about).toSorted();
      expect(attacked).toEqual(
        SEATS.toSorted()
          .filter((id) => id !== seat)
          .map((id) => `${id}-1`),
      );
    }
  });

  test("J15 K3 a judge that leaves a voice out is asked again, in its own terms", async () => {
    const held = await hold({ anonymous: true }, (question) => {
      const reply = plain(question);
      if (question.key !== "responses/value" || question.attempt > 1) return reply;
      return leavingOut(question, "B", "Recommends A,");
    });
    const [fact] = listFactsOfType(held, "reply-rejected");
    const prompt = findAnonymousPrompt(held, "responses/value");
    const repair = held.questions.find(({ attempt }) => attempt === 2)?.prompt ?? "";

    expect(fact?.problems).toEqual([
      `the judge ${blockWith(prompt, "Recommends A,").label} is not challenged`,
    ]);
    expect(repair).toContain(fact?.problems[0]);
    expect(repair.slice(prompt.length)).not.toMatch(/\brisk\b/);
    expect(recorded(held, "responses/value").unmet).toEqual([]);
  });

  test("K3 R2 a judge that leaves it out twice is incomplete, and the journal says by name what was missing", async () => {
    const held = await hold({ anonymous: true }, (question) => {
      if (question.key !== "responses/value") return plain(question);
      return leavingOut(question, "B", "Recommends A,");
    });

    expect(held.outcome?.absences).toEqual([]);
    expect(held.outcome?.result["unmet_duties"]).toEqual([
      { judge: "value", round: 2, duty: "the judge ‹risk› is not challenged" },
    ]);
  });

  test("K5 J17 a change names its cause by the id that was shown, and counts", async () => {
    const held = await hold({ anonymous: true }, (question) => {
      if (question.key !== "responses/value") return plain(question);
      const [claim = ""] = blockWith(question.prompt, "Recommends A,").claims;
      return answers(question, "A", {
        changed_because: {
          claims: [claim],
          evidence: [],
          explanation: `${claim} settles it for the crews.`,
        },
      });
    });

    expect(held.outcome).toMatchObject({ label: "CONSENSUS", choice: "A" });
    expect(held.outcome?.changes).toMatchObject([
      {
        by: "value",
        from: "B",
        to: "A",
        causes: ["risk-1"],
        reason: "‹risk-1› settles it for the crews.",
        standing: "explained",
      },
    ]);
    expect(recorded(held, "responses/value").said?.because).toEqual(["risk-1"]);
  });

  test("K5 a judge that is moved by its own claim, unknowing, is told so and its vote reverts", async () => {
    const held = await hold({ anonymous: true }, (question) => {
      if (question.key !== "responses/value") return plain(question);
      const [claim = ""] = blockWith(question.prompt, "Recommends B,").claims;
      return answers(question, "A", {
        changed_because: { claims: [claim], evidence: [], explanation: "It is plain now." },
      });
    });
    const own =
      blockWith(findAnonymousPrompt(held, "responses/value"), "Recommends B,").claims[0] ?? "";

    expect(listFactsOfType(held, "reply-rejected")[0]?.problems).toEqual([
      `the change has no valid cause: claim ${own} is your own, so it cannot have changed your mind`,
    ]);
    expect(recorded(held, "responses/value").unmet).toEqual([
      "the change has no valid cause: claim value-1 is your own, so it cannot have changed your mind",
    ]);
    expect(held.outcome?.changes).toMatchObject([{ by: "value", standing: "reverted" }]);
  });
});

describe("one voice", () => {
  test("R4 two judges of one mind are one voice: each option once, no count, no confidence, no repetition", async () => {
    const held = await hold(ALL_THREE, undefined, FOUR);
    const prompt = findAnonymousPrompt(held, "responses/effort");
    const blocks = blocksIn(prompt).filter(({ head }) => head.startsWith("position of "));

    expect(blocks.map(({ body }) => /^Recommends \w\.$/m.exec(body)?.[0] ?? "").toSorted()).toEqual(
      ["Recommends A.", "Recommends B.", "Recommends C."],
    );
    const shown = prompt.slice(
      prompt.indexOf("Round 1 is closed"),
      prompt.indexOf("This is round 2"),
    );
    expect(shown).not.toMatch(/confidence|\bmost\b|majority|\d+ of \d+|everyone|consensus/i);
    expect(blockWith(prompt, "Recommends A.").body.match(/^claim-\d+ supports /gm)).toHaveLength(1);
  });

  test("J15 R4 to challenge a voice is enough for all that speak with it", async () => {
    const held = await hold(ALL_THREE, undefined, FOUR);

    const { challenges } = recorded(held, "responses/effort").reply as {
      challenges: { judge: string }[];
    };
    expect(challenges.map(({ judge }) => judge).toSorted()).toEqual(["effort", "risk", "value"]);
  });

  test("J15 R4 a judge owes a challenge to its own voice where others speak with it", async () => {
    const held = await hold(
      ALL_THREE,
      (question) => {
        if (question.key !== "responses/risk" || question.attempt > 1) return plain(question);
        return leavingOut(question, "A", "Recommends A.");
      },
      FOUR,
    );

    expect(listFactsOfType(held, "reply-rejected").map(({ key }) => key)).toEqual([
      "responses/risk",
    ]);
  });
});
