/** Failures told apart: by status first, by words where there is none. */
import { describe, expect, test } from "vitest";

import { claudeAdapter } from "./adapters/claude.ts";
import { classifyAgentFault } from "./agent-fault.ts";

const told = (says: string, status?: number) =>
  classifyAgentFault({ says, status }, claudeAdapter, "key");

describe("by status", () => {
  test.each([
    [
      401,
      "unavailable",
      /not let in: words\. Check ANTHROPIC_API_KEY/,
      { transient: false, unhealthy: true },
    ],
    [403, "unavailable", /not let in/, { transient: false, unhealthy: true }],
    [429, "unavailable", /limit of its provider: words$/, { transient: true, unhealthy: true }],
    [529, "unavailable", /limit of its provider/, { transient: true, unhealthy: true }],
    [500, "unavailable", /provider of claude failed: words$/, { transient: true, unhealthy: true }],
    [404, "unavailable", /claude failed: words$/, { transient: false, unhealthy: false }],
  ] as const)("%s", (status, reason, message, ends) => {
    const { error, ...rest } = told("words", status);

    expect(error).toMatchObject({ reason, message: expect.stringMatching(message) });
    expect(rest).toEqual(ends);
  });
});

describe("by words", () => {
  test.each([
    ["Not logged in · Please run /login", "unavailable", /not let in/],
    ["Invalid API key · Fix external API key", "unavailable", /not let in/],
    ["Missing environment variable: `OPENAI_API_KEY`.", "unavailable", /not let in/],
    ["No auth type is selected.", "unavailable", /not let in/],
    ["No authentication information found.", "unavailable", /not let in/],
    ["exceeded retry limit, last status: 429 Too Many Requests", "unavailable", /limit of its/],
    ["Request timed out", "timed-out", /gave up waiting/],
    ["wall-clock budget of 20s exceeded", "timed-out", /gave up waiting/],
    ["stream closed before response.completed", "unavailable", /claude failed/],
    ["unexpected argument '--full-auto' found", "unavailable", /claude failed/],
  ])("%s", (says, reason, message) => {
    expect(told(says).error).toMatchObject({ reason, message: expect.stringMatching(message) });
  });

  test("what to do depends on how it was to get in", () => {
    expect(
      classifyAgentFault({ says: "401" }, claudeAdapter, "subscription").error.message,
    ).toMatch(/Log in: run claude and type \/login\.$/);
  });

  test("a refusal is one, whatever the words", () => {
    const { error, transient } = classifyAgentFault(
      { says: "401", kind: "refused" },
      claudeAdapter,
      "key",
    );

    expect(error.reason).toBe("refused");
    expect(transient).toBe(false);
  });
});
