import { expect, test } from "vitest";

import { KNOWN_PROTOCOLS } from "./built-in.ts";
import { getStepTitles } from "./step-titles.ts";

test("the titles of steps are those of the rules", () => {
  for (const { id, titles } of KNOWN_PROTOCOLS) expect(getStepTitles(id)).toBe(titles);

  expect(getStepTitles("constructor")).toEqual({});
});
