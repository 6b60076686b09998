import { describe, expect, test } from "vitest";

import {
  agreement,
  holdChallenge,
  objects,
  opensPlan,
  SEATS,
} from "../../../test/support/protocols/challenge.ts";
import type { EvalItem } from "../items/eval-item.ts";
import { readFlawMarks } from "./flaw-marks.ts";
import { readEvalCell } from "./read-cell.ts";
import { scoreEvalCell } from "./score-cell.ts";

const item: EvalItem = {
  id: "sessions",
  kind: "review",
  question: "Does the plan hold?",
  options: [],
  answer: null,
  accepts: [],
  flaws: [
    { id: "restart", kind: "defect", gold: "A restart logs all out.", signs: [["logs every"]] },
    { id: "load", kind: "defect", gold: "Load is not the cause.", signs: [["zebra"]] },
  ],
  context: "",
  sources: [],
  cluster: null,
  split: null,
  weight: 1,
};

async function holdReview() {
  const { events } = await holdChallenge(
    agreement({
      "opening/proponent": opensPlan(),
      ...Object.fromEntries(
        SEATS.map((seat) => [`challenges/${seat}`, objects(seat, ["disagree", "strong"])]),
      ),
    }),
    { plan: { settings: { opening: "user" } } },
  );
  const cell = readEvalCell({ arm: "debate", item: "sessions" }, events);
  if (!cell) throw new Error("the debate has not ended");
  return cell;
}

describe("findings of a review", () => {
  test("are objections, and weaknesses that the proponent conceded, as nobody repeats those", async () => {
    const cell = await holdReview();
    const score = scoreEvalCell(cell, item);

    expect(cell.findings.map(({ by }) => by)).toEqual(expect.arrayContaining([...SEATS]));
    expect(score.flaws.map(({ flaw, finding }) => [flaw, finding?.by ?? null])).toEqual([
      ["restart", "proponent"],
      ["load", null],
    ]);
    expect(score.score).toBe(0.5);
  });

  test("are corrected by a reader, in both directions", async () => {
    const cell = await holdReview();
    const mark = (flaw: string, found: boolean) => ({
      arm: "debate",
      item: "sessions",
      flaw,
      found,
      why: "said in other words",
    });
    const score = (...marks: ReturnType<typeof mark>[]) => scoreEvalCell(cell, item, marks).score;

    expect(score(mark("load", true))).toBe(1);
    expect(score(mark("restart", false))).toBe(0);
    expect(score(mark("restart", true))).toBe(0.5);
    expect(score({ ...mark("load", true), arm: "single" })).toBe(0.5);
  });
});

describe("marks.yaml", () => {
  const known = [{ arm: "single", item: "sessions", flaw: "load" }];
  const entry = "{ arm: single, item: sessions, flaw: load, found: true, why: as said }";

  test("is read", () => {
    expect(readFlawMarks(`- ${entry}`, "marks.yaml", known)).toEqual([
      { arm: "single", item: "sessions", flaw: "load", found: true, why: "as said" },
    ]);
    expect(readFlawMarks("", "marks.yaml", known)).toEqual([]);
  });

  test.each([
    ["a correction of what was not scored", `- ${entry.replace("load", "lod")}`, "was not scored"],
    ["two of the same", `- ${entry}\n- ${entry}`, "twice"],
    ["one without a reason", `- ${entry.replace("as said", '""')}`, "cannot be read"],
    ["something else", "- [", "cannot be read"],
  ])("refuses %s", (_, text, words) => {
    expect(() => readFlawMarks(text, "marks.yaml", known)).toThrow(words);
  });
});
