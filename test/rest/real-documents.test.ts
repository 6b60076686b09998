/** Step 1 of a merge on Markdown that people wrote: what is installed beside the project, read in place. */
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { analyseVariants } from "../../src/documents/analyse/analyse-variants.ts";
import { readDocumentStatements } from "../../src/documents/claims/document-statements.ts";
import { findContradictionsWithin } from "../../src/documents/contradictions/find-contradictions.ts";
import type { FoundContradiction } from "../../src/documents/contradictions/found-contradiction.ts";
import { parseDocument } from "../../src/documents/markdown/parse-document.ts";
import { computeVariantMetrics } from "../../src/documents/metrics/variant-metrics.ts";
import { createEventLoopYielder } from "../../src/documents/yield-to-event-loop.ts";
import { parseTestDocuments } from "../support/documents/parse-documents.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const SMALLEST = 4_096;
const FEWEST = 20;

const files = globSync("node_modules/**/*.{md,mdx}", { cwd: ROOT })
  .filter((path) => statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile() === true)
  .filter((path) => statSync(join(ROOT, path)).size >= SMALLEST)
  .sort();

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

const skipped = files.length < FEWEST;

describe.skipIf(skipped)(
  `${files.length} installed documents (at least ${FEWEST} are needed)`,
  () => {
    test("A9, A10 false alarms within a document are rare", async () => {
      const alarms: { path: string; found: FoundContradiction }[] = [];
      let claims = 0;
      for (const path of files) {
        const document = await parseDocument(
          { variant: 1, name: path, text: read(path), format: "markdown" },
          createEventLoopYielder(),
        );
        for (const found of await findContradictionsWithin(document, createEventLoopYielder()))
          alarms.push({ path, found });
        claims += (await readDocumentStatements(document, createEventLoopYielder())).claims.length;
      }
      console.log(
        `${alarms.length} contradictions reported in ${files.length} documents with ${claims} claims`,
      );
      for (const { path, found } of alarms) {
        console.log(`${path}: ${found.kind}, ${found.summary}`);
        for (const { line, quote } of found.sides)
          console.log(`  line ${line}: ${quote.slice(0, 200)}`);
      }

      // a scan that reads nothing reports nothing either
      expect(claims).toBeGreaterThan(files.length * 10);
      // one in fifty documents; each of those known was looked at and is printed above
      expect(alarms.length * 50).toBeLessThanOrEqual(files.length);
    });

    test("A11, A13 a lightly edited copy differs where it was edited, and nowhere else", async () => {
      const pairs: { path: string; pair: readonly [string, string] }[] = [];
      for (const path of files.filter((one) => /readme\.md$/i.test(one))) {
        const pair = pairs.length < 12 ? await editedPair(read(path)) : null;
        if (pair !== null) pairs.push({ path, pair });
      }
      console.log(pairs.map(({ path }) => path).join("\n"));

      expect(pairs).toHaveLength(12);
      for (const { path, pair } of pairs) {
        const { points, identical } = await analyseVariants(
          await parseTestDocuments(...pair),
          { focus: [] },
          createEventLoopYielder(),
        );
        const between = points.filter(
          ({ category, within }) => category === "contradiction" && within === null,
        );

        expect(identical, path).toBe(true);
        expect(
          between.map(({ kind }) => kind),
          path,
        ).toEqual(["obligation"]);
        expect(
          between[0]?.sides.map(({ quote }) => quote),
          path,
        ).toEqual([PLANTED, DENIED]);
        expect(
          points.filter(({ kind }) => kind === "order" || kind === "depth"),
          path,
        ).toEqual([]);
        expect(
          points
            .filter(({ category }) => category === "content")
            .map(({ kind, severity }) => `${severity} ${kind}`),
          path,
          // the passage that contradicts its counterpart is one point, not two
        ).toEqual([]);
        expect(
          points.filter(({ category }) => category === "unique").map(({ topic }) => topic),
          path,
        ).toEqual(["Planted section"]);
      }
    });

    test("metrics of real documents are the same on every run", async () => {
      const texts = files.slice(0, 5).map(read);
      const run = async (): Promise<string> =>
        JSON.stringify(
          await computeVariantMetrics(
            await parseTestDocuments(...texts),
            null,
            createEventLoopYielder(),
          ),
          (_, value: unknown) => (typeof value === "bigint" ? String(value) : value),
        );

      expect(await run()).toBe(await run());
    });
  },
);

const PLANTED = "The planted widget must rotate its keys.";
const DENIED = "The planted widget must not rotate its keys.";

/** The same document twice, with one sentence that the second denies and one section that only the second has. */
async function editedPair(text: string): Promise<readonly [string, string] | null> {
  const document = await parseDocument(
    { variant: 1, name: "", text, format: "markdown" },
    createEventLoopYielder(),
  );
  const home = document.sections.find(
    ({ depth, title }) => depth === 2 && /^(?:contribute|install|security|usage|use)$/i.test(title),
  );
  const paragraph = document.blocks.find(
    ({ section, kind }) => section === home?.index && kind === "paragraph",
  );
  // in a short text a few lines are a tenth
  if (paragraph === undefined || text.split("\n").length < 120) return null;
  const withWords = (words: string): string =>
    `${text.slice(0, paragraph.end)}\n\n${words}${text.slice(paragraph.end)}`;
  return [
    withWords(PLANTED),
    `${withWords(DENIED).trimEnd()}\n\n## Planted section\n\nThe spare widget must be dusted.\n`,
  ];
}
