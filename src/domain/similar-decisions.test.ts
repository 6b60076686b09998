import { describe, expect, test } from "vitest";

import { createTestSummary } from "../../test/conformance/store-lines.ts";
import type { DebateSummary } from "./journal/summary.ts";
import {
  findContradictedDecision,
  findAcceptedDecision,
  findSimilarDecisions,
} from "./similar-decisions.ts";

type Asked = Parameters<typeof findSimilarDecisions>[0];

const OPTIONS = [
  { id: "A", label: "Postgres" },
  { id: "B", label: "SQLite" },
];
const ASKED: Asked = {
  brief: "session-store",
  question: "Should sessions live in Postgres or SQLite?",
  options: OPTIONS,
};

function debate(id: string, changes: Partial<DebateSummary> = {}): DebateSummary {
  return createTestSummary(id, {
    ...ASKED,
    status: "settled",
    ending: "decided",
    label: "CONSENSUS",
    choice: "A",
    decidedMs: 1,
    ...changes,
  });
}

function offered(asked: Asked, debates: readonly DebateSummary[]): string[] {
  return findSimilarDecisions(asked, debates).map((one) => one.debate);
}

describe("similar decisions", () => {
  test("SD1 the latest three of those that were decided, and what each chose", () => {
    const kept = [1, 2, 3, 4].map((decidedMs) => debate(`d${decidedMs}`, { decidedMs }));

    expect(offered(ASKED, kept)).toEqual(["d4", "d3", "d2"]);
    expect(findSimilarDecisions(ASKED, kept)[0]).toEqual({
      debate: "d4",
      question: ASKED.question,
      choice: "A",
      label: "Postgres",
      by: "panel",
      decidedMs: 4,
    });
  });

  test("SD1 at four of ten words the question is alike, below it is not", () => {
    // postgres, sqlite and 3 or 4 more here; postgres and sqlite are all that is shared
    const asked = (question: string): Asked => ({ brief: "x", question, options: [] });
    const earlier = debate("one", { question: "Postgres or SQLite?", options: [] });

    expect(offered(asked("Postgres, SQLite, caches, queues, logs?"), [earlier])).toEqual(["one"]);
    expect(offered(asked("Postgres, SQLite, caches, queues, logs, mails?"), [earlier])).toEqual([]);
  });

  test("SD1 one word in common is not enough, however short both are; nor are words that every question has", () => {
    const asked = (question: string): Asked => ({ brief: "plan", question, options: [] });
    const short = debate("one", { question: "SQLite?", options: [] });
    const plan = debate("two", { question: "Does this plan hold?", options: [] });

    expect(offered(asked("Should we use SQLite?"), [short])).toEqual([]);
    expect(offered(asked("Does this plan hold?"), [plan])).toEqual([]);
  });

  test("SD1 SD3 what was left open, failed or never ended is no decision; a person's word makes it one", () => {
    const open = debate("open", { ending: "open", choice: "A", decidedMs: null });
    const failed = debate("failed", { ending: "failed", choice: null, decidedMs: null });

    expect(offered(ASKED, [open, failed])).toEqual([]);
    expect(findAcceptedDecision({ ...open, decided: "B", decidedMs: 7 })).toMatchObject({
      choice: "B",
      label: "SQLite",
      by: "person",
      decidedMs: 7,
    });
  });
});

describe("contradictions", () => {
  const now = debate("now", { choice: "B", decidedMs: 10 });
  const against = (own: DebateSummary, ...others: DebateSummary[]): string | null =>
    findContradictedDecision(own, [own, ...others])?.debate ?? null;

  test("SD2 another choice under the same brief id, or with the same labels and nearly the same words", () => {
    const reworded = {
      brief: "other",
      question: "Do our sessions live in SQLite or Postgres?",
      options: [
        { id: "A", label: "sqlite" },
        { id: "B", label: " Postgres " },
      ],
    };

    expect(against(now, debate("then"))).toBe("then");
    expect(against(now, debate("then", { choice: "B" }))).toBeNull();
    // the letters changed places: A is now what B was
    expect(against(now, debate("then", { ...reworded, choice: "B" }))).toBe("then");
    expect(against(now, debate("then", { ...reworded, choice: "A" }))).toBeNull();
  });

  test("SD2 a like question with other options or too few shared words is another question", () => {
    const others = [...OPTIONS, { id: "C", label: "Redis" }];

    expect(against(now, debate("then", { brief: "other", options: others }))).toBeNull();
    expect(
      against(
        now,
        debate("then", { brief: "other", question: "Where do the tests keep sessions?" }),
      ),
    ).toBeNull();
    expect(against(now, debate("then", { options: others }))).toBe("then");
  });

  test("SD2 two plans under one id, without options, do not contradict each other", () => {
    const plan = { brief: "plan", question: "Does this plan hold?", options: [], ending: null };
    const reject = debate("now", { ...plan, decided: "reject", decidedMs: 10 });

    expect(against(reject, debate("then", { ...plan, decided: "accept" }))).toBeNull();
  });

  test("SD3 a person's decision stays in force until another person's; of panels the latest counts", () => {
    const person = debate("person", { decided: "A", choice: "B", decidedMs: 2 });
    const panel = debate("panel", { choice: "B", decidedMs: 5 });

    expect(against(now, person, panel)).toBe("person");
    expect(against(now, debate("older"), panel)).toBeNull();
    expect(against(now, person, { ...panel, decided: "B" })).toBeNull();
  });

  test("SD3 what was decided later is not contradicted, and without a decision nothing is", () => {
    expect(against(now, debate("later", { decidedMs: 11 }))).toBeNull();
    expect(against({ ...now, ending: "open", decidedMs: null }, debate("then"))).toBeNull();
  });
});
