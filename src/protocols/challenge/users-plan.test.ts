import { describe, expect, test } from "vitest";

import {
  accepts,
  agreement,
  amends,
  answer,
  answersPlan,
  exposes,
  finds,
  freshWords,
  holdChallenge,
  maintains,
  objects,
  opensPlan,
  PLAN,
  planBrief,
  SEATS,
} from "../../../test/support/protocols/challenge.ts";
import { artifact } from "../../../test/support/protocols/debate.ts";
import type { Held } from "../../../test/support/protocols/debate.ts";
import type { Script } from "../../models/scripted.ts";
import { planDebate } from "../../plan.ts";
import { challenge } from "./protocol.ts";

const OWN = { opening: "user" };

const steps = ({ asked }: Held): string[] => [
  ...new Set(asked.map((key) => key.split("/", 1)[0] ?? "")),
];

function hold(script: Script, settings: object = {}): Promise<Held> {
  const opened = { "opening/proponent": opensPlan(), ...script };
  return holdChallenge(agreement(opened), { plan: { settings: { ...OWN, ...settings } } });
}

const allObject: Script = Object.fromEntries(
  SEATS.map((seat) => [`challenges/${seat}`, objects(seat, ["disagree", "strong"])]),
);

describe("a person's own plan", () => {
  test("H6 the user's own words are the position; the proponent states only the rest", async () => {
    const held = await hold({});

    expect(held.outcome).toMatchObject({
      label: "CONSENSUS",
      summary: "Your plan holds as written: Sessions move from Postgres into Redis next week.",
      result: { final_position: PLAN, original: "upheld", survived: "unchanged" },
    });
  });

  test("H6 a user who opens has to say something", () => {
    const brief = planBrief({ sources: [] });

    expect(() => planDebate(challenge, { brief, settings: OWN })).toThrow(/brief has no text/);
  });

  test("H22 it ends as soon as it is agreed that it does not hold, and nothing is rewritten", async () => {
    const held = await hold({
      ...allObject,
      "response-1/proponent": answersPlan(
        [
          answer("architect-1", "ACCEPT"),
          answer("operator-1", "REJECT", {
            explanation: "operator-1 is met: the rota covers the cache.",
          }),
          answer("adversary-1", "REJECT", {
            explanation: "adversary-1 is met: hosts are not shared.",
          }),
        ],
        "not as written",
      ),
    });

    expect(steps(held)).toEqual(["opening", "challenges", "response-1"]);
    expect(held.outcome).toMatchObject({
      label: "CONSENSUS",
      ending: "decided",
      confidence: "HIGH",
      rounds: 1,
      refuted: true,
      result: { original: "refuted", survived: null, final_position: PLAN },
    });
    expect(held.outcome?.summary).toBe(
      "Your plan does not hold as written. A restart throws customers out of running sessions.",
    );
    const objections = held.outcome?.result["objections"] as unknown as Record<string, unknown>[];
    expect(objections.map(({ id, fate, settled_by }) => [id, fate, settled_by])).toEqual([
      ["architect-1", "granted", "architect sees sessions written to both stores first."],
      ["operator-1", "open", "operator sees sessions written to both stores first."],
      ["adversary-1", "open", "adversary sees sessions written to both stores first."],
    ]);
    // what was given away before anyone objected is often the heart of it
    expect(await artifact(held, "consensus.md")).toMatch(
      /\n## Conceded before anyone objected\n\n- [^\n]+ \(proponent-2\)\n/,
    );
  });

  test("H22 K19 those who had found that it holds are on record, and cap the confidence", async () => {
    const held = await hold({
      "challenges/architect": objects("architect", ["disagree", "strong"]),
      "response-1/proponent": answersPlan([answer("architect-1", "PARTIAL")], "not as written"),
    });

    expect(held.outcome).toMatchObject({ label: "CONSENSUS", confidence: "MEDIUM" });
    expect(held.outcome?.dissents.map(({ by, holds }) => [by, holds])).toEqual([
      ["operator", "agree"],
      ["adversary", "agree"],
    ]);
  });

  test("H22 a partial acceptance that leaves the plan as written goes on to rebuttals", async () => {
    const held = await hold({
      "challenges/architect": objects("architect", ["disagree", "strong"]),
      "response-1/proponent": answersPlan([answer("architect-1", "PARTIAL")], "cannot tell"),
      "rebuttals-1/architect": accepts("architect-1", ["proponent-5"]),
    });

    expect(steps(held)).toContain("rebuttals-1");
    expect(held.outcome).toMatchObject({ label: "CONSENSUS", result: { original: "upheld" } });
  });

  test.each([
    ["an ACCEPT with as written is asked about once", "ACCEPT", "as written", 2],
    [
      "what was conceded can fell a plan whose objections are rejected",
      "REJECT",
      "not as written",
      1,
    ],
  ] as const)("H22 K21 %s", async (_, disposition, holds, asked) => {
    const held = await hold(
      {
        "challenges/architect": objects("architect", ["disagree", "strong"]),
        "response-1/proponent": answersPlan([answer("architect-1", disposition)], holds),
        "rebuttals-1/architect": maintains("architect-1", freshWords("architect", 1)),
      },
      { max_rounds: 1 },
    );

    expect(held.asked.filter((key) => key.startsWith("response-1"))).toHaveLength(asked);
    const refuted = disposition === "ACCEPT";
    expect(held.outcome?.result["original"]).toBe(refuted ? "refuted" : "contested");
  });

  test("H33 no agreement whether it holds: contested, with what would settle each objection", async () => {
    const held = await hold(
      {
        "challenges/architect": objects("architect", ["disagree", "strong"]),
        "response-1/proponent": answersPlan([answer("architect-1", "REJECT")], "as written"),
        "rebuttals-1/architect": maintains("architect-1", freshWords("architect", 1)),
        "assumptions/proponent": exposes("proponent"),
        "assumptions/architect": exposes("architect"),
      },
      { max_rounds: 1 },
    );

    expect(held.outcome).toMatchObject({ label: "TRADEOFF", result: { original: "contested" } });
  });

  test("H22 with rewrite it goes on to a new version, and the headline says that it did not hold", async () => {
    const held = await hold(
      {
        "challenges/architect": objects("architect", ["disagree", "strong"]),
        "response-1/proponent": amends([answer("architect-1", "ACCEPT")]),
        "rebuttals-1/architect": accepts("architect-1", [], { because_parts: [1] }),
        ...finds(1),
      },
      { rewrite: true },
    );

    expect(steps(held)).toEqual(["opening", "challenges", "response-1", "rebuttals-1", "final-1"]);
    expect(held.outcome?.result).toMatchObject({ original: "refuted", survived: "replaced" });
    expect(held.outcome?.summary).toMatch(/^Your plan did not survive; this one did: /);
  });
});
