import { expect, test } from "vitest";

import { findLineAfterRemoval } from "./removed-lines.ts";

const DIFF = [
  "diff --git a/x b/y",
  "--- a/x",
  "+++ b/y",
  "@@ -1,4 +1,3 @@",
  "-first",
  " second",
  "+new",
  " third",
  "-last",
  "",
].join("\n");

test.each([
  ["before a line that stayed", "y", 1, 1],
  ["a line that stayed", "y", 3, 3],
  ["after the last line", "y", 4, 3],
  ["by the path from before", "x", 1, 1],
  ["a line that is not shown", "y", 40, null],
  ["another file", "z", 1, null],
])("lines that were removed, %s", (_where, path, line, found) => {
  expect(findLineAfterRemoval(DIFF, { path, line })).toBe(found);
});

test("of a file that is gone it is the first", () => {
  const gone = "--- a/x\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-all\n";

  expect(findLineAfterRemoval(gone, { path: "x", line: 1 })).toBe(1);
});
