import { expect, test } from "vitest";

import { signsOf } from "./find-cues.ts";

const read = (said: string): string[] =>
  signsOf(said).signs.map(
    ({ cue, denied }) => `${denied ? "not " : ""}${cue.sense} ${cue.kind} ${cue.weight}`,
  );

test.each([
  ["It loses data", ["harm technical 3"]],
  ["There is no data loss", ["not harm technical 3"]],
  ["It never loses data", ["not harm technical 3"]],
  ["Data loss is impossible", ["not harm technical 3"]],
  ["It reduces support tickets", ["not harm operational 2"]],
  ["The pilot ended the complaints", ["not harm user 2"]],
  ["It cannot avoid an outage", ["harm operational 3"]],
  ["It is not only slow", ["harm user 2"]],
  ["There is no rollback", ["harm technical 2"]],
  ["Nothing works without a signal", ["not gain delight 3"]],
  ["A crew without a signal loses records", ["gain delight 3", "harm user 2"]],
  ["A blue button", []],
])("%s", (said, signs) => {
  expect(read(said)).toEqual(signs);
});

test("a need is served only where it is not denied", () => {
  expect([...signsOf("Every screen works without a signal").themes]).toEqual(["offline"]);
  expect([...signsOf("Nothing works without a signal").themes]).toEqual([]);
});

test("how far a statement reaches is read from shares and words", () => {
  expect(
    ["40 % lose it", "12 % lose it", "every crew", "few crews", "crews"].map(
      (said) => signsOf(said).reach,
    ),
  ).toEqual(["high", "medium", "high", "low", null]);
});
