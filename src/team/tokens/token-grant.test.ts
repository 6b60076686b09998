import { expect, test } from "vitest";

import { validateTokenRequest, type TokenRequest } from "./token-grant.ts";

const WISH: TokenRequest = { person: "ann", scopes: ["read"], budgetUsd: null, expiresMs: null };

test("a wish is kept in one spelling: names composed and trimmed, scopes once and in order", () => {
  expect(validateTokenRequest({ ...WISH, person: "  Zoe\u0308 " }).person).toBe("Zoë");
  expect(validateTokenRequest({ ...WISH, scopes: ["run", "read", "run"] }).scopes).toEqual([
    "read",
    "run",
  ]);
});

test.each([
  ["an empty name", { person: " " }],
  ["a name that is too long", { person: "x".repeat(81) }],
  ["a name with a control character", { person: "ann\u001b[2J" }],
  ["a name with a line break", { person: "ann\nbob" }],
  ["a name that reads backwards", { person: "ann\u202ebob" }],
  ["a name with something invisible", { person: "ann\u200b" }],
  ["half a character", { person: "ann\ud83d" }],
  ["no scope", { scopes: [] }],
  ["an unknown scope", { scopes: ["read", "write"] as never }],
  ["a budget below nothing", { budgetUsd: -1 }],
  ["a budget without end", { budgetUsd: Infinity }],
  ["a budget that is no number", { budgetUsd: Number.NaN }],
  ["a budget above the largest", { budgetUsd: 1_000_001 }],
  ["an end that is no time", { expiresMs: Number.NaN }],
  ["an end beyond the calendar", { expiresMs: 9e15 }],
])("%s is refused in one line", (_, change) => {
  expect(() => validateTokenRequest({ ...WISH, ...change })).toThrow(
    expect.objectContaining({ code: "usage", hint: expect.any(String) }),
  );
});

test("eighty characters are eighty, also of the wide kind", () => {
  expect(validateTokenRequest({ ...WISH, person: "🦉".repeat(80) }).person).toHaveLength(160);
});
