/** T0: there is always a proposal on the table, and the lead adds nothing of its own to it. */
import { describe, expect, test } from "vitest";

import {
  allAt,
  ANSWER,
  at,
  concern,
  discussion,
  dutifulProposal,
  holdTable,
  message,
  type Player,
  position,
  proposal,
  scoring,
  tableBrief,
  TABLE_OPTIONS,
} from "../../../test/support/protocols/roundtable.ts";

const V2 = `${ANSWER} Old consumers get one year.`;

describe("versions", () => {
  const says = at({
    "discussion-1/test": discussion(message("all", { text: "Old consumers need one year." })),
    "proposal-2/lead": proposal(["test-2"], {
      answer: V2,
      changes: [{ what: "One year for old consumers, so that none breaks.", because: ["test-2"] }],
      not_satisfied: "Test, until the year is written down.",
    }),
  });

  test("T0 v1 comes from the blind positions, and the next from what was said, with what changed and why", async () => {
    const { prompts, outcome } = await holdTable([says, scoring({ test: [80, 95] }), allAt(95)]);
    const prompt = (key: string): string => prompts.find((one) => one.key === key)?.text ?? "";

    expect(prompt("proposal-1/lead")).toContain("position of security");
    expect(prompt("discussion-1/security")).toContain(
      "On the table: version 1 of the proposal (lead-1)",
    );
    expect(prompt("scores-1/security")).toContain(
      "Score version 1 of the proposal above (lead-1) as it is written, and nothing else.",
    );
    for (const key of ["discussion-2/security", "scores-2/security"]) {
      expect(prompt(key)).toContain("On the table: version 2 of the proposal (lead-2)");
      expect(prompt(key)).toContain(V2);
      expect(prompt(key)).toContain("- One year for old consumers, so that none breaks. (test-2)");
      expect(prompt(key)).toContain("Not satisfied: Test, until the year is written down.");
      expect(prompt(key)).not.toContain("version 1 of the proposal");
    }
    expect(outcome?.result["proposal"]).toMatchObject({ id: "lead-2", version: 2, answer: V2 });
  });

  test("T0 T9 the record's decision is the version that was scored, word for word", async () => {
    const held = await holdTable([says, scoring({ test: [80, 95] }), allAt(95)]);

    expect(await held.artifact("adr.md")).toContain(`## Decision\n\n${V2}\n`);
    expect(held.outcome?.wording).toBe(V2);
  });

  test("T9 95 about version 1 is not about version 2: everyone scores every version", async () => {
    const gone = at({ "scores-2/security": { crash: "gone" } });
    const { outcome } = await holdTable([gone, says, scoring({ test: [80, 95] }), allAt(95)], {
      plan: { settings: { max_rounds: 2 } },
      answer: { choice: "defer", reason: "later" },
    });

    expect(outcome?.label).toBe("ESCALATED");
  });
});

describe("the lead", () => {
  const brief = tableBrief({ options: TABLE_OPTIONS });
  const forA: Player = ({ kind, seat }) =>
    kind === "positions" ? position(seat, { position_option: "A" }) : undefined;

  test.each([
    [
      "cites nothing",
      { changes: [{ what: "A second registry.", because: [] }] },
      "cites no position",
    ],
    [
      "cites only itself or nobody",
      { changes: [{ what: "A second registry.", because: ["lead-1", "test-99"] }] },
      "cites no position",
    ],
    ["says nothing of where it comes from", { changes: [] }, "the answer is new"],
    ["takes an option that nobody holds", { option: "B" }, "nobody holds option B"],
    ["takes an option that does not exist", { option: "Z" }, 'there is no option "Z"'],
  ])("T0 a proposal that %s is sent back, and then is none", async (_, changes, problem) => {
    const own: Player = ({ step, request }) =>
      step === "proposal-1" ? dutifulProposal(request, changes) : undefined;
    const { outcome, prompts } = await holdTable([own, forA, allAt(95)], { brief });

    const repair = prompts.find(({ key, attempt }) => key === "proposal-1/lead" && attempt === 2);
    expect(repair?.text).toContain(problem);
    expect(outcome?.absences).toMatchObject([
      { by: "lead", step: "proposal-1", reason: "unreadable" },
    ]);
  });

  const long =
    (words: number): Player =>
    ({ step, request }) =>
      step === "proposal-1"
        ? dutifulProposal(request, { answer: "The registry checks schemas. ".repeat(words / 4) })
        : undefined;

  test("T0 an answer that outgrows the page is accepted and noted, and both limits are said", async () => {
    const { prompts, outcome, asked } = await holdTable([long(800), allAt(95)]);

    const first = prompts.find(({ key }) => key === "proposal-1/lead");
    expect(first?.text).toContain("Aim at a page (600 words). More than 1000 words are sent back.");
    expect(asked).not.toContain("proposal-1/lead#2");
    expect(outcome?.notes).toContain("version 1 of the proposal has 800 words; a page has 600");
  });

  test("T0 an answer of more than 1000 words is asked for again", async () => {
    const { outcome, asked } = await holdTable([long(1_200), allAt(95)]);

    expect(asked).toContain("proposal-1/lead#2");
    expect(outcome?.result["unmet_duties"]).toMatchObject([
      { duty: "the answer has 1200 words; it may have 1000 at most" },
    ]);
  });

  test("T6 reads every message, every open concern and every score", async () => {
    const script = at({
      "positions/security": position("security", {
        concerns: [concern("security", { blocking: true })],
      }),
      "discussion-1/test": discussion(
        message("operations", { kind: "question", text: "Who runs the registry at night?" }),
      ),
    });
    const { prompts } = await holdTable([script, scoring({ security: [70, 95] }), allAt(95)]);
    const lead = prompts.find(({ key }) => key === "proposal-2/lead")?.text ?? "";

    expect(lead).toContain("test-2 question from test to operations alone");
    expect(lead).toContain("security-2 blocking concern (security)");
    expect(lead).toContain("Score 70 in round 1, would accept: yes");
    expect(lead).not.toContain("position of security");
  });

  test("T26 never argues, scores or discusses", async () => {
    const { asked } = await holdTable(allAt(80));

    const others = asked.filter((key) => key.includes("/lead") && !key.startsWith("proposal-"));
    expect(others).toEqual([]);
  });
});

describe("at a stall", () => {
  test("T10 seed-003 stuck: the core disagreement and compromises are read by all, each with an id", async () => {
    const { prompts, events } = await holdTable(allAt(80));
    const task = prompts.find(({ key }) => key === "proposal-5/lead")?.text ?? "";
    const read = prompts.find(({ key }) => key === "discussion-5/security")?.text ?? "";

    expect(task).toContain("The scores have stalled.");
    expect(read).toContain("They differ about who pays for old consumers.");
    expect(read).toContain("lead-7 compromise from lead");
    expect(read).toContain("Say which you can accept, by id");
    expect(events.some(({ fact }) => fact.type === "escalation-raised")).toBe(true);
  });
});
