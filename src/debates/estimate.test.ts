import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { attainable } from "../../bench/measures/cacheable.ts";
import { collectPrompts } from "../../bench/measures/prompts.ts";
import { draftsBrief } from "../../test/support/documents/drafts.ts";
import { createTestBrief } from "../../test/support/protocols/judges.ts";
import { changeBrief, CONFLICT } from "../../test/support/protocols/review.ts";
import { readBrief } from "../config/briefs/read-brief.ts";
import { dissent, PROTOCOLS } from "../dissent.ts";
import type { Brief } from "../domain/brief.ts";
import type { Model, Price } from "../model.ts";
import { offline } from "../models/offline.ts";
import { createPersonModel } from "../models/person-model.ts";
import { NO_LIMITS, planDebate } from "../plan.ts";
import { judges } from "../protocols/judges/protocol.ts";
import { memoryStore } from "../stores/memory.ts";
import { type Estimate, type EstimateInput, estimateDebate } from "./estimate.ts";

/** A dollar for a thousand input tokens, ten cents where cached, two for output. */
const PRICE: Price = {
  approximate: false,
  usd: ({ input, cached = 0, output }) => (input - cached + 0.1 * cached + 2 * output) / 1_000,
};

function priced(id: string, more: Partial<Model> = {}): Model {
  return { ...offline(), id, price: PRICE, hosts: [`${id}.example`], family: id, ...more };
}

function estimated(
  models: Readonly<Record<string, Model>>,
  { seats, ...more }: Partial<EstimateInput> & { seats: Readonly<Record<string, string>> },
): Promise<Estimate> {
  const requests = Object.entries(seats).map(([seat, model]) => [seat, { model }]);
  const plan = planDebate(judges, {
    brief: createTestBrief(),
    seats: Object.fromEntries(requests),
  });
  return estimateDebate({ ...plan, ...more }, async (reference) => models[reference] ?? offline());
}

const THREE = { risk: "a", value: "b", effort: "b" };

describe("what a debate would take", () => {
  test("is told for each model by its share of the seats, and adds up", async () => {
    const { models, usd, hosts, calls, unpriced } = await estimated(
      { a: priced("a"), b: priced("b") },
      { seats: THREE },
    );
    const [a, b] = models;

    expect(models.map(({ reference, seats }) => [reference, seats])).toEqual([
      ["a", ["risk"]],
      ["b", ["value", "effort"]],
    ]);
    expect(calls).toEqual({ min: 3, max: 6 });
    expect([a?.calls, b?.calls]).toEqual([
      { min: 1, max: 2 },
      { min: 2, max: 4 },
    ]);
    expect(usd?.max).toBeCloseTo((a?.usd?.max ?? 0) + (b?.usd?.max ?? 0));
    expect(b?.usd?.max).toBeCloseTo(2 * (a?.usd?.max ?? 0));
    expect(usd?.min).toBeGreaterThan(0);
    expect(hosts).toEqual(["a.example", "b.example"]);
    expect(unpriced).toEqual([]);
  });

  test("is nothing where answers cost nothing, and a person is not counted as a call", async () => {
    const { usd, models } = await estimated(
      { b: createPersonModel() },
      { seats: { risk: "a", value: "b", effort: "a" } },
    );

    expect(usd).toEqual({ min: 0, max: 0 });
    expect(models[1]).toMatchObject({ reference: "b", calls: { min: 0, max: 0 } });
  });

  test("K12 names models of unknown price, and does not count them as nothing", async () => {
    const unknown = priced("b", { price: null });
    const some = await estimated({ a: priced("a"), b: unknown }, { seats: THREE });
    const all = await estimated({ a: unknown, b: unknown }, { seats: THREE });

    expect(some.unpriced).toEqual(["b"]);
    expect(some.usd?.max).toBeGreaterThan(0);
    expect(all.unpriced).toEqual(["a", "b"]);
    expect(all.usd).toBeNull();
  });

  test("is marked as approximate where one price is", async () => {
    const near = priced("b", { price: { ...PRICE, approximate: true } });

    expect(await estimated({ a: priced("a"), b: near }, { seats: THREE })).toMatchObject({
      approximate: true,
      models: [{ approximate: false }, { approximate: true }],
    });
  });

  test("K12 is not more than the caps in dollars and calls allow", async () => {
    const models = { a: priced("a"), b: priced("b") };
    const free = await estimated(models, { seats: THREE });
    const limits = { ...NO_LIMITS, usd: 2 };
    const capped = await estimated(models, { seats: THREE, limits });
    const fewer = await estimated(models, { seats: THREE, limits: { ...NO_LIMITS, calls: 4 } });

    expect(free.usd?.max).toBeGreaterThan(2);
    expect(capped.usd?.max).toBe(2);
    expect(fewer.calls).toEqual({ min: 3, max: 4 });
    expect(fewer.usd?.max).toBeLessThan(free.usd?.max ?? 0);
  });

  test("K12 says what is set aside when all seats are asked at once", async () => {
    const dear = priced("b", { worstCase: () => ({ tokens: 1, usd: 0.5 }) });

    expect((await estimated({ b: dear }, { seats: THREE })).reservedUsd).toBe(1);
  });

  test("counts the bytes of question, options and every source", async () => {
    const brief = createTestBrief({ body: "x".repeat(1_000) });
    const { bytes } = await estimated({}, { seats: {}, brief });
    const longer = await estimated(
      {},
      { seats: {}, brief: createTestBrief({ body: "x".repeat(1_500) }) },
    );

    expect(bytes).toBeGreaterThan(1_000);
    expect(longer.bytes - bytes).toBe(500);
  });
});

test("K12 the low end is never above the high end, and more text never costs less", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(300_000),
      fc.nat(300_000),
      fc.integer({ min: 1, max: 60 }),
      fc.nat(60),
      async (some, more, min, extra) => {
        const calls = { min, max: min + extra };
        const models = { a: priced("a"), b: priced("b") };
        const of = async (size: number): Promise<Estimate> =>
          estimated(models, {
            seats: THREE,
            calls,
            brief: createTestBrief({ body: "x".repeat(size) }),
          });
        const [less, all] = [await of(some), await of(some + more)];

        for (const { usd } of [less, all]) expect(usd?.min).toBeLessThanOrEqual(usd?.max ?? 0);
        expect(all.usd?.max).toBeGreaterThanOrEqual(less.usd?.max ?? 0);
      },
    ),
    { numRuns: 30 },
  );
});

const EXAMPLES = ["offline-sync", "rewrite-billing", "two-options"];

async function readExampleBrief(name: string): Promise<Brief> {
  const { brief } = await readBrief({
    from: `examples/${name}.md`,
    options: [],
    context: [],
    cwd: `${import.meta.dirname}/../..`,
    stdin: async () => "",
    contextRules: { include: [], deny: [], maxBytes: 1 },
  });
  return brief;
}

describe("the range holds what real debates send", () => {
  const cases = PROTOCOLS.flatMap((protocol) =>
    protocol.id === "merge"
      ? [{ id: "merge", about: "drafts", protocol, brief: async () => draftsBrief() }]
      : protocol.input === "change"
        ? [
            { id: protocol.id, about: "a change", protocol, brief: async () => changeBrief() },
            {
              id: protocol.id,
              about: "conflicts",
              protocol,
              brief: async () => changeBrief({ diff: CONFLICT, texts: {} }),
            },
          ]
        : EXAMPLES.map((about) => ({
            id: protocol.id,
            about,
            protocol,
            brief: () => readExampleBrief(about),
          })),
  );

  test.each(cases)("$id on $about", async ({ protocol, brief: read }) => {
    const brief = await read();
    const app = dissent({ store: memoryStore(), modelFor: async () => priced("a") });
    const { calls, models } = await app.estimate(app.plan(protocol.id, { brief }));
    const asked = await collectPrompts(protocol, brief);
    const tokens = attainable(asked).bytes / 4;

    expect(asked.length).toBeGreaterThanOrEqual(calls.min);
    expect(asked.length).toBeLessThanOrEqual(calls.max);
    const [least, most] = [models[0]?.inputTokens.min ?? 0, models[0]?.inputTokens.max ?? 0];
    expect(tokens).toBeGreaterThanOrEqual(least);
    expect(tokens).toBeLessThanOrEqual(most);
  });
});
