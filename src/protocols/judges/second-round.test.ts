import { describe, expect, test } from "vitest";

import { verified } from "../../../test/support/journals/forge-journal.ts";
import { recorded } from "../../../test/support/protocols/debate.ts";
import {
  createTestBrief,
  holdJudges,
  recommends,
  responds,
  rounds,
  votes,
} from "../../../test/support/protocols/judges.ts";
import type { Json } from "../../domain/json.ts";

const stubborn = {
  risk: responds("risk", "A"),
  value: responds("value", "B"),
  effort: responds("effort", "C"),
};
const down = { crash: "down" } as const;

/** Round 2 after three opinions, with other words of the value judge. */
function answering(value: Record<string, Json | string[]>, option = "B") {
  return holdJudges(
    rounds(votes("A", "B", "C"), { ...stubborn, value: responds("value", option, value) }),
  );
}

function challenge(judge: string, claim: string, counter_argument: string): Json {
  return { judge, claim, counter_argument, evidence: [] };
}

const sound = challenge(
  "effort",
  "effort-1",
  "Two engineers for a quarter cannot keep what effort-1 promises the crews.",
);

describe("seed 000: judges MUST challenge other positions, not just agree", () => {
  test.each([
    ["agreement", "I fully agree with this claim, excellent reasoning, no objection"],
    ["filler", "n/a"],
    ["the claim again", "risk is sure that A is right for the crews"],
    ["nothing about it", "Bananas grow quickly wherever summers stay humid enough."],
  ])(
    "J15 J26 K8 %s is asked for once more and then an unmet duty, not an absence",
    async (_, words) => {
      const held = await answering({ challenges: [challenge("risk", "risk-1", words), sound] });

      expect(held.asked).toContain("responses/value#2");
      expect(held.outcome).toMatchObject({ label: "CONTESTED", absences: [], present: 3 });
      expect(held.outcome?.result["unmet_duties"]).toMatchObject([
        { judge: "value", round: 2, duty: expect.stringContaining("challenge to risk") },
      ]);
      expect(held.outcome?.result["degraded"]).toBe(false);
    },
  );

  test("K8 one and the same counter-argument for every peer counts for none of them", async () => {
    const words = "The crews in the valleys have no signal, and that was left out of this claim.";
    const same = ["risk", "effort"].map((peer) => challenge(peer, `${peer}-1`, words));
    const { outcome } = await answering({ challenges: same });

    expect(outcome?.result["unmet_duties"]).toHaveLength(2);
  });

  test("J15 a judge who is left out is missed; a repaired reply owes nothing", async () => {
    const lazy = responds("value", "B", { peers: ["risk"] });
    const script = rounds(votes("A", "B", "C"), {
      ...stubborn,
      value: [lazy, responds("value", "B")],
    });
    const { outcome, asked } = await holdJudges(script);

    expect(asked).toContain("responses/value#2");
    expect(outcome?.result).toMatchObject({ unmet_duties: [], repairs: 1 });
  });

  test("J14 K16 rows, the case and the self-challenge have ids of their seat and can be attacked", async () => {
    const attacks = [
      challenge("risk", "risk-1", "The case risk-1 forgets that crews lose reports on paper."),
      challenge("effort", "effort-7", "Row effort-7 leaves out the testing of drafts in valleys."),
    ];
    const held = await answering({ challenges: attacks });
    const { claims } = recorded(held, "openings/risk");

    expect(claims.map(({ id }) => id)).toEqual(
      Array.from({ length: 3 + 12 }, (_, at) => `risk-${at + 1}`),
    );
    expect(claims[1]).not.toHaveProperty("aside");
    expect(claims.toSpliced(1, 1).every(({ aside }) => aside)).toBe(true);
    expect(held.asked).not.toContain("responses/value#2");
    expect(recorded(held, "responses/value").claims.map(({ about }) => about)).toEqual([
      "risk-1",
      "effort-7",
    ]);
  });

  test("K21 the point says who is challenged, whatever name stands beside it", async () => {
    const { asked } = await answering({
      challenges: [
        challenge("Risk judge", "risk-1", "risk-1 forgets that crews lose reports on paper."),
        sound,
      ],
    });

    expect(asked).not.toContain("responses/value#2");
  });
});

describe("seed 000: document EXACTLY what convinced you", () => {
  const because = (claims: string[], explanation: string) => ({
    changed_because: { claims, evidence: [], explanation },
  });

  test.each([
    ["an explanation that says nothing", ["risk-1"], "x"],
    ["a claim about a third option", ["effort-1"], "effort-1 about the crews is convincing."],
    ["a row that speaks against what is taken", ["risk-6"], "risk-6 about user risk convinces."],
  ])("J17 K5 %s is no cause: the vote goes back, whole", async (_, claims, explanation) => {
    const changes = { ...because(claims, explanation), conditions: ["only in valleys"] };
    const first = { ...votes("A", "B", "C"), risk: recommends("risk", "C", { option: "A" }) };
    const { outcome, app, id } = await holdJudges(
      rounds(first, { ...stubborn, value: responds("value", "A", changes) }),
    );

    expect(outcome).toMatchObject({ label: "CONTESTED", changes: [{ standing: "reverted" }] });
    expect(outcome?.result).toMatchObject({
      distribution: { A: ["risk"], B: ["value"], C: ["effort"] },
      conditions: {},
      perspectives: {
        value_favors:
          'Option B - "value is sure that B is right for the crews" (vote for A reverted)',
      },
    });
    expect(await verified(app, id)).toMatchObject({ ok: true });
  });

  test("J16 a new argument about known evidence is a cause, and so is a row", async () => {
    for (const id of ["risk-1", "risk-2", "risk-4"]) {
      const { outcome } = await answering(because([id], `${id} shows the crews a safer way.`), "A");

      expect(outcome).toMatchObject({ label: "CONSENSUS", choice: "A", confidence: "HIGH" });
    }
  });

  test("K5 what others said can be quoted as a source", async () => {
    const quote = { kind: "quote", source: "risk-2", quote: "what risk read about the crews" };
    const held = await answering({
      claims: [
        {
          headline: "Risk read only half",
          detail: "",
          about: "A",
          side: "attacks",
          evidence: [quote],
        },
      ],
    });

    expect(recorded(held, "responses/value").claims[0]?.evidence).toMatchObject([
      { source: "risk-2", verified: true },
    ]);
  });

  test("J18 seed 000: -r2.md shows the vote that counts, and the reverted one as reverted", async () => {
    const held = await answering(because(["risk-1"], "x"), "A");
    const page = await held.app.read(held.id);
    const artifact = page.events.flatMap(({ fact }) =>
      fact.type === "artifact-published" && fact.name.endsWith("value-r2.md") ? [fact.sha256] : [],
    );
    const text = (await page.text(artifact[0] ?? "")) ?? "";

    expect(text).toContain("**Chosen Option:** B Full sync");
    expect(text).toContain("> The vote for A was reverted:");
    expect(text).toContain("It does not count. B stands;");
    expect(text).not.toContain("**Chosen Option:** A");
  });
});

describe("concessions, corrections and confidence", () => {
  test("J16 a judge concedes without changing the vote, and it is on the record", async () => {
    const words = "Sync bugs do surface late.";
    const held = await answering({ concedes: [{ claim: "risk-1", extent: "partly", words }] });

    expect(held.outcome?.result["concessions"]).toEqual([
      { judge: "value", claim: "risk-1", extent: "partly", words },
    ]);
    expect(recorded(held, "responses/value").claims.at(-1)).toMatchObject({
      about: "risk-1",
      side: "supports",
    });
  });

  test("J9 a corrected row changes the computed total, and only an own row can be corrected", async () => {
    const correction = (claim: string) => ({
      corrections: [
        { claim, effect: "loss", magnitude: "high", reach: "high", reason: "Crews would lose it." },
      ],
    });
    const own = await answering(correction("value-4"));
    const other = await answering(correction("risk-4"));

    expect(own.outcome?.result["corrections"]).toEqual([
      {
        judge: "value",
        claim: "value-4",
        option: "A",
        kind: "daily_use",
        from: "gain, low × medium",
        to: "loss, high × high",
        reason: "Crews would lose it.",
      },
    ]);
    expect(own.outcome?.result["scores"]).toMatchObject({ value: { A: "value -0.8/10" } });
    expect(other.outcome?.result).toMatchObject({ corrections: [] });
    expect(other.outcome?.result["unmet_duties"]).toHaveLength(1);
  });

  test("J16 a confidence that moves by 10 or more names a reason; less needs none", async () => {
    const reason = "risk-1 halves what the crews gain.";
    const silent = await answering({ confidence: 60 });
    const stated = await answering({ confidence: 60, confidence_because: reason });

    expect((await answering({ confidence: 71 })).asked).not.toContain("responses/value#2");
    expect(silent.outcome?.result["unmet_duties"]).toHaveLength(1);
    expect(silent.outcome?.result["confidence_changes"]).toMatchObject([{ reason: null }]);
    expect(stated.asked).not.toContain("responses/value#2");
    expect(stated.outcome?.result["confidence_changes"]).toEqual([
      { judge: "value", from: 80, to: 60, reason },
    ]);
  });

  test("J8 conditions travel with a recommendation to the record and the documents", async () => {
    const only = ["the pilot has two teams"];
    const held = await holdJudges(
      rounds({ ...votes("A", "B", "A"), risk: recommends("risk", "A", { conditions: only }) }),
    );
    const record = await held.app.read(held.id);
    const [page] = record.events.flatMap(({ fact }) =>
      fact.type === "artifact-published" && fact.name.endsWith("risk.md") ? [fact.sha256] : [],
    );

    expect(held.outcome).toMatchObject({
      summary: "A Online only, 2 of 3 judges, with 1 condition",
      notes: [],
      conditions: [{ by: "risk", text: "the pilot has two teams" }],
      result: { conditions: { risk: only } },
    });
    expect(await record.text(page ?? "")).toContain("Only if:\n\n- the pilot has two teams");
    expect(recorded(held, "openings/risk").said?.words).toBe(
      "risk is sure that A is right for the crews (1 condition)",
    );
  });

  test("J8 conditions of those behind the choice come first, and a dissenter's words are its own", async () => {
    const first = {
      ...votes("B", "A", "A"),
      risk: recommends("risk", "B", { conditions: ["it can be undone"] }),
      value: recommends("value", "A", { conditions: ["a pilot first", "crews agree"] }),
    };
    const { outcome } = await holdJudges(rounds(first));

    expect(outcome).toMatchObject({ summary: "A Online only, 2 of 3 judges, with 2 conditions" });
    expect(outcome?.conditions?.map(({ by }) => by)).toEqual(["value", "value", "risk"]);
    expect(outcome?.dissents[0]?.words).toBe("risk is sure that B is right for the crews");
  });

  test("J14 conditions and estimates have ids: they can be attacked, conceded and quoted", async () => {
    const first = {
      ...votes("A", "B", "C"),
      risk: recommends("risk", "A", { conditions: ["every draft is kept"] }),
    };
    const value = responds("value", "B", {
      challenges: [
        challenge("risk", "risk-16", "Keeping every draft needs the sync that risk-16 rejects."),
        challenge("effort", "effort-17", "The value of 6 in effort-17 leaves out the valleys."),
      ],
      concedes: [{ claim: "risk-16", extent: "partly", words: "Drafts must be kept." }],
      claims: [
        {
          headline: "Risk wants drafts kept",
          detail: "",
          about: "A",
          side: "attacks",
          evidence: [{ kind: "quote", source: "risk-16", quote: "every draft is kept" }],
        },
      ],
    });
    const held = await holdJudges(rounds(first, { ...stubborn, value }));
    const { claims, unmet } = recorded(held, "responses/value");

    expect(unmet).toEqual([]);
    expect(claims.map(({ about }) => about)).toEqual(["A", "risk-16", "effort-17", "risk-16"]);
    expect(claims[0]?.evidence).toMatchObject([{ verified: true }]);
  });

  test("J9 an estimate can be corrected; what is null stays, and the return is computed again", async () => {
    const effort = responds("effort", "C", {
      corrections: [
        { claim: "effort-17", days: null, uncertainty: 3, value: null, reason: "Nobody built it." },
      ],
    });
    const { outcome } = await holdJudges(rounds(votes("A", "B", "C"), { ...stubborn, effort }));

    expect(outcome?.result["corrections"]).toMatchObject([
      { claim: "effort-17", option: "B", kind: "estimate", to: "days × 3, value 6 of 10" },
    ]);
    expect(outcome?.result["scores"]).toMatchObject({
      effort: { B: "40 days × 3 = 120 weighted, ROI 0.050" },
    });
  });

  test("J16 own claims can be withdrawn: they ground no dissent, and the record says so", async () => {
    const held = await answering({ withdraws: ["value-2"] });
    const foreign = await answering({ withdraws: ["risk-2"] });
    const dissent = held.outcome?.dissents.find(({ by }) => by === "value");

    expect(held.outcome?.result["withdrawn"]).toEqual([{ judge: "value", claims: ["value-2"] }]);
    expect(held.outcome?.notes).toContain("Value withdraws value-2");
    expect(dissent?.grounds).toEqual([]);
    expect(foreign.outcome?.result).toMatchObject({
      withdrawn: [],
      unmet_duties: [{ duty: "withdraws names risk-2, which is no claim of your own" }],
    });
  });

  test("J16 what would change a mind is given again in round 2, or stays", async () => {
    const held = await answering({ would_change_my_mind: "A map of the signal." });

    expect(recorded(held, "responses/value").said?.wouldChange).toBe("A map of the signal.");
    expect(recorded(held, "responses/risk").said?.wouldChange).toBeNull();
  });

  test("K21 what a judge misses goes to the notes, of both rounds, once", async () => {
    const first = {
      ...votes("A", "B", "C"),
      value: recommends("value", "B", { missing: "No option is a pilot." }),
    };
    const value = responds("value", "B", { missing: "Nobody spoke for the office." });
    const { outcome } = await holdJudges(rounds(first, { ...stubborn, value }));

    expect(outcome?.notes).toEqual([
      "Value finds missing: No option is a pilot.",
      "Value finds missing: Nobody spoke for the office.",
    ]);
    expect(outcome?.result["missing"]).toHaveLength(2);
  });
});

describe("absences in round 2", () => {
  const nine = (): { seats: Record<string, { stance: string }>; names: string[] } => {
    const names = ["risk", "value", "effort", "ops", "legal", "sales", "data", "care", "field"];
    const extra = names.slice(3).map((name) => [name, { stance: "careful" }]);
    return { names, seats: Object.fromEntries(extra) };
  };

  test("K4 J31 nine judges, B 5 A 2 C 2, and only the two A judges come back: never A", async () => {
    const { names, seats } = nine();
    const held = "AABBBBBCC".split("");
    const first = names.map((name, at) => [
      name,
      recommends(name, held[at] ?? "", at > 2 ? { lens: "plain" } : {}),
    ]);
    const second = names.map((name, at) => [
      name,
      at < 2 ? responds(name, "A", { peers: names }) : down,
    ]);
    const { outcome, app, id } = await holdJudges(
      rounds(Object.fromEntries(first), Object.fromEntries(second)),
      { plan: { seats } },
    );

    expect(outcome).toMatchObject({ label: "CONTESTED", choice: null, present: 2, expected: 9 });
    expect(outcome?.result).toMatchObject({
      type: "NONE",
      distribution: { A: ["risk", "value"] },
      round_1_only: { B: ["effort", "ops", "legal", "sales", "data"], C: ["care", "field"] },
    });
    expect(outcome?.dissents).toHaveLength(9);
    expect(await verified(app, id)).toMatchObject({ ok: true });
  });

  test("seed 000: everyone absent in round 2 is contested and degraded, with every round-1 case", async () => {
    const { outcome } = await holdJudges(
      rounds(votes("A", "B", "C"), { risk: down, value: down, effort: down }),
    );

    expect(outcome).toMatchObject({ label: "CONTESTED", ending: "open", present: 0 });
    expect(outcome?.result).toMatchObject({
      degraded: true,
      perspectives: {
        risk_favors: 'Option A - "risk is sure that A is right for the crews" (round 1 only)',
      },
    });
    expect(outcome?.dissents.map(({ stage }) => stage)).toEqual(Array(3).fill("round 1 only"));
  });

  test("J12 J31 nothing is unanimous while one who voted otherwise is only absent", async () => {
    const { outcome } = await holdJudges(
      rounds(votes("A", "B", "C"), {
        ...stubborn,
        value: responds("value", "A", { because: ["risk-1"] }),
        effort: down,
      }),
    );

    expect(outcome).toMatchObject({
      label: "CONSENSUS",
      confidence: "MEDIUM",
      result: { type: "MAJORITY" },
      summary: "A Online only, 2 of 3 judges",
    });
  });

  test("seed 000: the prompt to the person has the seed's warning sign", async () => {
    const { outcome } = await holdJudges(rounds(votes("A", "B", "C"), stubborn));

    expect(outcome?.result["user_prompt"]).toMatch(/^⚠️ Judges disagreed on this question\./);
  });
});

describe("when there is a second round", () => {
  const two = createTestBrief({ options: createTestBrief().options.slice(0, 2) });
  const first = (value: string) =>
    Object.fromEntries(
      Object.entries({ risk: "A", value, effort: "A" }).map(([seat, option]) => [
        seat,
        recommends(seat, option, { options: ["A", "B"] }),
      ]),
    );
  const second = { ...stubborn, effort: responds("effort", "A") };

  test("J13 over two options it is always held, unless when_split is set", async () => {
    const held = await holdJudges(rounds(first("B"), second), { brief: two });
    const split = await holdJudges(rounds(first("B"), second), {
      brief: two,
      plan: { settings: { second_round: "when_split" } },
    });

    expect(held.outcome).toMatchObject({ label: "CONSENSUS", rounds: 2 });
    expect(split.outcome).toMatchObject({ label: "CONSENSUS", rounds: 1 });
  });

  test.each([{ second_round: "always" }, { require_unanimous_round_1: true }])(
    "J13 %o has everyone challenge those who agree with them, too",
    async (settings) => {
      const { outcome } = await holdJudges(
        rounds(votes("A", "A", "A"), {
          risk: responds("risk", "A"),
          value: responds("value", "A"),
          effort: responds("effort", "A"),
        }),
        { plan: { settings } },
      );

      expect(outcome).toMatchObject({ rounds: 2, result: { type: "UNANIMOUS" } });
    },
  );
});

describe("seed 000: the stance MUST be maintained", () => {
  const claim = (headline: string): Json => ({
    headline,
    detail: "",
    about: "A",
    side: "supports",
    evidence: [],
  });
  const adrift = {
    headline: "Customers gain most, and revenue grows with demand",
    claims: [claim("Users benefit, the market wants it, and rivals lack that advantage")],
  };

  test("J24 who argues only for another stance is asked once, and then it is on the record", async () => {
    const first = { ...votes("A", "A", "A"), risk: recommends("risk", "A", adrift) };
    const { outcome, asked } = await holdJudges(rounds(first));

    expect(asked).toContain("openings/risk#2");
    expect(outcome?.confidence).toBe("MEDIUM");
    expect(outcome?.notes.join()).toContain("risk argues for another stance");
    expect(outcome?.result["unmet_duties"]).toMatchObject([{ judge: "risk", round: 1 }]);
  });

  test("J24 K22 a case that names its own stance, and what it answers, is left alone", async () => {
    const own = {
      ...adrift,
      claims: [claim("Customers gain nothing when a merge fails silently")],
    };
    const first = { ...votes("A", "A", "A"), risk: recommends("risk", "A", own) };
    const { asked, outcome } = await holdJudges(rounds(first));

    expect(asked).not.toContain("openings/risk#2");
    expect(outcome?.confidence).toBe("HIGH");
  });

  test("J24 with require_stance_maintenance off nobody is asked", async () => {
    const first = { ...votes("A", "A", "A"), risk: recommends("risk", "A", adrift) };
    const { asked } = await holdJudges(rounds(first), {
      plan: { settings: { require_stance_maintenance: false } },
    });

    expect(asked).toHaveLength(3);
  });
});

describe("K19 confidence", () => {
  test("a vote for the choice that was reverted keeps it from HIGH", async () => {
    const { outcome } = await holdJudges(
      rounds(votes("A", "B", "A"), {
        risk: responds("risk", "A"),
        value: responds("value", "A"),
        effort: responds("effort", "A"),
      }),
      { plan: { settings: { second_round: "always" } } },
    );

    expect(outcome).toMatchObject({ label: "CONSENSUS", choice: "A", confidence: "MEDIUM" });
  });
});
