import { describe, expect, test } from "vitest";

import type { MergeStateInput } from "../../../../src/protocols/merge/prompts/prompt-input.ts";
import type { MergedView } from "../../../../src/protocols/merge/view/merged-view-shape.ts";
import { buildMergedView } from "../../../../src/protocols/merge/view/merged-view.ts";
import {
  draftsBrief,
  DRAFT_A,
  DRAFT_B,
  DRAFT_C,
} from "../../../../test/support/documents/drafts.ts";
import { holdMerge, type Panel, states } from "../../../../test/support/protocols/merge.ts";
import {
  readDocumentSelection,
  listSourceParts,
  findAdjacentPiece,
  formatDocumentText,
} from "./document-selection.ts";
import { summarizeMerge, findDocumentTitle } from "./merge-summary.ts";
import { formatVariantShare, createVariantLanes } from "./variant-lanes.ts";

async function merged(settings: object = {}): Promise<MergedView> {
  const brief = draftsBrief([DRAFT_A, DRAFT_B, DRAFT_C]);
  const panel: Panel = {
    "merge.state": (promptInput: MergeStateInput) => states(promptInput, { vote: () => 2 }),
  };
  const held = await holdMerge(panel, { brief, plan: { settings: { base: 1, ...settings } } });
  const view = await buildMergedView(await held.app.read(held.id));
  if (!view) throw new Error("there is no view");
  return view;
}

describe("what the reader looks at", () => {
  test("a change named in the address leads to its first words, a piece to its change", async () => {
    const view = await merged();
    const { number } = view.changes.find(({ integration }) => integration === "insert")!;
    const byChange = readDocumentSelection(view, { change: `${number}` });

    expect(byChange.change?.number).toBe(number);
    expect(view.pieces[byChange.piece ?? -1]?.sources[byChange.part]?.change).toBe(number);
    expect(readDocumentSelection(view, { piece: `${byChange.piece}` })).toEqual(byChange);
  });

  test("nonsense in the address is as good as nothing", async () => {
    const view = await merged();
    const first = readDocumentSelection(view, {});

    expect(first.change).not.toBeNull();
    for (const piece of ["-1", "99999999", "x", "1e3", "", "0"]) {
      expect(readDocumentSelection(view, { piece, change: "77" }), piece).toEqual(first);
    }
    expect(readDocumentSelection(view, { piece: `${first.piece}`, part: "99" }).part).toBe(0);
  });

  test("a change of order has no words, and can be looked at all the same", async () => {
    const panel: Panel = {
      "merge.state": (promptInput: MergeStateInput) => states(promptInput, { vote: () => 2 }),
    };
    const held = await holdMerge(panel, { plan: { settings: { base: 1 } } });
    const view = (await buildMergedView(await held.app.read(held.id)))!;
    const { number } = view.changes.find(({ integration }) => integration === "restructure")!;

    expect(readDocumentSelection(view, { change: `${number}` })).toMatchObject({
      piece: null,
      source: null,
      change: { number },
    });
  });

  test("stepping visits every paragraph with words once, and stays at the ends", async () => {
    const view = await merged();
    const visited: number[] = [];
    for (
      let at = findAdjacentPiece(view, null, 1);
      at !== visited.at(-1);
      at = findAdjacentPiece(view, at, 1)
    ) {
      visited.push(at!);
    }

    expect(visited).toEqual(
      view.pieces.flatMap(({ sources }, index) => (sources.length > 0 ? [index] : [])),
    );
    expect(findAdjacentPiece(view, visited[0] ?? null, -1)).toBe(visited[0]);
    expect(visited.slice(1).map((at) => findAdjacentPiece(view, at, -1))).toEqual(
      visited.slice(0, -1),
    );
  });

  test("items that one change brought are one part", () => {
    const source = {
      variant: 2,
      place: "Section 1",
      title: "",
      lines: [1, 1],
      at: [0, 1],
      change: 3,
    } as const;
    const other = { ...source, change: null, variant: 1 };

    expect(
      listSourceParts({
        text: "",
        kind: "list",
        depth: 0,
        line: 1,
        sources: [source, source, other, source],
      }).map(({ index }) => index),
    ).toEqual([0, 2, 3]);
  });
});

describe("what is taken away", () => {
  test("the document with its comments is the published one, without them that of a merge without", async () => {
    const [view, bare] = [await merged(), await merged({ comments: false })];

    expect(formatDocumentText(view, { comments: true })).toContain("<!-- Source:");
    expect(formatDocumentText(view, { comments: false })).toBe(
      formatDocumentText(bare, { comments: true }),
    );
  });
});

describe("in words", () => {
  test("what failed and what is open is said first", async () => {
    const view = await merged();
    const words = (changes: Partial<MergedView>): string[] =>
      summarizeMerge({ ...view, ...changes }).map((sentence) => sentence.words);

    const failed = { what: "Internal references", holds: false, problems: ["x"] };
    expect(words({ valid: false, checks: [failed] })[0]).toBe(
      "Failed its checks: internal references.",
    );
    const convergence = { agreed: 1, points: 4, threshold: 0.8, reached: false, overruled: false };
    expect(words({ convergence })[0]).toBe(
      "1 of 4 differences settled by agreement, which is not enough.",
    );
    expect(words({ convergence, stage: "debating" }).join(" ")).toContain("so far");
    expect(findDocumentTitle(view)).toBe("Export service");
  });

  test("no share disappears, and shares are of the words alone", async () => {
    const lanes = createVariantLanes({ lanes: [] }, await merged());

    expect(lanes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    expect(lanes.map(({ lane }) => lane.letter)).toEqual(["A", "B", "C"]);
    expect([0, 0.001, 0.4, 0.999, 1].map(formatVariantShare)).toEqual([
      "0%",
      "<1%",
      "40%",
      ">99%",
      "100%",
    ]);
  });
});
