import { describe, expect, test } from "vitest";

import { parseTestDocuments } from "../../../test/support/documents/parse-documents.ts";
import { createEventLoopYielder } from "../yield-to-event-loop.ts";
import { type VariantAnalysis, analyseVariants } from "./analyse-variants.ts";

const OLD = `# Plan

Exports run each night.

- encrypted
- versioned

| Signal | Limit |
| --- | --- |
| lag | 26 h |
| size | 1 GB |
`;

async function against(...drafts: string[]): Promise<VariantAnalysis> {
  const [ancestor, ...documents] = await parseTestDocuments(OLD, ...drafts);
  if (ancestor === undefined) throw new Error("An ancestor is needed.");
  const numbered = documents.map((document, at) => ({ ...document, variant: at + 1 }));
  return analyseVariants(numbered, { focus: [], ancestor }, createEventLoopYielder());
}

describe("A0b what drafts made of a common ancestor", () => {
  test("what only one side changed is settled, by paragraph, item and row", async () => {
    const { points, identical } = await against(
      OLD.replace("each night", "each hour"),
      OLD.replace("- versioned", "- versioned\n- signed").replace("| 26 h |", "| 25 h |"),
    );

    expect(identical).toBe(false);
    expect(points.map(({ kind, settled }) => [kind, settled])).toEqual([
      ["one-sided", 1],
      ["one-sided", 2],
      ["one-sided", 2],
    ]);
    expect(points.map(({ sides }) => sides.map(({ quote }) => quote))).toEqual([
      ["Exports run each hour.", "Exports run each night."],
      ["- signed"],
      ["| lag | 26 h |", "| lag | 25 h |"],
    ]);
  });

  test("what both changed alike is nothing to decide", async () => {
    const changed = OLD.replace("each night", "each hour");

    expect((await against(changed, changed)).points).toEqual([]);
  });

  test("what both changed in different ways is a point of the debate", async () => {
    const { points } = await against(
      OLD.replace("each night", "each hour"),
      OLD.replace("each night", "each week"),
    );

    expect(points).toHaveLength(1);
    expect(points[0]).toMatchObject({ id: "C-001", category: "content" });
    expect(points[0]?.settled).toBeUndefined();
    expect(points[0]?.sides.map(({ quote }) => quote)).toEqual([
      "Exports run each hour.",
      "Exports run each week.",
    ]);
  });

  test("a passage that one side took out is gone, unless the other changed it", async () => {
    const gone = OLD.replace("Exports run each night.\n\n", "");

    expect((await against(gone, OLD)).points.map(({ settled }) => settled)).toEqual([1]);
    const { points } = await against(gone, OLD.replace("each night", "each hour"));
    expect(points.map(({ settled }) => settled)).toEqual([undefined]);
  });

  test("in one paragraph, sentences that only one side changed are settled one by one", async () => {
    const long = "Exports run each night. They are small files. Nobody waits for them today.";
    const old = OLD.replace("Exports run each night.", long);
    const [ancestor, ...drafts] = await parseTestDocuments(
      old,
      old.replace("each night", "each hour"),
      old.replace("waits for them today", "waits for them now"),
    );
    if (ancestor === undefined) throw new Error("An ancestor is needed.");
    const documents = drafts.map((document, at) => ({ ...document, variant: at + 1 }));
    const { points } = await analyseVariants(
      documents,
      { focus: [], ancestor },
      createEventLoopYielder(),
    );

    expect(points.map(({ settled }) => settled)).toEqual([1, 2]);
    expect(points[1]?.sides[1]?.quote).toBe("Nobody waits for them now.");
  });
});
