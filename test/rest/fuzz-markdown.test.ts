/** A hundred thousand malformed documents: none stops the reader, and each is read soundly. */
import { expect, test } from "vitest";

import { listAnchors } from "../../src/documents/apply/dropped-anchors.ts";
import { findReferences } from "../../src/documents/markdown/document-references.ts";
import { parseDocument } from "../../src/documents/markdown/parse-document.ts";
import { createEventLoopYielder } from "../../src/documents/yield-to-event-loop.ts";
import { unsound } from "../support/documents/document-invariants.ts";
import { isMisread, seenBlocks, wholeParse } from "../support/documents/markdown-oracle.ts";
import { randomMarkdown } from "../support/documents/random-markdown.ts";

const INPUTS = 100_000;
/** The complete parser is too slow to be asked about each. */
const HELD_AGAINST_IT = 55;
const LOOKED_INTO = 10;

test("A38 100,000 malformed documents are read without an error, soundly, and as the complete parser reads them", async () => {
  const breathe = createEventLoopYielder();
  let compared = 0;
  for (let seed = 0; seed < INPUTS; seed++) {
    const text = randomMarkdown(seed, seed % 20 === 0 ? 12 : 3);
    const document = await parseDocument(
      { variant: 1, name: "a.md", text, format: "markdown" },
      breathe,
    );
    const fault = unsound(document);
    if (fault !== null) expect.fail(`seed ${seed}: ${fault} in ${JSON.stringify(text)}`);
    if (seed % LOOKED_INTO === 0) {
      for (const { start, end } of [
        ...listAnchors(document),
        ...(await findReferences(document, breathe)),
      ]) {
        if (start < 0 || end <= start || end > text.length)
          expect.fail(`seed ${seed}: a span outside`);
      }
    }
    if (seed % HELD_AGAINST_IT !== 0 || isMisread(document)) continue;
    compared++;
    const [seen, whole] = [seenBlocks(document), wholeParse(text)];
    if (JSON.stringify(seen) !== JSON.stringify(whole)) {
      expect(seen, `seed ${seed}: ${JSON.stringify(text)}`).toEqual(whole);
    }
  }

  expect(compared).toBeGreaterThan(INPUTS / HELD_AGAINST_IT / 2);
});
