import { describe, expect, test } from "vitest";

import { verified } from "../../../test/support/journals/forge-journal.ts";
import {
  ACCURATE,
  ballot,
  boardBrief,
  DISSENT,
  everyone,
  gates,
  holdBoard,
  objects,
  responds,
  SEATS,
  smooth,
  states,
  synthesizes,
} from "../../../test/support/protocols/board.ts";
import type { Event } from "../../domain/journal/event.ts";
import type { Json } from "../../domain/json.ts";
import { createPersonaSeat } from "./prompts/personas.ts";
import { callBounds } from "./rules/calls.ts";

const DOWN = { crash: "no route to host" };

function committed(events: readonly Event[], step: string) {
  const fact = events
    .map((event) => event.fact)
    .find((one) => one.type === "asks-committed" && one.step === step);
  if (fact?.type !== "asks-committed") throw new Error(`${step} was never asked`);
  return fact;
}

describe("three phases", () => {
  test("F1 F3 F4 F8 F10 F17 statements, two rounds, a poll that carries, a synthesis: SYNTHESIZED", async () => {
    const { outcome, asked, app, id } = await holdBoard(smooth());

    expect(outcome).toMatchObject({
      label: "SYNTHESIZED",
      ending: "decided",
      choice: "B",
      confidence: "HIGH",
      rounds: 2,
      present: 6,
      expected: 6,
      result: {
        outcome: "SYNTHESIZED",
        phase_2_ended_by: "poll",
        calls: { phase_1: 6, phase_2: 12, phase_3: 6, overhead: { gates: 1, polls: 6 } },
      },
    });
    expect(asked).toHaveLength(6 + 12 + 6 + 7);
    expect(await verified(app, id)).toMatchObject({ ok: true, fault: null });
  });

  test("F2 K1 statements are blind: their prompts hold the brief and the seat, and reveal nothing", async () => {
    const { events } = await holdBoard(smooth());

    const { blind, asks } = committed(events, "statements");
    expect(blind).toBe(true);
    expect(asks.map(({ reveals }) => reveals)).toEqual(SEATS.map(() => []));
    expect(new Set(asks.map(({ prompt }) => prompt)).size).toBe(6);
  });

  test("F5 F7 a round answers the snapshot of the round before: nobody sees an answer of the same round", async () => {
    const { events } = await holdBoard(smooth());

    const statements = SEATS.map((seat) => `statements/${seat}`);
    for (const { reveals } of committed(events, "responses-1").asks) {
      expect(reveals).toEqual(statements);
    }
    for (const { reveals } of committed(events, "responses-2").asks) {
      expect(reveals).toEqual([...statements, ...SEATS.map((seat) => `responses-1/${seat}`)]);
    }
  });

  test("F12 everyone but the synthesizer reviews, and sees the synthesis", async () => {
    const { events } = await holdBoard(smooth());

    const { asks } = committed(events, "reviews");
    expect(asks.map(({ by }) => by)).toEqual(SEATS.slice(1));
    expect(asks[0]?.reveals).toContain("synthesis/ceo");
  });
});

describe("the poll", () => {
  const tables: Record<number, readonly string[]> = {
    4: ["ceo", "cto", "contrarian", "moonshot"],
    5: ["ceo", "cto", "cfo", "contrarian", "moonshot"],
    6: SEATS,
  };

  test.each([
    [4, 6, true],
    [3, 4, true],
    [4, 5, true],
    [3, 6, false],
    [2, 4, false],
    [3, 5, false],
  ])("F28 %i yes of %i: moves on %s", async (yes, of, passes) => {
    const seats = tables[of] ?? [];
    const script = {
      ...smooth(seats),
      ...Object.fromEntries(
        seats.map((seat, index) => [`poll-2/${seat}`, ballot(index < yes ? "yes" : "no")]),
      ),
    };
    const { outcome } = await holdBoard(script, {
      seats: seats.map(createPersonaSeat),
      plan: { settings: { max_rounds: 2 } },
    });

    expect(outcome?.result).toMatchObject({
      phase_2_ended_by: passes ? "poll" : "forced",
      polls: [{ round: 2, yes, of, passed: passes }],
    });
  });

  test("F28 K4 an absent voter is asked, and is not a yes", async () => {
    const { outcome } = await holdBoard(
      {
        ...smooth(),
        "poll-2/cfo": DOWN,
        "poll-2/coo": DOWN,
        "poll-2/contrarian": ballot("no"),
      },
      { plan: { settings: { max_rounds: 2 } } },
    );

    expect(outcome?.result["polls"]).toEqual([
      {
        round: 2,
        votes: {
          ceo: "yes",
          cto: "yes",
          moonshot: "yes",
          contrarian: "no",
          cfo: "absent",
          coo: "absent",
        },
        yes: 3,
        of: 6,
        passed: false,
      },
    ]);
    expect(outcome?.result["phase_2_ended_by"]).toBe("forced");
  });

  test("F8 F28 a request in round 1 is kept and polled once the least number of rounds is over", async () => {
    const { asked } = await holdBoard({
      ...smooth(),
      "responses-1/cfo": responds("cfo", "B", { request_synthesis: true }),
      ...everyone(["responses-2"], (seat) => responds(seat, "B", { tag: " again" })),
    });

    expect(asked.filter((key) => key.startsWith("poll-"))).toHaveLength(6);
    expect(asked).not.toContain("poll-1/ceo#1");
    expect(asked).toContain("poll-2/ceo#1");
  });

  test("F28 without a request nobody is polled", async () => {
    const { asked } = await holdBoard(
      {
        ...smooth(),
        ...everyone(["responses-2"], (seat) => responds(seat, "B", { tag: " again" })),
      },
      { plan: { settings: { max_rounds: 2 } } },
    );

    expect(asked.some((key) => key.startsWith("poll-"))).toBe(false);
  });

  test("F8 F28 K4 after max_rounds phase 3 is forced, and confidence is MEDIUM at most", async () => {
    const steps = Array.from({ length: 9 }, (_, index) => `responses-${index + 2}`);
    const { outcome, asked } = await holdBoard({
      ...smooth(),
      ...everyone(steps, (seat, step) => responds(seat, "B", { tag: ` in ${step}` })),
      ...Object.fromEntries(
        Array.from({ length: 9 }, (_, index) => [
          `gate-${index + 2}/gate-reviewer`,
          gates(index === 0 ? { 1: true, 2: true } : { [index + 2]: true }),
        ]),
      ),
    });

    expect(outcome).toMatchObject({
      rounds: 10,
      confidence: "MEDIUM",
      result: { phase_2_ended_by: "forced", calls: { phase_2: 60 } },
    });
    expect(asked).not.toContain("responses-11/ceo#1");
    expect(outcome?.notes.join()).toContain("phase 3 was forced");
  });

  test("F8 fewer than two rounds, or more than ten, cannot be set", async () => {
    for (const settings of [{ min_rounds: 1 }, { max_rounds: 1 }, { max_rounds: 11 }]) {
      await expect(holdBoard(smooth(), { plan: { settings } })).rejects.toThrow(/rounds/);
    }
    await expect(
      holdBoard(smooth(), { plan: { settings: { min_rounds: 5, max_rounds: 3 } } }),
    ).rejects.toThrow(/min_rounds is 5/);
  });
});

describe("the gate", () => {
  const stale = { 1: false, 2: false };
  const unasked = everyone(["responses-2", "responses-3"], (seat, step) =>
    responds(seat, "B", { tag: ` in ${step}` }),
  );

  test("F27 two rounds running without new information: halted to phase 3 with all dissents", async () => {
    const { outcome, asked } = await holdBoard({
      ...smooth(),
      ...unasked,
      "responses-2/cto": responds("cto", "B", { formal_dissents: [DISSENT] }),
      "gate-2/gate-reviewer": gates(stale, "HALT"),
    });

    expect(outcome).toMatchObject({
      label: "SYNTHESIZED",
      rounds: 2,
      result: { phase_2_ended_by: "gate" },
    });
    expect(outcome?.dissents).toMatchObject([{ by: "cto", words: DISSENT.text }]);
    expect(asked.some((key) => key.startsWith("poll-"))).toBe(false);
  });

  test("F27 HALT after one stale round is asked about once, then recorded and not honoured", async () => {
    const early = gates({ 1: true, 2: false }, "HALT");
    const { outcome, asked } = await holdBoard(
      { ...smooth(), ...unasked, "gate-2/gate-reviewer": early },
      { plan: { settings: { max_rounds: 2 } } },
    );

    expect(asked).toContain("gate-2/gate-reviewer#2");
    expect(outcome?.result).toMatchObject({
      phase_2_ended_by: "forced",
      gates: [{ decision: "HALT", honoured: false }],
    });
  });

  test("F27 two rounds that code finds stale do not halt anything: the reviewer decides", async () => {
    const same = everyone(["responses-2"], (seat) => responds(seat, "B", { tag: " once more" }));
    const { outcome } = await holdBoard(
      { ...smooth(), ...same, "gate-2/gate-reviewer": gates({ 1: true, 2: true }) },
      { plan: { settings: { max_rounds: 2 } } },
    );

    expect(outcome?.result).toMatchObject({
      round_summaries: [{ new_points: 6 }, { points: 6, new_points: 0, stale: true }],
      phase_2_ended_by: "forced",
    });
  });

  test("F27 K4 an absent reviewer halts nothing, and is asked about the missed round the next time", async () => {
    const { outcome, asked } = await holdBoard(
      {
        ...smooth(),
        ...unasked,
        "gate-2/gate-reviewer": DOWN,
        "gate-3/gate-reviewer": gates({ 1: true, 2: false, 3: false }, "HALT"),
      },
      { plan: { settings: { max_rounds: 3 } } },
    );

    expect(asked).toContain("responses-3/ceo#1");
    expect(outcome?.result).toMatchObject({ phase_2_ended_by: "gate", rounds: 3 });
  });

  test("F10 F27 K4 a CEO that has left the table writes nothing, and the gate is held all the same", async () => {
    const { outcome, asked } = await holdBoard(
      {
        ...smooth(),
        ...unasked,
        "responses-1/ceo": DOWN,
        "responses-2/ceo": DOWN,
        "gate-3/gate-reviewer": gates({ 3: true }),
        "synthesis/cto": synthesizes(),
      },
      { plan: { settings: { max_rounds: 3 } } },
    );

    expect(asked).toContain("gate-2/gate-reviewer#1");
    expect(asked).not.toContain("responses-3/ceo#1");
    expect(outcome?.result).toMatchObject({
      phase_2_ended_by: "forced",
      offices: { gate_reviewer: "gate-reviewer", synthesized_by: "cto" },
    });
  });

  test("F27 the reviewer is shown summaries and figures, never the rounds or the brief", async () => {
    const { events } = await holdBoard(smooth());

    const { asks } = committed(events, "gate-2");
    expect(asks.map(({ by }) => by)).toEqual(["gate-reviewer"]);
    expect(asks[0]?.reveals.every((key) => key.startsWith("responses-"))).toBe(true);
  });

  test("F27 K10 a fundamental disagreement waits for a person, and stop ends it ESCALATED", async () => {
    const script = { ...smooth(), ...unasked, "gate-2/gate-reviewer": gates(stale, "ESCALATE") };

    const waiting = await holdBoard(script);
    expect(waiting.holding).toMatchObject({ status: "waiting" });
    expect(await verified(waiting.app, waiting.id)).toMatchObject({ ok: true });

    const stopped = await holdBoard(script, { answers: ["stop"] });
    expect(stopped.outcome).toMatchObject({
      label: "ESCALATED",
      ending: "open",
      confidence: "REQUIRES_INPUT",
      choice: null,
      result: { escalations: [{ about: "gate", choice: "stop", by: "pat" }] },
    });
    expect(stopped.outcome?.dissents).toHaveLength(6);
    expect(stopped.asked).not.toContain("synthesis/ceo#1");
  });

  test.each([
    ["synthesize", { phase_2_ended_by: "person", rounds: 2 }],
    ["continue", { phase_2_ended_by: "forced", rounds: 3 }],
  ])("F27 the person says %s, and so it goes on", async (choice, result) => {
    const { outcome } = await holdBoard(
      {
        ...smooth(),
        ...unasked,
        "gate-2/gate-reviewer": gates(stale, "ESCALATE"),
        "gate-3/gate-reviewer": gates({ 3: true }),
      },
      { answers: [choice], plan: { settings: { max_rounds: 3 } } },
    );

    expect(outcome).toMatchObject({ label: "SYNTHESIZED", result });
  });

  test("F27 a round the reviewer was not asked about cannot be judged", async () => {
    const { events } = await holdBoard({
      ...smooth(),
      "gate-2/gate-reviewer": [gates({ 2: true, 3: true }), gates({ 1: true, 2: true })],
    });

    const rejected = events.map(({ fact }) => fact).find((fact) => fact.type === "reply-rejected");
    expect(rejected).toMatchObject({
      problems: ["round 1 is judged 0 times, once is needed", "round 3 is not to be judged now"],
    });
  });
});

describe("contrarian and moonshot", () => {
  test("F4 F16 a moonshot with one version only is repaired, then absent", async () => {
    const half = states("moonshot", "B", { stepping_stone: null });
    const { asked, holding, events } = await holdBoard({
      ...smooth(),
      "statements/moonshot": [half, half],
    });

    expect(asked).toContain("statements/moonshot#2");
    expect(holding.status).toBe("waiting");
    expect(events.map(({ fact }) => fact)).toContainEqual(
      expect.objectContaining({ type: "participant-absent", by: "moonshot", reason: "unreadable" }),
    );
  });

  test("F16 both versions are kept in the result, in the moonshot's words", async () => {
    const { outcome } = await holdBoard(smooth());

    expect(outcome?.result["versions"]).toEqual({
      contrarian: { alternative: "Open the client library and nothing else." },
      moonshot: {
        moonshot: "Make it the standard that all rivals build on.",
        stepping_stone: "Publish the file format first.",
      },
    });
  });

  test.each(["contrarian", "moonshot"])(
    "F14 the %s lost in phase 1: a person is asked, and may stop or go on without",
    async (seat) => {
      const written = synthesizes("B", {
        rejected: [{ point: "A", reasoning: "Fourteen deals were lost to lock-in." }],
        risk_register: [],
      });
      const script = {
        ...smooth(),
        [`statements/${seat}`]: DOWN,
        "synthesis/ceo": written,
      };

      const stopped = await holdBoard(script, { answers: ["stop"] });
      expect(stopped.outcome).toMatchObject({ label: "ESCALATED", ending: "open", rounds: 0 });
      expect(stopped.asked).not.toContain("responses-1/ceo#1");

      const without = await holdBoard(script, { answers: ["continue-without"] });
      expect(without.outcome).toMatchObject({
        label: "SYNTHESIZED",
        confidence: "MEDIUM",
        present: 5,
        result: { escalations: [{ about: "lost", seats: [seat] }] },
      });
      expect(without.asked).not.toContain(`responses-1/${seat}#1`);
      expect(without.outcome?.notes.join()).toContain('pat decided "continue-without"');
    },
  );

  test("F14 absent in one round is not lost; absent in two running is", async () => {
    const once = await holdBoard({ ...smooth(), "responses-1/contrarian": DOWN });
    expect(once.outcome?.label).toBe("SYNTHESIZED");
    expect(once.asked).toContain("responses-2/contrarian#1");

    const twice = await holdBoard({
      ...smooth(),
      "responses-1/contrarian": DOWN,
      "responses-2/contrarian": DOWN,
    });
    expect(twice.holding).toMatchObject({ status: "waiting" });
    expect(twice.asked).not.toContain("gate-2/gate-reviewer#1");
  });

  test("F15 a contrarian that approves what the brief proposes is repaired", async () => {
    const { events } = await holdBoard(
      {
        ...smooth(SEATS, "adopt"),
        "statements/contrarian": [states("contrarian", "adopt"), states("contrarian", "reject")],
        ...everyone(["responses-1", "responses-2"], (seat, step) =>
          responds(seat, seat === "contrarian" ? "reject" : "adopt", {
            tag: ` in ${step}`,
            request_synthesis: true,
          }),
        ),
      },
      { brief: boardBrief({ options: [] }) },
    );

    const rejected = events.map(({ fact }) => fact).find((fact) => fact.type === "reply-rejected");
    expect(rejected).toMatchObject({
      by: "contrarian",
      problems: ["the Contrarian argues against what the brief proposes, and this adopts it"],
    });
  });

  test("F15 a contrarian that opposes nothing is asked once, and the duty is noted", async () => {
    const tame = responds("contrarian", "B", {
      disagreements: [],
      missed_risks: [
        { text: "A vendor may host the engine for less than it costs us.", about: "B" },
      ],
    });
    const { outcome, asked, events } = await holdBoard({
      ...smooth(),
      "responses-1/contrarian": tame,
      "responses-2/contrarian": tame,
    });

    expect(asked).toContain("responses-1/contrarian#2");
    expect(outcome?.result["unmet_duties"]).toEqual([
      { by: "contrarian", duty: "challenged no position in phase 2" },
    ]);
    const recorded = events
      .map(({ fact }) => fact)
      .find((fact) => fact.type === "reply-recorded" && fact.key === "responses-1/contrarian");
    expect(recorded).toMatchObject({ unmet: [expect.stringContaining("Contrarian opposes")] });
  });

  test("F14 F15 assigned opposition is shown and tagged, and is no dissent unless it is upheld to the end", async () => {
    const assigned = await holdBoard(smooth());
    expect(assigned.outcome?.dissents).toEqual([]);
    expect(assigned.outcome?.result["assigned_opposition"]).toMatchObject([
      { by: "contrarian", assigned: true },
    ]);

    const upheld = await holdBoard({
      ...smooth(),
      "responses-2/contrarian": responds("contrarian", "B", {
        formal_dissents: [DISSENT],
        request_synthesis: true,
      }),
    });
    expect(upheld.outcome?.dissents).toMatchObject([{ by: "contrarian", words: DISSENT.text }]);
    expect(upheld.outcome?.result).toMatchObject({
      assigned_opposition: [],
      dissents: [{ by: "contrarian", status: "standing", assigned: true, authentic: true }],
    });
  });
});

test("F18 F23 a board may speak a language without spaces", async () => {
  const said = "売上の八割はホスティングに依存しており、公開すると失うおそれがある。";
  const answers = (seat: string, tag: string) => {
    const { reply } = responds(seat, "B", { request_synthesis: true });
    const [first] = (reply as { disagreements: Record<string, string>[] }).disagreements;
    return {
      reply: { ...(reply as object), disagreements: [{ ...first, counter_reason: said + tag }] },
    } as { reply: Json };
  };
  const { outcome } = await holdBoard({
    ...smooth(),
    ...Object.fromEntries(
      SEATS.flatMap((seat) => [
        [`statements/${seat}`, states(seat, "B", { reasoning: said })],
        [`responses-1/${seat}`, answers(seat, "")],
        [`responses-2/${seat}`, answers(seat, "価格も下がる。")],
      ]),
    ),
  });

  expect(outcome).toMatchObject({ label: "SYNTHESIZED", absences: [], result: { repairs: 0 } });
});

describe("calls, baseline and absences", () => {
  test("F17 six seats: 25 to 78 calls, and the plan says so", async () => {
    const { app } = await holdBoard(smooth());

    expect(callBounds(6)).toEqual({
      phase_1: { min: 6, max: 6 },
      phase_2: { min: 12, max: 60 },
      phase_3: { min: 7, max: 12 },
      phases: { min: 25, max: 78 },
      overhead: { gates: 9, polls: 54 },
      total: { min: 25, max: 141 },
    });
    const plan = app.plan("board", { brief: boardBrief() });
    expect(plan.calls).toEqual({ min: 25, max: 141 });
    expect(plan.warnings.join()).toContain(
      "at most 78 calls are for the three phases, 9 for gate reviews and 54 for polls",
    );
  });

  test("F17 the longest board takes exactly as many calls as the estimate says: 141", async () => {
    const rounds = Array.from({ length: 10 }, (_, index) => index + 1);
    const later = rounds.slice(1);
    const { outcome, asked, app } = await holdBoard({
      ...smooth(),
      ...everyone(
        rounds.map((round) => `responses-${round}`),
        (seat, step) => responds(seat, "B", { tag: ` in ${step}`, request_synthesis: true }),
      ),
      ...Object.fromEntries(
        later.map((round) => [
          `gate-${round}/gate-reviewer`,
          gates(round === 2 ? { 1: true, 2: true } : { [round]: true }),
        ]),
      ),
      ...everyone(
        later.map((round) => `poll-${round}`),
        () => ballot("no"),
      ),
      "reviews/cfo": objects("I never said that hosting revenue does not matter."),
      "correction/ceo": synthesizes(),
      ...everyone(["recheck"], () => ACCURATE),
    });

    expect(asked).toHaveLength(141);
    expect(app.plan("board", { brief: boardBrief() }).calls.max).toBe(141);
    expect(outcome?.result["calls"]).toMatchObject({
      phase_1: 6,
      phase_2: 60,
      phase_3: 12,
      overhead: { gates: 9, polls: 54 },
      total: 141,
      published: { min: 25, max: 78 },
    });
  });

  test("K18 the blind positions and what became of them are reported", async () => {
    const script = {
      ...smooth(),
      "statements/cfo": states("cfo", "A"),
      "statements/coo": states("coo", "A"),
      "statements/contrarian": states("contrarian", "A"),
      ...everyone(["responses-1"], (seat) =>
        responds(seat, "B", {
          changed_because: { claims: ["ceo-1"], evidence: [], explanation: "The figure in ceo-1." },
        }),
      ),
    };
    const { outcome } = await holdBoard(script);

    expect(outcome?.baseline).toEqual({
      distribution: { A: ["cfo", "coo", "contrarian"], B: ["ceo", "cto", "moonshot"] },
      choice: null,
      changed: true,
    });
    expect(outcome?.changes).toHaveLength(3);
  });

  test("K18 without options the verdicts on the proposal are the baseline", async () => {
    const against = (tag: string) =>
      responds("contrarian", "reject", { tag, request_synthesis: true });
    const { outcome } = await holdBoard(
      {
        ...smooth(SEATS, "adopt"),
        "statements/contrarian": states("contrarian", "reject"),
        "responses-1/contrarian": against(""),
        "responses-2/contrarian": against(" again"),
        "synthesis/ceo": synthesizes("adopt", {
          rejected: [
            { point: "reject", reasoning: "Fourteen deals were lost to lock-in." },
            { point: "contrarian-7", reasoning: "The library alone keeps the server's lock-in." },
          ],
        }),
      },
      { brief: boardBrief({ options: [] }) },
    );

    expect(outcome).toMatchObject({
      label: "SYNTHESIZED",
      choice: null,
      choices: [{ id: "adopt" }, { id: "reject" }, { id: "defer" }],
      baseline: { choice: "adopt", changed: false },
    });
  });

  test("K9 K21 none of the options is an answer, and a vote for none of them", async () => {
    const { outcome } = await holdBoard({ ...smooth(), "statements/cfo": states("cfo", "none") });

    expect(outcome?.tallies[0]).toMatchObject({ cast: 5, carried: "B" });
  });

  test("K3 K21 an unknown choice is repaired, and what only differs in form is read", async () => {
    const unknown = await holdBoard({
      ...smooth(),
      "statements/cfo": [states("cfo", "Z"), states("cfo")],
    });
    const spelled = await holdBoard({
      ...smooth(),
      "statements/cfo": states("cfo", "B", { choice: "Option b" }),
    });
    const neither = await holdBoard(
      { ...smooth(SEATS, "defer"), "statements/cfo": [states("cfo", "B"), states("cfo", "defer")] },
      { brief: boardBrief({ options: [] }) },
    );

    expect(unknown.asked).toContain("statements/cfo#2");
    expect(spelled.asked).not.toContain("statements/cfo#2");
    expect(neither.asked).toContain("statements/cfo#2");
  });

  test("K4 fewer than two voices: ABORTED, exit by failure, and nobody is asked further", async () => {
    const { outcome, asked } = await holdBoard({
      ...everyone(["statements"], (seat) => (seat === "ceo" ? states(seat) : DOWN)),
    });

    expect(outcome).toMatchObject({ label: "ABORTED", ending: "failed", present: 1 });
    expect(asked).toHaveLength(6);
  });

  test("K12 a budget that runs out ends it without pretending, or leaves it to a person", async () => {
    const held = (calls: number) =>
      holdBoard(smooth(), { plan: { limits: { calls, onLimit: "finish" } } });

    for (const calls of [6, 8, 12, 14, 18]) {
      const { outcome } = await held(calls);
      expect(outcome, `${calls} calls`).toMatchObject({
        label: "ESCALATED",
        ending: "open",
        summary: "a limit ended it before a synthesis was written",
        present: 0,
      });
      expect(outcome?.absences.every(({ reason }) => reason === "over-budget")).toBe(true);
    }
    expect((await held(1)).outcome).toMatchObject({ label: "ABORTED", ending: "failed" });
  });

  test("F28 K4 a seat that is lost stays in the poll's denominator", async () => {
    const { outcome, asked } = await holdBoard(
      {
        ...smooth(),
        "statements/coo": DOWN,
        "statements/cfo": DOWN,
        "poll-2/contrarian": ballot("no"),
      },
      { plan: { settings: { max_rounds: 2 } } },
    );

    expect(asked).not.toContain("responses-1/coo#1");
    // three of four who were asked would have been enough
    expect(outcome?.result["polls"]).toMatchObject([{ yes: 3, of: 6, passed: false }]);
    expect(outcome).toMatchObject({ confidence: "MEDIUM", present: 4, expected: 6 });
  });
});
