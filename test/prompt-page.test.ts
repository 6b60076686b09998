import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { PROMPT_PAGE, renderPromptPage } from "../scripts/write-prompt-docs.ts";

test("K21 docs/prompts.md shows the prompts as they are; write it with scripts/write-prompt-docs.ts", () => {
  expect(readFileSync(PROMPT_PAGE, "utf8")).toBe(renderPromptPage());
});
