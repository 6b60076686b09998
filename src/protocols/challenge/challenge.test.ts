import { describe, expect, test } from "vitest";

import { verified } from "../../../test/support/journals/forge-journal.ts";
import {
  accepts,
  agreement,
  agrees,
  answer,
  BOTH,
  convinced,
  escalates,
  exposes,
  freshWords,
  holdChallenge,
  maintains,
  nods,
  objects,
  oneBlocks,
  opens,
  PLAN,
  planBrief,
  POSITION,
  respondsWith,
  SEATS,
  stubborn,
} from "../../../test/support/protocols/challenge.ts";
import type { Held } from "../../../test/support/protocols/debate.ts";
import { eagerClock } from "../../../test/support/time/eager-clock.ts";
import type { AbsenceReason } from "../../domain/round.ts";
import { planDebate } from "../../plan.ts";
import { challenge } from "./challenge.ts";

type Row = Record<string, unknown>;

function rows({ outcome }: Held, field: string): Row[] {
  return outcome?.result[field] as unknown as Row[];
}

const steps = ({ asked }: Held): string[] => [
  ...new Set(asked.map((key) => key.split("/", 1)[0] ?? "")),
];

describe("preflight", () => {
  const plan = (request: object) => planDebate(challenge, { brief: planBrief(), ...request });

  test.each([
    [
      "no challenger is seated",
      { seats: Object.fromEntries(SEATS.map((id) => [id, { seated: false }])) },
    ],
    ["no seated challenger is known to work", { settings: { available: [] } }],
    ["none of the known-good is seated", { settings: { available: ["codex"] } }],
  ])("H1 H2 H3 H4 %s: there is no debate, and doctor is named", (_, request) => {
    expect(() => plan(request)).toThrow(/capability DISABLED.*dissent doctor/);
  });

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
      expect(held.outcome).toMatchObject({ expected: count + 1, present: count + 1 });
    },
  );

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
    expect(held.outcome?.notes).toContain("adversary is not known to work and was not asked");
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
    expect(plan({}).warnings.join()).not.toContain("one model");
    const same = await holdChallenge(agreement(), { plan: { seats } });
    const apart = await holdChallenge(agreement(), { plan: { seats: others } });
    const offline = await holdChallenge(agreement());
    expect(
      [same, apart, offline].map(({ outcome }) => outcome?.result["degraded_independence"]),
    ).toEqual([true, false, true]);
  });

  test("H3 a seat that a person adds is a challenger", async () => {
    const held = await holdChallenge(agreement({ "challenges/lawyer": agrees("lawyer") }), {
      plan: { seats: { lawyer: { stance: "what the contracts say" } } },
    });

    expect(held.asked).toContain("challenges/lawyer#1");
    expect(held.outcome).toMatchObject({ label: "CONSENSUS", present: 5, expected: 5 });
  });

  test("H9 an answer has 120 seconds unless the setting says otherwise", () => {
    expect(plan({}).timeoutMs).toBe(120_000);
    expect(plan({ settings: { timeout_per_cli: 30 } }).timeoutMs).toBe(30_000);
  });

  test("H26 the calls of a debate stay within what was announced", async () => {
    const { min, max } = plan({}).calls;
    const fast = await holdChallenge(agreement());
    const all = Object.fromEntries(SEATS.map((seat) => [`challenges/${seat}`, nods()]));
    const pressed = Object.fromEntries(SEATS.map((seat) => [`press/${seat}`, nods()]));
    const marks = { architect: "A2", operator: "O2", adversary: "D2" };
    const exchanges = [1, 2, 3, 4, 5].flatMap((round) => [
      [
        `response-${round}/proponent`,
        respondsWith(SEATS.map((seat) => answer(marks[seat], "REJECT"))),
      ],
      ...SEATS.map((seat) => [
        `rebuttals-${round}/${seat}`,
        maintains(freshWords(seat, round), { new_information: true }),
      ]),
    ]);
    const longest = await holdChallenge(
      agreement({
        ...all,
        ...pressed,
        ...Object.fromEntries(exchanges),
        ...Object.fromEntries(
          [...SEATS, "proponent"].map((seat) => [`assumptions/${seat}`, exposes(seat)]),
        ),
      }),
    );

    expect([min, max]).toEqual([4, 31]);
    expect(fast.asked).toHaveLength(min);
    expect(longest.outcome?.label).toBe("TRADEOFF");
    expect(longest.asked).toHaveLength(max);
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
      expect(failed.asked).toEqual(["opening/proponent#1", "opening/proponent#2"]);
    },
  );

  test("H6 an empty list of weaknesses or assumptions is no list", async () => {
    for (const changes of [{ weaknesses: [] }, { assumptions: [] }]) {
      const { outcome } = await holdChallenge(agreement({ "opening/proponent": opens(changes) }));

      expect(outcome?.label).toBe("ABORTED");
    }
  });

  test("H6 the user's own words can be the position; the proponent states only the rest", async () => {
    const { position: _, ...parts } = opens().reply as Record<string, never>;
    const held = await holdChallenge(agreement({ "opening/proponent": { reply: parts } }), {
      plan: { settings: { opening: "user" } },
    });

    expect(held.outcome).toMatchObject({
      label: "CONSENSUS",
      summary: "Sessions move from Postgres into Redis next week.",
      result: { final_position: PLAN },
    });
  });

  test("H6 a position that the proponent would put in the user's mouth is not taken", async () => {
    const held = await holdChallenge(
      agreement({ "opening/proponent": opens({ position: "Something else entirely." }) }),
      { plan: { settings: { opening: "user" } } },
    );

    expect(held.outcome?.result["final_position"]).toBe(PLAN);
  });

  test("H6 a user who opens has to say something", () => {
    const brief = planBrief({ sources: [] });

    expect(() => planDebate(challenge, { brief, settings: { opening: "user" } })).toThrow(
      /brief has no text/,
    );
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
    expect(committed[0]?.asks.every(({ reveals }) => reveals.join() === "opening/proponent")).toBe(
      true,
    );
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
    const commits = held.events.flatMap(({ fact }) =>
      fact.type === "asks-committed" ? [[fact.step, fact.blind]] : [],
    );
    expect(commits).toEqual([
      ["blind", true],
      ["opening", true],
      ["challenges", false],
    ]);
    expect(rows(held, "blind_answers")[0]).toEqual({
      challenger: "architect",
      answer: "architect would keep Postgres.",
      confidence: "low",
    });
  });

  test("K18 the verdicts on the opening are the baseline, and the debate says whether it changed anything", async () => {
    const fast = await holdChallenge(agreement());
    const moved = await holdChallenge(convinced());

    expect(fast.outcome?.baseline).toEqual({
      distribution: { agree: [...SEATS] },
      choice: null,
      changed: false,
    });
    expect(moved.outcome?.baseline).toEqual({
      distribution: { disagree: ["architect"], agree: ["operator", "adversary"] },
      choice: null,
      changed: true,
    });
  });
});

describe("consensus check", () => {
  test("H12 H18 three substantive agreements: fast exit after one round, unanimous, sure", async () => {
    const held = await holdChallenge(agreement());

    expect(held.outcome).toMatchObject({
      label: "CONSENSUS",
      ending: "decided",
      confidence: "HIGH",
      rounds: 1,
      choice: null,
      dissents: [],
      result: { unanimous: true, objections: [], what_changed: [] },
    });
    expect(steps(held)).toEqual(["opening", "challenges"]);
  });

  test("H13 K6 partial and minor from all: fast exit with a short word on each, and none is withdrawn", async () => {
    const minor = Object.fromEntries(
      SEATS.map((seat) => [`challenges/${seat}`, objects(seat, ["partial", "minor"])]),
    );
    const remarks = ["A1", "O1", "D1"].map((objection) => ({
      objection,
      remark: `Noted, ${objection} is looked at after the move.`,
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
    expect(held.outcome?.dissents.map(({ by, holds, words }) => [by, holds, words])).toEqual(
      SEATS.map((seat) => [
        seat,
        "partial",
        `${seat} holds that a Redis restart throws every customer out of a running session.`,
      ]),
    );
    expect(steps(held)).toEqual(["opening", "challenges", "remarks"]);
  });

  test("H13 K4 a proponent that does not answer minor objections is noted, and makes it less sure", async () => {
    const { outcome } = await holdChallenge(
      agreement({
        "challenges/operator": objects("operator", ["partial", "minor"]),
        "remarks/proponent": { crash: "gone" },
      }),
    );

    expect(outcome).toMatchObject({
      label: "CONSENSUS",
      confidence: "MEDIUM",
      result: { remarks: [] },
    });
  });

  test.each([
    ["H14 H16 a lone disagreement, be it minor", ["disagree", "minor"]],
    ["H14 a strong disagreement", ["disagree", "strong"]],
    ["H15 a partial verdict with a strong objection", ["partial", "strong"]],
    ["H15 an agreement with a strong objection", ["agree", "strong"]],
    ["H13 a partial verdict with a moderate objection", ["partial", "moderate"]],
  ] as const)("%s is confronted", async (_, pair) => {
    const held = await holdChallenge(
      agreement({
        "challenges/adversary": objects("adversary", pair),
        "response-1/proponent": respondsWith([answer("D1", "ACCEPT")], { position: BOTH }),
        "rebuttals-1/adversary": accepts(["P4"]),
      }),
    );

    expect(steps(held)).toEqual(["opening", "challenges", "response-1", "rebuttals-1"]);
    expect(rows(held, "verdicts")[2]).toMatchObject({
      verdict: pair[0],
      strength: pair[1],
      blocking: true,
    });
  });

  test.each([
    ["partial", "minor"],
    ["agree", "moderate"],
  ] as const)("H13 %s and %s alone blocks nothing", async (...pair) => {
    const remarks = [{ objection: "O1", remark: "Noted for the day of the move." }];
    const held = await holdChallenge(
      agreement({
        "challenges/operator": agrees("operator", {
          verdict: pair[0],
          objection_strength: pair[1],
        }),
        "remarks/proponent": { reply: { remarks } },
      }),
    );

    expect(held.outcome).toMatchObject({ label: "CONSENSUS", rounds: 1 });
    expect(rows(held, "verdicts")[1]).toMatchObject({ blocking: false });
  });

  test.each([
    ["agree", "strong", true],
    ["disagree", "minor", true],
    ["disagree", "strong", false],
    ["partial", "minor", false],
  ] as const)(
    "H16 H19 %s with a %s objection: incoherent is %s, and said",
    async (verdict, strength, incoherent) => {
      const held = await holdChallenge(
        agreement({ "challenges/architect": objects("architect", [verdict, strength]) }),
      );

      expect(rows(held, "verdicts")[0]).toMatchObject({ incoherent });
      expect(held.outcome?.result["incoherences"]).toEqual(
        incoherent
          ? [`architect says ${verdict} and calls its objection ${strength}; it was confronted`]
          : [],
      );
    },
  );
});

describe("skepticism", () => {
  test("H17 K8 a nod is pressed once; with grounds it then counts", async () => {
    const held = await holdChallenge(
      agreement({ "challenges/operator": nods(), "press/operator": agrees("operator") }),
    );

    expect(steps(held)).toEqual(["opening", "challenges", "press"]);
    expect(held.asked.filter((key) => key.startsWith("press"))).toEqual(["press/operator#1"]);
    expect(held.outcome).toMatchObject({ label: "CONSENSUS", confidence: "HIGH", rounds: 1 });
    expect(rows(held, "verdicts")[1]).toMatchObject({
      pressed: true,
      substantive: true,
      downgraded_by_skepticism: false,
      blocking: false,
    });
  });

  test("H17 K8 pressed and still a nod: treated as partial and moderate, recorded, confronted", async () => {
    const held = await holdChallenge(
      agreement({
        "challenges/operator": nods(),
        "press/operator": nods({ critique: "As I said, all fine." }),
        "response-1/proponent": respondsWith([answer("O2", "REJECT")]),
        "rebuttals-1/operator": accepts(["P4"]),
      }),
    );

    expect(rows(held, "verdicts")[1]).toMatchObject({
      verdict: "partial",
      strength: "moderate",
      blocking: true,
      substantive: false,
      downgraded_by_skepticism: true,
    });
    expect(steps(held)).toContain("rebuttals-1");
    expect(held.outcome?.notes.join()).toContain("operator agreed without substance");
  });

  test("H17 K4 pressed and silent: its agreement is no better than before", async () => {
    const held = await holdChallenge(
      agreement({ "challenges/operator": nods(), "press/operator": { crash: "gone" } }),
    );

    expect(rows(held, "verdicts")[1]).toMatchObject({
      downgraded_by_skepticism: true,
      blocking: true,
    });
    expect(held.outcome?.label).not.toBe("CONSENSUS");
  });

  test("H17 pressed, a challenger may come to object", async () => {
    const held = await holdChallenge(
      agreement({
        "challenges/operator": nods(),
        "press/operator": objects("operator", ["disagree", "strong"]),
        "response-1/proponent": respondsWith([answer("O2", "ACCEPT")], { position: BOTH }),
        "rebuttals-1/operator": accepts(["P4"]),
      }),
    );

    expect(rows(held, "objections")).toMatchObject([
      { id: "O2", challenger: "operator", fate: "resolved" },
    ]);
  });

  test("H17 with skeptical_of_early_agreement off a nod is an agreement", async () => {
    const held = await holdChallenge(agreement({ "challenges/operator": nods() }), {
      plan: { settings: { skeptical_of_early_agreement: false } },
    });

    expect(held.outcome).toMatchObject({ label: "CONSENSUS", result: { unanimous: true } });
    expect(steps(held)).not.toContain("press");
  });
});

describe("confrontation", () => {
  test("H20 H21 H23 H24 H25 H32 accepted, changed and withdrawn: consensus on v2 with its cause", async () => {
    const held = await holdChallenge(convinced());

    expect(held.outcome).toMatchObject({
      label: "CONSENSUS",
      confidence: "HIGH",
      rounds: 1,
      summary: "Sessions are written to Postgres and Redis; reads move to Redis next week.",
      result: { final_position: BOTH, rounds: 1 },
    });
    expect(rows(held, "what_changed")).toEqual([
      {
        objection: "A1",
        challenger: "architect",
        round: 1,
        disposition: "ACCEPT",
        critique: "A1 says that a restart logs customers out.",
        change: "Sessions are written to both stores first.",
      },
    ]);
    expect(held.outcome?.changes).toMatchObject([
      { by: "proponent", from: "v1", to: "v2", causes: ["A1"], standing: "explained" },
      { by: "architect", from: "disagree", to: "agree", causes: ["P4"], standing: "explained" },
    ]);
  });

  test("H34 K5 the history names for each version the challenger who caused it", async () => {
    const held = await holdChallenge(convinced());

    expect(rows(held, "position_history")).toEqual([
      { version: 1, after_round: 0, position: POSITION, changed_because: null, by: [] },
      {
        version: 2,
        after_round: 1,
        position: BOTH,
        changed_because: "The restart does hit every customer at once.",
        by: ["architect"],
      },
    ]);
  });

  test("H21 H34 a round that changes nothing keeps the version and says so", async () => {
    const held = await holdChallenge(
      stubborn(2, {
        "response-2/proponent": respondsWith([answer("A1", "PARTIAL")], { position: BOTH }),
        "rebuttals-2/architect": accepts(["P5"]),
      }),
    );

    expect(
      rows(held, "position_history").map(({ version, after_round, changed_because }) => [
        version,
        after_round,
        changed_because,
      ]),
    ).toEqual([
      [1, 0, null],
      [1, 1, "unchanged"],
      [2, 2, "The restart does hit every customer at once."],
    ]);
    expect(held.outcome).toMatchObject({ label: "CONSENSUS", rounds: 2 });
    expect(held.outcome?.changes[0]).toMatchObject({ from: "v1", to: "v2", causes: ["A2"] });
  });

  test("H21 other line breaks are no change of the position", async () => {
    const held = await holdChallenge(
      oneBlocks({
        "response-1/proponent": respondsWith([answer("A1", "REJECT")], {
          position: POSITION.replaceAll(" ", "\n"),
          changed_because: null,
        }),
        "rebuttals-1/architect": accepts(["P4"]),
      }),
    );

    expect(rows(held, "position_history").map(({ version }) => version)).toEqual([1, 1]);
    expect(held.outcome?.result["final_position"]).toBe(POSITION);
  });

  test.each([
    ["an objection left out", [], "objection A1 is answered 0 times"],
    ["one answered twice", [answer("A1", "REJECT"), answer("A1", "ACCEPT")], "answered 2 times"],
    [
      "one that does not stand",
      [answer("A1", "REJECT"), answer("O1", "REJECT")],
      '"O1" is not among',
    ],
    [
      "ACCEPT without what changes",
      [answer("A1", "ACCEPT", { position_delta: null })],
      "position_delta",
    ],
    [
      "PARTIAL without its limit",
      [answer("A1", "PARTIAL", { limit: null })],
      "accepted_part and limit",
    ],
    [
      "PARTIAL without its part",
      [answer("A1", "PARTIAL", { accepted_part: null })],
      "accepted_part and limit",
    ],
  ])("H20 H22 K3 %s is repaired", async (_, answers, problem) => {
    const held = await holdChallenge(
      convinced({
        "response-1/proponent": [
          respondsWith(answers, { position: BOTH }),
          respondsWith([answer("A1", "ACCEPT")], { position: BOTH }),
        ],
      }),
    );

    const rejected = held.events.flatMap(({ fact }) =>
      fact.type === "reply-rejected" ? fact.problems : [],
    );
    expect(rejected.join()).toContain(problem);
    expect(held.outcome).toMatchObject({ label: "CONSENSUS", result: { repairs: 1 } });
  });

  test("H22 each answer restates the critique", async () => {
    const bare = { ...answer("A1", "REJECT"), critique_summary: "" };
    const held = await holdChallenge(
      convinced({ "response-1/proponent": respondsWith([bare], { position: BOTH }) }),
    );

    expect(held.outcome?.absences[0]).toMatchObject({
      by: "proponent",
      step: "response-1",
      reason: "unreadable",
    });
  });

  test("H23 H24 the proponent's own acceptance resolves nothing", async () => {
    const held = await holdChallenge(
      stubborn(1, {
        "response-1/proponent": respondsWith([answer("A1", "ACCEPT")], { position: BOTH }),
      }),
      { plan: { maxRounds: 1 } },
    );

    expect(held.outcome).toMatchObject({ label: "TRADEOFF", ending: "open" });
    expect(rows(held, "objections")).toMatchObject([{ id: "A1", fate: "maintained" }]);
  });

  test("H23 only those whose objection stands are asked again", async () => {
    const held = await holdChallenge(
      oneBlocks({
        "challenges/operator": objects("operator", ["partial", "moderate"]),
        "response-1/proponent": respondsWith([answer("A1", "ACCEPT"), answer("O1", "REJECT")], {
          position: BOTH,
        }),
        "rebuttals-1/architect": accepts(["P4"]),
        "rebuttals-1/operator": escalates("Memory runs out long before anything restarts."),
        "response-2/proponent": respondsWith([answer("O1", "REJECT")], {
          position: BOTH,
          changed_because: null,
        }),
        "rebuttals-2/operator": accepts(["P6"]),
      }),
    );

    expect(held.asked.filter((key) => key.startsWith("rebuttals"))).toEqual([
      "rebuttals-1/architect#1",
      "rebuttals-1/operator#1",
      "rebuttals-2/operator#1",
    ]);
    expect(held.outcome).toMatchObject({ label: "CONSENSUS", rounds: 2 });
    expect(held.outcome?.notes).not.toContainEqual(expect.stringContaining("operator last judged"));
    expect(held.outcome?.notes).toContain("adversary last judged v1 and was not asked about v2");
  });

  test("H24 ESCALATE needs the objection stated anew, and that is what is answered next", async () => {
    const words = "Memory runs out long before anything restarts, and nobody watches it.";
    const held = await holdChallenge(
      stubborn(1, {
        "rebuttals-1/architect": [escalates(words, { clarified_critique: null }), escalates(words)],
        "response-2/proponent": respondsWith([answer("A1", "ACCEPT")], { position: BOTH }),
        "rebuttals-2/architect": accepts(["P5"]),
      }),
    );

    expect(held.outcome).toMatchObject({ label: "CONSENSUS", rounds: 2, result: { repairs: 1 } });
    expect(held.outcome?.changes[0]).toMatchObject({ causes: ["A2"] });
  });

  test("K5 a position that changes although nothing was accepted is asked about once, then marked", async () => {
    const held = await holdChallenge(
      oneBlocks({
        "response-1/proponent": respondsWith([answer("A1", "REJECT")], { position: BOTH }),
        "rebuttals-1/architect": accepts(["P4"]),
      }),
    );

    expect(held.asked.filter((key) => key.startsWith("response-1"))).toHaveLength(2);
    expect(held.outcome?.changes[0]).toMatchObject({
      to: "v2",
      causes: [],
      standing: "unexplained",
    });
    expect(held.outcome?.notes.join()).toContain("proponent moved from v1 to v2");
  });

  test("K5 H20 an acceptance that changes nothing is asked about once, then noted", async () => {
    const held = await holdChallenge(
      convinced({ "response-1/proponent": respondsWith([answer("A1", "ACCEPT")]) }),
    );

    expect(held.asked.filter((key) => key.startsWith("response-1"))).toHaveLength(2);
    expect(held.outcome?.notes.join()).toContain("A1 is accepted, and the position is unchanged");
    expect(rows(held, "what_changed")).toEqual([]);
  });

  test("K5 an objection known since the last response causes no new change", async () => {
    const held = await holdChallenge(
      stubborn(2, {
        "rebuttals-1/architect": { crash: "gone" },
        "response-2/proponent": respondsWith([answer("A1", "ACCEPT")], { position: BOTH }),
        "rebuttals-2/architect": accepts(["P5"]),
      }),
    );

    expect(held.outcome?.changes[0]).toMatchObject({ to: "v2", standing: "unexplained" });
  });

  test.each([
    ["none", []],
    ["a stranger's", ["X9"]],
    ["its own", ["A1"]],
    ["one it knew from the opening", ["P1"]],
  ])(
    "K5 H23 a withdrawal that names %s as its cause is asked about once, then marked",
    async (_, because) => {
      const held = await holdChallenge(convinced({ "rebuttals-1/architect": accepts(because) }));

      expect(held.asked.filter((key) => key.startsWith("rebuttals-1"))).toHaveLength(2);
      expect(held.outcome?.changes[1]).toMatchObject({
        by: "architect",
        standing: "unexplained",
        causes: [],
      });
      expect(held.outcome?.notes.join()).toContain("architect moved from disagree to agree");
      if (because.length === 0) {
        expect(held.outcome?.changes[1]?.reason).toBe(
          "the objection is withdrawn and no claim is named as the cause",
        );
      }
    },
  );
});

describe("iteration", () => {
  test("H26 H27 H33 K10 five rounds of MAINTAIN with something new each time: tradeoff, a person decides", async () => {
    const held = await holdChallenge(stubborn());

    expect(held.outcome).toMatchObject({
      label: "TRADEOFF",
      ending: "open",
      confidence: "MEDIUM",
      rounds: 5,
      result: { contested: true, final_position: POSITION },
    });
    expect(held.outcome?.summary).toBe(`${POSITION} (contested by Architect)`);
    expect(steps(held).at(-1)).toBe("assumptions");
  });

  test("H27 max_rounds is the number of confrontations, and never more than five", async () => {
    const held = await holdChallenge(stubborn(), { plan: { settings: { max_rounds: 2 } } });

    expect(held.outcome).toMatchObject({ label: "TRADEOFF", rounds: 2 });
    for (const max_rounds of [0, 6, 2.5]) {
      expect(() =>
        planDebate(challenge, { brief: planBrief(), settings: { max_rounds } }),
      ).toThrow();
    }
  });

  const repeated = "The restart still throws every customer out and nothing was said about that.";

  test.each([
    ["says itself that there is nothing new", freshWords, false],
    ["claims news and repeats its words", () => repeated, true],
  ])(
    "H27 a dissenter that %s two rounds running ends the confrontation",
    async (_, words, new_information) => {
      const rebuttals = Object.fromEntries(
        [1, 2, 3, 4, 5].map((round) => [
          `rebuttals-${round}/architect`,
          maintains(words("architect", round), { new_information }),
        ]),
      );
      const held = await holdChallenge(stubborn(5, rebuttals));

      // a repetition is one only once there is something to repeat
      expect(held.outcome).toMatchObject({ label: "TRADEOFF", rounds: new_information ? 3 : 2 });
      expect(held.outcome?.notes.join()).toContain("nothing new was said in rounds");
    },
  );

  test("H27 a newly quoted passage is new, whatever the words around it", async () => {
    const quotes = [
      "Logins are slow",
      "30 % of database load",
      "can be switched back",
      "kept for a month",
    ];
    const rebuttals = Object.fromEntries(
      [1, 2, 3, 4].map((round) => [
        `rebuttals-${round}/architect`,
        maintains(repeated, {
          new_information: true,
          evidence: [{ source: "brief", quote: quotes[round - 1] ?? "" }],
        }),
      ]),
    );
    const invented = Object.fromEntries(
      [1, 2, 3, 4].map((round) => [
        `rebuttals-${round}/architect`,
        maintains(repeated, {
          new_information: true,
          evidence: [{ source: "brief", quote: `invented ${round}` }],
        }),
      ]),
    );

    expect((await holdChallenge(stubborn(5, rebuttals))).outcome).toMatchObject({ rounds: 5 });
    expect((await holdChallenge(stubborn(5, invented))).outcome).toMatchObject({ rounds: 3 });
  });

  test("H27 one dissenter with something new keeps the confrontation open for all", async () => {
    const both = respondsWith([answer("A1", "REJECT"), answer("O1", "REJECT")]);
    const held = await holdChallenge(
      stubborn(5, {
        "challenges/operator": objects("operator", ["disagree", "strong"]),
        ...Object.fromEntries(
          [1, 2, 3, 4, 5].flatMap((round) => [
            [`response-${round}/proponent`, both],
            [`rebuttals-${round}/operator`, maintains(repeated)],
          ]),
        ),
        "assumptions/operator": exposes("operator"),
      }),
    );

    expect(held.outcome).toMatchObject({ label: "TRADEOFF", rounds: 5 });
  });

  test("H27 an escalation is no repetition", async () => {
    const rebuttals = Object.fromEntries(
      [1, 2, 3, 4, 5].map((round) => [`rebuttals-${round}/architect`, escalates(repeated)]),
    );

    expect((await holdChallenge(stubborn(5, rebuttals))).outcome).toMatchObject({ rounds: 5 });
  });

  test("H27 K4 a dissenter absent in a rebuttal keeps its objection and is asked again", async () => {
    const held = await holdChallenge(
      stubborn(5, {
        "rebuttals-1/architect": { crash: "gone" },
        "rebuttals-2/architect": accepts(["P5"]),
      }),
    );

    expect(held.outcome).toMatchObject({ label: "CONSENSUS", rounds: 2, confidence: "MEDIUM" });
    expect(rows(held, "objections")[0]?.["dispositions"]).toMatchObject([
      { round: 1, rebuttal: null },
      { round: 2, rebuttal: "ACCEPT" },
    ]);
  });

  test("H27 H38 K4 nobody answers two rounds running: no agreement, and the last words stand", async () => {
    const held = await holdChallenge(
      stubborn(5, {
        "rebuttals-2/architect": { crash: "gone" },
        "rebuttals-3/architect": { crash: "gone" },
      }),
    );

    expect(held.outcome).toMatchObject({ label: "TRADEOFF", rounds: 3 });
    expect(held.outcome?.dissents).toMatchObject([
      { by: "architect", words: freshWords("architect", 1), stage: "round 1 only" },
    ]);
    expect(held.outcome?.notes.join()).toContain("no dissenter answered in rounds 2 and 3");
  });
});

describe("tradeoff", () => {
  test("H28 H29 H30 H31 H33 each remaining side says what it assumes, mapped to what it holds", async () => {
    const held = await holdChallenge(stubborn());

    expect(held.asked.filter((key) => key.startsWith("assumptions"))).toEqual([
      "assumptions/proponent#1",
      "assumptions/architect#1",
    ]);
    expect(rows(held, "assumptions")).toEqual(
      ["proponent", "architect"].map((party) => ({
        party,
        core_assumption: `${party} assumes that restarts are frequent.`,
        leads_to: `${party} weighs the restart above the load.`,
        testable_by: "Count the restarts of the last year.",
        why: `${party} sees another cost of a restart.`,
        other_right_if: "Restarts turn out to be rare.",
      })),
    );
    expect(held.outcome?.result).toMatchObject({
      core_disagreement: "proponent says it is about how often Redis restarts.",
      core_disagreement_by: "proponent",
      common_ground: [
        { party: "proponent", text: "Logins are too slow today." },
        { party: "architect", text: "Logins are too slow today." },
      ],
      options: [
        {
          advocate: "proponent",
          argument: POSITION,
          best_if: "proponent is right about restarts.",
        },
        {
          advocate: "architect",
          argument: "architect would keep sessions in Postgres behind a cache.",
          risk_if_wrong: "The database stays slow for another quarter.",
          evidence: [
            { source: "brief", quote: "A Redis restart logs every customer out", verified: true },
          ],
        },
      ],
    });
  });

  test("H33 those who withdrew are named, and not asked for assumptions", async () => {
    const held = await holdChallenge(
      stubborn(5, {
        "challenges/operator": objects("operator", ["disagree", "strong"]),
        "response-1/proponent": respondsWith([answer("A1", "REJECT"), answer("O1", "REJECT")]),
        "rebuttals-1/operator": accepts(["P5"]),
      }),
    );

    expect(held.outcome?.result["resolved_parties"]).toEqual(["operator"]);
    expect(rows(held, "assumptions").map(({ party }) => party)).toEqual(["proponent", "architect"]);
    expect(rows(held, "options").map(({ advocate }) => advocate)).toEqual([
      "proponent",
      "architect",
    ]);
    expect(held.asked).not.toContain("assumptions/operator#1");
    expect(held.outcome?.dissents.map(({ by }) => by)).toEqual(["architect"]);
  });

  test("H31 K6 without the proponent's sentence a dissenter's stands, word for word; without any, the objection", async () => {
    const noProponent = await holdChallenge(
      stubborn(5, { "assumptions/proponent": { crash: "gone" } }),
    );
    const nobody = await holdChallenge(
      stubborn(5, {
        "assumptions/proponent": { crash: "gone" },
        "assumptions/architect": { crash: "gone" },
      }),
    );

    expect(noProponent.outcome?.result).toMatchObject({
      core_disagreement: "architect says it is about how often Redis restarts.",
      core_disagreement_by: "architect",
    });
    expect(nobody.outcome).toMatchObject({
      label: "TRADEOFF",
      result: { core_disagreement: freshWords("architect", 5), core_disagreement_by: "architect" },
    });
  });

  test("K6 the dissent is the dissenter's newest words, with every claim it rests on", async () => {
    const { outcome } = await holdChallenge(stubborn(5), { plan: { maxRounds: 2 } });

    expect(outcome?.dissents).toEqual([
      {
        by: "architect",
        holds: "disagree",
        words: freshWords("architect", 2),
        grounds: [
          {
            id: "A1",
            text: "architect holds that a Redis restart throws every customer out of a running session.",
          },
          { id: "A2", text: freshWords("architect", 1) },
          { id: "A3", text: freshWords("architect", 2) },
        ],
        stage: null,
      },
    ]);
  });
});

describe("failures", () => {
  test.each([
    ["timed-out", { hang: true }, "operator timed out in round 1"],
    ["unavailable", { crash: "401 not authenticated" }, "operator was unavailable in round 1"],
    ["refused", { refuse: "I would rather not." }, "operator refused to answer in round 1"],
  ] as const)(
    "H9 H35 H39 K4 %s in the challenge: logged, the others go on, less sure",
    async (reason, act, line) => {
      const held = await holdChallenge(agreement({ "challenges/operator": act }), {
        clock: eagerClock(),
      });

      expect(held.outcome).toMatchObject({
        label: "CONSENSUS",
        confidence: "MEDIUM",
        present: 3,
        expected: 4,
        absences: [{ by: "operator", step: "challenges", reason: reason satisfies AbsenceReason }],
        result: { degraded: true, absences: [line] },
      });
      expect(rows(held, "verdicts")[1]).toMatchObject({
        verdict: null,
        blocking: false,
        absent: reason,
      });
    },
  );

  test("H39 a rebuttal that timed out is named with its round", async () => {
    const held = await holdChallenge(
      stubborn(5, {
        "rebuttals-2/architect": { hang: true },
        "rebuttals-3/architect": accepts(["P6"]),
      }),
      { clock: eagerClock() },
    );

    expect(held.outcome?.result["absences"]).toEqual(["architect timed out in round 2"]);
  });

  test("H36 K3 K4 what cannot be read blocks; its author alone can withdraw it", async () => {
    const script = agreement({
      "challenges/operator": { text: "I quite agree with all of it!" },
      "response-1/proponent": respondsWith([answer("O0", "REJECT")]),
    });
    const withdrawn = await holdChallenge({ ...script, "rebuttals-1/operator": accepts(["P4"]) });
    const silent = await holdChallenge(
      { ...script, "rebuttals-1/operator": { crash: "gone" } },
      { plan: { maxRounds: 1 } },
    );

    expect(rows(withdrawn, "verdicts")[1]).toMatchObject({ verdict: "unreadable", blocking: true });
    expect(withdrawn.outcome).toMatchObject({ label: "CONSENSUS", confidence: "MEDIUM" });
    expect(silent.outcome).toMatchObject({ label: "TRADEOFF" });
    expect(rows(silent, "objections")).toMatchObject([
      { id: "O0", challenger: "operator", text: "unreadable reply", fate: "unreadable" },
    ]);
    expect(silent.outcome?.dissents).toMatchObject([{ by: "operator", holds: "unreadable" }]);
    const kept = silent.events.flatMap(({ fact }) =>
      fact.type === "participant-absent" && fact.reason === "unreadable" ? [fact.raw] : [],
    );
    expect(kept).toEqual(["I quite agree with all of it!"]);
  });

  test("H36 H35 what cannot be read blocks also where nobody mends it; who said nothing does not", async () => {
    const prose = { text: "No. This plan must not go ahead, I disagree strongly." };
    const silent = await holdChallenge(agreement({ "challenges/architect": { crash: "gone" } }));

    for (const mended of [{ crash: "gone" }, { refuse: "no" }] as const) {
      const held = await holdChallenge(agreement({ "challenges/architect": [prose, mended] }));

      expect(held.asked).toContain("response-1/proponent#1");
      expect(held.outcome?.label).not.toBe("CONSENSUS");
      expect(held.outcome?.dissents).toMatchObject([{ by: "architect", holds: "unreadable" }]);
      expect(await verified(held.app, held.id)).toMatchObject({ ok: true });
    }
    expect(silent.outcome).toMatchObject({ label: "CONSENSUS", confidence: "MEDIUM" });
  });

  test("H36 an unreadable challenger that speaks up has its words taken for its objection", async () => {
    const words = "The operators were never asked whether they can run Redis at night.";
    const held = await holdChallenge(
      agreement({
        "challenges/operator": { text: "{" },
        "response-1/proponent": respondsWith([answer("O0", "REJECT")]),
        "rebuttals-1/operator": maintains(words),
      }),
      { plan: { maxRounds: 1 } },
    );

    expect(rows(held, "objections")).toMatchObject([{ id: "O0", text: words, fate: "maintained" }]);
  });

  test("H36 a reply inside prose or a fence is read", async () => {
    const wrapped = `Here you are:\n\`\`\`json\n${JSON.stringify(agrees("operator").reply)}\n\`\`\``;
    const { outcome } = await holdChallenge(
      agreement({ "challenges/operator": { text: wrapped } }),
    );

    expect(outcome).toMatchObject({ label: "CONSENSUS", confidence: "HIGH" });
  });

  test("H32 K4 one challenger that answers makes no sure consensus", async () => {
    const alone = await holdChallenge(agreement(), {
      plan: { settings: { available: ["operator"] } },
    });

    expect(alone.outcome).toMatchObject({ label: "CONSENSUS", confidence: "MEDIUM", absences: [] });
  });

  test.each([
    ["fail", { crash: "gone" }],
    ["are unreadable", { text: "yes" }],
  ])("H37 all challengers %s: aborted, and no consensus", async (_, act) => {
    const held = await holdChallenge(
      agreement(Object.fromEntries(SEATS.map((seat) => [`challenges/${seat}`, act]))),
    );

    expect(held.outcome).toMatchObject({
      label: "ABORTED",
      ending: "failed",
      present: 1,
      expected: 4,
      result: { outcome: "ABORTED", error: "no challenger answered" },
    });
  });

  test("H38 the proponent falls silent in a later response: the objections stand, with a note", async () => {
    const held = await holdChallenge(stubborn(5, { "response-2/proponent": { crash: "gone" } }));

    expect(held.outcome).toMatchObject({ label: "TRADEOFF", rounds: 2 });
    expect(held.outcome?.notes.join()).toContain("the proponent gave no response");
    expect(held.asked).not.toContain("rebuttals-2/architect#1");
  });

  test("H38 it fails in the first response and again at the end: nothing was confronted, so aborted", async () => {
    const gone = { crash: "gone" };
    const held = await holdChallenge(
      stubborn(5, { "response-1/proponent": gone, "assumptions/proponent": gone }),
    );
    const back = await holdChallenge(stubborn(5, { "response-1/proponent": gone }));

    expect(held.outcome).toMatchObject({ label: "ABORTED", ending: "failed" });
    expect(held.outcome?.dissents).toMatchObject([{ by: "architect" }]);
    expect(back.outcome).toMatchObject({ label: "TRADEOFF", ending: "open" });
  });

  test("K12 a limit pauses the debate, and it goes on where it was", async () => {
    const script = stubborn();
    const held = await holdChallenge(script, { plan: { limits: { calls: 6 } } });
    const resumed = await held.app.run({ debate: held.id, limits: { calls: 100 } });
    const whole = await holdChallenge(script);

    expect(held.holding).toMatchObject({ status: "paused", reason: "limit" });
    expect(resumed).toEqual({ status: "settled", outcome: whole.outcome });
  });

  test("K12 K4 with on_limit finish it ends without agreement, and says who was not asked", async () => {
    const held = await holdChallenge(stubborn(), {
      plan: { limits: { calls: 6, onLimit: "finish" } },
    });

    expect(held.outcome).toMatchObject({ label: "TRADEOFF", ending: "open" });
    expect(held.outcome?.absences.every(({ reason }) => reason === "over-budget")).toBe(true);
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true });
  });

  test("K12 K10 a limit that leaves no response is no failure: what was objected stands", async () => {
    for (const calls of [2, 3, 4, 5]) {
      const held = await holdChallenge(stubborn(), {
        plan: { limits: { calls, onLimit: "finish" } },
      });

      expect(held.outcome).toMatchObject({ label: "TRADEOFF", ending: "open" });
      expect(held.outcome?.dissents).toMatchObject([{ by: "architect", holds: "disagree" }]);
      expect(await verified(held.app, held.id)).toMatchObject({ ok: true });
    }
  });
});

describe("what the debate is for", () => {
  test("H40 the final position is the proponent's own text, word for word, in every ending", async () => {
    for (const [script, position] of [
      [agreement(), POSITION],
      [convinced(), BOTH],
      [stubborn(), POSITION],
    ] as const) {
      const { outcome, events } = await holdChallenge(script);
      const spoken = events.flatMap(({ fact }) =>
        fact.type === "reply-recorded" && fact.by === "proponent"
          ? [(fact.reply as { position?: string }).position]
          : [],
      );

      expect(outcome?.result["final_position"]).toBe(position);
      expect(spoken).toContain(position);
    }
  });
});
