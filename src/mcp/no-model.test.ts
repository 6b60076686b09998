/** K20 over MCP: where no model is found no debate is opened, and the agent learns what it can do. */
import { expect, test } from "vitest";

import { mcpPlace } from "../../test/support/processes/mcp.ts";
import { BODY } from "../../test/support/protocols/judges.ts";
import { systemClock } from "../clock.ts";

const START = {
  question: "Should field-app v2 ship with offline sync?",
  options: ["A: Online only", "B: Full sync", "C: Read and drafts"],
  context: BODY,
};

test.each([
  ["start_debate", START],
  ["challenge_position", { position: "We move the queue to cron, because cron is there." }],
])("K20 %s is refused with what the agent can do", async (tool, input) => {
  const place = mcpPlace({}, systemClock, {});
  const { refused } = await place.host();
  const words = await refused(tool, input);

  expect(words).toContain("No language model was found.");
  expect(words).toContain("dissent config keys set anthropic");
  expect(words).toContain("=host");
  expect(words).toContain("=offline");
  expect(await place.look(async (app) => (await app.list()).length)).toBe(0);
});

test("K20 the built-in reader in every seat is a sketch that decides nothing", async () => {
  const { call } = await mcpPlace({}, systemClock, {}).host();
  const seats = ["risk=offline", "value=offline", "effort=offline"];
  const { debate } = await call("start_debate", { ...START, seats });

  expect(await call("check_debate", { debate })).toMatchObject({
    nobody_judged: expect.stringContaining("No model or person judged this"),
  });
});
