import { describe, expect, test } from "vitest";

import { verified } from "../../../test/support/journals/forge-journal.ts";
import {
  ACCURATE,
  boardBrief,
  CLOSING_DISSENT,
  DISSENT,
  everyone,
  gates,
  holdBoard,
  objects,
  opposes,
  responds,
  reviews,
  RISK,
  SEATS,
  smooth,
  states,
  synthesizes,
} from "../../../test/support/protocols/board.ts";
import { listFactsOfType, type Held } from "../../../test/support/protocols/debate.ts";
import type { Script } from "../../models/scripted.ts";
import { createPersonaSeat } from "./prompts/personas.ts";

const DOWN = { crash: "no route to host" };
const OTHERS = SEATS.slice(1);
const WRONG = "I never said that hosting revenue does not matter; I said that it is exposed.";

async function readPage({ app, id }: Held, name: string): Promise<string> {
  const { events, text } = await app.read(id);
  const page = events
    .map(({ fact }) => fact)
    .find((fact) => fact.type === "artifact-published" && fact.name === name);
  return page?.type === "artifact-published" ? String(await text(page.sha256)) : "";
}

function listProblems(held: Held, key: string): string {
  return listFactsOfType(held, "reply-rejected")
    .filter((fact) => fact.key === key)
    .flatMap(({ problems }) => problems)
    .join("\n");
}

/** One of six holds A, and the CEO makes it the verdict. */
const lone: Script = {
  ...smooth(),
  "statements/ceo": states("ceo", "A"),
  "responses-1/ceo": responds("ceo", "A"),
  "responses-2/ceo": responds("ceo", "A", { tag: " again", request_synthesis: true }),
  "synthesis/ceo": synthesizes("A"),
};

describe("support and confidence", () => {
  test("F10 F13 a synthesizer that picks what one of six holds decides nothing: LOW, open, and the first line says so", async () => {
    const held = await holdBoard({ ...lone, ...everyone(["reviews"], () => opposes(), OTHERS) });

    expect(held.outcome).toMatchObject({
      label: "SYNTHESIZED_WITHOUT_MAJORITY",
      ending: "open",
      choice: null,
      confidence: "LOW",
      result: { chosen: { verdict: "A" }, support: { behind: ["ceo"], of: 6 } },
    });
    const line = "This decision is for A (Keep it closed), which 1 of 6 hold; 5 hold B";
    expect(held.outcome?.summary.startsWith(line)).toBe(true);
    expect((await readPage(held, "synthesis.md")).split("\n")[0]).toContain(
      "which 1 of 6 hold; 5 hold B",
    );
    expect(await verified(held.app, held.id)).toMatchObject({ ok: true });
  });

  test("F13 K4 going along is said, never assumed: three of six who go along are no majority", async () => {
    const outcomes = await Promise.all(
      [3, 4, 5].map(async (along) => {
        const script = {
          ...lone,
          ...Object.fromEntries(
            OTHERS.map((seat, place) => [
              `reviews/${seat}`,
              place < along - 1 ? ACCURATE : opposes(),
            ]),
          ),
        };
        return (await holdBoard(script)).outcome;
      }),
    );

    expect(outcomes.map((one) => [one?.label, one?.confidence])).toEqual([
      ["SYNTHESIZED_WITHOUT_MAJORITY", "LOW"],
      ["SYNTHESIZED", "HIGH"],
      ["SYNTHESIZED", "HIGH"],
    ]);
  });

  test("F13 K8 who held something else and goes along with “ok” is not counted", async () => {
    const ok = reviews("yes", { stand_reason: "ok" });
    const { outcome } = await holdBoard({ ...lone, ...everyone(["reviews"], () => ok, OTHERS) });

    expect(outcome).toMatchObject({ label: "SYNTHESIZED_WITHOUT_MAJORITY", confidence: "LOW" });
  });

  test("F13 K4 absent approvers never help: holders who did not review are not counted", async () => {
    const { outcome } = await holdBoard({
      ...smooth(),
      ...everyone(["reviews"], () => DOWN, ["cto", "cfo", "coo"]),
    });

    expect(outcome).toMatchObject({
      label: "SYNTHESIZED_WITHOUT_MAJORITY",
      confidence: "LOW",
      result: {
        not_reviewed_by: ["cto", "cfo", "coo"],
        support: { behind: ["ceo", "contrarian", "moonshot"] },
      },
    });
    const one = await holdBoard({ ...smooth(), "reviews/cfo": DOWN });
    expect(one.outcome).toMatchObject({ label: "SYNTHESIZED", confidence: "MEDIUM" });
  });

  test("F13 K6 five formal dissents of six: nobody goes along over them, a person decides", async () => {
    const files = (seat: string) =>
      responds(seat, "B", {
        tag: " again",
        request_synthesis: true,
        formal_dissents: [{ ...DISSENT, text: `${DISSENT.text} So says ${seat}.` }],
      });
    const { outcome } = await holdBoard({
      ...smooth(),
      ...everyone(["responses-2"], files, OTHERS),
      "responses-2/ceo": responds("ceo", "B", { tag: " again", request_synthesis: true }),
    });

    expect(outcome).toMatchObject({
      label: "SYNTHESIZED_WITHOUT_MAJORITY",
      ending: "open",
      confidence: "LOW",
    });
    expect(outcome?.dissents.map(({ by }) => by)).toEqual(OTHERS);
  });

  test.each([
    ["another option", "A", "A (Keep it closed)"],
    ["a risk of what was chosen", "coo-4", "coo-4"],
  ])("F13 a dissent from %s does not keep its owner from going along", async (_, about, from) => {
    const held = await holdBoard({
      ...smooth(),
      "responses-2/cfo": responds("cfo", "B", {
        tag: " again",
        request_synthesis: true,
        formal_dissents: [{ text: "Keeping it closed loses us every public tender.", about }],
      }),
      "synthesis/ceo": synthesizes("B", {
        answers: [{ claim: "cfo-7", reason: "It was met: the engine is opened." }],
      }),
    });

    expect(held.outcome?.result["support"]).toMatchObject({ behind: SEATS });
    const page = await readPage(held, "adr.md");
    expect(page).toContain("- Nobody dissents from it.\n");
    expect(page).toContain(
      `- Goes along, with a formal dissent from something else: CFO (from ${from}).\n`,
    );
  });

  test("F12 K6 a dissent from the synthesis is kept in the reviewer's words", async () => {
    const held = await holdBoard({ ...smooth(), "reviews/cfo": opposes() });

    expect(held.outcome).toMatchObject({
      confidence: "HIGH",
      dissents: [{ by: "cfo", words: CLOSING_DISSENT }],
    });
    expect(await readPage(held, "adr.md")).toContain(`> ${CLOSING_DISSENT}`);
    expect(await readPage(held, "adr.md")).toContain("- Dissenting: CFO.\n");
  });

  test("F10 the one who writes speaks for an own seat too, and may dissent from the text", async () => {
    const { outcome } = await holdBoard({
      ...smooth(),
      "synthesis/ceo": synthesizes("B", { stand: "dissent", stand_reason: CLOSING_DISSENT }),
    });

    expect(outcome?.dissents).toMatchObject([{ by: "ceo", words: CLOSING_DISSENT }]);
    expect(outcome?.result["support"]).toMatchObject({ behind: OTHERS });
  });

  test("F27 a halt against the figures is said, and confidence is MEDIUM at most", async () => {
    const script = {
      ...smooth(),
      ...everyone(["responses-2"], (seat) => responds(seat, "B", { tag: " again" })),
      "responses-2/cfo": responds("cfo", "B", {
        missed_risks: [{ text: "Nobody has priced the support of free users yet.", about: "B" }],
      }),
      "gate-2/gate-reviewer": gates({ 1: false, 2: false }, "HALT"),
    };
    const { outcome } = await holdBoard(script);

    expect(outcome).toMatchObject({
      confidence: "MEDIUM",
      result: { phase_2_ended_by: "gate", halt_against_figures: true },
    });
    expect(outcome?.notes.join()).toContain("although the last rounds still brought something new");
  });

  test("F27 a halt that the figures bear out is MEDIUM too: only a poll allows HIGH", async () => {
    const still = (seat: string, step: string) =>
      responds(seat, "B", { tag: ` in ${step}, in other words` });
    const { outcome } = await holdBoard({
      ...smooth(),
      ...everyone(["responses-2", "responses-3"], still),
      "gate-2/gate-reviewer": gates({ 1: true, 2: false }),
      "gate-3/gate-reviewer": gates({ 3: false }, "HALT"),
    });

    expect(outcome).toMatchObject({
      confidence: "MEDIUM",
      result: { phase_2_ended_by: "gate", halt_against_figures: false },
    });
  });

  test("K19 K4 an absent gate reviewer or voter is an absence like any other: not HIGH", async () => {
    for (const key of ["gate-2/gate-reviewer", "poll-2/cfo"]) {
      const { outcome } = await holdBoard({ ...smooth(), [key]: DOWN });
      expect(outcome, key).toMatchObject({ label: "SYNTHESIZED", confidence: "MEDIUM" });
    }
  });
});

describe("what a synthesis may say", () => {
  test("F11 an invented risk is refused, and twice is no synthesis", async () => {
    const invented = synthesizes("B", {
      risk_register: [
        { claims: ["ceo-99"], likelihood: "low", impact: "low", mitigation: "Watch prices." },
      ],
    });
    const held = await holdBoard({
      ...smooth(),
      "synthesis/ceo": [invented, invented],
      "synthesis-2/cto": synthesizes(),
    });

    expect(listProblems(held, "synthesis/ceo")).toContain('the risk "ceo-99" was never raised');
    expect(held.outcome?.result["offices"]).toMatchObject({ synthesized_by: "cto" });
  });

  test("F11 a risk has the words and the names of those who raised it, and what is left out is listed by code", async () => {
    const held = await holdBoard(smooth());

    expect(held.outcome?.result["risk_register"]).toMatchObject([
      {
        risk: "contrarian fears that support grows faster than the team",
        raised_by: ["contrarian", "ceo"],
      },
    ]);
    expect(held.outcome?.result["risks_left_out"]).toMatchObject(
      ["cto", "cfo", "coo", "moonshot"].map((seat) => ({ id: RISK[seat], raised_by: seat })),
    );
    expect(await readPage(held, "adr.md")).toContain("Raised in the debate and not weighed:");
  });

  test("F11 a rejected alternative that nobody put forward is refused", async () => {
    const strange = synthesizes("B", {
      rejected: [{ point: "sell the company", reasoning: "Nobody would buy it at this price." }],
    });
    const held = await holdBoard({ ...smooth(), "synthesis/ceo": [strange, synthesizes()] });

    expect(listProblems(held, "synthesis/ceo")).toContain("nobody put it forward");
  });

  test("F11 an alternative that somebody holds must be answered, or code says that it is not", async () => {
    const silent = synthesizes("B", { rejected: [] });
    const held = await holdBoard({
      ...smooth(),
      "statements/cfo": states("cfo", "A"),
      "responses-1/cfo": responds("cfo", "A"),
      "responses-2/cfo": responds("cfo", "A", { tag: " again", request_synthesis: true }),
      "synthesis/ceo": [silent, silent],
    });

    expect(listProblems(held, "synthesis/ceo")).toContain("which CFO put forward");
    expect(held.outcome?.result["not_addressed"]).toMatchObject([
      { id: "A" },
      { id: "contrarian-7" },
    ]);
  });

  test("F11 a verdict that is left null is refused; a synthesis always says what is chosen", async () => {
    const mute = { reply: { ...(synthesizes().reply as object), verdict: null } };
    const held = await holdBoard({ ...smooth(), "synthesis/ceo": [mute, synthesizes()] });

    expect(listProblems(held, "synthesis/ceo")).toContain("verdict");
    expect(held.outcome?.choice).toBe("B");
  });

  test("F11 K19 none of the options is a verdict that is counted like any other", async () => {
    const { outcome } = await holdBoard({
      ...smooth(),
      "synthesis/ceo": synthesizes("none", {
        rejected: ["A", "B", "contrarian-7"].map((point) => ({
          point,
          reasoning: "It was not shown to pay for itself.",
        })),
      }),
      ...everyone(["reviews"], () => opposes(), OTHERS),
    });

    expect(outcome).toMatchObject({ label: "SYNTHESIZED_WITHOUT_MAJORITY", choice: null });
    expect(outcome?.summary).toContain("which 0 of 6 hold; 6 hold B");
  });

  test("F11 each formal dissent is answered, or code says that it is not", async () => {
    const files = {
      ...smooth(),
      "responses-2/cfo": responds("cfo", "B", {
        tag: " again",
        request_synthesis: true,
        formal_dissents: [DISSENT],
      }),
    };
    const reason = "The server stays closed, so no vendor can host it cheaper.";
    const answered = synthesizes("B", { answers: [{ claim: "cfo-7", reason }] });
    const silent = await holdBoard(files);
    const told = await holdBoard({ ...files, "synthesis/ceo": answered });

    expect(listProblems(silent, "synthesis/ceo")).toContain("cfo-7 is overruled");
    expect(await readPage(silent, "adr.md")).toContain("Answer: the synthesis gives none.");
    expect(await readPage(told, "adr.md")).toContain(`Answer: ${reason}`);
  });
});

describe("reviews and the correction", () => {
  const twice = (seat: string, second = ACCURATE): Script => ({
    ...smooth(),
    [`reviews/${seat}`]: objects(WRONG),
    "correction/ceo": synthesizes(),
    ...everyone(["recheck"], () => ACCURATE, OTHERS),
    [`recheck/${seat}`]: second,
  });

  test("F13 F17 one objection gives one correction, and everyone reviews the new text: 2N calls", async () => {
    const { outcome, asked } = await holdBoard(twice("cfo"));

    expect(asked.filter((key) => key.startsWith("recheck/"))).toHaveLength(5);
    expect(outcome).toMatchObject({
      confidence: "HIGH",
      result: { corrected: true, disputed_representation: [], calls: { phase_3: 12 } },
    });
  });

  test("F13 reviews of the old text never count for the new one", async () => {
    const { outcome } = await holdBoard({
      ...twice("cfo"),
      ...everyone(["recheck"], () => opposes(), OTHERS),
    });

    expect(outcome).toMatchObject({ label: "SYNTHESIZED_WITHOUT_MAJORITY", confidence: "LOW" });
    expect(outcome?.result["support"]).toMatchObject({ behind: ["ceo"] });
  });

  test("F13 a correction that flips the verdict is refused, and the first text stands disputed", async () => {
    const flipped = synthesizes("A");
    const held = await holdBoard({ ...twice("cfo"), "correction/ceo": [flipped, flipped] });

    expect(listProblems(held, "correction/ceo")).toContain(
      "a correction keeps the verdict, which is B",
    );
    expect(held.outcome).toMatchObject({
      choice: "B",
      confidence: "MEDIUM",
      result: { corrected: false, disputed_representation: [{ by: "cfo", text: WRONG }] },
    });
  });

  test("F13 K6 still disputed: the words stand beside it, and there is no second correction", async () => {
    const still = "It still says that I do not care about hosting revenue.";
    const held = await holdBoard(twice("cfo", objects(still)));

    expect(held.outcome).toMatchObject({
      confidence: "MEDIUM",
      result: { disputed_representation: [{ by: "cfo", text: still }] },
    });
    expect(await readPage(held, "synthesis.md")).toContain(`> ${still}`);
  });

  test("F13 five disputed reviews: all of them stand, and it is not HIGH", async () => {
    const wrong = (seat: string) => objects(`${WRONG} So says ${seat}.`);
    const { outcome } = await holdBoard({
      ...twice("cfo"),
      ...everyone(["reviews", "recheck"], wrong, OTHERS),
    });

    expect(outcome?.result["disputed_representation"]).toHaveLength(5);
    expect(outcome?.confidence).toBe("MEDIUM");
  });

  test("F13 K4 silence after the correction withdraws no objection, no dissent, and goes along with nothing", async () => {
    const { outcome } = await holdBoard({
      ...twice("cfo"),
      "reviews/cfo": objects(WRONG, { stand: "dissent", stand_reason: CLOSING_DISSENT }),
      "recheck/cfo": DOWN,
    });

    expect(outcome?.result).toMatchObject({
      disputed_representation: [{ by: "cfo", text: WRONG }],
      not_reviewed_by: ["cfo"],
    });
    expect(outcome?.dissents).toMatchObject([{ by: "cfo", words: CLOSING_DISSENT }]);
  });

  test("F12 K21 incomplete is an answer of its own: no correction, the words are added", async () => {
    const missing = "I also said that support doubles.";
    const held = await holdBoard({
      ...smooth(),
      "reviews/cfo": reviews("incomplete", { misrepresented: missing }),
    });

    expect(held.asked).not.toContain("correction/ceo#1");
    expect(held.outcome?.confidence).toBe("HIGH");
    expect(await readPage(held, "adr.md")).toContain(`> ${missing}`);
  });

  test("F12 an objection that does not say what is wrong, or a dissent without a reason, is repaired", async () => {
    for (const first of [reviews("no"), opposes("no")]) {
      const { asked } = await holdBoard({ ...smooth(), "reviews/cfo": [first, ACCURATE] });
      expect(asked).toContain("reviews/cfo#2");
    }
  });
});

describe("who writes", () => {
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

  test("F12 K4 where nobody is left to review, one of four has decided nothing", async () => {
    const table = ["ceo", "cto", "contrarian", "moonshot"];
    const { outcome, app, id } = await holdBoard(
      {
        ...smooth(table),
        "statements/contrarian": DOWN,
        "statements/moonshot": DOWN,
        ...everyone(["responses-1", "responses-2"], (seat, step) =>
          responds(seat, "B", { tag: ` in ${step}` }),
        ),
        "synthesis/ceo": DOWN,
        "synthesis-2/cto": synthesizes("B", {
          rejected: [{ point: "A", reasoning: "Fourteen deals were lost to lock-in." }],
          risk_register: [],
        }),
      },
      {
        seats: table.map(createPersonaSeat),
        answers: ["continue-without"],
        plan: { settings: { max_rounds: 2 } },
      },
    );

    expect(outcome).toMatchObject({ label: "SYNTHESIZED_WITHOUT_MAJORITY", ending: "open" });
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
  });

  test("F10 F27 the gate reviewer cannot write the synthesis, and cannot be left out", async () => {
    const settings = { synthesizer: "gate-reviewer" };
    await expect(holdBoard(smooth(), { plan: { settings } })).rejects.toThrow(
      /gate reviewer cannot write/,
    );
    const seats = { "gate-reviewer": { seated: false } };
    await expect(holdBoard(smooth(), { plan: { seats } })).rejects.toThrow(/one gate reviewer/);
  });

  test("K9 K18 an option may be called none, and is counted like any other", async () => {
    const options = ["all", "none"].map((id) => ({ id, label: `Open ${id}`, description: "" }));
    const said = (seat: string) =>
      states(seat, "none", {
        options: ["all", "none"].map((option) => ({
          option,
          verdict: "fine",
          why: "Revenue is the same.",
        })),
      });
    const { outcome } = await holdBoard(
      {
        ...smooth(SEATS, "none"),
        ...everyone(["statements"], said),
        "synthesis/ceo": synthesizes("all", {
          rejected: ["none", "contrarian-7"].map((point) => ({
            point,
            reasoning: "Fourteen deals were lost to lock-in.",
          })),
        }),
      },
      { brief: boardBrief({ options }) },
    );

    expect(outcome?.tallies.map(({ cast, carried }) => [cast, carried])).toEqual([
      [6, "none"],
      [6, "none"],
    ]);
    expect(outcome?.summary).toContain("which 0 of 6 hold; 6 hold none (Open none)");
  });
});

describe("the documents", () => {
  test("F11 the record has the decision, its reasons, what was rejected, risks, dissents and who decided, and nothing about the engine", async () => {
    const long = Array.from(
      { length: 8 },
      (_, at) =>
        `Paragraph ${at + 1}. ${"Hosting revenue is exposed to any vendor who rents machines. ".repeat(5)}`,
    ).join("\n\n");
    const held = await holdBoard({
      ...smooth(),
      "synthesis/ceo": synthesizes("B", {
        reasoning: `${long}\n\n- It is small.\n- It can be taken back.`,
        conditions: ["The server stays closed for a year."],
      }),
      "reviews/cfo": opposes(),
    });
    const page = await readPage(held, "adr.md");

    expect(page.match(/^## .*$/gm)).toEqual([
      "## Context",
      "## Decision",
      "## Why",
      "## Dissents",
      "## Rejected alternatives",
      "## Risks",
      "## Who decided",
    ]);
    expect(page).toContain("The options were:\n\n- A (Keep it closed): Nothing changes");
    expect(page).toContain("**B (Open all of it):** Open the engine in two steps, library first.");
    expect(page).toContain("- The server stays closed for a year.");
    expect(page).toContain("\n- It is small.\n- It can be taken back.\n");
    expect(page).not.toMatch(/calls|phase|journal|token|poll|\|/i);
    // nobody has to look an id up: none stands in it that the text does not use
    expect(page).not.toMatch(/\b(?:cto|ceo|cfo)-\d/);
    // no line of the head is longer than a headline
    const head = /^## Decision$([^]*)^## Why$/m.exec(page)?.[1] ?? "";
    expect(Math.max(...head.split("\n").map((line) => line.length))).toBeLessThan(200);
  });

  test("F11 K16 the record explains every id that its text names, in the words of its owner", async () => {
    const held = await holdBoard({
      ...smooth(),
      "synthesis/ceo": synthesizes("B", { reasoning: "Revenue is exposed (ceo-1), not lost." }),
    });
    const page = await readPage(held, "adr.md");
    const [, points = ""] = page.split("## Points referred to\n\n");

    expect(points).toMatch(/^- \*\*ceo-1\*\* \(CEO\): .{20,}\n$/);
  });

  test("F11 K19 the outcome has the decision's conditions and its reasons in full", async () => {
    const held = await holdBoard({
      ...smooth(),
      "synthesis/ceo": synthesizes("B", {
        reasoning: "Lock-in costs deals, and the library answers it.",
        conditions: ["The server stays closed for a year."],
        next_step: "Publish the library.",
      }),
    });

    expect(held.outcome).toMatchObject({
      conditions: [{ by: "ceo", text: "The server stays closed for a year." }],
      wording:
        "Lock-in costs deals, and the library answers it.\n\nNext step: Publish the library.",
    });
  });

  test("F11 the gravest risks stand first in the record", async () => {
    const held = await holdBoard({
      ...smooth(),
      "synthesis/ceo": synthesizes("B", {
        risk_register: [
          { claims: ["ceo-4"], likelihood: "low", impact: "high", mitigation: "Watch it." },
          { claims: ["cto-4"], likelihood: "high", impact: "high", mitigation: "Hire two." },
        ],
      }),
    });
    const page = await readPage(held, "adr.md");

    expect(page.indexOf("likelihood high, impact high")).toBeGreaterThan(0);
    expect(page.indexOf("likelihood high, impact high")).toBeLessThan(
      page.indexOf("likelihood low, impact high"),
    );
  });

  test("F13 K6 who goes along and keeps a dissent is named as such, and not counted", async () => {
    const held = await holdBoard({
      ...smooth(),
      "responses-1/cfo": responds("cfo", "B", { formal_dissents: [DISSENT] }),
    });
    const page = await readPage(held, "adr.md");

    expect(page).toContain(
      "- CFO goes along with the text too, but has not withdrawn the dissent above, so is not counted.\n",
    );
    expect(page).toMatch(/^- Go along with the text: (?!.*CFO)/m);
  });

  test("F11 the synthesis has the seed's five parts under its names", async () => {
    const page = await readPage(await holdBoard(smooth()), "synthesis.md");

    for (const part of [
      "Chosen approach",
      "Rejected alternatives",
      "Dissents",
      "Risk register",
      "Confidence",
    ])
      expect(page).toContain(`## ${part}\n`);
  });
});
