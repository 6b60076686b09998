import { describe, expect, test } from "vitest";

import { verified } from "../../../test/support/journals/forge-journal.ts";
import {
  accepts,
  agreement,
  agrees,
  amends,
  answer,
  BOTH,
  convinced,
  escalates,
  exposes,
  finds,
  FIRST_PART,
  freshWords,
  holdChallenge,
  maintains,
  nods,
  objection,
  objects,
  oneBlocks,
  opens,
  planBrief,
  POSITION,
  rebuts,
  rebuttal,
  respondsWith,
  SEATS,
  SECOND_PART,
  stubborn,
} from "../../../test/support/protocols/challenge.ts";
import { artifact, type Held, listFactsOfType } from "../../../test/support/protocols/debate.ts";
import { eagerClock } from "../../../test/support/time/eager-clock.ts";
import { planDebate } from "../../plan.ts";
import { challenge } from "./protocol.ts";
import type { ObjectionAnswer } from "./replies.ts";

type Row = Record<string, unknown>;

function rows({ outcome }: Held, field: string): Row[] {
  return outcome?.result[field] as unknown as Row[];
}

const steps = ({ asked }: Held): string[] => [
  ...new Set(asked.map((key) => key.split("/", 1)[0] ?? "")),
];

describe("preflight", () => {
  const plan = (request: object) => planDebate(challenge, { brief: planBrief(), ...request });

  test("H1 H2 H3 H4 no challenger is seated: there is no debate, and doctor is named", () => {
    const seats = Object.fromEntries(SEATS.map((id) => [id, { seated: false }]));

    expect(() => plan({ seats })).toThrow(/capability DISABLED.*dissent doctor/);
  });

  test.each([[[]], [["codex"]]])(
    "H3 K4 H37 no seated challenger can be reached (%j): aborted before anything is asked, doctor is named",
    async (available) => {
      const settings = { available };
      const held = await holdChallenge(agreement(), { plan: { settings } });

      expect(plan({ settings }).warnings.join()).toMatch(/capability DISABLED.*dissent doctor/);
      expect(held.asked).toEqual([]);
      expect(held.outcome).toMatchObject({
        label: "ABORTED",
        ending: "failed",
        expected: 4,
        present: 0,
        result: { degraded: true, capability: "DISABLED" },
      });
      expect(held.outcome?.summary).toContain("dissent doctor");
      expect(await verified(held.app, held.id)).toMatchObject({ ok: true, fault: null });
    },
  );

  test("H3 the least number of challengers is no setting", () => {
    expect(() => plan({ settings: { min_challengers: 0 } })).toThrow(/min_challengers/);
  });

  test("H4 nobody but challengers: without a proponent there is no debate either", () => {
    expect(() => plan({ seats: { proponent: { seated: false } } })).toThrow(/proponent is empty/);
  });

  test.each([
    [1, "MINIMAL"],
    [2, "FUNCTIONAL"],
    [3, "OPTIMAL"],
  ])(
    "H5 with %i challengers the capability is %s, in the notice and in the result",
    async (count, word) => {
      const available = SEATS.slice(0, count);
      const held = await holdChallenge(agreement(), { plan: { settings: { available } } });

      expect(plan({ settings: { available } }).warnings[0]).toContain(`capability ${word}`);
      expect(held.outcome?.result["capability"]).toBe(word);
      expect(held.outcome).toMatchObject({ expected: 4, present: count + 1 });
    },
  );

  test("K4 H35 a challenger lost before the start makes the result degraded and caps the confidence", async () => {
    const whole = await holdChallenge(agreement());
    const held = await holdChallenge(agreement(), {
      plan: { settings: { available: ["architect", "operator"] } },
    });

    expect(whole.outcome).toMatchObject({ confidence: "HIGH", result: { degraded: false } });
    expect(held.outcome).toMatchObject({ confidence: "MEDIUM", result: { degraded: true } });
    expect(held.outcome?.absences).toEqual([
      { by: "adversary", step: "preflight", reason: "unavailable", detail: "not known to work" },
    ]);
    expect(held.outcome?.result["absences"]).toEqual([
      "adversary was unavailable before the start",
    ]);
  });

  test("H5 the notice names topic, challengers and rounds", () => {
    const [notice] = plan({ maxRounds: 1 }).warnings;

    expect(notice).toBe(
      'challenge of "Should sessions move into Redis?" by architect, operator, adversary: ' +
        "capability OPTIMAL, at most 1 round",
    );
  });

  test("H1 known-good challengers may be named by model or provider; the others are left out and said", async () => {
    const seats = { architect: { model: "cli/codex" }, operator: { model: "openai/gpt" } };
    const settings = { available: ["cli/codex", "openai"] };

    const held = await holdChallenge(agreement(), { plan: { seats, settings } });

    expect(held.asked.filter((key) => key.startsWith("challenges"))).toEqual([
      "challenges/architect#1",
      "challenges/operator#1",
    ]);
    expect(plan({ seats, settings }).warnings).toContain(
      "not known to work and left out: adversary",
    );
  });

  test("H4 a challenger that is the proponent's own model is warned of and marks the result", async () => {
    const seats = { proponent: { model: "m/one" }, operator: { model: "m/one" } };
    const others = { ...seats, operator: { model: "m/two" } };

    expect(plan({ seats }).warnings.join()).toContain(
      "operator and the proponent are one model (m/one)",
    );
    const same = await holdChallenge(agreement(), { plan: { seats } });
    const apart = await holdChallenge(agreement(), { plan: { seats: others } });
    expect([same, apart].map(({ outcome }) => outcome?.result["degraded_independence"])).toEqual([
      true,
      false,
    ]);
  });

  test("H9 an answer has 120 seconds unless the setting says otherwise", () => {
    expect(plan({}).timeoutMs).toBe(120_000);
    expect(plan({ settings: { timeout_per_cli: 30 } }).timeoutMs).toBe(30_000);
  });

  test("H27 MAX_ROUNDS is 5 and can be set from 1 to 20", () => {
    expect(plan({}).settings).toMatchObject({ max_rounds: 5 });
    expect(plan({ maxRounds: 20 }).settings).toMatchObject({ max_rounds: 20 });
    for (const max_rounds of [0, 21, 2.5])
      expect(() => plan({ settings: { max_rounds } })).toThrow();
  });
});

describe("opening", () => {
  test.each(["position", "reasoning", "confidence", "weaknesses", "assumptions"])(
    "H6 K3 without %s it is asked for again, and without it still there is no debate",
    async (part) => {
      const { [part]: _, ...partial } = opens().reply as Record<string, never>;
      const repaired = await holdChallenge(
        agreement({ "opening/proponent": [{ reply: partial }, opens()] }),
      );
      const failed = await holdChallenge(agreement({ "opening/proponent": { reply: partial } }));

      expect(repaired.outcome).toMatchObject({ label: "CONSENSUS", result: { repairs: 1 } });
      expect(failed.outcome).toMatchObject({ label: "ABORTED", ending: "failed", rounds: 0 });
    },
  );

  test("H6 an empty list of weaknesses or assumptions is no list", async () => {
    for (const changes of [{ weaknesses: [] }, { assumptions: [] }]) {
      const { outcome } = await holdChallenge(agreement({ "opening/proponent": opens(changes) }));

      expect(outcome?.label).toBe("ABORTED");
    }
  });

  test("K16 what the opening concedes and assumes has ids by seat", async () => {
    const held = await holdChallenge(agreement());

    expect(rows(held, "opening_assumptions").map(({ id }) => id)).toEqual([
      "proponent-3",
      "proponent-4",
    ]);
  });
});

describe("challenge", () => {
  test("H7 H8 all challengers are asked in one step, committed before the first is sent", async () => {
    const { events } = await holdChallenge(agreement());

    const committed = events.flatMap(({ fact }) =>
      fact.type === "asks-committed" && fact.step === "challenges" ? [fact] : [],
    );
    expect(committed).toHaveLength(1);
    expect(committed[0]?.asks.map(({ by }) => by)).toEqual([...SEATS]);
  });

  test("H8 K16 every objection has its own id, and the seed's fields are computed from them", async () => {
    const three = [
      objection("architect"),
      objection("operator", { strength: "moderate" }),
      objection("adversary", { strength: "minor", alternative: null }),
    ];
    const held = await holdChallenge(
      stubborn(1, {
        "challenges/architect": objects(
          "architect",
          ["disagree", "strong"],
          {},
          { objections: three },
        ),
      }),
      { plan: { settings: { max_rounds: 1 } } },
    );
    const [verdict] = rows(held, "verdicts");

    expect(rows(held, "objections").map(({ id, strength }) => [id, strength])).toEqual([
      ["architect-1", "strong"],
      ["architect-2", "moderate"],
      ["architect-3", "minor"],
    ]);
    expect(verdict).toMatchObject({
      verdict: "disagree",
      objection_strength: "strong",
      confidence: "medium",
      alternative: "architect would keep sessions in Postgres behind a cache.",
      assumptions_challenged: [
        "Redis stays up during the working day.: It restarts with every upgrade.",
      ],
    });
    expect(String(verdict?.["critique"])).toContain("A restart throws customers out");
    expect(String(verdict?.["critique"])).toContain("Nobody is on call for the cache at night.");
    expect(verdict?.["evidence"]).toHaveLength(3);
  });

  test("H8 a headline that is too long is cut by code, and the whole is kept", async () => {
    const long = `This one point ${"goes on and on ".repeat(10)}until it ends`;
    const held = await holdChallenge(
      stubborn(1, {
        "challenges/architect": objects("architect", ["disagree", "strong"], { headline: long }),
      }),
      { plan: { settings: { max_rounds: 1 } } },
    );
    const [first] = rows(held, "objections");

    expect(held.outcome?.result["repairs"]).toBe(0);
    expect(String(first?.["headline"]).split(" ")).toHaveLength(20);
    expect(first?.["detail"]).toContain(long);
  });

  test("H11 K1 K18 with blind_first they answer before there is anything to agree with", async () => {
    const blind = (seat: string) => ({
      reply: {
        answer: `${seat} would keep Postgres.`,
        reasoning: "Postgres survives a restart.",
        confidence: "low",
        evidence: [],
      },
    });
    const held = await holdChallenge(
      agreement(Object.fromEntries(SEATS.map((seat) => [`blind/${seat}`, blind(seat)]))),
      { plan: { settings: { blind_first: true } } },
    );

    expect(steps(held)).toEqual(["blind", "opening", "challenges"]);
    expect(rows(held, "blind_answers")[0]).toEqual({
      challenger: "architect",
      answer: "architect would keep Postgres.",
      confidence: "low",
    });
  });

  test("H40 the debate tests a position and writes none: every version is in the proponent's words", async () => {
    const held = await holdChallenge(convinced());
    const told = listFactsOfType(held, "reply-recorded")
      .filter(({ by }) => by === "proponent")
      .map(({ reply }) => JSON.stringify(reply))
      .join("\n");
    const versions = rows(held, "position_history").flatMap(({ position }) =>
      String(position).split("\n\n"),
    );

    expect(versions).toEqual([FIRST_PART, SECOND_PART, BOTH, SECOND_PART]);
    for (const part of versions) expect(told).toContain(JSON.stringify(part).slice(1, -1));
    // what a challenger would do instead stays in the challenger's objection
    expect(rows(held, "objections")[0]?.["alternative"]).toMatch(/^architect would keep/);
    expect(versions.join("\n")).not.toContain("behind a cache");
  });

  test("K18 the verdicts on the opening are the baseline, and the debate says whether it changed anything", async () => {
    const moved = await holdChallenge(convinced());

    expect((await holdChallenge(agreement())).outcome?.baseline).toMatchObject({ changed: false });
    expect(moved.outcome?.baseline).toEqual({
      distribution: { disagree: ["architect"], agree: ["operator", "adversary"] },
      choice: null,
      changed: true,
    });
  });
});

describe("consensus check", () => {
  test("H12 H18 vector: three substantive agrees: fast exit, 1 round, unanimous, sure", async () => {
    const held = await holdChallenge(agreement());

    expect(held.outcome).toMatchObject({
      label: "CONSENSUS",
      ending: "decided",
      confidence: "HIGH",
      rounds: 1,
      dissents: [],
      result: { unanimous: true, objections: [], original: "upheld", survived: "unchanged" },
    });
    expect(steps(held)).toEqual(["opening", "challenges"]);
  });

  test("H13 K6 vector: partial/minor from all: fast exit with a short word on each, on record", async () => {
    const minor = Object.fromEntries(
      SEATS.map((seat) => [`challenges/${seat}`, objects(seat, ["partial", "minor"])]),
    );
    const remarks = SEATS.map((seat) => ({
      objection: `${seat}-1`,
      remark: `Noted, ${seat} looks at it after the move.`,
    }));
    const held = await holdChallenge(
      agreement({ ...minor, "remarks/proponent": { reply: { remarks } } }),
    );

    expect(held.outcome).toMatchObject({
      label: "CONSENSUS",
      confidence: "HIGH",
      rounds: 1,
      result: { unanimous: false, remarks, final_position: POSITION },
    });
    expect(held.outcome?.dissents.map(({ by, holds }) => [by, holds])).toEqual(
      SEATS.map((seat) => [seat, "partial"]),
    );
    expect(steps(held)).toEqual(["opening", "challenges", "remarks"]);
  });

  test.each([
    ["H14 H16 vector: agree, agree, disagree/minor", ["disagree", "minor"]],
    ["H14 a strong disagreement", ["disagree", "strong"]],
    ["H15 vector: agree, partial/strong", ["partial", "strong"]],
    ["H15 an agreement with a strong objection", ["agree", "strong"]],
    ["H12 an agreement with a moderate objection", ["agree", "moderate"]],
    ["H12 a partial verdict with a moderate objection", ["partial", "moderate"]],
  ] as const)("%s is confronted", async (_, pair) => {
    const held = await holdChallenge(
      agreement({
        "challenges/adversary": objects("adversary", pair),
        "response-1/proponent": respondsWith([answer("adversary-1", "REJECT")]),
        "rebuttals-1/adversary": accepts("adversary-1", ["proponent-5"]),
      }),
    );

    expect(steps(held)).toEqual(["opening", "challenges", "response-1", "rebuttals-1"]);
    expect(rows(held, "verdicts")[2]).toMatchObject({ strength: pair[1], blocking: true });
    expect(held.outcome).toMatchObject({ label: "CONSENSUS", result: { original: "upheld" } });
  });

  test("H25 challenge and first confrontation are one round, and all withdrawn is consensus", async () => {
    const objected = {
      "challenges/adversary": objects("adversary", ["disagree", "strong"]),
      "response-1/proponent": respondsWith([answer("adversary-1", "REJECT")]),
      "rebuttals-1/adversary": accepts("adversary-1", ["proponent-5"]),
    };
    const settled = await holdChallenge(agreement(objected));
    const agreed = await holdChallenge(agreement());

    expect(settled.outcome).toMatchObject({ label: "CONSENSUS", rounds: 1 });
    expect(agreed.outcome).toMatchObject({ label: "CONSENSUS", rounds: 1 });
  });

  test.each([
    ["agree", "strong", true, true],
    ["agree", "moderate", true, true],
    ["disagree", "minor", true, true],
    ["disagree", "strong", false, true],
    ["partial", "minor", false, false],
  ] as const)(
    "H16 H19 %s with a %s objection: incoherent is %s, and logged; it blocks: %s",
    async (verdict, strength, incoherent, blocking) => {
      const held = await holdChallenge(
        agreement({ "challenges/architect": objects("architect", [verdict, strength]) }),
      );

      expect(rows(held, "verdicts")[0]).toMatchObject({ incoherent, blocking });
      expect(held.outcome?.result["incoherences"]).toEqual(
        incoherent
          ? [`architect says ${verdict} and calls its objection ${strength}; it was confronted`]
          : [],
      );
    },
  );

  test("H12 K21 who disagrees without a point is asked for one, and blocks all the same", async () => {
    const bare = objects("architect", ["disagree", "strong"], {}, { objections: [] });
    const held = await holdChallenge(
      agreement({
        "challenges/architect": bare,
        "response-1/proponent": respondsWith([answer("architect-0", "REJECT")]),
        "rebuttals-1/architect": { crash: "gone" },
      }),
      { plan: { settings: { max_rounds: 1 } } },
    );

    expect(held.asked.filter((key) => key.startsWith("challenges/architect"))).toHaveLength(2);
    expect(held.outcome?.label).toBe("TRADEOFF");
    expect(rows(held, "objections")[0]).toMatchObject({ id: "architect-0", blocking: true });
  });
});

describe("skepticism", () => {
  test("H17 K8 a nod is pressed once; with grounds it then counts", async () => {
    const held = await holdChallenge(
      agreement({ "challenges/operator": nods(), "press/operator": agrees("operator") }),
    );

    expect(steps(held)).toEqual(["opening", "challenges", "press"]);
    expect(held.outcome).toMatchObject({ label: "CONSENSUS", confidence: "HIGH", rounds: 1 });
    expect(rows(held, "verdicts")[1]).toMatchObject({ pressed: true, substantive: true });
  });

  test.each([
    ["a nod again", nods()],
    ["silence", { crash: "gone" }],
  ])(
    "H17 K4 K8 pressed and answered with %s: partial and moderate, and confronted",
    async (_, said) => {
      const held = await holdChallenge(
        agreement({
          "challenges/operator": nods(),
          "press/operator": said,
          "response-1/proponent": respondsWith([answer("operator-0", "REJECT")]),
          "rebuttals-1/operator": accepts("operator-0", ["proponent-5"]),
        }),
      );

      expect(rows(held, "verdicts")[1]).toMatchObject({
        verdict: "partial",
        strength: "moderate",
        downgraded_by_skepticism: true,
      });
      expect(steps(held)).toContain("rebuttals-1");
      expect(held.outcome?.label).toBe("CONSENSUS");
    },
  );

  test("H17 K8 the same padded text from all three seats is no agreement", async () => {
    const same = Object.fromEntries(
      SEATS.map((seat) => [`challenges/${seat}`, agrees("operator", { assumptions: [] })]),
    );
    const held = await holdChallenge(agreement(same));

    expect(held.asked.filter((key) => key.startsWith("press"))).toHaveLength(3);
    expect(held.outcome?.label).not.toBe("CONSENSUS");
  });

  test("K8 a short agreement that names a claim and says why is substantive", async () => {
    const short = agrees("operator", {
      tested: "proponent-4 holds: the old table allows a switch back.",
      assumptions: [],
    });
    const held = await holdChallenge(agreement({ "challenges/operator": short }));

    expect(steps(held)).toEqual(["opening", "challenges"]);
  });

  test("H17 without skepticism a nod is taken", async () => {
    const held = await holdChallenge(agreement({ "challenges/operator": nods() }), {
      plan: { settings: { skeptical_of_early_agreement: false } },
    });

    expect(steps(held)).toEqual(["opening", "challenges"]);
  });
});

describe("confrontation", () => {
  test("H20 an objection without an answer is asked for once, and is not answered then", async () => {
    const held = await holdChallenge(stubborn(1, { "response-1/proponent": respondsWith([]) }), {
      plan: { settings: { max_rounds: 1 } },
    });

    expect(held.asked.filter((key) => key.startsWith("response-1"))).toHaveLength(2);
    expect(held.outcome?.notes.join()).toContain("objection architect-1 is not answered");
    expect(held.outcome?.label).toBe("TRADEOFF");
  });

  test("H20 H22 objections that coincide are joined, keep their authors, and are answered once", async () => {
    const same = objection("architect");
    const held = await holdChallenge(
      agreement({
        "challenges/architect": objects("architect", ["disagree", "strong"]),
        "challenges/operator": objects("operator", ["disagree", "strong"], {
          ...same,
          headline: "A restart throws all customers out of running sessions.",
        }),
        "response-1/proponent": amends([answer("architect-1", "ACCEPT")]),
        "rebuttals-1/architect": accepts("architect-1", ["proponent-5"]),
        "rebuttals-1/operator": accepts("operator-1", ["proponent-5"]),
        ...finds(1),
      }),
    );

    expect(held.outcome).toMatchObject({ label: "CONSENSUS", result: { repairs: 0 } });
    expect(rows(held, "objections").map(({ id, fate }) => [id, fate])).toEqual([
      ["architect-1", "resolved"],
      ["operator-1", "resolved"],
    ]);
  });

  const ownPoints = (answers: readonly ObjectionAnswer[]) =>
    holdChallenge(
      agreement({
        "challenges/architect": objects("architect", ["disagree", "strong"]),
        "challenges/operator": objects("operator", ["disagree", "strong"]),
        "response-1/proponent": amends(answers),
        "rebuttals-1/architect": accepts("architect-1", ["proponent-5"]),
        "rebuttals-1/operator": accepts("operator-1", ["proponent-5"]),
        ...finds(1),
      }),
    );

  test("H20 an answer that covers another objection answers it too, and its author accepts for itself", async () => {
    const held = await ownPoints([answer("architect-1", "ACCEPT", { covers: ["operator-1"] })]);

    expect(held.outcome).toMatchObject({ label: "CONSENSUS", result: { repairs: 0 } });
    expect(
      rows(held, "objections").map(({ id, fate, dispositions }) => [id, fate, dispositions]),
    ).toMatchObject([
      ["architect-1", "resolved", [{ disposition: "ACCEPT" }]],
      ["operator-1", "resolved", [{ disposition: "ACCEPT" }]],
    ]);
    expect(await artifact(held, "consensus.md")).toContain("The same answer as to architect-1.");
  });

  test("H20 its own answer comes before one that covers it", async () => {
    const held = await ownPoints([
      answer("architect-1", "ACCEPT", { covers: ["operator-1"] }),
      answer("operator-1", "REJECT"),
    ]);

    const first = rows(held, "objections").map(({ dispositions }) => dispositions);
    expect(first).toMatchObject([
      [{ disposition: "ACCEPT" }],
      [{ disposition: "REJECT" }, { disposition: null }],
    ]);
  });

  test("H20 each author of a joined objection answers for itself", async () => {
    const same = objection("architect");
    const held = await holdChallenge(
      agreement({
        "challenges/architect": objects("architect", ["disagree", "strong"]),
        "challenges/operator": objects("operator", ["disagree", "strong"], same),
        "response-1/proponent": amends([answer("architect-1", "ACCEPT")]),
        "rebuttals-1/architect": accepts("architect-1", ["proponent-5"]),
        "rebuttals-1/operator": maintains("operator-1", freshWords("operator", 1)),
      }),
      { plan: { settings: { max_rounds: 1 } } },
    );

    expect(held.outcome).toMatchObject({
      label: "TRADEOFF",
      result: { resolved_parties: ["architect"] },
    });
  });

  test("H21 H22 a new version lists its changes by part; the other parts stay word for word", async () => {
    const held = await holdChallenge(convinced());
    const history = rows(held, "position_history");

    expect(history.map(({ version, position }) => [version, position])).toEqual([
      [1, POSITION],
      [2, `${BOTH}\n\n${SECOND_PART}`],
    ]);
    expect(history[1]).toMatchObject({
      by: ["architect"],
      changes: [{ kind: "changed", part: 1, after: BOTH, because: ["architect-1"] }],
    });
  });

  test("H22 parts can be added, dropped and left open, and keep their numbers", async () => {
    const held = await holdChallenge(
      convinced({
        "response-1/proponent": respondsWith([answer("architect-1", "ACCEPT")], {
          fate: "amended",
          added: [{ text: "A restart is drilled first.", because: ["architect-1"] }],
          dropped: [{ part: 1, because: ["architect-1"] }],
          open: [{ part: 2, question: "For how long?", because: ["architect-1"] }],
        }),
        "rebuttals-1/architect": accepts("architect-1", [], { because_parts: [3] }),
      }),
    );

    expect(held.outcome?.label).toBe("CONSENSUS");
    expect(held.outcome?.result["final_position"]).toBe(
      `${SECOND_PART}\n(Open: For how long?)\n\nA restart is drilled first.`,
    );
    expect(rows(held, "position_history")[1]?.["changes"]).toMatchObject([
      { kind: "added", part: 3 },
      { kind: "dropped", part: 1 },
      { kind: "open", part: 2 },
    ]);
  });

  test("H22 a withdrawn position ends the debate, and the result says so", async () => {
    const held = await holdChallenge(
      oneBlocks({
        "response-1/proponent": respondsWith([answer("architect-1", "ACCEPT")], {
          fate: "withdrawn",
        }),
      }),
    );

    expect(held.outcome).toMatchObject({
      label: "CONSENSUS",
      confidence: "MEDIUM",
      result: { original: "refuted", survived: "withdrawn" },
    });
    expect(held.outcome?.summary).toMatch(/^The position was withdrawn\. A restart throws/);
    expect(steps(held)).not.toContain("rebuttals-1");
  });

  test("H23 H24 the proponent's own acceptance resolves nothing", async () => {
    const held = await holdChallenge(
      stubborn(1, { "response-1/proponent": amends([answer("architect-1", "ACCEPT")]) }),
      { plan: { settings: { max_rounds: 1 } } },
    );

    expect(held.outcome).toMatchObject({ label: "TRADEOFF", result: { original: "refuted" } });
  });

  test("K5 a position that changes although nothing was accepted is asked about once, then marked", async () => {
    const held = await holdChallenge(
      convinced({ "response-1/proponent": amends([answer("architect-1", "REJECT")]) }),
    );

    expect(held.asked.filter((key) => key.startsWith("response-1"))).toHaveLength(2);
    expect(held.outcome?.changes[0]).toMatchObject({ to: "v2", standing: "unexplained" });
    expect(held.outcome?.confidence).toBe("MEDIUM");
  });

  test("K5 H20 an acceptance that changes nothing is asked about once, then noted", async () => {
    const held = await holdChallenge(
      convinced({ "response-1/proponent": respondsWith([answer("architect-1", "ACCEPT")]) }),
    );

    expect(held.outcome?.notes.join()).toContain(
      "architect-1 is accepted, and no part changes because of it",
    );
  });

  test("K5 an objection known since the last response causes no new change", async () => {
    const held = await holdChallenge(
      stubborn(2, {
        "rebuttals-1/architect": { crash: "gone" },
        "response-2/proponent": amends([answer("architect-1", "ACCEPT")]),
        "rebuttals-2/architect": accepts("architect-1", ["proponent-6"]),
        ...finds(2),
      }),
    );

    expect(held.outcome?.changes[0]).toMatchObject({ to: "v2", standing: "unexplained" });
  });
});

describe("rebuttals", () => {
  test.each([
    ["nothing", { because: [] }],
    ["a stranger's claim", { because: ["lawyer-9"] }],
    ["its own claim", { because: ["architect-1"] }],
    ["a claim it knew from the opening", { because: ["proponent-1"] }],
    ["a part that did not change", { because_parts: [2] }],
    ["only ok", { because: ["proponent-5"], reason: "ok" }],
  ])(
    "K5 H23 an ACCEPT that names %s is asked about once, and leaves the objection standing",
    async (_, changes) => {
      const held = await holdChallenge(
        convinced({ "rebuttals-1/architect": accepts("architect-1", [], changes) }),
        { plan: { settings: { max_rounds: 1 } } },
      );

      expect(held.asked.filter((key) => key.startsWith("rebuttals-1"))).toHaveLength(2);
      expect(held.outcome).toMatchObject({ label: "TRADEOFF" });
      expect(held.outcome?.changes[1]).toMatchObject({ by: "architect", standing: "reverted" });
      expect(held.outcome?.dissents[0]).toMatchObject({ by: "architect" });
    },
  );

  test("K5 an answer to somebody else's objection settles nothing", async () => {
    const held = await holdChallenge(
      agreement({
        "challenges/architect": objects("architect", ["disagree", "strong"]),
        "challenges/operator": objects("operator", ["disagree", "strong"]),
        "response-1/proponent": respondsWith([
          answer("architect-1", "REJECT"),
          answer("operator-1", "REJECT", {
            explanation: "The rota of operator-1 is in place since May.",
          }),
        ]),
        "rebuttals-1/architect": accepts("architect-1", ["proponent-6"]),
        "rebuttals-1/operator": accepts("operator-1", ["proponent-6"]),
      }),
      { plan: { settings: { max_rounds: 1 } } },
    );

    expect(held.outcome?.result["resolved_parties"]).toEqual(["operator"]);
  });

  test("K4 H23 what a rebuttal does not mention stands", async () => {
    const two = [objection("architect"), objection("operator", { strength: "moderate" })];
    const held = await holdChallenge(
      oneBlocks({
        "challenges/architect": objects(
          "architect",
          ["disagree", "strong"],
          {},
          { objections: two },
        ),
        "response-1/proponent": amends(
          [
            answer("architect-1", "ACCEPT"),
            answer("architect-2", "REJECT", {
              explanation: "architect-2 is met: the rota exists already.",
            }),
          ],
          ["architect-1"],
        ),
        "rebuttals-1/architect": accepts("architect-1", ["proponent-5"]),
      }),
      { plan: { settings: { max_rounds: 1 } } },
    );

    expect(held.asked.filter((key) => key.startsWith("rebuttals-1"))).toHaveLength(2);
    expect(rows(held, "objections").map(({ fate }) => fate)).toEqual(["resolved", "open"]);
    expect(held.outcome?.label).toBe("TRADEOFF");
  });

  test("H24 a strength that is lowered to minor blocks nothing and stays on record", async () => {
    const held = await holdChallenge(
      stubborn(1, {
        "rebuttals-1/architect": maintains(
          "architect-1",
          "What is left is a note for the runbook of the night shift.",
          { strength: "minor" },
        ),
      }),
    );

    expect(held.outcome).toMatchObject({ label: "CONSENSUS", rounds: 1 });
    expect(rows(held, "objections")[0]).toMatchObject({ fate: "lowered", strength_now: "minor" });
    expect(held.outcome?.dissents).toMatchObject([{ by: "architect", holds: "partial" }]);
  });

  test("K8 H24 a strength does not fall with an ok, and never rises", async () => {
    const lowered = await holdChallenge(
      stubborn(1, {
        "rebuttals-1/architect": maintains("architect-1", "ok", { strength: "minor" }),
      }),
      { plan: { settings: { max_rounds: 1 } } },
    );
    const raised = await holdChallenge(
      stubborn(1, {
        "challenges/architect": objects("architect", ["partial", "moderate"]),
      }),
      { plan: { settings: { max_rounds: 1 } } },
    );

    expect(lowered.outcome?.label).toBe("TRADEOFF");
    expect(rows(raised, "objections")[0]).toMatchObject({ strength_now: "moderate" });
  });

  test("H24 K21 an ACCEPT leaves nothing, so it needs no strength; a MAINTAIN without one keeps it", async () => {
    const accepted = await holdChallenge(
      convinced({
        "rebuttals-1/architect": accepts("architect-1", ["proponent-5"], { strength: null }),
      }),
    );
    const kept = await holdChallenge(
      stubborn(1, {
        "rebuttals-1/architect": maintains("architect-1", freshWords("architect", 1), {
          strength: null,
        }),
      }),
      { plan: { settings: { max_rounds: 1 } } },
    );

    expect(accepted.outcome?.result["repairs"]).toBe(0);
    expect(rows(accepted, "objections")[0]).toMatchObject({ fate: "resolved" });
    expect(kept.outcome?.result["repairs"]).toBe(0);
    expect(rows(kept, "objections")[0]).toMatchObject({ strength_now: "strong" });
  });

  test("H24 a MAINTAIN that does not say what would settle it is asked for it", async () => {
    const held = await holdChallenge(
      stubborn(1, {
        "rebuttals-1/architect": [
          maintains("architect-1", freshWords("architect", 1), { settled_by: null }),
          maintains("architect-1", freshWords("architect", 1)),
        ],
      }),
      { plan: { settings: { max_rounds: 1 } } },
    );

    expect(held.outcome?.result["repairs"]).toBe(1);
    expect(rows(held, "objections")[0]).toMatchObject({
      settled_by: "Sessions survive a restart in a test.",
    });
  });

  test("H24 ESCALATE puts the point again, and that is what is answered next", async () => {
    const words = "Memory runs out long before anything restarts, and nobody watches it.";
    const held = await holdChallenge(
      stubborn(1, {
        "rebuttals-1/architect": escalates("architect-1", words),
        "response-2/proponent": amends([answer("architect-1", "ACCEPT")]),
        "rebuttals-2/architect": accepts("architect-1", ["proponent-6"]),
        ...finds(2),
      }),
    );

    expect(held.outcome).toMatchObject({ label: "CONSENSUS", rounds: 2 });
    expect(held.outcome?.changes[0]).toMatchObject({ causes: ["architect-2"] });
  });

  test("H23 a fault that the repair brings in is a new objection with its own id and answer", async () => {
    const held = await holdChallenge(
      oneBlocks({
        "response-1/proponent": amends([answer("architect-1", "ACCEPT")]),
        "rebuttals-1/architect": rebuts(
          [rebuttal("architect-1", "ACCEPT", { because: ["proponent-5"] })],
          [objection("operator", { headline: "Two stores can now disagree about one session." })],
        ),
        "response-2/proponent": respondsWith([
          answer("architect-3", "REJECT", {
            explanation: "architect-3 cannot happen: Postgres wins by version.",
          }),
        ]),
        "rebuttals-2/architect": accepts("architect-3", ["proponent-6"]),
        ...finds(2),
      }),
    );

    expect(held.outcome).toMatchObject({ label: "CONSENSUS", rounds: 2 });
    expect(
      rows(held, "objections").map(({ id, made_after_round }) => [id, made_after_round]),
    ).toEqual([
      ["architect-1", 0],
      ["architect-3", 1],
    ]);
  });
});

describe("final version", () => {
  test("H24 everyone present is asked to refute a new version before it is agreed to", async () => {
    const held = await holdChallenge(convinced());

    expect(steps(held).at(-1)).toBe("final-1");
    expect(held.asked.filter((key) => key.startsWith("final-1"))).toHaveLength(3);
    expect(held.outcome).toMatchObject({
      label: "CONSENSUS",
      confidence: "HIGH",
      result: { original: "refuted", survived: "amended" },
    });
    expect(held.outcome?.summary).toBe(
      `The position did not hold as written; an amended version did: ${BOTH}`,
    );
  });

  test("H24 first those whose alternatives are not in it", async () => {
    const taken = "Sessions are written to Postgres and Redis and reads move to Redis next week.";
    const held = await holdChallenge(
      convinced({
        "challenges/architect": objects("architect", ["disagree", "strong"], {
          alternative: taken,
        }),
        "final-1/architect": undefined as never,
        "final-others-1/architect": agrees("architect"),
      }),
    );

    expect(held.asked.filter((key) => key.startsWith("final"))).toEqual([
      "final-1/operator#1",
      "final-1/adversary#1",
      "final-others-1/architect#1",
    ]);
    expect(held.outcome?.confidence).toBe("HIGH");
  });

  test("H24 an objection to the final version is confronted like any other", async () => {
    const held = await holdChallenge(
      convinced({
        "final-1/operator": objects("operator", ["disagree", "strong"]),
        "response-2/proponent": respondsWith([
          answer("operator-2", "REJECT", {
            explanation: "operator-2 is met: the rota names two people.",
          }),
        ]),
        "rebuttals-2/operator": accepts("operator-2", ["proponent-6"]),
      }),
    );

    expect(rows(held, "objections").at(-1)).toMatchObject({ id: "operator-2", fate: "resolved" });
    expect(held.outcome).toMatchObject({ label: "CONSENSUS", rounds: 2 });
  });

  test("H24 at the last round an objection to the final version is a tradeoff", async () => {
    const held = await holdChallenge(
      convinced({
        "final-1/operator": objects("operator", ["disagree", "strong"]),
        "assumptions/proponent": exposes("proponent"),
        "assumptions/operator": exposes("operator"),
      }),
      { plan: { settings: { max_rounds: 1 } } },
    );

    expect(held.outcome).toMatchObject({ label: "TRADEOFF", result: { original: "refuted" } });
    expect(held.outcome?.dissents[0]).toMatchObject({ by: "operator" });
  });

  test.each([
    ["does not answer", { crash: "gone" }],
    ["cannot be read", { text: "hm" }],
    ["only nods", nods()],
  ])("H24 K19 who %s there caps the confidence at MEDIUM", async (_, said) => {
    const held = await holdChallenge(convinced({ "final-1/operator": said }));

    expect(held.outcome).toMatchObject({ label: "CONSENSUS", confidence: "MEDIUM" });
    expect(held.outcome?.notes.join()).toMatch(/operator (?:gave no answer|agreed to v2)/);
  });

  test("H34 a position of which nothing is left was replaced, and the headline says so", async () => {
    const held = await holdChallenge(
      convinced({
        "response-1/proponent": respondsWith([answer("architect-1", "ACCEPT")], {
          fate: "amended",
          changed: [
            {
              part: 1,
              text: "Login tokens are signed and nothing is stored.",
              because: ["architect-1"],
            },
            {
              part: 2,
              text: "Keys rotate every night by a job of its own.",
              because: ["architect-1"],
            },
          ],
        }),
      }),
    );

    expect(held.outcome?.result).toMatchObject({ original: "refuted", survived: "replaced" });
    expect(held.outcome?.summary).toBe(
      "The position did not survive; this one did: Login tokens are signed and nothing is stored.",
    );
  });
});

describe("iteration", () => {
  test("H26 H27 H33 K10 vector: five MAINTAIN rounds with new information: TRADEOFF, a person decides", async () => {
    const held = await holdChallenge(stubborn());

    expect(held.outcome).toMatchObject({
      label: "TRADEOFF",
      ending: "open",
      confidence: "MEDIUM",
      rounds: 5,
      result: { contested: true, final_position: POSITION, original: "contested" },
    });
    expect(steps(held).at(-1)).toBe("assumptions");
  });

  test.each([
    ["by its own word", { new_information: false }, freshWords],
    ["by measure", { new_information: true }, () => "It is as it was and stays so for us."],
  ])("H27 nothing new %s two rounds running ends it early", async (_, changes, words) => {
    const held = await holdChallenge(
      stubborn(5, {
        "rebuttals-1/architect": maintains("architect-1", "It is as it was and stays so for us."),
        "rebuttals-2/architect": maintains("architect-1", words("architect", 2), changes),
      }),
    );

    expect(held.outcome).toMatchObject({ label: "TRADEOFF", rounds: 2 });
    expect(held.outcome?.notes).toContain(
      "the confrontation ended: nothing new was said in rounds 1 and 2",
    );
  });

  test("H27 K4 a dissenter absent in a rebuttal keeps its objection and is asked again", async () => {
    const held = await holdChallenge(stubborn(2, { "rebuttals-1/architect": { crash: "down" } }), {
      plan: { settings: { max_rounds: 2 } },
    });

    expect(held.asked).toContain("rebuttals-2/architect#1");
    expect(held.outcome).toMatchObject({ label: "TRADEOFF", result: { degraded: true } });
  });

  test("H26 the calls of a debate stay within what was announced", async () => {
    const plan = planDebate(challenge, { brief: planBrief() });
    const fast = await holdChallenge(agreement());

    expect(plan.calls).toEqual({ min: 4, max: 46 });
    expect(fast.asked).toHaveLength(4);
  });
});

describe("tradeoff", () => {
  test("H28 H29 H30 H31 H33 each remaining side says what it assumes, mapped to what it holds", async () => {
    const held = await holdChallenge(stubborn());

    expect(rows(held, "assumptions")).toEqual(
      ["proponent", "architect"].map((party) => ({
        party,
        why: `${party} sees another cost of a restart.`,
        core_assumption: `${party} assumes that restarts are frequent.`,
        leads_to: `${party} weighs the restart above the load.`,
        testable_by: "Count the restarts of the last year.",
        other_right_if: "Restarts turn out to be rare.",
      })),
    );
    expect(held.outcome?.result["core_disagreement"]).toBe(
      "proponent says it is about how often Redis restarts.",
    );
    expect(rows(held, "options").map(({ advocate }) => advocate)).toEqual([
      "proponent",
      "architect",
    ]);
    expect(held.outcome?.choices?.map(({ id }) => id)).toEqual(["proponent", "architect"]);
  });

  test("K6 the dissent is the dissenter's newest words under the id of its objection", async () => {
    const held = await holdChallenge(stubborn());

    expect(held.outcome?.dissents[0]).toMatchObject({
      by: "architect",
      holds: "disagree",
      words: freshWords("architect", 5),
      grounds: [{ id: "architect-1" }],
    });
  });
});

describe("failures", () => {
  test("H39 a rebuttal that timed out is named with its round", async () => {
    const held = await holdChallenge(
      stubborn(2, { "rebuttals-2/architect": { hang: true } as never }),
      { clock: eagerClock(), plan: { settings: { max_rounds: 2 } } },
    );

    expect(held.outcome?.result["absences"]).toContain("architect timed out in round 2");
    expect(held.outcome?.notes).toContain("architect timed out in round 2");
  });

  test("H36 K3 K4 what cannot be read blocks; its author alone can withdraw it", async () => {
    const held = await holdChallenge(
      agreement({
        "challenges/operator": { text: "no JSON" },
        "response-1/proponent": respondsWith([answer("operator-0", "REJECT")]),
        "rebuttals-1/operator": accepts("operator-0", ["proponent-5"]),
      }),
    );

    expect(rows(held, "verdicts")[1]).toMatchObject({ verdict: "unreadable", blocking: true });
    expect(held.outcome).toMatchObject({ label: "CONSENSUS", confidence: "MEDIUM" });
  });

  test("H37 all challengers fail: aborted", async () => {
    const crash = Object.fromEntries(
      SEATS.map((seat) => [`challenges/${seat}`, { crash: "down" }]),
    );
    const held = await holdChallenge(agreement(crash));

    expect(held.outcome).toMatchObject({ label: "ABORTED", ending: "failed" });
  });

  test("H32 K4 one challenger that answers makes no sure consensus", async () => {
    const held = await holdChallenge(
      agreement({ "challenges/operator": { crash: "x" }, "challenges/adversary": { crash: "x" } }),
    );

    expect(held.outcome).toMatchObject({ label: "CONSENSUS", confidence: "MEDIUM" });
  });

  test("H32 nor does one that is seated alone, with nobody missing", async () => {
    const seats = { operator: { seated: false }, adversary: { seated: false } };
    const held = await holdChallenge(agreement(), { plan: { seats } });

    expect(held.outcome).toMatchObject({
      label: "CONSENSUS",
      absences: [],
      confidence: "MEDIUM",
      result: { degraded: false },
    });
  });

  test("H38 it fails in the first response and again at the end: nothing was confronted, so aborted", async () => {
    const held = await holdChallenge(oneBlocks());

    expect(held.outcome).toMatchObject({ label: "ABORTED" });
  });

  test("K12 K10 a limit that leaves no response is no failure: what was objected stands", async () => {
    const held = await holdChallenge(oneBlocks(), {
      plan: { limits: { calls: 4, onLimit: "finish" } },
    });

    expect(held.outcome).toMatchObject({ label: "TRADEOFF", ending: "open" });
  });
});
