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
  numbered,
  promptOf,
  type Question,
} from "../../../../test/support/protocols/anonymous-exchange.ts";
import {
  ACCURATE,
  ballot,
  boardBrief,
  DISSENT,
  gates,
  objects,
  SEATS,
  states,
  synthesizes,
} from "../../../../test/support/protocols/board.ts";
import { factsOf, recorded } from "../../../../test/support/protocols/debate.ts";
import type { Json } from "../../../domain/json.ts";
import { board } from "../board.ts";

const HELD: Readonly<Record<string, string>> = { cfo: "A", contrarian: "A" };
const heldBy = (seat: string): string => HELD[seat] ?? "B";

/** The first voice that is not the reader's own, as its task lists them. */
function peer({ prompt }: Question): { label: string; claim: string } {
  const self = /Above, you are (\S+) and hold/.exec(prompt)?.[1];
  const listed = [...prompt.matchAll(/^- (voice-\d+) \((claim-\d+)/gm)];
  const [, label = "", claim = ""] = listed.find(([, voice]) => voice !== self) ?? listed[0] ?? [];
  return { label, claim };
}

function responds(question: Question, changes: Record<string, Json> = {}): Json {
  const { label, claim } = peer(question);
  const round = Number(question.step.split("-")[1]);
  return {
    agreements: [],
    disagreements: [
      {
        with: label,
        point: claim,
        counter_reason: `In round ${round} ${label} says nothing with ${claim} about hosting revenue and trust.`,
        evidence: [],
      },
    ],
    missed_risks: [],
    position: `${heldBy(question.seat)} is right for the engine and its customers`,
    option: heldBy(question.seat),
    verdict: null,
    confidence: 70,
    formal_dissent: null,
    changed_because: null,
    request_synthesis: round > 1,
    ...changes,
  };
}

const plain: Answering = (question) => {
  const { seat, step } = question;
  switch (step.replace(/-\d+$/, "")) {
    case "statements":
      return states(seat, heldBy(seat)).reply;
    case "responses":
      return responds(question, seat === "cfo" ? { formal_dissent: DISSENT } : {});
    case "gate":
      return gates({ 1: true, 2: true }).reply;
    case "poll":
      return ballot("yes").reply;
    case "reviews":
      return ACCURATE.reply;
    case "synthesis":
    case "correction": {
      const raised = blockWith(question.prompt, "Going further:").label;
      const risk = { risk: "A vendor hosts it cheaper.", likelihood: "medium", impact: "high" };
      const mitigation = `Keep the server closed, as ${raised} asks.`;
      return synthesizes("B", { risk_register: [{ ...risk, mitigation, raised_by: raised }] })
        .reply;
    }
    default:
      return ACCURATE.reply;
  }
};

const suite = { protocol: board, brief: boardBrief(), answering: plain };
const hold = holdsAnonymously(suite);

/** A prompt without the brief, and without who its reader is. */
function exchangeIn(prompt: string): string {
  const shown = numbered(prompt);
  return shown.slice(shown.indexOf("is closed."), shown.lastIndexOf("You sit on this board"));
}

describeAnonymousExchange({
  ...suite,
  golden: [
    ["responses-2/cto", "anonymous", { anonymous: true }],
    ["responses-2/cto", "one-voice", ALL_THREE],
    ["gate-2/ceo", "one-voice", ALL_THREE],
    ["poll-2/cfo", "one-voice", ALL_THREE],
    ["synthesis/ceo", "anonymous", { anonymous: true }],
    ["reviews/cfo", "one-voice", ALL_THREE],
  ],
  slip: {
    key: "responses-1/cto",
    names: ["ceo", "C1"],
    reply: (question) =>
      responds(question, {
        disagreements: [
          { with: "ceo", point: "C1", counter_reason: "Hosting needs trust.", evidence: [] },
        ],
      }),
  },
  rotated: {
    keys: SEATS.map((seat) => `responses-1/${seat}`),
    order: (prompt) => blocksIn(prompt).map(({ head }) => head),
  },
});

describe("anonymous", () => {
  test("R2 no prompt after the statements names a seat or its role, and labels differ between readers and rounds", async () => {
    const held = await hold({ anonymous: true });
    const orders = SEATS.flatMap((seat) =>
      ["responses-1", "responses-2"].map((step) => {
        const prompt = promptOf(held, `${step}/${seat}`);
        expect(exchangeIn(prompt)).not.toMatch(
          /\b(?:ceo|cto|cfo|coo|contrarian|moonshot|stepping)\b|\b[CTFONM]\d/i,
        );
        return blocksIn(prompt)
          .filter(({ head }) => head.startsWith("statement of "))
          .map(({ body }) => /^Holds (\w)/.exec(body)?.[1])
          .join("");
      }),
    );

    expect(new Set(orders).size).toBeGreaterThan(3);
  });

  test("F6 R2 answers name a voice and a claim as shown, and the journal the seat and its claim", async () => {
    const held = await hold({ anonymous: true });

    for (const seat of SEATS) {
      const { disagreements } = recorded(held, `responses-1/${seat}`).reply as {
        disagreements: { with: string; point: string }[];
      };
      expect(
        disagreements.map((one) => SEATS.includes(one.with)),
        seat,
      ).toEqual([true]);
      expect(disagreements[0]?.with, seat).not.toBe(seat);
      expect(disagreements[0]?.point, seat).toMatch(/^[CTFONM]1$/);
    }
  });

  test("F6 K3 an answer to oneself or to a claim of someone else is refused in labels", async () => {
    const held = await hold({ anonymous: true }, (question) => {
      if (question.key !== "responses-1/cto" || question.attempt > 1) return plain(question);
      const self = /Above, you are (\S+) and hold/.exec(question.prompt)?.[1] ?? "";
      const { label, claim } = peer(question);
      const other = [...question.prompt.matchAll(/^- (voice-\d+) \((claim-\d+)/gm)].find(
        ([, voice]) => voice !== label,
      )?.[2];
      const reason = "That is no answer to hosting revenue and what customers trust.";
      return responds(question, {
        disagreements: [
          { with: self, point: claim, counter_reason: reason, evidence: [] },
          { with: label, point: other ?? "", counter_reason: reason, evidence: [] },
        ],
      });
    });
    const [fact] = factsOf(held, "reply-rejected");

    expect(fact?.problems[0]).toBe("you cannot answer yourself");
    expect(fact?.problems[1]).toMatch(
      /^"claim-\d" is no claim of voice-\d; its claims are claim-\d$/,
    );
    expect(fact?.problems.join()).not.toMatch(/\b(?:ceo|cfo|coo|contrarian|moonshot)\b|[CTFONM]\d/);
  });

  test("F11-F13 K6 R2 the synthesis raises risks by label, reviewers read labels, and the outcome has names", async () => {
    const held = await hold({ anonymous: true }, (question) =>
      question.key === "reviews/cfo"
        ? objects("I said that revenue comes first.").reply
        : plain(question),
    );
    const review = promptOf(held, "reviews/cfo");
    const correction = promptOf(held, "correction/ceo");

    expect(recorded(held, "synthesis/ceo").reply).toMatchObject({
      risk_register: [
        { raised_by: "moonshot", mitigation: "Keep the server closed, as ‹moonshot› asks." },
      ],
    });
    expect(blockWith(review, "Risk register:").body).toMatch(
      /raised by voice-\d\. .*as voice-\d asks/,
    );
    expect(blockWith(review, "Risk register:").body).toMatch(
      /^- voice-\d, against opening all of it/m,
    );
    expect(correction).toMatch(/<<<dissent-\w+ objection of voice-\d\n/);
    expect(held.outcome?.dissents).toMatchObject([{ by: "cfo", words: DISSENT.text }]);
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true, fault: null });
  });

  test("F27 R2 the gate reviewer reads who disagrees with whom under labels", async () => {
    const prompt = promptOf(await hold({ anonymous: true }), "gate-2/ceo");

    expect(prompt).toMatch(/- voice-\d disagrees with voice-\d on claim-\d+/);
    expect(prompt).not.toMatch(/\b(?:CTO|CFO|COO|Contrarian|Moonshot)\b|\b[CTFONM]\d/);
  });
});

describe("one voice", () => {
  test("R4 six seats with two positions are two voices, and nothing in the prompt counts them", async () => {
    const held = await hold();
    const prompt = promptOf(held, "responses-2/cto");
    const positions = blocksIn(prompt).filter(({ head }) => head.startsWith("position of "));

    expect(positions.map(({ body }) => /^Holds (\w)\.$/m.exec(body)?.[1] ?? "").toSorted()).toEqual(
      ["A", "B"],
    );
    expect(exchangeIn(prompt)).not.toMatch(
      /confidence|\bmost\b|majority|\d+ of \d+|everyone|consensus/i,
    );
    expect(prompt.slice(prompt.indexOf("This is phase 2"))).not.toMatch(/everyone|majority/i);
  });

  test("F27 F28 R4 neither gate nor poll is told how many say what; the synthesis, when all is said, is", async () => {
    const held = await hold();

    for (const key of ["gate-2/ceo", "poll-2/cfo"]) {
      expect(promptOf(held, key).replace(/\n\nYou sit[\s\S]*?\n\n/, ""), key).not.toMatch(
        /\d+ voices|confidence \d|\d+ of \d+|everyone|majority/i,
      );
    }
    expect(promptOf(held, "synthesis/ceo")).toContain("confidence 70 of 100");
  });

  test("R4 where all hold the same, what the rules had put against it is shown apart and tagged as assigned", async () => {
    const held = await hold(ALL_THREE, (question) =>
      question.step === "statements"
        ? states(question.seat, "B").reply
        : question.step.startsWith("responses")
          ? responds(question, { option: "B" })
          : plain(question),
    );
    const blocks = blocksIn(promptOf(held, "responses-1/cto"));
    const assigned = blocks.filter(({ head }) => head === "alternative (assigned: true)");

    expect(blocks.filter(({ head }) => head.startsWith("position of "))).toHaveLength(1);
    expect(assigned.map(({ body }) => body)).toContain(
      "Instead: Open the client library and nothing else.",
    );
    expect(held.outcome?.tallies[0]?.distribution).toEqual({ B: SEATS });
  });
});
