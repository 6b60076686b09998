import { describe, expect, test } from "vitest";

import { priceWords } from "../../src/app/estimate-words.ts";
import type { Estimate } from "../../src/debates/estimate.ts";
import type { Step, Story, Turn } from "../../src/timeline/story.ts";
import { isAboutPrice, priceIn } from "./agreed.ts";
import { forkPoint, lastExchange, takenSince } from "./forking.ts";

describe("a price that has to be agreed to", () => {
  const refusal = (min: number, max: number, cap: number | null = null): string => {
    const estimate = { usd: { min, max }, approximate: true, unpriced: [] } as unknown as Estimate;
    return `This may cost ${priceWords(estimate, { usd: cap })}, which is above $1.00.`;
  };

  test("is the upper end of what was said, not the cap and not what it is above", () => {
    expect(priceIn(refusal(3.127, 72.009))).toBe(72.01);
    expect(priceIn(refusal(1.2, 1.2, 20))).toBe(1.2);
    expect(priceIn(refusal(0.001, 0.0234))).toBe(0.023);
    expect(priceIn("This may now cost $1204.50.")).toBe(1204.5);
  });

  test("that is not named cannot be agreed to", () => {
    expect(priceIn("Nobody named slow, and nobody knows the price.")).toBeNull();
  });

  test("is all that a refusal for its price is about", () => {
    expect(["needs-confirmation", "price-changed", "unknown-model"].map(isAboutPrice)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("holding a debate again", () => {
  const step = (name: string, at: number): Step => ({ step: name, at }) as unknown as Step;
  const told = (...facts: readonly string[]): Story =>
    ({
      events: facts.map((name) => ({ fact: { type: "asks-committed", step: name } })),
    }) as unknown as Story;

  test("begins at the step's name, or at its first event where it is asked one by one", () => {
    expect(forkPoint(told("openings", "responses"), step("responses", 1))).toBe("responses");
    expect(forkPoint(told("openings", "rebuttals/advocate-1"), step("rebuttals", 1))).toBe("1");
  });

  const turn = (more: Partial<Turn>): Turn =>
    ({ askedAt: 0, rejected: [], costUsd: 0, unpriced: false, claims: [], ...more }) as Turn;

  test("takes what was asked from there on, repairs included", () => {
    const turns = [
      turn({ askedAt: 1, costUsd: 1 }),
      turn({ askedAt: 5, costUsd: 0.25, rejected: [{ at: 6, problems: [], raw: "" }] }),
      turn({ askedAt: 5, costUsd: 0.25, unpriced: true }),
    ];
    expect(takenSince({ turns } as unknown as Story, 5)).toEqual({
      calls: 3,
      usd: 0.5,
      unpriced: true,
    });
  });

  test("with a new fact begins where someone last argued against something", () => {
    const claim = (side: string): Turn["claims"] => [{ side }] as unknown as Turn["claims"];
    const turns = [
      turn({ step: "openings", claims: claim("attacks") }),
      turn({ step: "responses", claims: claim("supports") }),
    ];
    const steps = [step("openings", 1), step("responses", 5)];
    expect(lastExchange({ turns, steps } as unknown as Story)?.step).toBe("openings");
    expect(lastExchange({ turns: turns.slice(1), steps } as unknown as Story)?.step).toBe(
      "responses",
    );
    expect(lastExchange({ turns: [], steps } as unknown as Story)).toBeNull();
  });
});
