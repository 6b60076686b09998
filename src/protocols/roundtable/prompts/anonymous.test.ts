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
  numbered,
  findAnonymousPrompt,
  type Question,
} from "../../../../test/support/protocols/anonymous-exchange.ts";
import { recorded } from "../../../../test/support/protocols/debate.ts";
import {
  concern,
  discussion,
  draft,
  dutifulProposal,
  honestScore,
  message,
  position,
  score,
  SPECIALISTS,
  tableBrief,
  TABLE_OPTIONS,
} from "../../../../test/support/protocols/roundtable.ts";
import type { Json } from "../../../domain/json.ts";
import { roundtable } from "../protocol.ts";
import type { DiscussMatter } from "./prompt-input.ts";

const ANSWER = "A contract test covers old consumers of the registry.";

function spoken(seat: string): Json {
  const concerns = seat === "security" ? [concern("security", { blocking: true })] : [];
  return position(seat, { concerns, position_option: seat === "operations" ? "B" : "A" }).reply;
}

/** Test answers the concern of security to it alone, by label and id; security answers a round later. */
function discussed(question: Question): Json {
  const { seat, step, request } = question;
  const { owed, view } = request.promptInput as DiscussMatter;
  if (seat === "test" && step === "discussion-1") {
    const [raised] = view.positions.flatMap(({ concerns }) => concerns);
    const answers = [raised?.id ?? ""];
    return discussion(message(raised?.by ?? "", { kind: "proposal", text: ANSWER, answers })).reply;
  }
  const text = `${seat} proposes in ${step} that the registry keeps two versions.`;
  return discussion(message("all", { text, answers: [...owed] })).reply;
}

function scored({ seat, step, request }: Question): Json {
  const satisfaction = seat === "security" && step === "scores-1" ? 60 : 95;
  const reply = honestScore(seat, satisfaction, request).reply as Record<string, Json>;
  if (seat !== "operations") return { ...reply, position_option: "A" };
  const why = "The registry covers my case at a price that I can pay.";
  return { ...reply, position_option: "B", accepts_other_option: why };
}

const plain: Answering = (question) => {
  switch (question.step.replace(/-\d+$/, "")) {
    case "positions":
      return spoken(question.seat);
    case "proposal":
      return dutifulProposal(question.request, { option: "A" }).reply;
    case "discussion":
      return discussed(question);
    case "scores":
      return scored(question);
    case "adr-draft":
    case "adr-revision":
      return draft().reply;
    default:
      return { accurate: "yes", correction: null };
  }
};

const suite = {
  protocol: roundtable,
  brief: tableBrief({ options: TABLE_OPTIONS }),
  answering: plain,
};
const hold = holdsAnonymously(suite);

/** What of a prompt shows the others: after the brief and the roster, before who its reader is. */
function exchangeIn(prompt: string): string {
  const shown = numbered(prompt);
  return shown.slice(shown.indexOf("On the table"), shown.lastIndexOf("You are "));
}

describeAnonymousExchange({
  ...suite,
  golden: [
    ["discussion-2/security", "anonymous", { anonymous: true }],
    ["discussion-1/security", "one-voice", ALL_THREE],
    ["scores-2/security", "one-voice", ALL_THREE],
    ["proposal-2/lead", "anonymous", { anonymous: true }],
    ["adr-draft/lead", "anonymous", { anonymous: true }],
    ["adr-review-1/security", "one-voice", ALL_THREE],
  ],
  // T4: a message is addressed to a label
  slip: {
    key: "discussion-1/test",
    names: ["security"],
    reply: () => discussion(message("security", { text: ANSWER })).reply,
  },
  rotated: {
    keys: SPECIALISTS.map((seat) => `discussion-1/${seat}`),
    order: (prompt) =>
      blocksIn(prompt)
        .map(({ head }) => head)
        .filter((head) => head.startsWith("position of ")),
  },
});

describe("anonymous", () => {
  test("R2 domains are public and whose they are is not: no message, position or concern tells", async () => {
    const held = await hold({ anonymous: true });

    for (const seat of SPECIALISTS) {
      for (const step of ["discussion-2", "scores-2"]) {
        const shown = exchangeIn(findAnonymousPrompt(held, `${step}/${seat}`));
        expect(shown, `${step}/${seat}`).not.toMatch(
          /(?:architecture|security|test|observability|operations) (?:wants|stands|proposes)|\((?:security|test)\)/,
        );
        expect(shown, `${step}/${seat}`).not.toMatch(
          /\b(?:architecture|security|test|observability|operations|lead)-\d/,
        );
      }
    }
  });

  test("T4 R2 messages are addressed to labels and reach the seats behind them", async () => {
    const held = await hold({ anonymous: true });
    const { messages } = recorded(held, "discussion-1/test").reply as {
      messages: { to: string; answers: string[] }[];
    };

    expect(messages[0]).toMatchObject({ to: "security", answers: ["security-2"] });
    expect(findAnonymousPrompt(held, "discussion-2/security")).toContain(ANSWER);
    expect(findAnonymousPrompt(held, "discussion-2/operations")).not.toContain(ANSWER);
  });

  test("T4 T5 K5 R2 what is owed, closed and earned is named by the ids shown, and recorded by the real ones", async () => {
    const held = await hold({ anonymous: true });
    const prompt = findAnonymousPrompt(held, "discussion-2/security");
    const head = blockWith(prompt, ANSWER).head;
    const [, id, label] = /^(claim-\d+) proposal from (voice-\d)/.exec(head) ?? [];

    expect(prompt).toContain(`wait for your answer: ${id} from ${label}.`);
    expect(recorded(held, "discussion-2/security").reply).toMatchObject({
      messages: [{ answers: ["test-2"] }],
    });
    expect(recorded(held, "scores-2/security").reply).toMatchObject({
      my_concerns: [{ claim: "security-2", because: ["lead-2"] }],
      raised_because: ["lead-2"],
    });
    expect(held.outcome?.changes).toMatchObject([
      { by: "security", from: "60", to: "95", standing: "explained" },
    ]);
  });

  test("T0 R2 the lead proposes from labels, and its citations become real ids", async () => {
    const held = await hold({ anonymous: true });

    expect(recorded(held, "proposal-1/lead").reply).toMatchObject({
      changes: [{ because: expect.arrayContaining([expect.stringMatching(/^[a-z]+-1$/)]) }],
      answers: ["security-2"],
    });
  });

  test("T19 R2 the lead drafts from labels and may name tasks by domain; a label in its text becomes a name", async () => {
    const held = await hold({ anonymous: true }, (question) => {
      if (question.step !== "adr-draft") return plain(question);
      const label = /score of (voice-\d)/.exec(question.prompt)?.[1] ?? "";
      return draft({
        context: `Schemas that old consumers cannot read are rejected, as ${label} asks.`,
        implementation_guidance: [
          { specialist: label, task: "Name an owner." },
          { specialist: "operations", task: "Run the registry." },
        ],
      }).reply;
    });
    const { context, implementation_guidance } = recorded(held, "adr-draft/lead").reply as {
      context: string;
      implementation_guidance: { specialist: string }[];
    };

    expect(context).toMatch(/as ‹[a-z]+› asks\.$/);
    expect(SPECIALISTS).toContain(implementation_guidance[0]?.specialist);
    expect(implementation_guidance[1]).toMatchObject({ specialist: "operations" });
    const review = findAnonymousPrompt(held, "adr-review-1/test");
    expect(blockWith(review, "Schemas that old consumers").body).toMatch(/as voice-\d asks/);
  });
});

describe("one voice", () => {
  test("R4 first positions stand once per option, and a proposal that others repeat is shown once", async () => {
    const held = await hold();
    const first = findAnonymousPrompt(held, "discussion-1/security");
    const positions = blocksIn(first).filter(({ head }) => /^position \d$/.test(head));
    const second = findAnonymousPrompt(held, "scores-2/security");
    const proposals = blocksIn(second).filter(({ body }) => body.includes("keeps two versions"));

    expect(
      positions.map(({ body }) => /holds option (\w)/.exec(body)?.[1] ?? "").toSorted(),
    ).toEqual(["A", "B"]);
    // its own, and the first of the others'
    expect(proposals.length).toBeLessThanOrEqual(2);
    expect(exchangeIn(second)).not.toMatch(/\bmost\b|majority|\d+ of \d+|everyone|consensus/i);
  });

  test("R4 where all hold the same option, what would change their minds is set beside it, tagged as assigned", async () => {
    const held = await hold(ALL_THREE, (question) =>
      question.step === "positions"
        ? position(question.seat, { position_option: "A" }).reply
        : question.step.startsWith("scores")
          ? score(question.seat, 95, { position_option: "A" }).reply
          : plain(question),
    );
    const against = blocksIn(findAnonymousPrompt(held, "discussion-1/test")).find(
      ({ head }) => head === "against it (assigned: true)",
    );

    expect(against?.body).toContain("A measurement of broken consumers");
  });

  test("T6 R4 scores go to the lead alone, whom nothing can sway", async () => {
    const held = await hold();

    expect(findAnonymousPrompt(held, "adr-draft/lead")).toMatch(
      /<<<dissent-\w+ score of voice-\d\nScore 95/,
    );
    expect(exchangeIn(findAnonymousPrompt(held, "scores-2/test"))).not.toContain("Score ");
  });
});
