/** Evaluations through the real engine with simulated seats: the same decisions, journals, audits and counts. */
import { describe, expect, test } from "vitest";

import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { computeAudit } from "../../audit/audit.ts";
import { type Dissent, dissent } from "../../dissent.ts";
import { createSimulatedModel } from "../../models/sim/sim-model.ts";
import { parseSimTraits } from "../../models/sim/sim-traits.ts";
import type { PlanRequest } from "../../plan.ts";
import type { Store } from "../../store.ts";
import { memoryStore } from "../../stores/memory.ts";
import { parseEvalArms } from "../arms/parse-arm.ts";
import { readEvalItems } from "../items/read-items.ts";
import { buildEvalReport } from "../report/build-report.ts";
import { formatEvalPage } from "../report/html-page.ts";
import { formatMarkdownReport } from "../report/markdown-report.ts";
import { createSimulatedItem, playSimulatedTalk } from "../simulation/play-talk.ts";
import { createSimulatedSuite } from "../suites/find-suite.ts";
import { type EvaluationResult, runEvaluation } from "./run-evaluation.ts";

interface World {
  readonly app: Dissent;
  readonly asked: string[];
}

function world(store: Store = memoryStore(fakeClock())): World {
  const asked: string[] = [];
  const app = dissent({
    store,
    clock: fakeClock(),
    modelFor: async (reference) => {
      const model = createSimulatedModel(reference, reference.slice(4));
      return {
        ...model,
        answer(request, signal) {
          asked.push(request.key);
          return model.answer(request, signal);
        },
      };
    },
  });
  return { app, asked };
}

interface Request {
  readonly arms: string;
  readonly models: readonly string[];
  readonly items?: number;
  readonly options?: number;
  readonly seats?: number;
  readonly caps?: { calls: number };
}

async function evaluate({ app }: World, request: Request) {
  const { models, items = 20, options = 2, seats = 5 } = request;
  const suite = createSimulatedSuite(items, options);
  const reading = readEvalItems({ text: suite.text, name: suite.file, seed: "s" });
  const arms = parseEvalArms(request.arms, app.protocols);
  const setting = {
    seed: "s",
    models,
    seats,
    timeoutMs: null,
    plan: (protocol: string, asked: PlanRequest) => app.plan(protocol, asked),
    protocols: app.protocols,
  };
  const result = await runEvaluation({
    app,
    arms,
    items: reading.items,
    setting,
    caps: { calls: null, tokens: null, usd: null, ...request.caps },
    concurrency: 4,
    by: "tester",
    clock: fakeClock(),
  });
  const report = (found: EvaluationResult = result) =>
    buildEvalReport({
      seed: "s",
      suite: "simulated",
      models,
      arms,
      items: reading.items,
      cells: found.cells,
      done: found.done,
      total: found.total,
      notes: [],
    });
  return { result, report, items: reading.items, arms };
}

describe("4.1: seats of the engine decide as the simulation does", () => {
  test.each([
    ["belief", "p=0.6,s=2,rule=belief"],
    ["evidence", "p=0.6,rule=evidence"],
    ["checked evidence", "p=0.6,rule=evidence,gated=yes"],
    ["conformity", "p=0.6,rule=conform"],
  ])("%s: every position of every round is the same", async (_, words) => {
    const { result, items } = await evaluate(world(), {
      arms: "free@3",
      models: [`sim/${words}`],
      items: 60,
    });
    const traits = Array.from({ length: 5 }, () => parseSimTraits(words));

    for (const [index, item] of items.entries()) {
      const pure = createSimulatedItem(`simulated item ${index + 1}`, 2);
      const labels = playSimulatedTalk(pure, { traits, rounds: 3 }).map((row) =>
        row.map((held) => pure.options.find(({ id }) => id === held)!.label),
      );
      const cell = result.cells.find((one) => one.item === item.id)!;
      const told = [1, 2, 3].map((round) =>
        [1, 2, 3, 4, 5].map((seat) => {
          const turn = cell.turns.find((one) => one.round === round && one.seat === `seat${seat}`)!;
          return item.options.find(({ id }) => id === turn.position)!.text;
        }),
      );
      expect(told).toEqual(labels);
    }
  });
});

describe("what the arms do", () => {
  test("each is an ordinary debate; the blind vote costs nothing of its own; samples cost what the debate costs", async () => {
    const at = world();
    const { result, report } = await evaluate(at, {
      arms: "single,sc@3,vote1,sc@budget,self-refine,noise-peer,free@2,sequential,canary@3,recheck:wrong,debate",
      models: ["sim/p=0.6,rule=conform"],
      items: 6,
      options: 3,
    });
    const tokens = (arm: string): number =>
      result.cells
        .filter((cell) => cell.arm === arm)
        .reduce((sum, { cost }) => sum + cost.inputTokens + cost.outputTokens, 0);

    expect([result.done, result.total, result.stopped]).toEqual([60, 60, null]);
    expect(new Set(result.cells.map(({ arm }) => arm)).size).toBe(11);
    expect(new Set(result.cells.map(({ debate }) => debate)).size).toBe(60);
    expect(tokens("sc@budget")).toBeLessThanOrEqual(tokens("debate") * 1.02);
    expect(tokens("sc@budget")).toBeGreaterThan(tokens("debate") * 0.7);
    expect(report().arms.find(({ name }) => name === "vote1")!.calls).toBe(6 * 3);
    expect(report().canaries?.spoken?.misled.of).toBeGreaterThan(0);
  });

  test("the blind vote is that of the debate, item by item, and free of what came later", async () => {
    const { result } = await evaluate(world(), {
      arms: "vote1,free@3",
      models: ["sim/p=0.6,s=1,rule=belief"],
      items: 40,
    });
    const of = (arm: string) =>
      new Map(result.cells.filter((cell) => cell.arm === arm).map((cell) => [cell.item, cell]));
    const [blind, free] = [of("vote1"), of("free@3")];

    expect([...blind].every(([item, cell]) => cell.final === free.get(item)!.blind)).toBe(true);
    expect([...free.values()].some(({ final, blind: first }) => final !== first)).toBe(true);
    expect([...blind.values()].every(({ turns }) => turns.every(({ round }) => round === 1))).toBe(
      true,
    );
  });

  test.each([
    "nobody",
    "single@x",
    "debate:nothing",
    "vote1",
    "single,single",
    "sc@budget,free",
    "recheck:maybe",
    "",
  ])("--arms %s is refused", (text) => {
    expect(() => parseEvalArms(text, [{ id: "judges" }])).toThrow("--arms");
  });

  test("settings of a debate are toggled by their names", () => {
    expect(
      parseEvalArms("debate:judges+anonymous-rotate+max_rounds=1", [{ id: "judges" }])[0],
    ).toMatchObject({
      protocol: "judges",
      settings: { anonymous: true, rotate: false, max_rounds: 1 },
    });
  });
});

describe("EV3: nothing recorded is paid twice", () => {
  test("a run that stops at its cap goes on where it stopped, to the figures of a run that never stopped", async () => {
    const request = { arms: "single,sc@3,free@2", models: ["sim/p=0.6,rule=belief"], items: 12 };
    const store = memoryStore(fakeClock());
    const stopped = world(store);
    const first = await evaluate(stopped, { ...request, caps: { calls: 61 } });
    const second = await evaluate({ ...world(store), asked: stopped.asked }, request);
    const again = world(store);
    await evaluate(again, request);
    const whole = world();
    const { report } = await evaluate(whole, request);

    expect(first.result.stopped).toBe("limit");
    expect(stopped.asked.length).toBeLessThanOrEqual(61);
    expect(second.result.done).toBe(36);
    expect(again.asked).toEqual([]);
    expect(second.report()).toEqual(report());
  });
});

describe("EV5, EV6: the report", () => {
  test("the same journals and seed give the same bytes, and few items give no claim", async () => {
    const request = { arms: "single,vote1,free@3", models: ["sim/p=0.6,rule=evidence"], items: 25 };
    const [one, two] = [await evaluate(world(), request), await evaluate(world(), request)];
    const markdown = formatMarkdownReport(one.report());

    expect(JSON.stringify(one.report())).toBe(JSON.stringify(two.report()));
    expect(formatEvalPage(one.report(), markdown)).toBe(
      formatEvalPage(two.report(), formatMarkdownReport(two.report())),
    );
    expect(markdown).toContain("no claim");
    expect(one.report().comparisons.every(({ result }) => result.verdict === "too-few")).toBe(true);
  });

  test("words of an item cannot leave their cell, and the page has no script", async () => {
    const { report } = await evaluate(world(), { arms: "single", models: ["sim/p=0.6"], items: 3 });
    const hostile = {
      ...report(),
      suite: "<script>alert(1)</script> | **x** `y`",
      notes: ["| a | <img src=x>"],
    };
    const page = formatEvalPage(hostile, formatMarkdownReport(hostile));

    expect(page).not.toMatch(/<script|<img/);
    expect(page).toContain("&#60;script&#62;");
  });
});

describe("4.9 (11, 12): the product's own measures on bots of known conduct", () => {
  async function auditJudges(words: readonly string[]) {
    const at = world();
    const { result } = await evaluate(at, {
      arms: "debate:judges+second_round=always",
      models: words.map((one) => `sim/${one}`),
      items: 40,
      options: 3,
    });
    return Promise.all(
      result.cells.map(async ({ debate }) => computeAudit((await at.app.read(debate)).events)),
    );
  }

  test("every change of a capitulator is called one (R6)", async () => {
    const audits = await auditJudges(["p=0.5,role=capitulator", "p=0.5,role=capitulator", "p=0.9"]);
    const flips = audits.flatMap((audit) => audit.flips);

    expect(flips.length).toBeGreaterThan(10);
    expect(flips.every((flip) => flip.class === "capitulated")).toBe(true);
  });

  test("no change is called one where a checked claim of another caused it (R6)", async () => {
    const audits = await auditJudges(
      Array.from({ length: 3 }, () => "p=0.5,rule=evidence,gated=yes,et=1,ef=0,sens=1,persuade=1"),
    );
    const flips = audits.flatMap((audit) => audit.flips);

    expect(flips.length).toBeGreaterThan(20);
    expect(flips.filter((flip) => flip.class === "capitulated")).toEqual([]);
    expect(new Set(flips.map((flip) => flip.class))).toEqual(new Set(["persuaded"]));
  });

  test("nothing that a fabricator cites is verified (R5)", async () => {
    const audits = await auditJudges([
      "p=0.5,role=fabricator",
      "p=0.5,role=fabricator",
      "p=0.5,role=fabricator",
    ]);
    const entries = audits.flatMap(({ ledger }) => ledger.entries);

    expect(entries.length).toBeGreaterThan(100);
    expect(entries.filter(({ verified }) => verified)).toEqual([]);
  });

  test("who breaks the form or never answers is counted apart, and never as wrong in silence", async () => {
    const { report } = await evaluate(world(), {
      arms: "single",
      models: ["sim/role=garbler"],
      items: 5,
    });
    const [arm] = report().arms;

    expect([arm!.unparsed.count, arm!.unparsed.of, arm!.withoutUnparsed.of]).toEqual([5, 5, 0]);
  });
});
