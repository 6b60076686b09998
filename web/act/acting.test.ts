import { describe, expect, test } from "vitest";

import type { Json } from "../../src/domain/json.ts";
import { type Outcome, outcome } from "../../src/domain/outcome/outcome.ts";
import type {
  DebateSnapshot,
  DebateTimeline,
  PersonQuestion,
  TimelineTurn,
} from "../../src/timeline/debate-timeline.ts";
import { buildTestTimeline } from "../../test/support/journals/timelines.ts";
import {
  allAt,
  concern,
  holdTable,
  score,
  scoring,
} from "../../test/support/protocols/roundtable.ts";
import {
  formatApprovalChoice,
  isPlanApprovalQuestion,
  listPlannedChanges,
} from "../protocols/merge/merge-plan-choices.ts";
import {
  appendAcceptedRisks,
  countAcceptingSeats,
  describeUnacceptedRisks,
  listOpenRisks,
} from "../protocols/roundtable/roundtable-risks.ts";
import { describeChoiceVersusPanel, joinChosenIds, toggleChosenId } from "./decision-choices.ts";
import { findPauseCause, listPersonTasks, proposeRaisedLimit } from "./person-tasks.ts";

const question = (more: Partial<PersonQuestion>): PersonQuestion => ({
  at: 9,
  key: "escalation",
  kind: "escalation",
  seat: null,
  question: "What should happen?",
  choices: [],
  many: false,
  answered: null,
  ...more,
});

const turn = (seat: string, at: number, reply: Json): TimelineTurn =>
  ({
    seat,
    at,
    reply,
    step: "scores-1",
    key: `scores-1/${seat}`,
    claims: [],
    said: null,
  }) as unknown as TimelineTurn;

describe("risks that a person accepts", async () => {
  const blocking = { text: "nobody has  tried\nthe restore", blocking: true };
  const held = await holdTable(
    [
      scoring({
        test: [
          score("test", 60, { REMAINING_CONCERNS: [{ id: null, ...concern("test", blocking) }] }),
        ],
      }),
      allAt(95),
    ],
    { plan: { settings: { max_rounds: 1 } } },
  );
  const told = buildTestTimeline(held.events);

  test("are the concerns that are open at the moment", () => {
    expect(listOpenRisks(told, told.last)).toEqual([
      {
        id: "test-1",
        seat: "test",
        name: "Test",
        claim: "test-3",
        text: "nobody has  tried\nthe restore",
        blocking: true,
      },
    ]);
    expect(listOpenRisks(told, 3)).toEqual([]);
  });

  test("stand in the reason by name, by id and in their author's words", () => {
    expect(appendAcceptedRisks(" We go. ", listOpenRisks(told, told.last))).toBe(
      "We go. Accepted risks: Test (test) test-3: “nobody has tried the restore”.",
    );
    expect(appendAcceptedRisks("We go.", [])).toBe("We go.");
  });

  test("T28 stand there as the roundtable wants to find them", async () => {
    const reason = appendAcceptedRisks("We go.", listOpenRisks(told, told.last));

    await held.app.decide(held.id, { choice: "majority", reason, by: "maria" });
    expect(await held.app.run({ debate: held.id })).toMatchObject({
      outcome: { label: "ACCEPTED_BY_RISK" },
    });
  });

  test("are all to be accepted before anything is sent", () => {
    const risks = listOpenRisks(told, told.last);
    expect(describeUnacceptedRisks(risks, [])).toMatch(/left: Test test-3\./);
    expect(describeUnacceptedRisks(risks, ["test-1"])).toBeNull();
  });

  test("those who would accept are counted over all who were asked", () => {
    expect(countAcceptingSeats(told, told.last)).toEqual({ yes: 4, of: 5 });
    expect(countAcceptingSeats(told, 0)).toBeNull();
  });
});

describe("planned changes of a merge", () => {
  const asked = question({
    key: "after-plan",
    question: "2 changes are planned for Variant A. Make them all, or strike some out?",
    many: true,
    choices: [
      { id: "approve", label: "make all changes" },
      {
        id: "strike-1",
        label: "not change #1: replace “Phase (1)” from Variant B (C-003, risk Medium)",
      },
      {
        id: "strike-2",
        label: "not change #2: insert “Monitoring” from Variant C (U-004, risk Low)",
      },
    ],
  });
  const analysis = [
    "| C-003 | Medium | coverage | A and B | Phase 1: covered by A and B \\| missing in C. |",
    "",
    "**C-003**",
    "",
    "- A, section 3.1 Phase 1, line 21: “Compared as appropriate.”",
    "- B, section 2.1 Phase 1, line 14: “Written to \\`search-diff\\`.”",
  ].join("\n");
  const vote = { winners: [{ point: "C-003", variant: 2, because: "B is specific." }] };
  const changes = listPlannedChanges(asked, { analysis, turns: [turn("advocate-1", 3, vote)] });

  test("say what each does, with both sides and the argument for it", () => {
    expect(isPlanApprovalQuestion(asked)).toBe(true);
    expect(changes[0]).toEqual({
      id: "strike-1",
      number: 1,
      title: "replace “Phase (1)” from Variant B",
      point: "C-003",
      risk: "Medium",
      finding: "Phase 1: covered by A and B | missing in C.",
      before: "Compared as appropriate.",
      after: "Written to `search-diff`.",
      why: "B is specific.",
    });
  });

  test("are listed with what the question says where nothing else is at hand", () => {
    const [, second] = listPlannedChanges(asked, { analysis: null, turns: [] });
    expect(second).toMatchObject({
      title: "insert “Monitoring” from Variant C",
      before: "",
      after: "",
      why: "",
    });
  });

  test("are approved by naming those that are struck out", () => {
    const ids = changes.map(({ id }) => id);
    expect(formatApprovalChoice(changes, new Set(ids))).toBe("approve");
    expect(formatApprovalChoice(changes, new Set(["strike-1"]))).toBe("strike-2");
    expect(formatApprovalChoice(changes, new Set())).toBe("strike-1,strike-2");
  });
});

describe("several choices", () => {
  test("are sent in the order in which they were offered", () => {
    const choices = ["all", "S-001", "C-001"].map((id) => ({ id }));
    expect(
      joinChosenIds(choices, toggleChosenId(toggleChosenId(new Set(), "C-001"), "S-001")),
    ).toBe("S-001,C-001");
  });

  test("“all” goes with nothing else", () => {
    expect([...toggleChosenId(new Set(["S-001"]), "all")]).toEqual(["all"]);
    expect([...toggleChosenId(new Set(["all"]), "S-001")]).toEqual(["S-001"]);
    expect([...toggleChosenId(new Set(["S-001"]), "S-001")]).toEqual([]);
  });
});

describe("a choice beside the panel's", () => {
  const ended = (more: Partial<Outcome>): Outcome =>
    outcome({ label: "X", ending: "decided", summary: "", present: 3, expected: 3, ...more });

  test("overrides what carried, and only that", () => {
    expect(describeChoiceVersusPanel(ended({ choice: "B" }), "A")).toMatch(
      /^Overrides the panel, which chose B/,
    );
    expect(describeChoiceVersusPanel(ended({ choice: "B" }), "B")).toBe("The panel chose B too.");
    expect(describeChoiceVersusPanel(ended({ ending: "open" }), "B")).toMatch(/left it open/);
    expect(describeChoiceVersusPanel(ended({ choice: "B" }), null)).toBeNull();
  });
});

describe("why it stands still", () => {
  const limits = { usd: 0.5, calls: 5 } as unknown as DebateSnapshot["limits"];
  const stop = (detail: string, reason = "limit", at = 1) =>
    findPauseCause(
      {
        events: [
          { sequence: 0, fact: { type: "debate-opened" } },
          { sequence: 1, fact: { type: "debate-paused", reason, detail } },
        ],
      } as unknown as DebateTimeline,
      { at, limits },
    );

  test("the limit that was reached is the one to raise", () => {
    expect(stop("usd: the next call could reach 0.6 of 0.5")).toMatchObject({
      limit: "usd",
      now: 0.5,
    });
    expect(stop("calls: the next call could reach 6 of 5")?.limit).toBe("calls");
    expect(stop("wall time in ms: the next call could reach 9 of 5")?.limit).toBeNull();
    expect(stop("interrupted by calls: none", "interrupted")?.limit).toBeNull();
  });

  test("a pause that is still to come is none", () => {
    expect(stop("", "interrupted", 0)).toBeNull();
  });

  test("the first proposal is twice of what there is", () => {
    expect([
      proposeRaisedLimit(0.5, "usd"),
      proposeRaisedLimit(5, "calls"),
      proposeRaisedLimit(null, "usd"),
    ]).toEqual([1, 10, 1]);
  });
});

describe("what a person can do", () => {
  const at = (more: Partial<DebateSnapshot>): DebateSnapshot =>
    ({ questions: [], decisions: [], outcome: null, ...more }) as unknown as DebateSnapshot;
  const kinds = (snapshot: DebateSnapshot, held = false): string[] =>
    listPersonTasks(snapshot, held).map(({ kind }) => kind);

  test("follows from where the debate stands", () => {
    const seat = question({ kind: "seat", seat: "risk" });
    expect(kinds(at({ status: "running" }), true)).toEqual(["pause"]);
    expect(kinds(at({ status: "running" }))).toEqual(["stranded"]);
    expect(kinds(at({ status: "paused" }))).toEqual(["resume"]);
    expect(kinds(at({ status: "waiting", questions: [question({}), seat] }))).toEqual([
      "question",
      "seat",
    ]);
  });

  test("an outcome that was left open is for a person until one has decided", () => {
    const open = { ending: "open" } as unknown as Outcome;
    expect(kinds(at({ status: "ended", outcome: open }))).toEqual(["decide", "ask"]);
    const decisions = [{ choice: "A" }] as unknown as DebateSnapshot["decisions"];
    expect(kinds(at({ status: "ended", outcome: open, decisions }))).toEqual([
      "decide-otherwise",
      "ask",
    ]);
  });
});
