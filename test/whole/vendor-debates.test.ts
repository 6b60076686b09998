/** Whole debates whose seats are vendors' models over a loopback in a process of its own. */
import { afterAll, afterEach, describe, expect, test } from "vitest";

import { systemClock } from "../../src/clock.ts";
import { dissent } from "../../src/dissent.ts";
import type { Event } from "../../src/domain/journal/event.ts";
import type { Json } from "../../src/domain/json.ts";
import type { LiveEvent } from "../../src/engine.ts";
import type { PlanRequest } from "../../src/plan.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { spawnLoopbackProcess } from "../../src/testing/loopback/loopback-process.ts";
import type { LoopbackRule } from "../../src/testing/loopback/loopback-script.ts";
import {
  KEY,
  type Vendor,
  type VendorChanges,
  VENDORS,
  vendorOn,
} from "../support/agents/vendors.ts";
import { createTestBrief, recommends, responds } from "../support/protocols/judges.ts";

/** Every judge recommends another option and stays with it. */
const ANSWERS: Readonly<Record<string, Json>> = Object.fromEntries(
  Object.entries({ risk: "A", value: "B", effort: "C" }).flatMap(([seat, option]) => [
    [`openings/${seat}`, recommends(seat, option).reply],
    [`responses/${seat}`, responds(seat, option).reply],
  ]),
);
const loopback = await spawnLoopbackProcess({ answers: ANSWERS });
afterAll(() => loopback.close());
afterEach(() => loopback.forget());

interface Holding extends VendorChanges {
  readonly vendor: Vendor;
  readonly rules?: readonly LoopbackRule[];
  readonly plan?: Partial<PlanRequest>;
}

async function held({ vendor, rules = [], plan, ...changes }: Holding) {
  await loopback.play({ answers: ANSWERS, rules, retryAfter: "3" });
  const live: LiveEvent[] = [];
  const model = vendorOn(loopback, vendor, "ok", changes);
  const app = dissent({ store: memoryStore(), clock: systemClock, modelFor: async () => model });
  const id = await app.open(app.plan("judges", { brief: createTestBrief(), ...plan }), "tester");
  const result = await app.run({ debate: id, onLive: (event) => live.push(event) });
  const { events } = await app.read(id);
  return { holding: result, events, live };
}

function facts<Type extends Event["fact"]["type"]>(events: readonly Event[], type: Type) {
  return events.flatMap(({ fact }) =>
    fact.type === type ? [fact as Extract<Event["fact"], { type: Type }>] : [],
  );
}

const opening = (seat: string, behaviour: LoopbackRule["do"]): LoopbackRule => ({
  when: `openings/${seat}`,
  do: behaviour,
});
const [anthropic, , openai] = VENDORS as readonly [Vendor, Vendor, Vendor];

describe.each(VENDORS.map((vendor) => [vendor.name, vendor] as const))("%s", (name, vendor) => {
  test("K3 replies in fences, in lists and after thoughts are read, an invalid one is repaired once", async () => {
    const { holding, events } = await held({
      vendor,
      rules: [
        opening("risk", "embedded"),
        opening("value", "array"),
        opening("effort", "invalid-then-ok"),
        { when: "responses/risk", do: "thinking-tags" },
        { when: "responses/value", do: "fenced" },
      ],
    });

    expect(holding).toMatchObject({ status: "settled", outcome: { present: 3 } });
    expect(facts(events, "participant-absent")).toEqual([]);
    expect(facts(events, "reply-recorded")).toHaveLength(6);
    expect(facts(events, "reply-rejected").map(({ key }) => key)).toEqual(["openings/effort"]);
    expect(await loopback.requests()).toHaveLength(7);
    for (const { speaker, usage } of facts(events, "reply-recorded")) {
      expect(speaker).toMatchObject({
        provider: name,
        requested: `${name}/ok`,
        served: `${vendor.models ?? ""}loopback-ok`,
      });
      expect(usage.inputTokens).toBeGreaterThan(100);
      expect(usage.costUsd).toBeGreaterThan(0);
    }
  });
});

test("K4 K14 a seat that fails is absent with its reason, its tries are recorded and seen, the others go on", async () => {
  const { holding, events, live } = await held({
    vendor: anthropic,
    plan: { timeoutMs: 1_500 },
    rules: [opening("risk", "500"), opening("value", "429-then-ok"), opening("effort", "hang")],
  });
  const absent = Object.fromEntries(
    facts(events, "participant-absent").map(({ key, reason, usage }) => [key, { reason, usage }]),
  );

  expect(holding.status).toBe("settled");
  expect(absent["openings/risk"]).toMatchObject({ reason: "unavailable", usage: { tries: 3 } });
  expect(absent["openings/effort"]).toMatchObject({ reason: "timed-out" });
  const [value] = facts(events, "reply-recorded").filter(({ key }) => key === "openings/value");
  expect(value?.usage.tries).toBe(2);
  expect(live.filter((event) => event.type === "try-failed" && event.by === "value")).toMatchObject(
    [{ tries: 1, delayMs: 3_000, reason: expect.stringContaining("429") }],
  );
});

test("VM2 K12 an answer that was cut off is asked for again in the same turn, and both are paid for", async () => {
  const { events } = await held({
    vendor: openai,
    endpoint: { maxOutputTokens: 12_000 },
    rules: [opening("risk", "needs-room")],
  });
  const usage = Object.fromEntries(
    facts(events, "reply-recorded").map((fact) => [fact.key, fact.usage]),
  );

  expect(facts(events, "reply-rejected")).toEqual([]);
  expect(usage["openings/risk"]).toMatchObject({ tries: 2 });
  expect(usage["openings/risk"]!.costUsd).toBeGreaterThan(1.5 * usage["openings/value"]!.costUsd);
});

test("VM4 a key that a vendor repeats is in no event, live or kept", async () => {
  const { events, live } = await held({
    vendor: openai,
    rules: [opening("risk", "401"), opening("value", { status: 500, body: `no: ${KEY}` })],
  });
  const details = facts(events, "participant-absent").map(({ detail }) => detail);

  expect(details.join("\n")).toContain("refused the key (401)");
  expect(JSON.stringify([events, live])).not.toContain(KEY);
});

test("K12 a call that could pass the cap is not made", async () => {
  const { holding } = await held({ vendor: openai, plan: { limits: { usd: 0.2 } } });

  expect(holding).toMatchObject({ status: "paused", reason: "limit" });
  expect(await loopback.requests()).toEqual([]);
});
