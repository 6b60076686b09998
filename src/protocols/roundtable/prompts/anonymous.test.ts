import { describe, expect, test } from "vitest";

import { verified } from "../../../../test/support/journals/forge-journal.ts";
import {
  ALL_THREE,
  type Answering,
  blocksIn,
  blockWith,
  type HeldAnonymous,
  holdAnonymous,
  numbered,
  promptOf,
  type Question,
} from "../../../../test/support/protocols/anonymous-exchange.ts";
import {
  compromise,
  concern,
  discussion,
  draft,
  message,
  position,
  score,
  SPECIALISTS,
  tableBrief,
} from "../../../../test/support/protocols/roundtable.ts";
import type { Fact, ReplyRejected } from "../../../domain/journal/event.ts";
import type { Json } from "../../../domain/json.ts";
import { roundtable } from "../roundtable.ts";
import type { DiscussMatter, ScoreMatter } from "./prompt-input.ts";

const OPTIONS = [
  { id: "A", label: "Registry", description: "A registry checks schemas." },
  { id: "B", label: "Topics", description: "A topic for every version." },
];

const ANSWER = "A contract test covers old consumers of the registry.";

function spoken(seat: string): Json {
  const concerns =
    seat === "security" ? [{ ...concern("security", { blocking: true }), evidence: [] }] : [];
  return position(seat, { concerns, position_option: seat === "operations" ? "B" : "A" }).reply;
}

/** Test answers the concern of security, by label and id; security acknowledges it a round later. */
function discussed(question: Question): Json {
  const { seat, step, prompt, request } = question;
  const { owed } = request.promptInput as DiscussMatter;
  if (seat === "test" && step === "discussion-1") {
    const block = blockWith(prompt, "blocking concern");
    const id = /(claim-\d+) blocking concern/.exec(block.body)?.[1] ?? "";
    const to = block.label === "" ? labelOfConcern(question) : block.label;
    return discussion(message([to], { kind: "answer", text: ANSWER, answers: [id] })).reply;
  }
  const text = `${seat} proposes in ${step} that the registry keeps two versions.`;
  return discussion(message("all", { text, acknowledges: [...owed] })).reply;
}

/** Positions shown once do not say whose concern it is; the matter does, by label. */
function labelOfConcern({ request }: Question): string {
  const { view } = request.promptInput as DiscussMatter;
  return view.positions.flatMap(({ concerns }) => concerns)[0]?.by ?? "";
}

function scored({ seat, step, request }: Question): Json {
  const { fresh } = request.promptInput as ScoreMatter;
  if (seat !== "security")
    return score(seat, 95, { position_option: seat === "operations" ? "B" : "A" }).reply;
  if (step === "scores-1") return score(seat, 60, { position_option: "A" }).reply;
  return score(seat, 95, { position_option: "A", raised_because: fresh.slice(0, 1) }).reply;
}

const plain: Answering = (question) => {
  switch (question.step.replace(/-\d+$/, "")) {
    case "positions":
      return spoken(question.seat);
    case "discussion":
      return discussed(question);
    case "scores":
      return scored(question);
    case "compromise":
      return compromise([]).reply;
    case "adr-draft":
    case "adr-revision":
      return draft().reply;
    default:
      return { accurate: "yes", correction: null };
  }
};

function hold(
  settings: Record<string, Json> = ALL_THREE,
  answering: Answering = plain,
): Promise<HeldAnonymous> {
  const brief = tableBrief({ options: OPTIONS });
  return holdAnonymous({ protocol: roundtable, brief, plan: { settings }, answering });
}

function rejected({ events }: HeldAnonymous): ReplyRejected[] {
  return events.flatMap(({ fact }) => (fact.type === "reply-rejected" ? [fact] : []));
}

function replyOf({ events }: HeldAnonymous, key: string): Json {
  const isIt = (fact: Fact): boolean => fact.type === "reply-recorded" && fact.key === key;
  const found = events.map(({ fact }) => fact).find(isIt);
  return found?.type === "reply-recorded" ? found.reply : null;
}

/** What of a prompt shows the others: after the brief and the roster, before who its reader is. */
function exchangeIn(prompt: string): string {
  const shown = numbered(prompt);
  return shown.slice(shown.indexOf("First positions"), shown.lastIndexOf("You are "));
}

describe("golden prompts", () => {
  test.each([
    ["discussion-2/security", "anonymous", { anonymous: true }],
    ["discussion-2/security", "one-voice", ALL_THREE],
    ["scores-2/security", "one-voice", ALL_THREE],
    ["adr-draft/lead", "anonymous", { anonymous: true }],
    ["adr-review-1/security", "one-voice", ALL_THREE],
  ])("R2-R4 %s, %s", async (key, name, settings) => {
    const held = await hold(settings);

    await expect(numbered(`${promptOf(held, key)}\n`)).toMatchFileSnapshot(
      `__prompts__/${key.replace("/", "-")}-${name}.md`,
    );
  });
});

describe("anonymous", () => {
  test("R2 domains are public and whose they are is not: no message, position or concern tells", async () => {
    const held = await hold({ anonymous: true });

    for (const seat of SPECIALISTS) {
      for (const step of ["discussion-2", "scores-2"]) {
        const shown = exchangeIn(promptOf(held, `${step}/${seat}`));
        expect(shown, `${step}/${seat}`).not.toMatch(
          /(?:architecture|security|test|observability|operations) (?:wants|stands|proposes)|\((?:security|test)\)/,
        );
        expect(shown, `${step}/${seat}`).not.toMatch(/\b[ASTOPL]\d/);
      }
    }
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true, fault: null });
  });

  test("T4 R2 messages are addressed to labels and reach the seats behind them", async () => {
    const held = await hold({ anonymous: true });
    const { messages } = replyOf(held, "discussion-1/test") as {
      messages: { to: string[]; answers: string[] }[];
    };

    expect(rejected(held)).toEqual([]);
    expect(messages[0]).toMatchObject({ to: ["security"], answers: ["S2"] });
    expect(promptOf(held, "discussion-2/security")).toContain(ANSWER);
    expect(promptOf(held, "discussion-2/operations")).not.toContain(ANSWER);
  });

  test("T4 K3 a message to a seat by its real name is refused, and the repair says so", async () => {
    const held = await hold({ anonymous: true }, (question) =>
      question.key === "discussion-1/test" && question.attempt === 1
        ? discussion(message(["security"], { text: ANSWER })).reply
        : plain(question),
    );
    const repair = held.questions.find(
      ({ key, attempt }) => key === "discussion-1/test" && attempt === 2,
    );

    expect(rejected(held)[0]?.problems).toEqual([
      "“security” is none of the labels and ids you were shown",
    ]);
    expect(repair?.prompt).toContain("“security” is none of the labels");
  });

  test("T13 K5 R2 what is owed and what earned a score is named by the ids shown, and recorded by the real ones", async () => {
    const held = await hold({ anonymous: true });
    const prompt = promptOf(held, "discussion-2/security");
    const head = blockWith(prompt, ANSWER).head;
    const [, id, label] = /^(claim-\d+) answer from (voice-\d)/.exec(head) ?? [];

    expect(prompt).toContain(`These answer something you said: ${id} from ${label}.`);
    expect(replyOf(held, "discussion-2/security")).toMatchObject({
      messages: [{ acknowledges: ["T2"] }],
    });
    expect(held.outcome?.changes).toMatchObject([
      { by: "security", from: "60", to: "95", standing: "explained" },
    ]);
    expect(JSON.stringify(held.outcome)).not.toMatch(/voice-\d|claim-\d/);
  });

  test("T19 R2 the lead drafts from labels and may name tasks by domain; a label in its text becomes a name", async () => {
    const held = await hold({ anonymous: true }, (question) => {
      if (question.step !== "adr-draft") return plain(question);
      const { label } = blockWith(question.prompt, "blocking concern");
      return draft({
        decision: `The registry rejects schemas that old consumers cannot read, as ${label} asks.`,
        implementation_guidance: [
          { specialist: label, task: "Name an owner." },
          { specialist: "operations", task: "Run the registry." },
        ],
      }).reply;
    });

    expect(replyOf(held, "adr-draft/lead")).toMatchObject({
      decision: "The registry rejects schemas that old consumers cannot read, as ‹security› asks.",
      implementation_guidance: [{ specialist: "security" }, { specialist: "operations" }],
    });
    const review = promptOf(held, "adr-review-1/test");
    expect(blockWith(review, "The registry rejects").body).toMatch(/as voice-\d asks/);
  });
});

describe("one voice", () => {
  test("R4 first positions stand once per option, and a proposal that others repeat is shown once", async () => {
    const held = await hold();
    const prompt = promptOf(held, "discussion-2/security");
    const positions = blocksIn(prompt).filter(({ head }) => /^position \d$/.test(head));
    const proposals = blocksIn(prompt).filter(({ body }) => body.includes("keeps two versions"));

    expect(
      positions.map(({ body }) => /holds option (\w)/.exec(body)?.[1] ?? "").toSorted(),
    ).toEqual(["A", "B"]);
    // its own, and the first of the others'
    expect(proposals.length).toBeLessThanOrEqual(2);
    expect(exchangeIn(prompt)).not.toMatch(/\bmost\b|majority|\d+ of \d+|everyone|consensus/i);
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true, fault: null });
  });

  test("R4 where all hold the same option, what would change their minds is set beside it, tagged as assigned", async () => {
    const held = await hold(ALL_THREE, (question) =>
      question.step === "positions"
        ? position(question.seat, { position_option: "A" }).reply
        : question.step.startsWith("scores")
          ? score(question.seat, 95, { position_option: "A" }).reply
          : discussion(message("all")).reply,
    );
    const against = blocksIn(promptOf(held, "discussion-1/test")).find(
      ({ head }) => head === "against it (assigned: true)",
    );

    expect(against?.body).toContain("A measurement of broken consumers");
  });

  test("T6 R4 scores go to the lead alone, whom nothing can sway", async () => {
    const held = await hold();

    expect(promptOf(held, "adr-draft/lead")).toMatch(/<<<dissent-\w+ score of voice-\d\nScore 95/);
    expect(exchangeIn(promptOf(held, "scores-2/test"))).not.toContain("Score ");
  });
});

describe("rotate", () => {
  test("R3 names stay, and first positions come in another order for each reader", async () => {
    const held = await hold({ rotate: true });
    const orders = SPECIALISTS.map((seat) =>
      blocksIn(promptOf(held, `discussion-1/${seat}`))
        .map(({ head }) => head)
        .filter((head) => head.startsWith("position of "))
        .join(),
    );

    expect(new Set(orders).size).toBe(SPECIALISTS.length);
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true, fault: null });
  });
});
