import { expect, test } from "vitest";

import { formatOutcomeSentence } from "./outcome-sentence.ts";

test("a split vote is told as who holds what", () => {
  expect(formatOutcomeSentence("A Risk; B Value, Effort - 3 of 3 needed")).toBe(
    "Risk holds A; Value and Effort hold B. 3 of 3 had to agree.",
  );
});

test("any other sentence stays as it is", () => {
  expect(formatOutcomeSentence("B The job queue, 3 of 3 judges")).toBe(
    "B The job queue, 3 of 3 judges",
  );
});
