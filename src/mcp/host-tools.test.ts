/** What a host loads into every conversation: complete, and small. */
import { existsSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { type Era, mcpPlace } from "../../test/support/processes/mcp.ts";
import { HOST_PROMPTS } from "./host-prompts.ts";
import { HOST_INSTRUCTIONS, HOST_TOOLS } from "./host-tools.ts";

const BUDGET = 1_500;

/** Rather too many: a word of over six letters counts twice, two signs in a row once. */
function strictTokens(text: string): number {
  const pieces = text.match(/\p{L}+|\p{N}{1,3}|[^\p{L}\p{N}\s]+/gu) ?? [];
  return pieces.reduce((sum, piece) => {
    const size = /\p{L}/u.test(piece) ? 7 : 3;
    return sum + Math.ceil(piece.length / size);
  }, 0);
}

test("the strict rule counts more than a quarter of the bytes", () => {
  expect(strictTokens('{"type":"object","properties":{}}')).toBe(9);
  expect(strictTokens("Ask the user to decide.")).toBe(6);
});

describe.each<Era>(["legacy", "modern"])("a host of the %s era", (era) => {
  test("sees all tools with schemas and hints, within their budget", async () => {
    const { client } = await mcpPlace().host({ era });
    const listed = await client.listTools();

    const shown = JSON.stringify(listed.tools);
    expect(shown.length / 4).toBeLessThan(BUDGET * 0.9);
    expect(strictTokens(shown)).toBeLessThan(BUDGET);
    expect(HOST_INSTRUCTIONS.length / 4).toBeLessThan(60);
    expect(listed.tools.map(({ name }) => name)).toEqual(Object.keys(HOST_TOOLS));
    for (const { name, description, inputSchema, outputSchema, annotations } of listed.tools) {
      expect(description?.length, name).toBeGreaterThan(40);
      expect(inputSchema.type, name).toBe("object");
      expect(outputSchema, name).toMatchObject({ type: "object" });
      expect(annotations, name).toBeDefined();
      // some hosts refuse a field without a type, and an object without fields
      for (const field of Object.values(inputSchema.properties ?? {}))
        expect(field, name).toHaveProperty("type");
    }
    const reading = listed.tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
    expect(reading.map(({ name }) => name)).toEqual(["find_decisions"]);
  });

  test("sees prompts and no records in an empty project; looking makes nothing", async () => {
    const place = mcpPlace();
    const { client, call } = await place.host({ era });

    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(
      Object.keys(HOST_PROMPTS),
    );
    expect((await client.listResources()).resources).toEqual([]);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(3);
    expect(await call("find_decisions", {})).toEqual({ decisions: [] });
    expect(existsSync(join(place.desk.root, ".dissent"))).toBe(false);
  });
});

test("the agent is told that the decision is not its own, and has no way to give one", () => {
  expect(HOST_TOOLS.decide.description).toContain("never you");
  expect(Object.keys(HOST_TOOLS.decide.input.shape)).toEqual(["debate"]);
});

test("a prompt is filled with what the person typed", async () => {
  const { client } = await mcpPlace().host();
  const { messages } = await client.getPrompt({
    name: "decide-between",
    arguments: { question: "Queue or cron?", options: "A: queue\nB: cron\u001b[2J" },
  });

  expect(messages).toEqual([
    { role: "user", content: { type: "text", text: expect.stringContaining("Queue or cron?") } },
  ]);
  expect(JSON.stringify(messages)).not.toContain("\\u001b");
});
