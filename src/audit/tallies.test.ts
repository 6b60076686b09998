import { expect, test } from "vitest";

import { counted, spelled } from "./tallies.ts";

test("the most votes come first, also where the options are figures", () => {
  const votes = [
    ["risk", "2"],
    ["value", "1"],
    ["effort", "2"],
  ] as const;

  expect(spelled(counted(votes))).toBe("2 to 1 for 2");
});
