import { expect, test } from "vitest";

import { SCENARIOS } from "../../../test/support/protocols/judges-scenarios.ts";
import { holdJudges } from "../../../test/support/protocols/judges.ts";
import { PROTOCOLS } from "../../dissent.ts";
import { createTerminalStyle } from "../terminal/terminal-style.ts";
import { formatStatusLine } from "./format-status.ts";

test("J17 a vote that goes back counts where it went, as in the outcome", async () => {
  const { events } = await holdJudges(SCENARIOS["a vote that reverts"]!);
  const style = createTerminalStyle({ write: () => true }, {});

  const line = formatStatusLine(events, { style, nowMs: 0, protocols: PROTOCOLS });

  expect(line).toMatch(/^A 1 of 3 {3}B 1 of 3 {3}C 1 of 3 /);
});
