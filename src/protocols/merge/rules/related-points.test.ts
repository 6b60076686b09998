import { expect, test } from "vitest";

import { parseTestDocuments } from "../../../../test/support/documents/parse-documents.ts";
import { analyseVariants } from "../../../documents/analyse/analyse-variants.ts";
import { isVotedPoint } from "../../../documents/comparison-point.ts";
import { createEventLoopYielder } from "../../../documents/yield-to-event-loop.ts";
import { listRelatedPoints } from "./related-points.ts";

const table = (...rows: string[]): string =>
  [
    "# Plan",
    "",
    "## Work",
    "",
    "| ID | What | How |",
    "| - | - | - |",
    "| D0 | Start | Now |",
    ...rows,
    "",
  ].join("\n");

async function related(...drafts: readonly string[]): Promise<string[]> {
  const documents = await parseTestDocuments(...drafts);
  const asked = { focus: [], source: null, ancestor: null };
  const { points } = await analyseVariants(documents, asked, createEventLoopYielder());
  return listRelatedPoints(documents, points.filter(isVotedPoint));
}

test("K21 points that give one id to different things are named together", async () => {
  const found = await related(
    table("| D1 | Paint the fence | Brushes |", "| D2 | Order ten tons of gravel | By phone |"),
    table("| D2 | Order two tons of gravel | By phone |", "| D1 | Hire a lawyer | By letter |"),
  );

  expect(found).toEqual(["U-001, U-002 (D1)"]);
});

test("K21 rows that are compared with each other already are not", async () => {
  const found = await related(
    table("| D1 | Paint the fence green | Brushes |"),
    table("| D1 | Paint the fence white | Brushes |"),
  );

  expect(found).toEqual([]);
});
