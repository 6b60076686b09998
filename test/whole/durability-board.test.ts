/** K13 for `board`: cut after any event, it ends as if nothing had happened. */
import { describe, test } from "vitest";

import type { Script } from "../../src/models/scripted.ts";
import { createPersonaSeat } from "../../src/protocols/board/prompts/personas.ts";
import { expectResumesAnywhere } from "../conformance/resume.ts";
import {
  ACCURATE,
  boardApp,
  DISSENT,
  everyone,
  gates,
  holdBoard,
  objects,
  responds,
  smooth,
  states,
  synthesizes,
} from "../support/protocols/board.ts";

/** The least a board can be: every event is cut, and each cut is held and verified again. */
const TABLE = ["ceo", "cto", "contrarian", "moonshot"];
const small = (): Script => smooth(TABLE);
const seats = TABLE.map(createPersonaSeat);

const DOWN = { crash: "no route to host" };

interface Scenario {
  readonly script: Script;
  readonly answers?: readonly string[];
}

const SCENARIOS: Record<string, Scenario> = {
  "a smooth debate": { script: small() },
  "repairs, absences, a correction and a dispute": {
    script: {
      ...small(),
      "statements/cto": [states("cto", "Z"), states("cto")],
      "responses-1/moonshot": DOWN,
      "responses-2/cto": responds("cto", "B", {
        tag: " again",
        formal_dissents: [DISSENT],
        request_synthesis: true,
      }),
      "gate-2/gate-reviewer": [{ text: "go on" }, gates({ 1: true, 2: true })],
      "reviews/cto": objects("My dissent concerns the price of hosting, not secrecy."),
      "reviews/moonshot": DOWN,
      "correction/ceo": [synthesizes("A"), synthesizes()],
      ...everyone(["recheck"], () => ACCURATE, TABLE),
      "recheck/cto": [{ text: "?" }, ACCURATE],
    },
  },
  "a lost contrarian, and a person who goes on": {
    script: {
      ...small(),
      "statements/contrarian": DOWN,
      "synthesis/ceo": synthesizes("B", {
        rejected: [{ point: "A", reasoning: "Fourteen deals were lost to lock-in." }],
        risk_register: [],
      }),
    },
    answers: ["continue-without"],
  },
  "a fundamental dispute that a person stops": {
    script: {
      ...small(),
      ...everyone(["responses-2"], (seat) => responds(seat, "B", { tag: " again" }), TABLE),
      "gate-2/gate-reviewer": gates({ 1: false, 2: false }, "ESCALATE"),
    },
    answers: ["stop"],
  },
  "a second synthesizer": {
    script: { ...small(), "synthesis/ceo": DOWN, "synthesis-2/cto": synthesizes() },
  },
};

describe.each(Object.entries(SCENARIOS))("%s", (_, { script, answers = [] }) => {
  test("K13 cut after any event it resumes to the same outcome, and nobody is asked twice", async () => {
    const whole = await holdBoard(script, { answers, seats });

    await expectResumesAnywhere(whole, {
      answers,
      appWith: (setting) => boardApp({ script, seats, ...setting }),
    });
  }, 60_000);
});
