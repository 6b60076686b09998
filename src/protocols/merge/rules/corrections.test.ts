import { expect, test } from "vitest";

import { draftsBrief } from "../../../../test/support/documents/drafts.ts";
import { artifact, type Held } from "../../../../test/support/protocols/debate.ts";
import { holdMerge, states } from "../../../../test/support/protocols/merge.ts";
import type { ComparisonPoint } from "../../../documents/comparison-point.ts";
import type { MergeStateInput } from "../prompts/prompt-input.ts";
import { renamePoints } from "./corrections.ts";

const A = `# Cache

## Context

Teams wait for answers all day.

## Size

The cache holds 512 MB.

It is warm after a minute.
`;

const B = `# Cache

## Motivation

Slow pages cost customers and money.

## Size

The cache holds 512 MB.

Nobody has measured the start.
`;

async function corrected(corrections: readonly object[]): Promise<{ held: Held; page: string }> {
  const held = await holdMerge(
    { "merge.find": () => ({ findings: [], corrections }) },
    { brief: draftsBrief([A, B]) },
  );
  return { held, page: await artifact(held, "adversarial/diff-analysis.md") };
}

const ids = ({ outcome }: Held): string[] =>
  (outcome!.result["points"] as { point: string }[]).map(({ point }) => point);

const empty = { points: [], summary: null, sides: [], because: "they are" };

test("A0 the analyst pairs two sections under other names, by words of each", async () => {
  const before = await corrected([]);
  expect(before.page).toContain("| Context | — |");

  const { held, page } = await corrected([
    {
      ...empty,
      action: "pair",
      sides: [
        { variant: 1, quote: "Teams wait for answers all day." },
        { variant: 2, quote: "Motivation" },
      ],
    },
  ]);

  expect(page).toContain("| Context | Motivation |");
  expect(page).toContain("Corrected by the analyst: pair");
  expect(ids(held).length).toBeLessThan(ids(before.held).length);
});

test("A0 and parts two that are not about the same", async () => {
  const { page } = await corrected([
    {
      ...empty,
      action: "part",
      sides: [
        { variant: 1, quote: "It is warm after a minute." },
        { variant: 2, quote: "Nobody has measured the start." },
      ],
    },
  ]);

  expect(page).toContain("| Size | — |");
  expect(page).toContain("| — | Size |");
});

test("A0 K7 a pair with words that nobody wrote is listed and not made", async () => {
  const { page } = await corrected([
    {
      ...empty,
      action: "pair",
      sides: [
        { variant: 1, quote: "Nobody wrote this." },
        { variant: 2, quote: "Motivation" },
      ],
    },
  ]);

  expect(page).toContain("| Context | — |");
  expect(page).toContain("Not corrected: pair");
});

test("K21 the analyst drops, joins and rewords listed points by id", async () => {
  const all = ids((await corrected([])).held);
  const [first = "", second = "", third = ""] = all;

  const dropped = await corrected([{ ...empty, action: "drop", points: [first] }]);
  expect(ids(dropped.held)).toEqual(all.slice(1));

  const joined = await corrected([{ ...empty, action: "join", points: [second, third] }]);
  expect(ids(joined.held)).toEqual(all.filter((id) => id !== third));

  const worded = await corrected([
    { ...empty, action: "correct", points: [first], summary: "What it is really about." },
  ]);
  expect(worded.page).toContain("What it is really about.");
  expect(ids(worded.held)).toEqual(all);

  const wrong = await corrected([{ ...empty, action: "drop", points: ["C-099"] }]);
  expect(ids(wrong.held)).toEqual(all);
  expect(wrong.page).toContain("Not corrected: drop C-099");
});

test("A0 K16 ids of a correction are those of the list it was made from, also where sections are paired anew", () => {
  const point = (id: string, start: number): ComparisonPoint => ({
    id,
    category: "content",
    kind: "approach",
    severity: "Low",
    summary: "",
    topic: null,
    sides: [{ variant: 1, section: 1, line: 1, quote: "x", start, end: start + 5 }],
    within: null,
    origin: "code",
  });
  const drop = { ...empty, action: "drop" as const, points: ["C-001", "C-002"] };
  const before = [point("C-001", 10), point("C-002", 20)];
  const after = [point("C-001", 0), point("C-002", 10)];

  const [renamed] = renamePoints([drop], before, after);
  // what the second was about is not in the new list
  expect(renamed?.points).toEqual(["C-002", "C-002 as it was"]);
});

test("A0 K7 words that stand in two sections of a draft name neither", async () => {
  const { page } = await corrected([
    {
      ...empty,
      action: "pair",
      sides: [
        { variant: 1, quote: "a" },
        { variant: 2, quote: "Motivation" },
      ],
    },
  ]);

  expect(page).toContain("Not corrected: pair");
});

test("A0 A36 what is decided on joined points is done at each of their places", async () => {
  const before = await corrected([]);
  const held = await holdMerge(
    {
      "merge.find": () => ({
        findings: [],
        corrections: [{ ...empty, action: "join", points: ids(before.held) }],
      }),
      "merge.state": (promptInput: MergeStateInput) =>
        states(promptInput, {
          winners: promptInput.voted.map((point) => ({ point, variant: 2, because: "it is so" })),
        }),
    },
    { brief: draftsBrief([A, B]), plan: { settings: { base: 1, comments: false } } },
  );

  expect(ids(before.held).length).toBeGreaterThan(1);
  expect(ids(held)).toHaveLength(1);
  const merged = await artifact(held, held.outcome!.result["merged_output_path"] as string);
  expect(merged).not.toContain("It is warm after a minute.");
  expect(merged).toContain("Nobody has measured the start.");
  expect(merged).not.toContain("Teams wait for answers all day.");
  expect(merged).toContain("Slow pages cost customers and money.");
});
