import { expect, test } from "vitest";

import type { Winner } from "../prompts/prompt-input.ts";
import { formatChoiceKey } from "./vote-choice.ts";

function combine(...pieces: readonly (readonly [variant: number, quote: string])[]): string | null {
  const vote: Winner = {
    point: "C-001",
    variant: 0,
    instead: "combine",
    because: "Both are needed.",
    pieces: pieces.map(([variant, quote]) => ({ variant, quote })),
  };
  return formatChoiceKey(undefined, vote);
}

test("A30 rows given one by one or at once are the same choice", () => {
  const atOnce = combine([1, "| R1 | high |\n| R2 | low |"], [2, "| R3 | low |"]);

  expect(combine([1, "| R1 | high |"], [1, "| R2 | low |"], [2, "| R3 | low |"])).toBe(atOnce);
});

test("A30 another order, another draft or other words are another choice", () => {
  const given = combine([1, "first"], [2, "second"]);

  expect(combine([2, "second"], [1, "first"])).not.toBe(given);
  expect(combine([1, "first"], [1, "second"])).not.toBe(given);
  expect(combine([1, "first"], [2, "third"])).not.toBe(given);
});
