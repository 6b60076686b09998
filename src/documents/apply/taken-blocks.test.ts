import { expect, test } from "vitest";

import { changeHeadingLevel } from "./taken-blocks.ts";

test.each([
  ["# Title", 3, "### Title"],
  ["###### Title ##", 1, "# Title ##"],
  ["   ## Title", 4, "   #### Title"],
  ["#", 2, "##"],
  ["# Title", 0, "# Title"],
  ["# Title", 9, "###### Title"],
  ["Title\n=====", 2, "Title\n-----"],
  ["Title\n-----", 1, "Title\n====="],
  ["Title\r\n=====", 2, "Title\r\n-----"],
  ["Two\nlines\n===", 3, "### Two lines"],
  ["Ends with #\n===", 3, "### Ends with # #"],
  ["C#\n==", 4, "#### C#"],
])("%j at level %d is %j", (heading, depth, expected) => {
  expect(changeHeadingLevel(heading, depth)).toBe(expected);
});
