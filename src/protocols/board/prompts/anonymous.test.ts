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
  findAnonymousPrompt,
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
import { listFactsOfType, recorded } from "../../../../test/support/protocols/debate.ts";
import type { Json } from "../../../domain/json.ts";
import { board } from "../protocol.ts";

const HELD: Readonly<Record<string, string>> = { cfo: "A", contrarian: "A" };
const heldBy = (seat: string): string => HELD[seat] ?? "B";

/** The first voice with a point that is not the reader's own. */
function peer({ prompt }: Question): { label: string; claim: string } {
  const self = /Above, you are (\S+) and choose/.exec(prompt)?.[1];
  const own = /yours are ([^.]*)\./.exec(prompt)?.[1]?.split(", ") ?? [];
  const said = blocksIn(prompt).filter(({ claims }) => claims.some((id) => !own.includes(id)));
  const found = said.find(({ label }) => label !== self) ?? said[0];
  return {
    label: found?.label ?? "",
    claim: found?.claims.find((id) => !own.includes(id)) ?? "",
  };
}

function responds(question: Question, changes: Record<string, Json> = {}): Json {
  const { label, claim } = peer(question);
  const round = Number(question.step.split("-")[1]);
  return {
    agreements: [],
    disagreements: [
      {
        point: claim,
        counter_reason: `In round ${round} ${label} says nothing with ${claim} about hosting revenue and trust.`,
        evidence: [],
      },
    ],
    missed_risks: [],
    position: `${heldBy(question.seat)} is right for the engine and its customers`,
    choice: heldBy(question.seat),
    confidence: 70,
    conditions: [],
    next_step: null,
    formal_dissents: [],
    withdrawn_dissents: [],
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
      return responds(question, seat === "cfo" ? { formal_dissents: [DISSENT] } : {});
    case "gate":
      return gates({ 1: true, 2: true }).reply;
    case "poll":
      return ballot("yes").reply;
    case "reviews":
      return ACCURATE.reply;
    case "synthesis":
    case "correction": {
      const index = blockWith(question.prompt, "Risks that were raised").body;
      const listed = (title: string): string[] =>
        [
          ...((index.split(`${title}:\n`)[1] ?? "")
            .split(/\n(?!- )/)[0]
            ?.matchAll(/^- (claim-\d+)/gm) ?? []),
        ].map(([, id]) => id ?? "");
      const [risk = ""] = listed("Risks that were raised");
      const raised = blockWith(question.prompt, `${risk} risk of`).label;
      return synthesizes("B", {
        rejected: ["A", ...listed("What can be chosen or rejected").slice(0, 1)].map((point) => ({
          point,
          reasoning: "Fourteen deals were lost to lock-in.",
        })),
        risk_register: [
          {
            claims: [risk],
            likelihood: "medium",
            impact: "high",
            mitigation: `Keep the server closed, as ${raised} asks.`,
          },
        ],
        answers: listed("Formal dissents that stand").map((claim) => ({
          claim,
          reason: "The server stays closed, so nobody can host it.",
        })),
      }).reply;
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
    ["gate-2/gate-reviewer", "one-voice", ALL_THREE],
    ["poll-2/cfo", "one-voice", ALL_THREE],
    ["synthesis/ceo", "anonymous", { anonymous: true }],
    ["reviews/cfo", "one-voice", ALL_THREE],
  ],
  slip: {
    key: "responses-1/cto",
    names: ["ceo-1"],
    reply: (question) =>
      responds(question, {
        disagreements: [
          {
            point: "ceo-1",
            counter_reason: "Hosting needs the trust of its customers.",
            evidence: [],
          },
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
        const prompt = findAnonymousPrompt(held, `${step}/${seat}`);
        expect(exchangeIn(prompt)).not.toMatch(
          /\b(?:ceo|cto|cfo|coo|contrarian|moonshot|stepping)\b|\b(?:ceo|cto|cfo|coo)-\d/i,
        );
        return blocksIn(prompt)
          .filter(({ head }) => head.startsWith("statement of "))
          .map(({ body }) => /^Holds (\w)/.exec(body)?.[1])
          .join("");
      }),
    );

    expect(new Set(orders).size).toBeGreaterThan(3);
  });

  test("F6 R2 answers name a point as shown, and the journal the real one, of somebody else", async () => {
    const held = await hold({ anonymous: true });

    for (const seat of SEATS) {
      const { disagreements } = recorded(held, `responses-1/${seat}`).reply as {
        disagreements: { point: string }[];
      };
      const [author] = disagreements[0]?.point.split("-") ?? [];
      expect(SEATS, seat).toContain(author);
      expect(author, seat).not.toBe(seat);
    }
  });

  test("F6 K3 an answer to oneself is refused in the ids that were shown", async () => {
    const held = await hold({ anonymous: true }, (question) => {
      if (question.key !== "responses-1/cto" || question.attempt > 1) return plain(question);
      const [own = ""] = /yours are ([^.,]*)/.exec(question.prompt)?.slice(1) ?? [];
      const reason = "That is no answer to hosting revenue and what customers trust.";
      return responds(question, {
        disagreements: [{ point: own, counter_reason: reason, evidence: [] }],
      });
    });
    const [fact] = listFactsOfType(held, "reply-rejected");

    expect(fact?.problems[0]).toMatch(/^claim-\d+ is your own point; answer the others$/);
    expect(fact?.problems.join()).not.toMatch(/\b(?:ceo|cfo|coo|contrarian|moonshot)\b/);
  });

  test("F11-F13 K6 R2 the synthesis names risks by ids as shown, reviewers read labels, and the outcome has names", async () => {
    const held = await hold({ anonymous: true }, (question) =>
      question.key === "reviews/cfo"
        ? objects("I said that revenue comes first.").reply
        : plain(question),
    );
    const review = findAnonymousPrompt(held, "reviews/cfo");
    const correction = findAnonymousPrompt(held, "correction/ceo");
    const [row] = (held.outcome?.result["risk_register"] ?? []) as {
      ids: string[];
      raised_by: string[];
    }[];

    expect(row?.raised_by).toHaveLength(1);
    expect(row?.ids[0]?.startsWith(row.raised_by[0] ?? "?")).toBe(true);
    expect(blockWith(review, "Risks:").body).toMatch(/raised by voice-\d; /);
    expect(blockWith(review, "Risks:").body).toMatch(/as voice-\d asks/);
    expect(blockWith(review, "Risks:").body).toMatch(/^- voice-\d \(claim-\d+\), from B/m);
    expect(correction).toMatch(/<<<dissent-\w+ wrong, says voice-\d\n/);
    expect(held.outcome?.dissents).toMatchObject([{ by: "cfo", words: DISSENT.text }]);
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true, fault: null });
  });

  test("F27 R2 the gate reviewer reads who says what under labels", async () => {
    const prompt = findAnonymousPrompt(await hold({ anonymous: true }), "gate-2/gate-reviewer");

    expect(prompt).toMatch(/- voice-\d chooses [AB]/);
    expect(prompt).toMatch(/- claim-\d+ disagrees with claim-\d+/);
    expect(prompt).not.toMatch(/\b(?:CTO|CFO|COO|Contrarian|Moonshot)\b|\b(?:ceo|cto|cfo)-\d/);
  });
});

describe("one voice", () => {
  test("R4 six seats with two positions are two voices, and nothing in the prompt counts them", async () => {
    const held = await hold();
    const prompt = findAnonymousPrompt(held, "responses-2/cto");
    const positions = blocksIn(prompt).filter(({ head }) => head.startsWith("position of "));

    expect(positions.map(({ body }) => /^Holds (\w)\.$/m.exec(body)?.[1] ?? "").toSorted()).toEqual(
      ["A", "B"],
    );
    expect(exchangeIn(prompt)).not.toMatch(
      /confidence|\bmost\b|majority|\d+ of \d+|everyone|consensus/i,
    );
    expect(prompt.slice(prompt.indexOf("This is phase 2"))).not.toMatch(/everyone|majority/i);
    // what several assume is shown once for each position
    expect(prompt.match(/assumption: That no vendor copies it/g)).toHaveLength(2);
  });

  test("F27 F28 R4 neither gate nor poll is told how many say what; the synthesis, when all is said, is", async () => {
    const held = await hold();

    for (const key of ["gate-2/gate-reviewer", "poll-2/cfo"]) {
      expect(findAnonymousPrompt(held, key), key).not.toMatch(
        /\d+ voices|confidence \d|\d+ of \d+|everyone|majority/i,
      );
    }
    expect(findAnonymousPrompt(held, "synthesis/ceo")).toContain("confidence 70 of 100");
  });

  test("R4 where all hold the same, what the rules had put against it is shown apart and tagged as assigned", async () => {
    const held = await hold(ALL_THREE, (question) =>
      question.step === "statements"
        ? states(question.seat, "B").reply
        : question.step.startsWith("responses")
          ? responds(question, { choice: "B" })
          : plain(question),
    );
    const blocks = blocksIn(findAnonymousPrompt(held, "responses-1/cto"));
    const assigned = blocks.filter(({ head }) => head === "alternative (assigned: true)");

    expect(blocks.filter(({ head }) => head.startsWith("position of "))).toHaveLength(1);
    expect(assigned.map(({ body }) => body).join("\n")).toContain(
      "instead: Open the client library and nothing else.",
    );
    expect(held.outcome?.tallies[0]?.distribution).toEqual({ B: SEATS });
  });
});
