import { expect, test } from "vitest";

import { isSecretKeyName, findSecretLines } from "./find-secrets.ts";

const filler = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";

test("each kind of secret is named with its line, and not repeated", () => {
  const text = [
    "-----BEGIN RSA PRIVATE KEY-----",
    "aws AKIAIOSFODNN7EXAMPLE",
    `key sk-proj-${filler}`,
    `token ghp_${filler}`,
    `slack xoxb-1234567890-${filler}`,
    `bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${filler}`,
    'password = "correct-horse-battery"',
    `token dissent_k3v9qm2x_${filler}ABCDEFG`,
    "nothing here",
  ].join("\n");

  const found = findSecretLines(text);

  expect(found).toEqual([
    { line: 1, kind: "private key" },
    { line: 2, kind: "AWS access key" },
    { line: 3, kind: "API key" },
    { line: 4, kind: "GitHub token" },
    { line: 5, kind: "Slack token" },
    { line: 6, kind: "JSON web token" },
    { line: 7, kind: "password" },
    { line: 8, kind: "Dissent token" },
  ]);
  expect(JSON.stringify(found)).not.toContain(filler);
});

test("prose about secrets is not a secret", () => {
  for (const line of [
    "The password must have twelve characters.",
    'password: "${DB_PASSWORD}"',
    "Set OPENAI_API_KEY first.",
    "sk-learn and task-based-scheduling-for-everyone",
    "A token = one word.",
  ]) {
    expect(findSecretLines(line), line).toEqual([]);
  }
});

test("a key that holds a secret is told from a limit on tokens", () => {
  expect(
    ["apiKey", "api_key", "OPENAI_API_KEY", "token", "accessToken", "password"].every(
      isSecretKeyName,
    ),
  ).toBe(true);
  expect(["tokens", "keys", "model", "maxTokens", "monkey"].some(isSecretKeyName)).toBe(false);
});

// time that grew with the square of the length would be minutes
test.each(["-eyJ", "sk-", "AKIA", "password=", "ghp_", "a"])(
  "two megabytes of %j on one line are scanned, and hold no secret",
  (part) => {
    expect(findSecretLines(part.repeat(2_000_000 / part.length))).toEqual([]);
  },
);
