/** K13 where names are hidden: what was drawn is drawn again, and a label means the same seat after a crash. */
import { describe, expect, test } from "vitest";

import { board } from "../../src/protocols/board/protocol.ts";
import { challenge } from "../../src/protocols/challenge/protocol.ts";
import { judges } from "../../src/protocols/judges/protocol.ts";
import { roundtable } from "../../src/protocols/roundtable/protocol.ts";
import { expectResumesAnywhere } from "../conformance/resume.ts";
import {
  ALL_THREE,
  type AnonymousDebate,
  type Answering,
  anonymousApp,
  holdAnonymous,
  type Question,
} from "../support/protocols/anonymous-exchange.ts";
import { boardBrief } from "../support/protocols/board.ts";
import { createTestBrief, recommends } from "../support/protocols/judges.ts";
import { tableBrief } from "../support/protocols/roundtable.ts";

const BODY =
  "Crews work in valleys without signal, and 40 % of revenue comes from there. Data loss cannot be undone, and sync " +
  "bugs surface only after weeks of real use. Rollback takes one minute with a feature flag. Nobody knows who may " +
  "read the personal data. It takes two engineers three weeks, and an outage of the broker stops every deploy.";

/** One seat of each step names the others by their real names first, and has to be asked again. */
function slips(key: string, reply: (question: Question) => ReturnType<Answering>): Answering {
  return (question) =>
    question.key === key && question.attempt === 1 ? reply(question) : undefined;
}

const openings: Answering = ({ step, seat }) =>
  step === "openings" ? recommends(seat, { risk: "A", value: "B" }[seat] ?? "C").reply : undefined;

const repaired = slips("responses/value", () => ({
  challenges: ["risk", "effort"].map((judge) => ({
    judge,
    claim: `${judge}-2`,
    counter_argument: `${judge} leaves out the valleys without signal that ${judge}-2 depends on.`,
    evidence: [],
  })),
  concedes: [],
  option: "B",
  conditions: [],
  confidence: 75,
  headline: "B stays right",
  claims: [],
  changed_because: null,
  confidence_because: null,
  against_own_scores: null,
  missing: null,
  self_challenge: null,
  would_change_my_mind: null,
}));

const DEBATES: Readonly<Record<string, AnonymousDebate>> = {
  "judges, one of them repaired": {
    protocol: judges,
    brief: createTestBrief(),
    answering: (question) => repaired(question) ?? openings(question),
  },
  "judges in rotated order": {
    protocol: judges,
    brief: createTestBrief(),
    plan: { settings: { rotate: true } },
    answering: openings,
  },
  challenge: {
    protocol: challenge,
    // what the built-in readers object with is what the brief marks
    brief: createTestBrief({
      body: `${BODY}\n\n## Risks\n\n- Data loss.\n- An outage.\n`,
      options: [],
    }),
    plan: { settings: { ...ALL_THREE, max_rounds: 2 } },
  },
  board: {
    protocol: board,
    brief: boardBrief(),
    plan: { settings: { ...ALL_THREE, max_rounds: 2 } },
  },
  roundtable: {
    protocol: roundtable,
    // what is marked against it keeps the reader from accepting, so that a person is waited for
    brief: tableBrief({ body: `${BODY}\n\nCons:\n- access to personal data stays open to all\n` }),
    plan: { settings: { ...ALL_THREE, max_rounds: 2 } },
  },
};

describe.each(Object.entries(DEBATES))("%s", (_, debate) => {
  test("K13 R2-R4 cut after any event it resumes under the same labels to the same end", async () => {
    const whole = await holdAnonymous(debate);
    const prompts = new Map(
      whole.questions.map(({ key, attempt, prompt }) => [`${key}#${attempt}`, prompt]),
    );
    let questions: Question[] = [];

    await expectResumesAnywhere(whole, {
      status: whole.holding.status,
      appWith: ({ clock, asked }) => anonymousApp({ ...debate, clock }, (questions = []), asked),
      check(_, at) {
        for (const { key, attempt, prompt } of questions) {
          expect(prompt, `${at}: ${key}`).toBe(prompts.get(`${key}#${attempt}`));
        }
      },
    });
  }, 120_000);

  test("R2 the journal keeps real seats and ids, and no label outside what was rejected", async () => {
    const { events } = await holdAnonymous(debate);
    const kept = events.filter(({ fact }) => fact.type !== "reply-rejected");

    expect(JSON.stringify(kept)).not.toMatch(/voice-\d|claim-\d/);
  });
});
