import { expect, test } from "vitest";

import { EXIT, computeOutcomeExit } from "./exit-codes.ts";

test("H34 K10 what was decided against is neither a success nor a disagreement", () => {
  expect(computeOutcomeExit({ ending: "decided" })).toBe(EXIT.decided);
  expect(computeOutcomeExit({ ending: "decided", refuted: true })).toBe(EXIT.gate);
  expect(computeOutcomeExit({ ending: "open" })).toBe(EXIT.contested);
  expect(computeOutcomeExit({ ending: "failed" })).toBe(EXIT.providers);
});
