import { expect, test } from "vitest";

import { SCENARIOS } from "../../../test/support/protocols/judges-scenarios.ts";
import { holdJudges } from "../../../test/support/protocols/judges.ts";
import { findEventShapeFault } from "./event-shape.ts";
import type { Event, Fact } from "./event.ts";

const { events } = await holdJudges(SCENARIOS["three opinions twice"]!);

type Fields = Record<string, unknown>;

/** The first event of a type with one field replaced; `undefined` takes it out. */
function edited(type: Fact["type"], path: string, value: unknown): Event {
  const event = structuredClone(events.find(({ fact }) => fact.type === type)!);
  const names = path.split(".");
  const last = names.pop()!;
  const holder = names.reduce<Fields>(
    (one, name) => one[name] as Fields,
    event as unknown as Fields,
  );
  if (value === undefined) delete holder[last];
  else Object.defineProperty(holder, last, { value, enumerable: true, configurable: true });
  return event;
}

test("every event that a debate writes has its shape", () => {
  expect(events.map(findEventShapeFault).filter((fault) => fault !== undefined)).toEqual([]);
});

function nested(levels: number): unknown {
  return levels === 0 ? 0 : [nested(levels - 1)];
}

test.each<[Fact["type"], string, unknown, string]>([
  ["debate-opened", "atMs", 8_640_000_000_000_001, "an invalid field atMs: must be a whole number"],
  ["debate-opened", "atMs", -1, "an invalid field atMs: must be a whole number"],
  ["debate-opened", "extra", 1, "an unknown field extra"],
  ["debate-opened", "fact", null, "an invalid field fact.type: is not a type of event"],
  ["debate-opened", "fact.type", "debate-begun", "an invalid field fact.type: is not a type"],
  ["debate-opened", "fact.type", "constructor", "an invalid field fact.type: is not a type"],
  ["debate-opened", "fact.by", undefined, "no field fact.by"],
  ["debate-opened", "fact.__proto__", {}, "an unknown field fact.__proto__"],
  ["debate-opened", "fact.\u001b[31m", 1, "an unknown field fact.(unreadable name)"],
  ["debate-opened", "fact.format", 99, "format 99, and this Dissent reads up to"],
  ["debate-opened", "fact.brief", null, "an invalid field fact.brief: must be an object"],
  ["debate-opened", "fact.brief.options.0.id", 7, "an invalid field fact.brief.options[0].id"],
  [
    "debate-opened",
    "fact.brief.sources.0.sha256",
    "x",
    "an invalid field fact.brief.sources[0].sha256",
  ],
  [
    "debate-opened",
    "fact.participants",
    "all",
    "an invalid field fact.participants: must be a list",
  ],
  ["debate-opened", "fact.participants.1.id", "risk", "fact.participants[1].id: must be unique"],
  ["debate-opened", "fact.limits.usd", "NaN", "fact.limits.usd: must be a number from 0 to"],
  ["debate-opened", "fact.settings", nested(65), "fact.settings[0]: must have at most 64 levels"],
  ["debate-opened", "fact.settings.x", Infinity, "fact.settings.x: must be a finite number"],
  ["debate-opened", "fact.forkedFrom", "yes", "fact.forkedFrom: must be an object, or null"],
  ["asks-committed", "fact.step", "../x", "fact.step: must be a step such as openings"],
  ["asks-committed", "fact.asks.0.reveals", ["openings"], "fact.asks[0].reveals[0]: must be a key"],
  ["asks-committed", "fact.inherited", false, "fact.inherited: must be true"],
  ["reply-recorded", "fact.key", "openings", "fact.key: must be a key such as openings/risk"],
  [
    "reply-recorded",
    "fact.said.confidence",
    101,
    "fact.said.confidence: must be a number from 0 to 100",
  ],
  [
    "reply-recorded",
    "fact.usage.costUsd",
    1e308,
    "fact.usage.costUsd: must be a number from 0 to 1000000000",
  ],
  [
    "reply-recorded",
    "fact.usage.inputTokens",
    -1,
    "fact.usage.inputTokens: must be a number from 0",
  ],
  [
    "reply-recorded",
    "fact.claims.0.side",
    "for",
    "fact.claims[0].side: must be supports or attacks",
  ],
  [
    "reply-recorded",
    "fact.reply",
    JSON.parse('{"__proto__":1}'),
    "fact.reply.__proto__: is a name",
  ],
  [
    "debate-settled",
    "fact.outcome.ending",
    "won",
    "fact.outcome.ending: must be decided, open or failed",
  ],
  ["debate-settled", "fact.outcome.tallies.0.needed.of", 0, "fact.outcome.tallies[0].needed.of"],
  ["debate-settled", "fact.outcome.result", [], "fact.outcome.result: must be an object"],
])("%s with another %s is refused by the name of the field", (type, path, value, said) => {
  const fault = findEventShapeFault(edited(type, path, value));

  expect(fault).toMatch(/^has /);
  expect(fault).toContain(said);
});

test("what is no object at all is no event", () => {
  for (const value of [null, 7, "x", [], undefined]) {
    expect(findEventShapeFault(value)).toBe("must be an object");
  }
});
