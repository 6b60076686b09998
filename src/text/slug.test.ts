import { describe, expect, test } from "vitest";

import { isSlug, createSlug } from "./slug.ts";

describe("a slug", () => {
  test.each(["a", "0", "two-words", "a1-b2-c3", "x".repeat(64), "console", "com10", "my-con"])(
    "%j is one",
    (text) => expect(isSlug(text)).toBe(true),
  );

  test.each([
    ["nothing", ""],
    ["a capital", "Word"],
    ["a hyphen at the start", "-word"],
    ["a hyphen at the end", "word-"],
    ["two hyphens", "two--words"],
    ["a space", "two words"],
    ["a line break at the end", "word\n"],
    ["a way up", "../word"],
    ["more than 64 characters", "x".repeat(65)],
    ["a name Windows keeps for itself", "con"],
    ["a numbered name Windows keeps for itself", "lpt1"],
  ])("%s is none", (_what, text) => {
    expect(isSlug(text)).toBe(false);
  });
});

describe("the slug of a text", () => {
  test.each([
    ["Should we sync offline?", "should-we-sync-offline"],
    ["  Größe & Éclair  ", "gro-e-eclair"],
    ["It's the crew's", "its-the-crews"],
    ["ﬁne ①", "fine-1"],
    ["日本語", ""],
    ["CON", ""],
    ["?!", ""],
  ])("%j becomes %j", (text, slug) => {
    expect(createSlug(text)).toBe(slug);
  });

  test("ends with a whole word, and may be exactly as long as allowed", () => {
    expect(createSlug("one two three", 7)).toBe("one-two");
    expect(createSlug("one two three", 6)).toBe("one");
    expect(createSlug("one two three", 8)).toBe("one-two");
  });

  test("is cut inside its first word if that alone is too long", () => {
    expect(createSlug("incomprehensible", 5)).toBe("incom");
  });

  test("stops at the first word that does not fit, though a later one would", () => {
    expect(createSlug("one seventeen a", 8)).toBe("one");
  });
});
