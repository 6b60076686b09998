import { describe, expect, test } from "vitest";

import {
  describeAnonymousExchange,
  holdsAnonymously,
} from "../../../../test/conformance/anonymous.ts";
import { verified } from "../../../../test/support/journals/forge-journal.ts";
import {
  ALL_THREE,
  type Answering,
  blocksIn,
  blockWith,
  promptOf,
  type Question,
} from "../../../../test/support/protocols/anonymous-exchange.ts";
import {
  accepts,
  agrees,
  answer,
  BOTH,
  exposes,
  freshWords,
  maintains,
  objects,
  opens,
  planBrief,
  respondsWith,
  SEATS,
} from "../../../../test/support/protocols/challenge.ts";
import { factsOf, recorded } from "../../../../test/support/protocols/debate.ts";
import { challenge } from "../challenge.ts";

/** Ids the proponent is to answer, as its prompt lists them. */
function owed({ prompt }: Question): string[] {
  return /objections exactly once: ([^.]+)\./.exec(prompt)?.[1]?.split(", ") ?? [];
}

/** Its own objection and the answer to it, as a dissenter is told. */
function mine({ prompt }: Question): string[] {
  const [, objection = "", reply = ""] =
    /Your objection is (\S+), and (\S+) is the answer/.exec(prompt) ?? [];
  return [objection, reply];
}

/** Two object in nearly the same words; one withdraws, one does not. */
const twoObject: Answering = (question) => {
  switch (question.step.replace(/-\d+$/, "")) {
    case "opening":
      return opens().reply;
    case "challenges":
      return question.seat === "adversary"
        ? agrees(question.seat).reply
        : objects(question.seat, ["disagree", "strong"]).reply;
    case "response":
      return respondsWith(
        owed(question).map((id) => answer(id, "ACCEPT")),
        { position: BOTH },
      ).reply;
    case "rebuttals":
      return question.seat === "operator"
        ? accepts([mine(question)[1] ?? ""]).reply
        : maintains(freshWords("architect", 1), { new_information: true }).reply;
    default:
      return exposes(question.seat).reply;
  }
};

const suite = {
  protocol: challenge,
  brief: planBrief(),
  answering: twoObject,
  settings: { max_rounds: 1 },
};
const hold = holdsAnonymously(suite);

describeAnonymousExchange({
  ...suite,
  golden: [
    ["challenges/architect", "anonymous", { anonymous: true }],
    ["response-1/proponent", "one-voice", ALL_THREE],
    ["rebuttals-1/architect", "anonymous", { anonymous: true }],
    ["rebuttals-1/operator", "one-voice", ALL_THREE],
    ["assumptions/architect", "one-voice", ALL_THREE],
  ],
  slip: {
    key: "response-1/proponent",
    names: ["A1", "O1"],
    reply: () => respondsWith([answer("A1", "REJECT"), answer("O1", "REJECT")]).reply,
  },
  rotated: {
    keys: SEATS.map((seat) => `rebuttals-1/${seat}`),
    order: (prompt) => [...prompt.matchAll(/^Objection \w+ by (\w+)/gm)].map(([, by = ""]) => by),
    answering: (question) =>
      question.step === "challenges"
        ? objects(question.seat, ["disagree", "strong"]).reply
        : twoObject(question),
  },
});

describe("anonymous", () => {
  test("R2 a dissenter is told its objection and not who the others are; the proponent keeps its office", async () => {
    const held = await hold({ anonymous: true });
    const prompt = promptOf(held, "rebuttals-1/operator");
    const shown = prompt.slice(
      prompt.indexOf("The proponent has opened"),
      prompt.indexOf("The proponent has answered"),
    );

    expect(shown).not.toMatch(/architect|operator|adversary|\b[AODP]\d/i);
    expect(blocksIn(shown).map(({ head }) => head)).toContain("proponent");
  });

  test("H20-H24 R2 objections are answered and withdrawn by the ids shown, and recorded under the real ones", async () => {
    const held = await hold({ anonymous: true });
    const response = recorded(held, "response-1/proponent");
    const withdrawn = recorded(held, "rebuttals-1/operator");
    const { answers } = response.reply as {
      answers: { objection: string; explanation: string }[];
    };

    expect(answers.map(({ objection }) => objection).toSorted()).toEqual(["A1", "O1"]);
    for (const { objection, explanation } of answers) {
      expect(explanation).toContain(`The old table answers ‹${objection}›`);
    }
    const { because } = withdrawn.reply as { because: string[] };
    const answered = response.claims.find(({ about }) => about === "O1")?.id;
    expect(because).toEqual([answered]);
    expect(held.outcome).toMatchObject({ label: "TRADEOFF" });
    expect(held.outcome?.result["resolved_parties"]).toEqual(["operator"]);
  });

  test("H22 K3 what is not answered is asked for by the id that was shown", async () => {
    const held = await hold({ anonymous: true }, (question) =>
      question.step === "response-1" && question.attempt === 1
        ? respondsWith([answer(owed(question)[0] ?? "", "REJECT")]).reply
        : twoObject(question),
    );
    const question = held.questions.find(({ step }) => step === "response-1");
    const missing = question ? owed(question)[1] : "";

    expect(factsOf(held, "reply-rejected")[0]?.problems).toEqual([
      `objection ${missing} is answered 0 times, once is needed`,
    ]);
  });

  test("H36 R2 an objection nobody could read has an id of its own that does not tell whose it is", async () => {
    const held = await hold({ anonymous: true }, (question) =>
      question.key === "challenges/operator" ? "no JSON object at all" : twoObject(question),
    );
    const prompt = promptOf(held, "response-1/proponent");

    expect(prompt).toMatch(/Objection claim-\d+ by voice-\d: its reply could not be read/);
    expect(prompt.slice(prompt.indexOf("Round 1."))).not.toMatch(/\bO0\b|operator/);
    expect(factsOf(held, "reply-rejected").filter(({ key }) => key.startsWith("response"))).toEqual(
      [],
    );
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true, fault: null });
  });
});

describe("one voice", () => {
  test("R4 an objection in the words of another is shown once, and nobody's sureness is", async () => {
    const prompt = promptOf(await hold(), "response-1/proponent");
    const objections = blocksIn(prompt).filter(({ head }) => head.startsWith("challenger "));
    const [first] = /Objection (claim-\d+) by/.exec(prompt)?.slice(1) ?? [];

    expect(objections).toHaveLength(2);
    expect(objections[0]?.body).toContain("throws every customer out");
    expect(objections[1]?.body).toBe(`It says what ${first} says.`);
    expect(blockWith(prompt, "Reasoning:").body).not.toContain("Confidence");
    expect(promptOf(await hold({ anonymous: true }), "response-1/proponent")).toContain(
      "Confidence: MED",
    );
  });
});
