import { expect, test } from "vitest";

import { DRAFT_A, DRAFT_B, DRAFT_C, draftsBrief } from "../../../test/support/documents/drafts.ts";
import { artifact } from "../../../test/support/protocols/debate.ts";
import { holdMerge } from "../../../test/support/protocols/merge.ts";
import { offline } from "../../models/offline.ts";

async function heldBy(texts: readonly string[], settings: Readonly<Record<string, unknown>> = {}) {
  return holdMerge({}, { brief: draftsBrief(texts), model: offline(), plan: { settings } });
}

test.each(["quick", "standard", "deep"])(
  "A33b a reader that judges nothing takes no side, and asks for no repair: %s",
  async (depth) => {
    const held = await heldBy([DRAFT_A, DRAFT_B, DRAFT_C], { depth });
    const { points, changes, repairs } = held.outcome!.result as {
      points: { winner: number | null }[];
      changes: unknown[];
      repairs: number;
    };

    expect(repairs).toBe(0);
    expect(held.outcome?.absences).toEqual([]);
    expect(held.outcome?.notes.filter((note) => /advocate|analyst|evaluator/.test(note))).toEqual(
      [],
    );
    expect(points.length).toBeGreaterThan(3);
    expect(points.every(({ winner }) => winner === null)).toBe(true);
    expect(changes).toEqual([]);
  },
);

test("A33 without judgement the draft that says most is the base, and the page says why", async () => {
  const longer = `${DRAFT_A}\n## Costs\n\nIt costs 12 euros a month.\n`;

  for (const texts of [
    [DRAFT_A, longer],
    [longer, DRAFT_A],
  ]) {
    const held = await heldBy(texts);
    expect(await artifact(held, held.outcome?.result["merged_output_path"] as string)).toBe(longer);
    expect(await artifact(held, "adversarial/base-selection.md")).toContain("it says most");
  }
});

test("it completes on drafts without a word to quote", async () => {
  for (const texts of [
    ["x", "y"],
    ["# A\n", "- \n"],
    ["```\ncode\n```\n", "| a |\n| - |\n"],
  ]) {
    const held = await heldBy(texts);
    expect(held.outcome?.ending, texts[0]).not.toBe("failed");
  }
});
