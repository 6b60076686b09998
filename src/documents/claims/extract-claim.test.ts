import { describe, expect, test } from "vitest";

import { isPassiveClause, reorderAsActive } from "./extract-claim.ts";
import { readLexemes } from "./lexemes.ts";
import { tokenizeSentence } from "./sentence-tokens.ts";

describe("a sentence is passive if something is done by someone", () => {
  test.each([
    ["Logs are kept by the server", true],
    ["Every export must be signed by the team", true],
    ["The server keeps logs", false],
    ["Latency is down by half", false],
    ["Exports stored by the team", false],
    ["Kept by the server", false],
    ["Logs are kept by the server and read by the team", false],
  ])("%s: %s", (sentence, passive) => {
    expect(isPassiveClause(readLexemes(tokenizeSentence(sentence)))).toBe(passive);
  });
});

test.each([
  ["log keep by server", "server keep log"],
  ["log keep by server for day", "server keep log for day"],
  ["by server", "by server"],
  ["server keep log", "server keep log"],
])("%s in the order of an active sentence: %s", (stems, active) => {
  expect(reorderAsActive(stems.split(" ")).join(" ")).toBe(active);
});
