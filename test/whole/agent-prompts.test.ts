/** Agents read nothing but their prompt: it has to say which reply is wanted. */
import { chmodSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { createAgentModel } from "../../src/models/agents/agent-model.ts";
import { BUILT_IN_AGENTS } from "../../src/models/agents/built-in-agents.ts";
import { waitForAgentsGone } from "../../src/models/agents/run-agent-call.ts";
import { describeReplyShape } from "../../src/models/reply-shape.ts";
import { openingRequest } from "../conformance/model.ts";
import { collectAgentFailure } from "../support/agents/ask-agent.ts";
import { fakeAgent } from "../support/agents/fake-agent.ts";
import { briefText, journal, project, run } from "../support/processes/cli.ts";

const PROGRAM = join(import.meta.dirname, "../programs/agent-from-prompt.ts");

test("K21 an agent that knows only its prompt sits in all three seats and is never sent back", async () => {
  const at = project({
    "q.md": briefText(),
    "dissent.yaml": [
      "agents:",
      `  reader: { command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(PROGRAM)}] }`,
      "participants: { risk: reader, value: reader, effort: reader }",
    ].join("\n"),
  });
  await run(at, ["config", "trust"]);
  const { code, stderr } = await run(at, ["run", "q.md", "--yes", "-q"]);
  const facts = await journal(at);

  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(facts.filter(({ type }) => type === "reply-rejected")).toEqual([]);
  const replies = facts.filter(({ type }) => type === "reply-recorded").map(({ key }) => `${key}`);
  expect(replies.toSorted()).toEqual(["openings/effort", "openings/risk", "openings/value"]);
  expect(facts.find(({ type }) => type === "debate-settled")).toMatchObject({
    outcome: { label: "CONSENSUS", ending: "decided", choice: "A" },
  });
});

test.each(BUILT_IN_AGENTS.map((adapter) => [adapter.name, adapter] as const))(
  "K21 %s is given a prompt that says the shape of the reply once, at its end",
  async (_, adapter) => {
    const at = project();
    const trace = join(at.outside, "prompt");
    const binary = at.write("agent", `#!/bin/sh\ncat > "$TRACE"\nexit 1\n`);
    chmodSync(binary, 0o755);
    const setting = { adapter, binary, modelId: "some/model", given: { TRACE: trace } };
    await collectAgentFailure(createAgentModel(fakeAgent("die", setting)));
    await waitForAgentsGone();
    const shape = describeReplyShape(openingRequest().schema());
    const [before, ...after] = at.read("../outside/prompt").split(shape);

    expect(after).toEqual([""]);
    expect(before).toMatch(/\n\n$/);
  },
);
