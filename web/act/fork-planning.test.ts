import { describe, expect, test } from "vitest";

import { describePriceEstimate } from "../../src/app/debate-expense.ts";
import type { Estimate } from "../../src/debates/estimate.ts";
import type {
  DebateTimeline,
  TimelineStep,
  TimelineTurn,
} from "../../src/timeline/debate-timeline.ts";
import {
  findForkableStep,
  formatForkPoint,
  isPriceRefusal,
  parseRefusedPrice,
  sumUsageSince,
} from "./fork-planning.ts";

describe("a price that has to be agreed to", () => {
  const refusal = (min: number, max: number, cap: number | null = null): string => {
    const estimate = { usd: { min, max }, approximate: true, unpriced: [] } as unknown as Estimate;
    return `This may cost ${describePriceEstimate(estimate, { usd: cap })}, which is above $1.00.`;
  };

  test("is the upper end of what was said, not the cap and not what it is above", () => {
    expect(parseRefusedPrice(refusal(3.127, 72.009))).toBe(72.01);
    expect(parseRefusedPrice(refusal(1.2, 1.2, 20))).toBe(1.2);
    expect(parseRefusedPrice(refusal(0.001, 0.0234))).toBe(0.023);
    expect(parseRefusedPrice("This may now cost $1204.50.")).toBe(1204.5);
  });

  test("that is not named cannot be agreed to", () => {
    expect(parseRefusedPrice("Nobody named slow, and nobody knows the price.")).toBeNull();
  });

  test("is all that a refusal for its price is about", () => {
    expect(["needs-confirmation", "price-changed", "unknown-model"].map(isPriceRefusal)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("holding a debate again", () => {
  const step = (name: string, at: number): TimelineStep =>
    ({ step: name, at }) as unknown as TimelineStep;
  const told = (...facts: readonly string[]): DebateTimeline =>
    ({
      events: facts.map((name) => ({ fact: { type: "asks-committed", step: name } })),
    }) as unknown as DebateTimeline;

  test("begins at the step's name, or at its first event where it is asked one by one", () => {
    expect(formatForkPoint(told("openings", "responses"), step("responses", 1))).toBe("responses");
    expect(formatForkPoint(told("openings", "rebuttals/advocate-1"), step("rebuttals", 1))).toBe(
      "1",
    );
  });

  const turn = (more: Partial<TimelineTurn>): TimelineTurn =>
    ({
      askedAt: 0,
      rejected: [],
      costUsd: 0,
      unpriced: false,
      claims: [],
      ...more,
    }) as TimelineTurn;

  test("takes what was asked from there on, repairs included", () => {
    const turns = [
      turn({ askedAt: 1, costUsd: 1 }),
      turn({ askedAt: 5, costUsd: 0.25, rejected: [{ at: 6, problems: [], raw: "" }] }),
      turn({ askedAt: 5, costUsd: 0.25, unpriced: true }),
    ];
    expect(sumUsageSince({ turns } as unknown as DebateTimeline, 5)).toEqual({
      calls: 3,
      usd: 0.5,
      unpriced: true,
    });
  });

  test("with a new fact begins where someone last argued against something", () => {
    const reply = (key: string, side: string): unknown => ({
      fact: { type: "reply-recorded", key, claims: [{ side }] },
    });
    const steps = [step("openings", 1), step("responses", 5)];
    const find = (...events: readonly unknown[]): string | undefined =>
      findForkableStep({ events, steps } as unknown as DebateTimeline)?.step;
    const later = reply("responses/risk", "supports");
    expect(find(reply("openings/risk", "attacks"), later)).toBe("openings");
    expect(find(later)).toBe("responses");
    expect(find()).toBeUndefined();
  });
});
