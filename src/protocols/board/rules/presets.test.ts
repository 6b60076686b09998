import { describe, expect, test } from "vitest";

import { boardApp, boardBrief } from "../../../../test/support/protocols/board.ts";
import { fakeClock } from "../../../../test/support/time/fake-clock.ts";
import { createPersona, createPersonaSeat } from "../prompts/personas.ts";
import { BoardSettings, type Preset } from "../settings.ts";
import { classifyBrief } from "./classify.ts";
import { specialistsFor } from "./codebase.ts";
import { codeIn } from "./flags.ts";
import { findSynthesizer, findPreset, presets, presetSeats } from "./presets.ts";

const ids = (preset: Preset, body = "", files: readonly string[] = []): string[] =>
  presetSeats(preset, boardBrief({ body, question: "Shall it be?", options: [] }), files).seats.map(
    ({ id }) => id,
  );

function plan(seats: readonly string[], settings: Record<string, unknown> = {}) {
  const clock = fakeClock();
  const app = boardApp({ clock, seats: seats.map(createPersonaSeat) });
  return app.plan("board", { brief: boardBrief(), settings });
}

describe("presets", () => {
  test("F14 F27 contrarian, moonshot and the gate reviewer sit at every level", () => {
    for (const preset of ["board", "planning-1", "planning-2", "planning-3"] as const) {
      expect(ids(preset).slice(-3)).toEqual(["contrarian", "moonshot", "gate-reviewer"]);
      expect(ids(preset).length).toBeGreaterThanOrEqual(5);
    }
  });

  test("the board is the four executives", () => {
    expect(ids("board")).toEqual([
      "ceo",
      "cto",
      "cfo",
      "coo",
      "contrarian",
      "moonshot",
      "gate-reviewer",
    ]);
  });

  test("F14 planning 1 seats four generalists, a fifth as the brief's words call for it, and names the words", () => {
    const brief = boardBrief({
      body: "The database needs a migration before we deploy. Building is not a UI question.",
    });

    const { seats, because } = presetSeats("planning-1", brief);

    expect(seats.map(({ id }) => id)).toEqual([
      "software-architect",
      "security-architect",
      "infrastructure-lead",
      "data-architect",
      "ux-strategist",
      "contrarian",
      "moonshot",
      "gate-reviewer",
    ]);
    expect(because).toEqual({
      "infrastructure-lead": ["deploy"],
      "data-architect": ["database", "migration"],
      "ux-strategist": ["ui"],
    });
    // the seed's four generalists sit whatever the brief says
    expect(ids("planning-1", "Nothing to be built here").slice(0, 4)).toEqual([
      "software-architect",
      "security-architect",
      "infrastructure-lead",
      "data-architect",
    ]);
    expect(ids("planning-1", "The onboarding screen").slice(2, 4)).toEqual([
      "infrastructure-lead",
      "ux-strategist",
    ]);
  });

  test("planning 2 seats specialists by what the codebase contains", () => {
    const files = [
      "src/app.ts",
      "src/view.tsx",
      "tools/build.py",
      "db/migrations/001.sql",
      "node_modules/left/pad.rb",
    ];

    expect(ids("planning-2", "", files)).toEqual([
      "typescript-specialist",
      "python-specialist",
      "database-specialist",
      "frontend-specialist",
      "contrarian",
      "moonshot",
      "gate-reviewer",
    ]);
    expect(specialistsFor(files).languages[0]).toEqual({
      seat: "typescript-specialist",
      files: 2,
      examples: ["src/app.ts", "src/view.tsx"],
    });
  });

  test("planning 2 without a codebase is led by a generalist, and says so", () => {
    const { seats } = presetSeats("planning-2", boardBrief(), []);

    expect(seats.map(({ id }) => id)).toEqual([
      "software-engineer",
      "qa-lead",
      "contrarian",
      "moonshot",
      "gate-reviewer",
    ]);
    const clock = fakeClock();
    const app = boardApp({ clock });
    const plan = app.plan("board", { brief: boardBrief(), flags: { preset: "planning-2" } });
    expect(plan.warnings.join()).toContain("no language could be recognised");
    expect(ids("planning-2", "", ["main.go"])).toHaveLength(5);
  });

  test("F10 each preset names its synthesizer, and a person may name another", () => {
    const named = BoardSettings.parse({});
    const writer = (preset: Preset, files: string[] = []) =>
      findSynthesizer(preset, named, presetSeats(preset, boardBrief({ body: "" }), files).seats);

    expect(writer("board")).toBe("ceo");
    expect(writer("planning-1")).toBe("software-architect");
    expect(writer("planning-2", ["a.rs"])).toBe("rust-specialist");
    expect(writer("planning-3")).toBe("delivery-lead");
    expect(findSynthesizer("board", { ...named, synthesizer: "cfo" }, [])).toBe("cfo");
  });

  test("every seat of every preset asks questions, and none is told not to judge", () => {
    const all = [
      ...ids("board"),
      ...ids("planning-1", "deploy database ui"),
      ...ids("planning-2", "", ["a.ts", "b.sql"]),
      ...ids("planning-3"),
    ];

    for (const id of all) {
      const { asks } = createPersona(createPersonaSeat(id));
      expect(asks, id).toContain("?");
      expect(asks, id).not.toMatch(/do not judge|only judge/);
    }
    expect(createPersona({ id: "buyer", name: "Buyer", stance: "price of parts" }).asks).toContain(
      "price of parts",
    );
  });
});

describe("what no board is held with", () => {
  const full = ["ceo", "cto", "contrarian", "moonshot"];

  test.each([
    ["the contrarian", ["ceo", "cto", "cfo", "moonshot"], /the contrarian sits in every debate/],
    ["the moonshot", ["ceo", "cto", "cfo", "contrarian"], /the moonshot sits in every debate/],
    ["a fourth seat", ["ceo", "contrarian", "moonshot"], /at least 4 seats/],
    ["its synthesizer", ["cto", "cfo", "contrarian", "moonshot"], /"ceo", who is not seated/],
  ])("F14 without %s nothing is asked", (_, seats, problem) => {
    expect(() => plan(seats)).toThrow(problem);
  });

  test("F10 F27 the named synthesizer must be seated; the gate reviewer is no setting", () => {
    expect(() => plan(full, { synthesizer: "cfo" })).toThrow(/synthesizer is to be "cfo"/);
    expect(() => plan(full, { gate_reviewer: "coo" })).toThrow(/gate_reviewer/);
    expect(plan(full, { synthesizer: "cto" }).participants).toHaveLength(5);
  });
});

describe("brief classes", () => {
  test.each([
    ["Should we raise the pricing for new customers?", "strategic", "board"],
    ["Which database schema and cache should the service use?", "technical", "planning-1"],
    ["The API is down since the last deploy: roll back or patch forward?", "hotfix", "planning-3"],
  ])("%s is %s and seats %s", (question, expected, preset) => {
    const found = classifyBrief(boardBrief({ question, body: "", options: [] }));

    expect(found).toMatchObject({ class: expected, source: "auto" });
    expect(found.matched.length).toBeGreaterThan(0);
    expect(findPreset(found.class)).toBe(preset);
  });

  test("what a person says comes before what the words say", () => {
    const brief = boardBrief({ question: "Which database?", body: "", options: [] });

    expect(classifyBrief(brief, "hotfix")).toMatchObject({ class: "hotfix", source: "given" });
    expect(classifyBrief(boardBrief({ question: "Well?", body: "", options: [] }))).toEqual({
      class: "strategic",
      source: "auto",
      matched: [],
    });
  });

  test("the class chooses the table, a named preset overrides it, and the words are shown", () => {
    const clock = fakeClock();
    const app = boardApp({ clock });
    const brief = boardBrief({
      question: "Which database schema and index should the service use?",
      body: "",
      options: [],
    });

    const auto = app.plan("board", { brief });
    expect(auto.participants.map(({ id }) => id)).toEqual([
      "software-architect",
      "security-architect",
      "infrastructure-lead",
      "data-architect",
      "contrarian",
      "moonshot",
      "gate-reviewer",
    ]);
    expect(auto.warnings).toContain(
      "the brief is technical (database, schema, service, index), so the preset is planning-1",
    );
    expect(auto.warnings).toContain("data-architect sits because of: database, schema, index");
    const named = app.plan("board", { brief, flags: { preset: "board" } });
    expect(named.participants[0]?.id).toBe("ceo");
    const hotfix = app.plan("board", { brief, flags: { class: "hotfix" } });
    expect(hotfix.participants[0]?.id).toBe("delivery-lead");
    const files = () => ["main.rs", "lib.rs", "deploy/main.tf"];
    const specialists = app.plan("board", { brief, flags: { preset: "planning-2" }, files });
    expect(specialists.participants.map(({ id }) => id)).toEqual([
      "rust-specialist",
      "infrastructure-specialist",
      "contrarian",
      "moonshot",
      "gate-reviewer",
    ]);
    expect(presets["planning-1"].serves).toBe("technical");
  });
});

describe("flags", () => {
  test("F25 diagrams and schemas are plans, other blocks are code", () => {
    expect(codeIn("text\n```mermaid\na --> b\n```\nmore\n```json-schema\n{}\n```\n")).toEqual([]);
    expect(codeIn("```python\nprint(1)\n```\n")).toEqual(["a block of python"]);
    expect(codeIn("```\nrm -rf /\n```\n")).toEqual(["a block of code"]);
  });

  test("F25 K22 code without fences is seen, and sentences with brackets and semicolons are not", () => {
    expect(codeIn("First:\nconst a = 1;\nreturn a;\n")).toEqual(["code such as const a ="]);
    expect(codeIn("ALTER TABLE users ADD age INT;\nSELECT id FROM users")).toHaveLength(1);
    for (const prose of [
      "If (and only if) the pilot holds; then we go on, for each region.",
      "We import grain from Chile; function follows form, and class actions return.",
      "Let us return to the cache. Let it be = fine. For example (see S1), do it.",
      "The service calls save(order); that is all it does today.",
    ])
      expect(codeIn(prose), prose).toEqual([]);
  });
});
