/** Tables that try to agree without agreeing. Each of these was a consensus in version 1, or told people something false. */
import { describe, expect, test } from "vitest";

import { verified } from "../../../test/support/journals/forge-journal.ts";
import {
  allAt,
  at,
  concern,
  discussion,
  dutifulProposal,
  holdTable,
  message,
  type Player,
  position,
  question,
  score,
  scoring,
  SPECIALISTS,
  tableBrief,
  TABLE_OPTIONS,
  limited,
} from "../../../test/support/protocols/roundtable.ts";

describe("opposite options", () => {
  const forB = new Set(["architecture", "security", "test"]);
  const chooseOption = (seat: string): string => (forB.has(seat) ? "B" : "A");
  const stubborn: Player = ({ kind, seat, request }) => {
    if (kind === "positions") return position(seat, { position_option: chooseOption(seat) });
    if (kind === "proposal") return dutifulProposal(request);
    return kind === "scores" ? score(seat, 95, { position_option: chooseOption(seat) }) : undefined;
  };
  const brief = tableBrief({ options: TABLE_OPTIONS });

  test("T9 seed-003 converge: three for B and two for A, all at 95, is no consensus", async () => {
    const held = await holdTable(stubborn, { brief, ...limited(2) });

    expect(held.outcome).toMatchObject({ label: "ESCALATED", choice: null });
    expect(held.outcome?.result["scores"]).toMatchObject([
      { architecture: 95, operations: 89, observability: 89 },
      { architecture: 95, operations: 89, observability: 89 },
    ]);
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true });
  });

  test("T9 nor is it with a proposal that stands for neither", async () => {
    const vague: Player = (turn) =>
      turn.kind === "proposal" ? dutifulProposal(turn.request, { option: null }) : undefined;
    const { outcome } = await holdTable([vague, stubborn], { brief, ...limited(1) });

    expect(outcome).toMatchObject({ label: "ESCALATED" });
    expect(outcome?.result["scores"]).toEqual([
      Object.fromEntries(SPECIALISTS.map((seat) => [seat, 89])),
    ]);
  });

  test("T9 leaving the option out does not give it up", async () => {
    const evasive: Player = ({ kind, seat }) =>
      kind === "scores" ? score(seat, 95, { position_option: null }) : undefined;
    const { outcome } = await holdTable([evasive, stubborn], { brief, ...limited(1) });

    expect(outcome?.label).toBe("ESCALATED");
  });
});

describe("scores without reasons", () => {
  test("T9 K4 seed-003 concerns: sealed blocking concerns, then 95 with nothing answered", async () => {
    const sealed: Player = ({ kind, seat }) => {
      if (kind === "positions")
        return position(seat, { concerns: [concern(seat, { blocking: true })] });
      return kind === "scores" ? score(seat, 95) : undefined;
    };
    const { outcome } = await holdTable(sealed, limited(2));

    expect(outcome).toMatchObject({ label: "ESCALATED" });
    expect(outcome?.result["remaining_concerns"]).toHaveLength(5);
    expect(outcome?.result["means"]).toEqual([89, 89]);
  });

  test("K5 54, 63, 72, 81, 90 without a cause never gets there", async () => {
    const drift = [54, 63, 72, 81, 90];
    const drifting: Player = ({ kind, seat, round }) =>
      kind === "scores" ? score(seat, drift[Math.min(round, 5) - 1] ?? 90) : undefined;
    const { outcome } = await holdTable(drifting, limited(6));

    expect(outcome?.label).toBe("ESCALATED");
    expect(outcome?.result["scores"]).toMatchObject(
      [54, 63, 63, 63, 63].map((security) => ({ security })),
    );
  });

  test("K5 T9 a rise without a cause after a blocking concern leaves score, words and concern standing", async () => {
    const raises = score("security", 60, {
      REMAINING_CONCERNS: [{ id: null, ...concern("security", { blocking: true }) }],
    });
    const jumps = score("security", 96, {
      POSITION: "All is well with the registry.",
      my_concerns: [
        {
          claim: "security-3",
          state: "settled",
          because: ["lead-2"],
          why: "It was settled by that text.",
        },
      ],
    });
    const { outcome } = await holdTable(
      [at({ "scores-1/security": raises, "scores-2/security": jumps }), allAt(95)],
      limited(2),
    );

    expect(outcome).toMatchObject({
      label: "ESCALATED",
      dissents: [
        {
          by: "security",
          words: "security stands at 60 with the registry.",
          grounds: [{ id: "security-3" }],
        },
      ],
      changes: [{ by: "security", from: "60", to: "96", standing: "reverted" }],
    });
  });
});

describe("a change that goes back", () => {
  test("K4 K5 T28 a lower score beside an unexplained change of option counts, and its no stays a no", async () => {
    const moved = { position_option: "B", as_registered: "no" };
    const { outcome } = await holdTable(
      [
        scoring({
          test: [
            score("test", 75, { position_option: "A" }),
            score("test", 60, { ...moved, WOULD_ACCEPT_CURRENT: "no" }),
          ],
        }),
        allAt(95),
      ],
      {
        brief: tableBrief({ options: TABLE_OPTIONS }),
        plan: { settings: { max_rounds: 2 } },
        answer: { choice: "defer", reason: "later" },
      },
    );

    expect(outcome?.result["scores"]).toMatchObject([{ test: 75 }, { test: 60 }]);
    expect(outcome?.result["vetoes"]).toEqual(["test"]);
  });
});

describe("a silent lead", () => {
  const silent: Player = ({ kind }) => (kind === "proposal" ? { crash: "gone" } : undefined);

  test("T0 K4 without a proposal nobody agrees to anything, whatever the scores", async () => {
    const held = await holdTable([silent, allAt(100)], {
      answer: { choice: "defer", reason: "later" },
    });

    expect(held.outcome).toMatchObject({
      label: "ESCALATED",
      result: { rounds: 2, proposal: null, escalation: { reason: "no-proposal" } },
    });
    expect(question(held)).toContain(
      "the lead wrote no proposal, so there was nothing to agree on",
    );
    expect(question(held)).toContain("There is no majority to accept: 0 of 5");
    expect(held.prompts.find(({ key }) => key === "discussion-1/test")?.text).toContain(
      "no proposal is on the table yet",
    );
  });

  test("T0 later, the last version stays on the table and that is said", async () => {
    const later: Player = ({ step }) => (step === "proposal-2" ? { crash: "gone" } : undefined);
    const held = await holdTable([later, scoring({ test: [80, 95] }), allAt(95)]);
    const prompt = held.prompts.find(({ key }) => key === "scores-2/test")?.text ?? "";

    expect(prompt).toContain("version 1 of the proposal (lead-1)");
    expect(prompt).toContain("wrote no new version. The version above stays on the table.");
    expect(held.outcome?.notes).toContain(
      "the lead was unavailable before round 2, so version 1 stayed on the table",
    );
    expect(held.outcome).toMatchObject({ confidence: "MEDIUM", result: { versions: 1 } });
  });
});

describe("a mandatory seat", () => {
  test("T27 T28 security at 65 in round 10: the escalation names security and its standing concern", async () => {
    const climbing = allAt(50, 54, 58, 62, 66, 70, 74, 78, 82, 92);
    const held = await holdTable([scoring({ security: [65] }), climbing]);

    expect(held.holding.status).toBe("waiting");
    expect(question(held)).toContain("No consensus after 10 rounds");
    expect(question(held)).toContain(
      "MANDATORY: Security (security) is at 65, below 70. Their standing concerns: security-3 “the security of old consumers is not settled”",
    );
  });
});

describe("unanimity after the blind round", () => {
  const united: Player = ({ kind, seat }) => {
    if (kind === "positions") return position(seat, { position_option: "A" });
    return kind === "scores" ? score(seat, 95, { position_option: "A" }) : undefined;
  };
  const brief = tableBrief({ options: TABLE_OPTIONS });

  test("T9 is tested once by one assigned counter-case, which binds nobody", async () => {
    const { outcome, prompts } = await holdTable(united, { brief });

    const assigned = prompts.filter(({ text }) =>
      text.includes("You are assigned the strongest case"),
    );
    expect(assigned.map(({ key }) => key.split("/")[0])).toEqual(["discussion-1"]);
    expect(outcome).toMatchObject({
      label: "CONSENSUS",
      confidence: "HIGH",
      result: { counter_case: { by: assigned[0]?.seat, made: true } },
    });
  });

  test("T9 K19 where it is not made, that is said and caps confidence", async () => {
    const mute: Player = ({ step }) =>
      step === "discussion-1"
        ? discussion(message("all", { text: "The registry suits us all quite well." }))
        : undefined;
    const { outcome } = await holdTable([mute, united], { brief });

    expect(outcome).toMatchObject({ label: "CONSENSUS", confidence: "MEDIUM" });
    expect(outcome?.notes.join()).toContain("did not make the assigned counter-case");
  });

  test("T9 nobody is assigned one where someone disagrees", async () => {
    const split = at({ "positions/test": position("test", { position_option: "B" }) });
    const { outcome } = await holdTable([split, united], { brief, ...limited(1) });

    expect(outcome?.result["counter_case"]).toBeNull();
  });
});
