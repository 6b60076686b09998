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
  findAnonymousPrompt,
  type Question,
} from "../../../../test/support/protocols/anonymous-exchange.ts";
import {
  accepts,
  agrees,
  amends,
  answer,
  exposes,
  freshWords,
  maintains,
  objection,
  objects,
  opens,
  planBrief,
  respondsWith,
  SEATS,
} from "../../../../test/support/protocols/challenge.ts";
import { recorded } from "../../../../test/support/protocols/debate.ts";
import { challenge } from "../protocol.ts";

/** The ids that a prompt asks to be answered. */
function owed({ prompt }: Question): string[] {
  return /Answer each of these once: ([^.]+)\./.exec(prompt)?.[1]?.split(", ") ?? [];
}

/** The answer to the reader's own objection, as a dissenter is told. */
function given({ prompt }: Question): string {
  return /^Answer (claim-\d+|proponent-\d+): /m.exec(prompt)?.[1] ?? "";
}

/** Two object in the same words; one withdraws, one does not. */
const twoObject: Answering = (question) => {
  const [id = ""] = owed(question);
  switch (question.step.replace(/-\d+$/, "")) {
    case "opening":
      return opens().reply;
    case "challenges":
      return question.seat === "adversary"
        ? agrees(question.seat, { assumptions: [] }).reply
        : objects(
            question.seat,
            ["disagree", "strong"],
            { ...objection("architect"), alternative: null, settled_by: "A drill shows it." },
            { assumptions: [] },
          ).reply;
    case "response":
      return amends(
        owed(question).map((one, at) =>
          answer(one, "ACCEPT", { explanation: `${SAID[at % SAID.length]} So ${one} is right.` }),
        ),
      ).reply;
    case "rebuttals":
      return question.seat === "operator"
        ? accepts(id, [given(question)]).reply
        : maintains(id, freshWords("someone", 1), { new_information: true }).reply;
    default:
      return exposes("someone").reply;
  }
};

const SAID = [
  "The old table answers it, sessions can be switched back within minutes.",
  "The rota was never changed for the cache, and nobody had asked about it.",
  "Memory on shared hosts is readable by others, and the brief is silent on that.",
];

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
    names: ["architect-1", "operator-1"],
    reply: () =>
      respondsWith([answer("architect-1", "REJECT"), answer("operator-1", "REJECT")]).reply,
  },
  rotated: {
    keys: SEATS.map((seat) => `rebuttals-1/${seat}`),
    order: (prompt) => [...prompt.matchAll(/^\S+-\d+ by (\w+), /gm)].map(([, by = ""]) => by),
    answering: (question) =>
      question.step === "challenges"
        ? objects(question.seat, ["disagree", "strong"], {}, { assumptions: [] }).reply
        : twoObject(question),
  },
});

describe("anonymous", () => {
  test("R2 a dissenter is told its objection and not who the others are; the proponent keeps its office", async () => {
    const prompt = findAnonymousPrompt(await hold({ anonymous: true }), "rebuttals-1/operator");
    const shown = prompt.slice(
      prompt.indexOf("The proponent's opening"),
      prompt.indexOf("You are the challenger"),
    );

    expect(shown).not.toMatch(/architect|operator|adversary|proponent-\d/i);
    expect(blocksIn(shown).map(({ head }) => head)).toContain("proponent");
  });

  test("H20-H24 R2 objections are answered and withdrawn by the ids shown, and recorded under the real ones", async () => {
    const held = await hold({ anonymous: true });
    const response = recorded(held, "response-1/proponent");
    const withdrawn = recorded(held, "rebuttals-1/operator");
    const { answers, changed } = response.reply as {
      answers: { objection: string }[];
      changed: { because: string[] }[];
    };
    const { rebuttals } = withdrawn.reply as { rebuttals: { because: string[] }[] };

    expect(answers.map(({ objection: id }) => id)).toHaveLength(1);
    expect(["architect-1", "operator-1"]).toContain(answers[0]?.objection);
    expect(changed[0]?.because).toEqual([answers[0]?.objection]);
    expect(rebuttals[0]?.because).toEqual([response.claims[0]?.id]);
    expect(held.outcome).toMatchObject({ label: "TRADEOFF" });
    expect(held.outcome?.result["resolved_parties"]).toEqual(["operator"]);
  });

  test("H36 R2 an objection nobody could read has an id of its own that does not tell whose it is", async () => {
    const held = await hold({ anonymous: true }, (question) =>
      question.key === "challenges/operator" ? "no JSON object at all" : twoObject(question),
    );
    const prompt = findAnonymousPrompt(held, "response-1/proponent");

    expect(prompt).toMatch(/claim-\d+ by voice-\d: The reply could not be read/);
    expect(prompt.slice(prompt.indexOf("Objections that stand"))).not.toMatch(/operator/);
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true, fault: null });
  });

  test("K7 R2 what was said cannot be quoted by an id that would tell its author; versions can", async () => {
    const prompt = findAnonymousPrompt(await hold({ anonymous: true }), "challenges/architect");

    expect(prompt).toContain("such as position-v1.");
    expect(prompt).not.toContain("So can what was said");
  });
});

describe("one voice", () => {
  test("R4 an objection in the words of another is shown once, and nobody's sureness is", async () => {
    const prompt = findAnonymousPrompt(await hold(), "response-1/proponent");
    const objections = blocksIn(prompt).filter(({ head }) => head.startsWith("challenger "));

    expect(objections).toHaveLength(1);
    expect(prompt).not.toContain("Joined by code");
    expect(blockWith(prompt, "Reasoning:").body).not.toContain("Confidence");
    expect(findAnonymousPrompt(await hold({ anonymous: true }), "response-1/proponent")).toContain(
      "Confidence: MED",
    );
  });
});
