import * as fc from "fast-check";
import { expect, test } from "vitest";

import { SCENARIOS } from "../../../test/support/protocols/judges-scenarios.ts";
import { holdJudges } from "../../../test/support/protocols/judges.ts";
import { chainEvent, GENESIS } from "../../kernel/journal/hash-chain.ts";
import { computeAccounts } from "./accounts.ts";
import type { Event, Fact, Usage } from "./event.ts";
import { updateSummary, type DebateSummary } from "./summary.ts";

test.each(Object.entries(SCENARIOS))(
  "K12 K14 in %s the calls in the accounts are the calls that were made",
  async (_, script) => {
    const { asked, events, outcome, app } = await holdJudges(script);

    const accounts = computeAccounts(events);

    expect(accounts.calls).toBe(asked.length);
    expect(accounts.repairs).toBe(asked.filter((key) => key.endsWith("#2")).length);
    expect(accounts.absences).toBe(outcome?.absences.length);
    const usages = events.flatMap(({ fact }) => ("usage" in fact ? [fact.usage] : []));
    const sum = (of: "inputTokens" | "outputTokens") =>
      usages.reduce((total, usage) => total + usage[of], 0);
    expect(accounts.inputTokens).toBe(sum("inputTokens"));
    expect(accounts.outputTokens).toBe(sum("outputTokens"));
    expect((await app.list())[0]).toMatchObject({
      calls: accounts.calls,
      costUsd: accounts.costUsd,
    });
  },
);

test("K18 what came after the blind round is what came after its closing, and not more than all", async () => {
  for (const script of Object.values(SCENARIOS)) {
    const { asked, events } = await holdJudges(script);

    const { afterBlind, calls } = computeAccounts(events);

    expect(afterBlind.calls).toBe(asked.filter((key) => key.startsWith("responses")).length);
    expect(afterBlind.calls).toBeLessThanOrEqual(calls);
  }
});

test("K12 accounts add up: those of a journal are those of any two parts of it together", async () => {
  const { events } = await holdJudges(SCENARIOS["a repaired reply in each round"]!);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: events.length - 1 }), (cut) => {
      const whole = computeAccounts(events);
      const parts = [computeAccounts(events.slice(0, cut)), computeAccounts(events.slice(cut))];

      for (const entry of [
        "calls",
        "repairs",
        "absences",
        "inputTokens",
        "outputTokens",
        "cachedTokens",
        "retries",
        "approximate",
        "unpriced",
      ] as const) {
        expect(parts[0]![entry] + parts[1]![entry]).toBe(whole[entry]);
      }
    }),
  );
});

test("K13 any beginning of a journal has a summary, and it says where the debate stands", async () => {
  const { events } = await holdJudges(SCENARIOS["three opinions twice"]!);
  const statusAfter = (facts: readonly Fact[]): DebateSummary["status"] | undefined =>
    facts.reduce<DebateSummary | null>((sum, fact) => updateSummary(sum, fact, 1), null)?.status;
  const facts = events.map(({ fact }) => fact);

  for (let cut = 1; cut < facts.length; cut++) {
    expect(statusAfter(facts.slice(0, cut))).toBe("running");
  }
  expect(statusAfter(facts)).toBe("settled");
  expect(statusAfter([facts[0]!, { type: "debate-paused", reason: "limit", detail: "" }])).toBe(
    "paused",
  );
});

test("an empty journal took nothing", () => {
  const { event } = chainEvent(
    { type: "round-closed", step: "a" },
    { sequence: 0, atMs: 5, previous: GENESIS },
  );

  expect(computeAccounts([])).toMatchObject({ calls: 0, wallMs: 0, askedAgain: 0 });
  expect(computeAccounts([event satisfies Event])).toMatchObject({ calls: 0, wallMs: 0 });
});

/** Turns of one seat each, with what they took. */
function turns(...usages: readonly (readonly [seat: string, usage: Partial<Usage>])[]): Event[] {
  return usages.map(([by, usage], sequence) => {
    const speaker = { provider: "x", requested: "x/y", served: null, version: null };
    const reply = { reply: {}, said: null, claims: [], unmet: [], latencyMs: 1, speaker };
    const whole = { inputTokens: 0, outputTokens: 0, costUsd: 0, ...usage };
    const fact: Fact = {
      type: "reply-recorded",
      key: `s${sequence}/${by}`,
      by,
      ...reply,
      usage: whole,
    };
    return chainEvent(fact, { sequence, atMs: sequence, previous: GENESIS }).event;
  });
}

test("K12 K14 caches, repeated tries and uncertain prices are counted, in all and for each seat", () => {
  const accounts = computeAccounts(
    turns(
      ["risk", { inputTokens: 100, cachedTokens: 80, costUsd: 0.5, price: "approximate" }],
      ["value", { inputTokens: 10, price: "unknown", tries: 3 }],
      ["risk", { inputTokens: 50, costUsd: 0.25 }],
    ),
  );

  expect(accounts).toMatchObject({
    calls: 3,
    inputTokens: 160,
    cachedTokens: 80,
    retries: 2,
    costUsd: 0.75,
    approximate: 1,
    unpriced: 1,
  });
  expect(accounts.seats["risk"]).toMatchObject({ calls: 2, costUsd: 0.75, cachedTokens: 80 });
  expect(accounts.seats["value"]).toMatchObject({ calls: 1, unpriced: 1, retries: 2 });
});

test.each(Object.entries(SCENARIOS))(
  "K12 in %s the accounts of the seats add up to those of the debate",
  async (_, script) => {
    const { seats, ...total } = computeAccounts((await holdJudges(script)).events);
    const books = Object.values(seats);

    for (const entry of ["calls", "repairs", "absences", "inputTokens", "outputTokens"] as const) {
      expect(books.reduce((sum, book) => sum + book[entry], 0)).toBe(total[entry]);
    }
  },
);
