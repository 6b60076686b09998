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
import { seatOf } from "./prompts/personas.ts";
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
        forced: false,
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

  test("F11 the document has the chosen approach, rejected alternatives, dissents by role, risks and confidence", async () => {
    const script = {
      ...smooth(),
      "responses-2/cfo": responds("cfo", "A", {
        formal_dissent: DISSENT,
        changed_because: { claims: ["C1"], evidence: [], explanation: "The figure in C1." },
      }),
    };
    const { app, id } = await holdBoard(script);
    const { events, text } = await app.read(id);

    const page = events
      .map(({ fact }) => fact)
      .find((fact) => fact.type === "artifact-published" && fact.name === "synthesis.md");
    const words = page?.type === "artifact-published" ? await text(page.sha256) : "";
    for (const part of [
      "## Chosen approach (option B)",
      "Open the engine in two steps, library first.",
      "**Keep it closed.** Fourteen deals were lost to lock-in.",
      "**CFO**, against opening all of it (stands, round 2):",
      `> ${DISSENT.text}`,
      "| A vendor hosts it cheaper. | medium | high |",
      "Confidence HIGH",
      "## Duties not met",
      "## Calls",
    ]) {
      expect(words).toContain(part);
    }
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
      seats: seats.map(seatOf),
      plan: { settings: { max_rounds: 2 } },
    });

    expect(outcome?.result).toMatchObject({
      phase_2_ended_by: passes ? "poll" : "forced",
      forced: !passes,
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
          `gate-${index + 2}/ceo`,
          gates(index === 0 ? { 1: true, 2: true } : { [index + 2]: true }),
        ]),
      ),
    });

    expect(outcome).toMatchObject({
      rounds: 10,
      confidence: "MEDIUM",
      result: { forced: true, stated_confidence: "HIGH", calls: { phase_2: 60 } },
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
      "responses-2/cto": responds("cto", "B", { formal_dissent: DISSENT }),
      "gate-2/ceo": gates(stale, "HALT"),
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
      { ...smooth(), ...unasked, "gate-2/ceo": early },
      { plan: { settings: { max_rounds: 2 } } },
    );

    expect(asked).toContain("gate-2/ceo#2");
    expect(outcome?.result).toMatchObject({
      phase_2_ended_by: "forced",
      gates: [{ decision: "HALT", honoured: false }],
    });
  });

  test("F27 two rounds that code finds stale do not halt anything: the reviewer decides", async () => {
    const same = everyone(["responses-2"], (seat) => responds(seat));
    const { outcome } = await holdBoard(
      { ...smooth(), ...same, "gate-2/ceo": gates({ 1: true, 2: true }) },
      { plan: { settings: { max_rounds: 2 } } },
    );

    expect(outcome?.result).toMatchObject({
      round_summaries: [{ new_claims: 6 }, { claims: 6, new_claims: 0 }],
      phase_2_ended_by: "forced",
    });
  });

  test("F27 K4 an absent reviewer halts nothing, and is asked about the missed round the next time", async () => {
    const { outcome, asked } = await holdBoard(
      {
        ...smooth(),
        ...unasked,
        "gate-2/ceo": DOWN,
        "gate-3/ceo": gates({ 1: true, 2: false, 3: false }, "HALT"),
      },
      { plan: { settings: { max_rounds: 3 } } },
    );

    expect(asked).toContain("responses-3/ceo#1");
    expect(outcome?.result).toMatchObject({ phase_2_ended_by: "gate", rounds: 3 });
  });

  test("F27 K4 a reviewer that has left the table halts nothing, and another writes the synthesis", async () => {
    const { outcome, asked } = await holdBoard(
      {
        ...smooth(),
        ...unasked,
        "responses-1/ceo": DOWN,
        "responses-2/ceo": DOWN,
        "synthesis/cto": synthesizes(),
      },
      { plan: { settings: { max_rounds: 3 } } },
    );

    expect(asked).not.toContain("gate-2/ceo#1");
    expect(asked).not.toContain("responses-3/ceo#1");
    expect(outcome?.result).toMatchObject({
      phase_2_ended_by: "forced",
      offices: { gate_reviewer: "ceo", synthesized_by: "cto" },
    });
  });

  test("F27 the reviewer is shown summaries and figures, never the rounds or the brief", async () => {
    const { events } = await holdBoard(smooth());

    const { asks } = committed(events, "gate-2");
    expect(asks.map(({ by }) => by)).toEqual(["ceo"]);
    expect(asks[0]?.reveals.every((key) => key.startsWith("responses-"))).toBe(true);
  });

  test("F27 K10 a fundamental disagreement waits for a person, and stop ends it ESCALATED", async () => {
    const script = { ...smooth(), ...unasked, "gate-2/ceo": gates(stale, "ESCALATE") };

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
        "gate-2/ceo": gates(stale, "ESCALATE"),
        "gate-3/ceo": gates({ 3: true }),
      },
      { answers: [choice], plan: { settings: { max_rounds: 3 } } },
    );

    expect(outcome).toMatchObject({ label: "SYNTHESIZED", result });
  });

  test("F27 a round the reviewer was not asked about cannot be judged", async () => {
    const { events } = await holdBoard({
      ...smooth(),
      "gate-2/ceo": [gates({ 2: true, 3: true }), gates({ 1: true, 2: true })],
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
      const script = { ...smooth(), [`statements/${seat}`]: DOWN };

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
    expect(twice.asked).not.toContain("gate-2/ceo#1");
  });

  test("F15 a contrarian that approves what the brief proposes is repaired", async () => {
    const { events } = await holdBoard(
      {
        ...smooth(SEATS, null),
        "statements/contrarian": [
          states("contrarian", null),
          states("contrarian", null, { verdict: "reject" }),
        ],
        ...everyone(["responses-1", "responses-2"], (seat) =>
          responds(seat, null, {
            verdict: seat === "contrarian" ? "reject" : "approve",
            request_synthesis: true,
          }),
        ),
      },
      { brief: boardBrief({ options: [] }) },
    );

    const rejected = events.map(({ fact }) => fact).find((fact) => fact.type === "reply-rejected");
    expect(rejected).toMatchObject({
      by: "contrarian",
      problems: ["the contrarian opposes what the brief proposes, and this approves it"],
    });
  });

  test("F15 a contrarian that opposes nothing is asked once, and the duty is noted", async () => {
    const tame = responds("contrarian", "B", {
      disagreements: [],
      missed_risks: ["A vendor may host the engine for less than it costs us."],
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
    expect(recorded).toMatchObject({ unmet: [expect.stringContaining("contrarian opposes")] });
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
        formal_dissent: DISSENT,
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

describe("the synthesis", () => {
  const WRONG = "I never said that hosting revenue does not matter; I said that it is exposed.";

  test("F13 one objection gives one correction, and the objector alone is asked again", async () => {
    const { outcome, asked } = await holdBoard({
      ...smooth(),
      "reviews/cfo": objects(WRONG),
      "correction/ceo": synthesizes("B", { confidence: "MEDIUM" }),
      "recheck/cfo": ACCURATE,
    });

    expect(asked.filter((key) => key.startsWith("recheck/"))).toEqual(["recheck/cfo#1"]);
    expect(outcome).toMatchObject({
      confidence: "MEDIUM",
      result: { disputed_representation: [], calls: { phase_3: 8 } },
    });
  });

  test("F13 K6 still disputed: the participant's own words stand beside it, and there is no second correction", async () => {
    const { outcome, asked } = await holdBoard({
      ...smooth(),
      ...everyone(["reviews", "recheck"], () => objects(WRONG)),
      "correction/ceo": synthesizes(),
    });

    expect(asked.filter((key) => key.startsWith("correction"))).toHaveLength(1);
    expect(outcome?.result).toMatchObject({ calls: { phase_3: 12 } });
    expect(outcome?.result["disputed_representation"]).toEqual(
      SEATS.slice(1).map((by) => ({ by, text: WRONG })),
    );
  });

  test("F13 K4 silence after the correction withdraws no objection", async () => {
    const silent = await holdBoard({
      ...smooth(),
      "reviews/cfo": objects(WRONG),
      "correction/ceo": synthesizes(),
      "recheck/cfo": DOWN,
    });
    const uncorrected = await holdBoard({
      ...smooth(),
      "reviews/cfo": objects(WRONG),
      "correction/ceo": DOWN,
    });

    for (const { outcome } of [silent, uncorrected]) {
      expect(outcome?.result["disputed_representation"]).toEqual([{ by: "cfo", text: WRONG }]);
      expect(outcome?.confidence).toBe("MEDIUM");
    }
  });

  test("F12 K4 a reviewer that is absent has not approved", async () => {
    const { outcome } = await holdBoard({ ...smooth(), "reviews/coo": DOWN });

    expect(outcome?.result["not_reviewed_by"]).toEqual(["coo"]);
    expect(outcome?.notes.join()).toContain("which is no approval");
  });

  test("F12 an objection that does not say what is wrong is repaired", async () => {
    const { asked } = await holdBoard({
      ...smooth(),
      "reviews/coo": [{ reply: { accurate: false, misrepresented: null } }, ACCURATE],
    });

    expect(asked).toContain("reviews/coo#2");
  });

  test("F10 a silent synthesizer is replaced by the next director, once, and does not review", async () => {
    const { outcome, asked } = await holdBoard({
      ...smooth(),
      "synthesis/ceo": DOWN,
      "synthesis-2/cto": synthesizes(),
    });

    expect(asked).not.toContain("reviews/ceo#1");
    expect(outcome).toMatchObject({
      label: "SYNTHESIZED",
      confidence: "MEDIUM",
      result: { offices: { synthesizer: "ceo", synthesized_by: "cto" }, calls: { phase_3: 6 } },
    });
  });

  test("F12 where nobody is left to review, the outcome says so", async () => {
    const table = ["ceo", "cto", "contrarian", "moonshot"];
    const { outcome, app, id } = await holdBoard(
      {
        ...smooth(table),
        "statements/contrarian": DOWN,
        "statements/moonshot": DOWN,
        "synthesis/ceo": DOWN,
        "synthesis-2/cto": synthesizes(),
      },
      { seats: table.map(seatOf), answers: ["continue-without"] },
    );

    expect(outcome).toMatchObject({ label: "SYNTHESIZED", confidence: "MEDIUM" });
    expect(outcome?.notes).toContain("nobody was left to review the synthesis");
    expect(await verified(app, id)).toMatchObject({ ok: true });
  });

  test("F10 two silent synthesizers end it ABORTED, with every statement kept", async () => {
    const { outcome, asked, events } = await holdBoard({
      ...smooth(),
      "synthesis/ceo": DOWN,
      "synthesis-2/cto": DOWN,
    });

    expect(outcome).toMatchObject({ label: "ABORTED", ending: "failed" });
    expect(asked).not.toContain("synthesis-3/cfo#1");
    const names = events.flatMap(({ fact }) =>
      fact.type === "artifact-published" ? [fact.name] : [],
    );
    expect(names).toEqual(["board-memo.md"]);
    expect(outcome?.result["positions"]).toHaveLength(6);
  });

  test("F11 a risk is raised by someone who sits here", async () => {
    const stranger = synthesizes("B", {
      risk_register: [
        {
          risk: "A vendor hosts it cheaper.",
          likelihood: "low",
          impact: "low",
          mitigation: "Watch prices.",
          raised_by: "the intern",
        },
      ],
    });
    const { asked } = await holdBoard({ ...smooth(), "synthesis/ceo": [stranger, synthesizes()] });

    expect(asked).toContain("synthesis/ceo#2");
  });

  test("K9 a synthesis against what most hold is said so", async () => {
    const { outcome } = await holdBoard({ ...smooth(), "synthesis/ceo": synthesizes("A") });

    expect(outcome?.choice).toBe("A");
    expect(outcome?.notes).toContain("the synthesis chooses A, held by 0 of 6; B is held by 6");
    expect(outcome?.notes).toContain("CFO holds B and did not formally dissent");
  });

  test("K9 K18 an option may be called none, and is counted like any other", async () => {
    const options = ["all", "none"].map((id) => ({ id, label: `Open ${id}`, description: "" }));
    const { outcome, app, id } = await holdBoard(
      { ...smooth(SEATS, "none"), "synthesis/ceo": synthesizes("all") },
      { brief: boardBrief({ options }) },
    );

    expect(outcome?.tallies.map(({ cast, carried }) => [cast, carried])).toEqual([
      [6, "none"],
      [6, "none"],
    ]);
    expect(outcome?.baseline).toMatchObject({ choice: "none", changed: true });
    expect(outcome?.notes).toContain("CFO holds none and did not formally dissent");
    expect(await verified(app, id)).toMatchObject({ ok: true });
  });

  test("K9 also where the options are figures", async () => {
    const options = boardBrief().options.map((option, index) => ({
      ...option,
      id: `${index + 1}`,
    }));
    const { outcome } = await holdBoard(
      {
        ...smooth(SEATS, "2"),
        "statements/cfo": states("cfo", "1"),
        "responses-1/cfo": responds("cfo", "1"),
        "responses-2/cfo": responds("cfo", "1", { tag: " again", request_synthesis: true }),
        "synthesis/ceo": synthesizes("1"),
      },
      { brief: boardBrief({ options }) },
    );

    expect(outcome?.notes).toContain("the synthesis chooses 1, held by 1 of 6; 2 is held by 5");
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

describe("conduct", () => {
  const stamp = (seat: string) =>
    responds(seat, "B", {
      disagreements: [],
      agreements: [
        {
          with: seat === "ceo" ? "cto" : "ceo",
          point: seat === "ceo" ? "T1" : "C1",
          reason: "Looks good to me.",
        },
      ],
    });

  test("F23 K8 a rubber stamp is rejected and asked again once, then invalid, and the duty is unmet", async () => {
    const { outcome, asked, events } = await holdBoard({
      ...smooth(),
      "responses-1/cfo": [stamp("cfo"), stamp("cfo")],
      "responses-2/cfo": [
        stamp("cfo"),
        responds("cfo", "B", {
          disagreements: [],
          missed_risks: ["Nobody has named the cost of support for free users."],
        }),
      ],
    });

    expect(asked).toContain("responses-1/cfo#2");
    expect(outcome?.absences).toMatchObject([
      { by: "cfo", step: "responses-1", reason: "unreadable" },
    ]);
    expect(outcome?.result["unmet_duties"]).toEqual([
      { by: "cfo", duty: "challenged no position in phase 2" },
    ]);
    const rejected = events.map(({ fact }) => fact).find((fact) => fact.type === "reply-rejected");
    expect(rejected?.type === "reply-rejected" && rejected.problems[0]).toContain("rubber stamp");
  });

  test("F18 a statement without a reason is repaired", async () => {
    const { asked } = await holdBoard({
      ...smooth(),
      "statements/cfo": [states("cfo", "B", { reasoning: "Sounds good." }), states("cfo")],
    });

    expect(asked).toContain("statements/cfo#2");
  });

  test("F6 F9 F19 an answer names someone else and one of its claims", async () => {
    for (const against of ["cfo", "treasurer"]) {
      const { asked } = await holdBoard({
        ...smooth(),
        "responses-1/cfo": [responds("cfo", "B", { against }), responds("cfo")],
      });
      expect(asked).toContain("responses-1/cfo#2");
    }
  });

  test("F20 a missed risk is enough of an answer, and becomes a claim others can cite", async () => {
    const { events } = await holdBoard({
      ...smooth(),
      "responses-1/coo": responds("coo", "B", {
        disagreements: [],
        missed_risks: ["Free users would fill the support queue of four engineers."],
      }),
    });

    const recorded = events
      .map(({ fact }) => fact)
      .find((fact) => fact.type === "reply-recorded" && fact.key === "responses-1/coo");
    expect(recorded).toMatchObject({ claims: [{ id: "O2", about: "proposal", side: "attacks" }] });
  });

  test("F21 K6 a formal dissent survives word for word, whatever the synthesizer writes", async () => {
    const words = "Opening it hands *all* our revenue to <whoever> hosts it | cheaper.";
    const { outcome } = await holdBoard({
      ...smooth(),
      "responses-2/cfo": responds("cfo", "B", {
        formal_dissent: { text: words, against: "B" },
        request_synthesis: true,
      }),
    });

    expect(outcome?.dissents).toMatchObject([{ by: "cfo", words, stage: null }]);
  });

  test("F21 K4 a dissenter that falls silent has conceded nothing; its dissent shows the round", async () => {
    const { outcome } = await holdBoard({
      ...smooth(),
      "responses-1/cfo": responds("cfo", "B", { formal_dissent: DISSENT }),
      "responses-2/cfo": DOWN,
    });

    expect(outcome?.dissents).toMatchObject([{ by: "cfo", words: DISSENT.text, stage: "round 1" }]);
    expect(outcome?.tallies.at(-1)?.cast).toBe(5);
  });

  test("F22 K5 a dissent withdrawn with a cause is conceded; without one it is a capitulation", async () => {
    const script = (because: string[] | null) => ({
      ...smooth(),
      "responses-1/cfo": responds("cfo", "B", { formal_dissent: DISSENT }),
      "responses-2/cfo": responds("cfo", "B", {
        request_synthesis: true,
        changed_because: because && {
          claims: because,
          evidence: [],
          explanation: "That trust matters as much as secrecy was new to me.",
        },
      }),
    });

    const conceded = await holdBoard(script(["T2"]));
    expect(conceded.outcome?.result).toMatchObject({
      dissents: [{ by: "cfo", status: "conceded", authentic: false }],
      capitulations: [],
    });

    const given = await holdBoard(script(null));
    expect(given.asked).toContain("responses-2/cfo#2");
    expect(given.outcome?.result["capitulations"]).toMatchObject([
      { by: "cfo", round: 2, dropped: "formal dissent", against: DISSENT.against },
    ]);
    expect(given.outcome?.notes.join()).toContain("CFO dropped its formal dissent");
  });

  test("F22 a disagreement that vanishes while nobody moved is measured", async () => {
    const { outcome } = await holdBoard({
      ...smooth(),
      "responses-2/cfo": responds("cfo", "B", { against: "ceo", request_synthesis: true }),
    });

    expect(outcome?.result["capitulations"]).toEqual([
      { by: "cfo", round: 2, dropped: "disagreement", against: "cto" },
    ]);
  });

  test.each([
    ["a claim of another seat that is new to it", ["T2"], "explained"],
    ["no claim", null, "unexplained"],
    ["its own claim", ["F1"], "unexplained"],
    ["a claim it knew when it last spoke", ["C1"], "unexplained"],
    ["a claim that does not exist", ["X9"], "unexplained"],
  ])("K5 a change of option because of %s (%j) is %s", async (_, because, standing) => {
    const { outcome } = await holdBoard({
      ...smooth(),
      "responses-2/cfo": responds("cfo", "A", {
        request_synthesis: true,
        changed_because: because && { claims: because, evidence: [], explanation: "It says so." },
      }),
    });

    expect(outcome?.changes).toMatchObject([{ by: "cfo", round: 2, from: "B", to: "A", standing }]);
  });

  test("F24 F25 F26 code at a planning level, foreign matter and deference are flagged, and change nothing", async () => {
    const planning = ["software-architect", "security-architect", "contrarian", "moonshot"];
    const foreign =
      "Quarterly gardening budgets influence municipal orchestras because violinists prefer shaded " +
      "courtyards, whereas trombone players request heated pavilions, marble fountains, artisanal " +
      "pastries, imported curtains, ceremonial uniforms, decorative lanterns, elegant furniture, " +
      "polished silverware, floating candles, exotic orchids and velvet cushions everywhere";
    const marks = { "software-architect": "S", "security-architect": "E" };
    const point = (seat: string) =>
      seat === "software-architect" ? marks["security-architect"] : marks["software-architect"];
    const peer = (seat: string) =>
      seat === "software-architect" ? "security-architect" : "software-architect";
    const reply = (seat: string, changes = {}) =>
      responds(seat, "B", {
        request_synthesis: true,
        disagreements: [
          {
            with: peer(seat),
            point: `${point(seat)}1`,
            counter_reason: "Hosting revenue depends on trust as much as on secrecy here",
            evidence: [],
          },
        ],
        ...changes,
      });
    const { outcome } = await holdBoard(
      {
        ...smooth(planning),
        ...everyone(["responses-1", "responses-2"], (seat) => reply(seat), planning),
        "statements/security-architect": states("security-architect", "B", {
          reasoning:
            "The engine needs this:\n```ts\nexport const open = true;\n```\nand customers want it",
        }),
        "responses-1/security-architect": reply("security-architect", {
          agreements: [
            {
              with: "software-architect",
              point: "S1",
              reason: "Because the software architect says so.",
            },
          ],
        }),
        "responses-1/moonshot": reply("moonshot", { missed_risks: [foreign] }),
      },
      { seats: planning.map(seatOf), plan: { settings: { preset: "planning-1" } } },
    );

    expect(outcome?.label).toBe("SYNTHESIZED");
    expect(outcome?.result["flags"]).toMatchObject([
      { by: "security-architect", kind: "code", detail: "a block of ts" },
      { by: "security-architect", kind: "deference", turn: "responses-1/security-architect" },
      { by: "moonshot", kind: "scope" },
    ]);
  });
});

describe("calls, baseline and absences", () => {
  test("F17 six seats: 25 to 78 calls, and the plan says so", async () => {
    const { app } = await holdBoard(smooth());

    expect(callBounds(6)).toEqual({
      phase_1: { min: 6, max: 6 },
      phase_2: { min: 12, max: 60 },
      phase_3: { min: 7, max: 12 },
      total: { min: 25, max: 78 },
      overhead: { gates: 9, polls: 54 },
    });
    const plan = app.plan("board", { brief: boardBrief() });
    expect(plan.calls).toEqual({ min: 25, max: 78 });
    expect(plan.warnings.join()).toContain("at most 9 and 54 more");
  });

  test("K18 the blind positions and what became of them are reported", async () => {
    const script = {
      ...smooth(),
      "statements/cfo": states("cfo", "A"),
      "statements/coo": states("coo", "A"),
      "statements/contrarian": states("contrarian", "A"),
      ...everyone(["responses-1"], (seat) =>
        responds(seat, "B", {
          changed_because: { claims: ["C1"], evidence: [], explanation: "The figure in C1." },
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
    const { outcome } = await holdBoard(
      {
        ...smooth(SEATS, null),
        "statements/contrarian": states("contrarian", null, { verdict: "reject" }),
        "responses-1/contrarian": responds("contrarian", null, { verdict: "reject" }),
        "responses-2/contrarian": responds("contrarian", null, { verdict: "reject" }),
      },
      { brief: boardBrief({ options: [] }) },
    );

    expect(outcome).toMatchObject({
      label: "SYNTHESIZED",
      choice: null,
      baseline: { choice: "approve", changed: false },
    });
  });

  test("K9 where there are options, a verdict beside them is no vote", async () => {
    const { outcome } = await holdBoard({
      ...smooth(),
      "statements/cfo": states("cfo", null, { verdict: "approve" }),
    });

    expect(outcome?.tallies[0]).toMatchObject({ cast: 5, carried: "B" });
  });

  test("K3 an option that does not exist is repaired, and a verdict is needed where there is none", async () => {
    const unknown = await holdBoard({
      ...smooth(),
      "statements/cfo": [states("cfo", "Z"), states("cfo")],
    });
    const neither = await holdBoard(
      {
        ...smooth(SEATS, null),
        "statements/cfo": [states("cfo", null, { verdict: null }), states("cfo", null)],
      },
      { brief: boardBrief({ options: [] }) },
    );

    expect(unknown.asked).toContain("statements/cfo#2");
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

  test("K4 a director without a statement is not asked again and leaves the poll's denominator", async () => {
    const { outcome, asked } = await holdBoard({
      ...smooth(),
      "statements/coo": DOWN,
      "poll-2/contrarian": ballot("no"),
    });

    expect(asked).not.toContain("responses-1/coo#1");
    expect(outcome?.result["polls"]).toMatchObject([{ yes: 4, of: 5, passed: true }]);
    expect(outcome).toMatchObject({ confidence: "MEDIUM", present: 5, expected: 6 });
  });
});
