import { describe, expect, test } from "vitest";

import { fakeClock } from "../../test/support/time/fake-clock.ts";
import type { Event, Fact, Limits } from "../domain/journal/event.ts";
import { createBudget, type CallReservation } from "./budget.ts";

const NONE: Limits = { calls: null, tokens: null, usd: null, wallMs: null, onLimit: "pause" };

const usage = (inputTokens: number, outputTokens: number, costUsd: number) => ({
  inputTokens,
  outputTokens,
  costUsd,
});

const refusal = (reservation: CallReservation): string | null =>
  reservation.granted ? null : reservation.limit;

/** Only what the budget looks at: the kind of fact, and when. */
const at = (atMs: number, type: Fact["type"]): Event =>
  ({ atMs, fact: { type, askedAgain: [] } }) as unknown as Event;

const open = (limits: Partial<Limits>, events: readonly Event[] = [], clock = fakeClock()) =>
  createBudget({ ...NONE, ...limits }, events, clock);

describe("K12 what is reserved", () => {
  test("no limit refuses nothing, not even a call of unknown price", () => {
    expect(refusal(open({}).reserve({ tokens: 1e9, usd: null }))).toBe(null);
  });

  test("a limit may be reached and not passed", () => {
    const calls = open({ calls: 2 });
    expect(refusal(calls.reserve({ tokens: 1, usd: 0 }))).toBe(null);
    expect(refusal(calls.reserve({ tokens: 1, usd: 0 }))).toBe(null);
    expect(refusal(calls.reserve({ tokens: 1, usd: 0 }))).toBe(
      "calls: the next call could reach 3 of 2",
    );
    expect(refusal(open({ tokens: 100 }).reserve({ tokens: 100, usd: 0 }))).toBe(null);
    expect(refusal(open({ tokens: 100 }).reserve({ tokens: 101, usd: 0 }))).toBe(
      "tokens: the next call could reach 101 of 100",
    );
    expect(refusal(open({ usd: 0.3 }).reserve({ tokens: 1, usd: 0.31 }))).toBe(
      "usd: the next call could reach 0.31 of 0.3",
    );
  });

  test("the worst case of a call under way is held back from the next", () => {
    const budget = open({ tokens: 100 });
    budget.reserve({ tokens: 60, usd: 0 });
    expect(refusal(budget.reserve({ tokens: 41, usd: 0 }))).toContain("101 of 100");
    expect(refusal(budget.reserve({ tokens: 40, usd: 0 }))).toBe(null);
  });

  test("a refused call takes nothing from what is left", () => {
    const budget = open({ calls: 1, tokens: 100, usd: 1 });
    budget.reserve({ tokens: 500, usd: 5 });
    expect(refusal(budget.reserve({ tokens: 100, usd: 1 }))).toBe(null);
  });

  test("what a call did not use is given back, and its call is not", () => {
    const budget = open({ calls: 2, tokens: 100, usd: 1 });
    const first = budget.reserve({ tokens: 100, usd: 1 });
    if (first.granted) first.settle(usage(10, 5, 0.25));
    expect(refusal(budget.reserve({ tokens: 86, usd: 0 }))).toContain("101 of 100");
    expect(refusal(budget.reserve({ tokens: 85, usd: 0.76 }))).toContain("1.01 of 1");
    expect(refusal(budget.reserve({ tokens: 85, usd: 0.75 }))).toBe(null);
    expect(refusal(budget.reserve({ tokens: 0, usd: 0 }))).toBe(
      "calls: the next call could reach 3 of 2",
    );
  });

  test("a call that used more than its worst case is counted in full", () => {
    const budget = open({ tokens: 100 });
    const first = budget.reserve({ tokens: 10, usd: 0 });
    if (first.granted) first.settle(usage(50, 40, 0));
    expect(refusal(budget.reserve({ tokens: 11, usd: 0 }))).toContain("101 of 100");
  });

  test("under a cap in dollars a call of unknown price is made only if that was allowed", () => {
    const unknown = { tokens: 1, usd: null };
    expect(refusal(open({ usd: 1 }).reserve(unknown))).toBe(
      "usd: nobody knows what the next call costs",
    );
    expect(refusal(open({ usd: 1, unpriced: false }).reserve(unknown))).not.toBe(null);
    expect(refusal(open({ usd: 1, unpriced: true }).reserve(unknown))).toBe(null);
  });
});

describe("K12 time", () => {
  const left = (wallMs: number, events: readonly Event[], passedMs = 0): string | null => {
    const clock = fakeClock();
    const budget = open({ wallMs }, events, clock);
    clock.advance(passedMs);
    return refusal(budget.reserve({ tokens: 1, usd: 0 }));
  };

  test("runs while the debate is held, from the moment it is", () => {
    expect(left(1_000, [], 1_000)).toBe(null);
    expect(left(1_000, [], 1_001)).toBe("wall time in ms: the next call could reach 1001 of 1000");
  });

  test("before a pause counts, during it does not", () => {
    const events = [
      at(0, "debate-opened"),
      at(300, "debate-paused"),
      at(9_000, "debate-resumed"),
      at(9_200, "artifact-published"),
    ];
    expect(left(500, events)).toBe(null);
    expect(left(499, events)).toContain("500 of 499");
    expect(left(510, events, 10)).toBe(null);
    expect(left(509, events, 10)).toContain("510 of 509");
  });

  test("while a person is asked does not count", () => {
    const events = [
      at(50, "debate-opened"),
      at(150, "escalation-raised"),
      at(5_000, "artifact-published"),
    ];
    expect(left(100, events)).toBe(null);
    expect(left(99, events)).toContain("100 of 99");
  });

  test("of a process that was killed counts up to its last event", () => {
    const events = [
      at(0, "debate-opened"),
      at(400, "artifact-published"),
      at(8_000, "debate-resumed"),
      at(8_100, "artifact-published"),
    ];
    expect(left(500, events)).toBe(null);
    expect(left(499, events)).toContain("500 of 499");
  });
});
