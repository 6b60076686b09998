import { expect, test } from "vitest";

import { unwrapLines } from "./format-text.ts";

test("broken lines flow together, and what stands apart stays apart", () => {
  expect(unwrapLines("one\ntwo\nthree\n\nfour\n- five\n- six\n## seven\neight\n1. nine")).toBe(
    "one two three\n\nfour\n- five\n- six\n## seven\neight\n1. nine",
  );
});
