import { expect, test } from "vitest";

import { parseTestDocuments } from "../../../test/support/documents/parse-documents.ts";
import type { ParsedDocument } from "../document.ts";
import { alignPassages } from "./align-passages.ts";
import { createBlockRun, readRangeText } from "./passage-units.ts";

/** The words of every document in each region, the pivot first. */
async function regions(texts: readonly string[], split = false): Promise<string[][]> {
  const documents = await parseTestDocuments(...texts);
  const runs = documents.map((document) =>
    createBlockRun(document, { first: 0, beyond: document.blocks.length }),
  );
  const [pivot, ...others] = runs;
  if (pivot === undefined) throw new Error("A pivot is needed.");
  return alignPassages(pivot, others, { split }).map((region) =>
    region.map((range, at) => readRangeText(documents[at] as ParsedDocument, range)),
  );
}

test("A0b what is the same everywhere is in no region", async () => {
  expect(await regions(["One.\n\nTwo.\n", "One.\n\nTwo.\n", "One.\n\nTwo.\n"])).toEqual([]);
});

test("A0b one figure is one paragraph, never a section", async () => {
  const text = (days: number): string =>
    `# T\n\nExports are kept.\n\nOld exports go after ${days} days at the latest.\n\nThe end.\n`;
  expect(await regions([text(30), text(90)])).toEqual([
    ["Old exports go after 30 days at the latest.", "Old exports go after 90 days at the latest."],
  ]);
});

test("A0b changes of two documents at different places are two regions", async () => {
  expect(
    await regions([
      "One.\n\nTwo.\n\nThree.\n",
      "One!!\n\nTwo.\n\nThree.\n",
      "One.\n\nTwo.\n\nThree and four.\n",
    ]),
  ).toEqual([
    ["One.", "One!!", "One."],
    ["Three.", "Three.", "Three and four."],
  ]);
});

test("A0b a list is compared item by item, a table row by row", async () => {
  expect(
    await regions([
      "- red\n- green\n- blue\n",
      "- red\n- blue\n",
      "- red\n- green\n- blue\n- black\n",
    ]),
  ).toEqual([
    ["- green", "", "- green"],
    ["", "", "- black"],
  ]);
  const table = (...rows: string[]): string => ["| a | b |", "| - | - |", ...rows, ""].join("\n");
  expect(
    await regions([table("| x | 1 |", "| y | 2 |"), table("| x | 1 |", "| y | 3 |", "| z | 4 |")]),
  ).toEqual([
    ["| y | 2 |", "| y | 3 |"],
    ["", "| z | 4 |"],
  ]);
});

test("A0b additions of two documents at one place are one region", async () => {
  expect(
    await regions(["One.\n\nTwo.\n", "One.\n\nRed.\n\nTwo.\n", "One.\n\nBlue.\n\nTwo.\n"]),
  ).toEqual([["", "Red.", "Blue."]]);
});

test("A0b without an ancestor, passages without likeness stand apart where others pair", async () => {
  const [a, b] = [
    "The cache holds many small entries today.\n\nAlerts fire at noon.\n\nPages wait.\n",
    "The cache holds many small entries tonight.\n\nNobody reads logs.\n",
  ];
  expect(await regions([a, b], true)).toHaveLength(3);
  expect(await regions([a, b], false)).toHaveLength(2);
});

test("A0b a paragraph that was cut in two is one change, not an addition", async () => {
  const [start, end] = ["The cache holds entries of every shop", "and drops them after one night."];
  expect(
    await regions([
      `${start} ${end}\n`,
      `${start.replace("every", "each")} ${end}\n`,
      `${start}\n\n${end}\n`,
    ]),
  ).toHaveLength(1);
});

test("A0 rows with one id are compared where they are about one thing, and only there", async () => {
  const table = (row: string): string =>
    `| ID | What | How |\n| - | - | - |\n| X | same | same |\n${row}\n`;
  const [insert, stage] = [
    "| D1.2 | Agent phase before round one | Analysis reaches advocates before opening statements; they must answer it |",
    "| D1.2 | Stage insertion: analysis before opening statements | The order of stages is tested in every run |",
  ];
  const other = "| D1.2 | A vendor leaves | Contracts are renewed in spring |";
  const far = "| D1.9 | Nothing alike at all here | Zebra crossing |";

  const pairs = async (a: string, b: string) => regions([table(`${a}\n${far}`), table(b)], true);
  expect(await pairs(insert, stage)).toContainEqual([insert, stage]);
  expect(await pairs(insert, other)).not.toContainEqual([insert, other]);
});
