import { describe, expect, test } from "vitest";

import {
  AGENTS,
  DRAFT_A,
  DRAFT_B,
  DRAFT_C,
  draftsBrief,
  writtenBrief,
} from "../../../test/support/documents/drafts.ts";
import { holdMerge, judges } from "../../../test/support/protocols/merge.ts";
import { planDebate } from "../../plan.ts";
import type { EvaluateMatter } from "./prompts/prompt-input.ts";
import { merge } from "./protocol.ts";

const drafts = (count: number) =>
  draftsBrief(Array.from({ length: count }, (_, index) => `# Draft\n\nNumber ${index + 1}.\n`));

const plan = (request: Partial<Parameters<typeof planDebate>[1]> = {}) =>
  planDebate(merge, { brief: draftsBrief(), ...request });

const generate = (settings: object = {}) => ({
  brief: writtenBrief(),
  settings: { generate: "design", agents: AGENTS, ...settings },
});

describe("preflight", () => {
  test.each([0, 1, 11, 12])("A2 %i variants are no merge", (count) => {
    expect(() => plan({ brief: drafts(count) })).toThrow(`2 to 10 variants, this one has ${count}`);
  });

  test.each([2, 10])("A2 %i variants are", (count) => {
    const { participants } = plan({ brief: drafts(count) });

    expect(participants.filter(({ role }) => role === "advocate")).toHaveLength(count);
    expect(participants.map(({ id }) => id).slice(-2)).toEqual(["analyst", "evaluator"]);
  });

  test.each([
    ["one agent", generate({ agents: AGENTS.slice(0, 1) }), "2 to 10 agents, this one has 1"],
    ["no agents", generate({ agents: [] }), "2 to 10 agents, this one has 0"],
    [
      "no source",
      { ...generate(), brief: { ...writtenBrief(), sources: [] } },
      "no source to write",
    ],
    [
      "drafts and agents at once",
      { ...generate(), brief: draftsBrief([DRAFT_A, DRAFT_B], { original: "x" }) },
      "either given or written",
    ],
    ["agents and nothing to write", { settings: { agents: AGENTS } }, "only where generate names"],
    ["a base that is no variant", { settings: { base: 3 } }, "base is 3, and there are 2 variants"],
    [
      "a variant without an advocate",
      { seats: { "advocate-2": { seated: false } } },
      "advocate-2 is empty",
    ],
    [
      "an advocate without a variant",
      { seats: { judge: { stance: "fair" } } },
      "no variant for the seat judge",
    ],
  ])("A2 A18 %s is said before anything is spent", (_, request, problem) => {
    expect(() => plan(request)).toThrow(problem);
  });

  test.each([
    ["depth", { depth: "endless" }],
    ["convergence", { convergence: 0.49 }],
    ["convergence", { convergence: 1 }],
    ["output", { output: "../out.md" }],
    ["output", { output: "OUT.md" }],
    ["agents", { agents: Array.from({ length: 11 }, () => AGENTS[0]) }],
  ])("the setting %s has bounds: %j", (name, settings) => {
    expect(() => plan({ settings })).toThrow(name);
  });

  test("A4 t: authors and advocates of one variant are one model, the evaluator another where there is one", () => {
    const { participants, warnings } = plan(generate());
    const models = Object.fromEntries(participants.map(({ id, model }) => [id, model]));

    expect(models).toMatchObject({
      "author-1": "lab/opus",
      "advocate-1": "lab/opus",
      "author-2": "lab/sonnet",
      "advocate-2": "lab/sonnet",
      analyst: "lab/opus",
      evaluator: "lab/sonnet",
    });
    expect(warnings).toContain(
      "the evaluator is the model (lab/sonnet) that also writes as author-2",
    );
    expect(plan({ ...generate(), seats: { evaluator: { model: "lab/judge" } } }).warnings).toEqual(
      [],
    );
  });

  test("a persona nobody knows is left out, and said", () => {
    const agents = [AGENTS[0], { ...AGENTS[1], persona: "wizard" }];

    expect(plan(generate({ agents })).warnings.join()).toContain(
      'the persona "wizard" is not known',
    );
  });

  test("K4 nobody to judge or to add findings is allowed, and said", () => {
    const seats = { evaluator: { seated: false }, analyst: { seated: false } };

    expect(plan({ seats }).warnings).toEqual([
      "the seat analyst is empty, so code alone finds the differences",
      "the seat evaluator is empty, so scores have only their measured half",
    ]);
  });

  test("empty seats are not asked, and the merge goes on with code alone", async () => {
    const seats = { evaluator: { seated: false }, analyst: { seated: false } };
    const held = await holdMerge({}, { plan: { seats, settings: { depth: "quick" } } });

    expect(held.asked).toEqual(["statements/advocate-1#1", "statements/advocate-2#1"]);
    expect(held.outcome?.notes[0]).toContain("the quantitative half alone");
  });

  test("an answer has 300 seconds unless the setting says otherwise", () => {
    expect(plan().timeoutMs).toBe(300_000);
    expect(plan({ settings: { timeout: 30 } }).timeoutMs).toBe(30_000);
  });

  test("the most calls are those of a merge in which everyone is asked twice and nobody agrees", async () => {
    const empty = { reply: { document: " " } };
    const bad = { text: "no JSON" };
    const panel = {
      ...Object.fromEntries([1, 2, 3].map((number) => [`variants/author-${number}`, empty])),
      ...Object.fromEntries([1, 2, 3].map((number) => [`statements/advocate-${number}`, bad])),
      "forward/evaluator": (promptInput: EvaluateMatter) => judges(promptInput, () => false),
    };
    const request = generate({ depth: "deep" });
    const held = await holdMerge(panel, {
      brief: request.brief,
      plan: { settings: request.settings },
    });
    const calls = held.asked.filter((key) => key.endsWith("#1"));

    expect(calls).toHaveLength(plan(request).calls.max);
  });

  test.each(["quick", "standard", "deep"])(
    "the calls of a merge of depth %s stay within what was announced",
    async (depth) => {
      const brief = draftsBrief([DRAFT_A, DRAFT_B, DRAFT_C]);
      const { min, max } = plan({ brief, settings: { depth } }).calls;
      const held = await holdMerge({}, { brief, plan: { settings: { depth } } });
      const same = await holdMerge({}, { brief: draftsBrief([DRAFT_A, DRAFT_A, DRAFT_A]) });

      expect(same.asked).toHaveLength(min);
      expect(held.asked.length).toBeGreaterThan(min);
      expect(held.asked.length).toBeLessThanOrEqual(max);
    },
  );
});
