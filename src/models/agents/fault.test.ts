/** Failures told apart: by status first, by words where there is none. */
import { describe, expect, test } from "vitest";

import { claude } from "./adapters/claude.ts";
import { failureOf } from "./fault.ts";

const told = (says: string, status?: number) => failureOf({ says, status }, claude, "key");

describe("by status", () => {
  test.each([
    [
      401,
      "unavailable",
      /not let in: words\. Check ANTHROPIC_API_KEY/,
      { passes: false, ill: true },
    ],
    [403, "unavailable", /not let in/, { passes: false, ill: true }],
    [429, "unavailable", /limit of its provider: words$/, { passes: true, ill: true }],
    [529, "unavailable", /limit of its provider/, { passes: true, ill: true }],
    [500, "unavailable", /provider of claude failed: words$/, { passes: true, ill: true }],
    [404, "unavailable", /claude failed: words$/, { passes: false, ill: false }],
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
    expect(failureOf({ says: "401" }, claude, "subscription").error.message).toMatch(
      /Log in: run claude and type \/login\.$/,
    );
  });

  test("a refusal is one, whatever the words", () => {
    const { error, passes } = failureOf({ says: "401", kind: "refused" }, claude, "key");

    expect(error.reason).toBe("refused");
    expect(passes).toBe(false);
  });
});
