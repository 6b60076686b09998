import { expect, test } from "vitest";

import {
  numberIn,
  oneOfIn,
  readRecordedFields,
  parseRoundNumber,
  rowsIn,
  textIn,
  textsIn,
  truthIn,
} from "./reading.ts";

const REPLY = {
  words: "said",
  blank: "  ",
  number: 3,
  endless: Number.POSITIVE_INFINITY,
  yes: true,
  list: ["a", 7, null, " ", "b"],
  rows: [null, { a: 1 }, [], { b: 2 }],
};

test("words are text that says something, and nothing else", () => {
  expect(textIn(REPLY, "words")).toBe("said");
  for (const name of ["blank", "number", "yes", "list", "rows", "missing", "constructor"]) {
    expect(textIn(REPLY, name), name).toBeNull();
  }
  expect(textsIn(REPLY, "list")).toEqual(["a", "b"]);
  expect(textsIn(REPLY, "words")).toEqual([]);
});

test("numbers are finite, truth is no word, and a word is one of those that may stand there", () => {
  expect([numberIn(REPLY, "number"), numberIn(REPLY, "endless"), numberIn(REPLY, "words")]).toEqual(
    [3, null, null],
  );
  expect([truthIn(REPLY, "yes"), truthIn(REPLY, "words")]).toEqual([true, null]);
  expect([oneOfIn(REPLY, "words", ["said"]), oneOfIn(REPLY, "words", ["other"])]).toEqual([
    "said",
    null,
  ]);
});

test("rows keep their place, since claims are matched by it", () => {
  expect(rowsIn(REPLY, "rows").map(({ place }) => place)).toEqual([1, 3]);
  expect(
    rowsIn(
      Array.from({ length: 3 }, () => null),
      "rows",
    ),
  ).toEqual([]);
  const many = { rows: Array.from({ length: 5_000 }, () => ({})) };
  expect(rowsIn(many, "rows").length).toBeLessThan(1_000);
});

test("fields of a known type are read by its names, and a wrong one does not hide the others", () => {
  interface Vote {
    readonly option: string;
    readonly sure: number;
    readonly causes: readonly { readonly claim: string }[];
  }
  const vote = readRecordedFields<Vote>({
    option: "A",
    sure: "very",
    causes: [7, { claim: "R1" }],
  });

  expect([textIn(vote, "option"), numberIn(vote, "sure")]).toEqual(["A", null]);
  expect(rowsIn(vote, "causes").map(({ row }) => textIn(row, "claim"))).toEqual(["R1"]);
  // @ts-expect-error: a vote has no such field
  expect(textIn(vote, "opinion")).toBeNull();
  // @ts-expect-error: it is a number
  expect(textIn(vote, "sure")).toBe("very");
  for (const other of [null, undefined, "A", ["A"]]) {
    expect(textIn(readRecordedFields<Vote>(other), "option")).toBeNull();
  }
});

test("a step has a number only where it is of that kind", () => {
  expect(parseRoundNumber("responses-12", "responses")).toBe(12);
  for (const step of ["responses", "responses-", "responses-x", "responses-1-2", "response-1"]) {
    expect(parseRoundNumber(step, "responses"), step).toBeNull();
  }
});
