/** Findings in other words than the suite's, right and wrong: what code counts must be what a reader would count. */
import { describe, expect, test } from "vitest";

import { FLAW_WORDINGS, FURTHER_WORDINGS } from "../../../test/support/eval/flaw-wordings.ts";
import { namesFlaw, type PlantedFlaw } from "../items/eval-item.ts";
import { readEvalItems } from "../items/read-items.ts";
import { findSuite } from "./find-suite.ts";

const suite = findSuite("planted-flaws", "/");
const { items } = readEvalItems({ text: suite.text, name: suite.file, seed: 1 });

function findFlaw(path: string): PlantedFlaw {
  const [item, flaw] = path.split("/");
  const found = items.find(({ id }) => id === item)?.flaws.find(({ id }) => id === flaw);
  if (!found) throw new Error(`no flaw ${path}`);
  return found;
}

describe.each(FLAW_WORDINGS)("$flaw", ({ flaw, right, wrong }) => {
  test("is recognised in other words", () => {
    expect(right.filter((words) => !namesFlaw(findFlaw(flaw), words))).toEqual([]);
  });

  test("is not recognised where a finding about the same place says something else", () => {
    expect(wrong.filter((words) => namesFlaw(findFlaw(flaw), words))).toEqual([]);
  });

  test("is the only one of its plan that its wordings name", () => {
    const [item] = flaw.split("/");
    const others = items
      .find(({ id }) => id === item)!
      .flaws.filter(({ id }) => `${item}/${id}` !== flaw);
    const crossed = right.flatMap((words) =>
      others.filter((other) => namesFlaw(other, words)).map(({ id }) => `${id}: ${words}`),
    );

    expect(crossed).toEqual([]);
  });
});

test.each(Object.entries(FURTHER_WORDINGS))(
  "%s is recognised in other words too",
  (flaw, wordings) => {
    expect(wordings.filter((words) => !namesFlaw(findFlaw(flaw), words))).toEqual([]);
  },
);

test("quoting the whole plan with its files names no flaw", () => {
  const named = items.flatMap(({ id, question, context, sources, flaws }) => {
    const whole = [question, context, ...sources.map(({ text }) => text)].join(" ");
    return flaws.filter((flaw) => namesFlaw(flaw, whole)).map((flaw) => `${id}/${flaw.id}`);
  });

  expect(named).toEqual([]);
});
