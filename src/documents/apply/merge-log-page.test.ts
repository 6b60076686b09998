import { expect, test } from "vitest";

import {
  apply,
  drafts,
  planFor,
  type Sketch,
} from "../../../test/support/documents/merge-plans.ts";
import { findRenderedMarkup } from "../../../test/support/documents/rendered-markup.ts";
import { createEventLoopYielder } from "../yield-to-event-loop.ts";
import { formatMergeLogPage } from "./merge-log-page.ts";
import { validateMerge } from "./validate-merge.ts";

async function writeMergeLog(texts: readonly string[], ...sketches: Sketch[]): Promise<string> {
  const documents = await drafts(...texts);
  const plan = planFor(documents, ...sketches);
  const merged = await validateMerge(
    { documents, plan },
    await apply(documents, plan),
    createEventLoopYielder(),
  );
  return formatMergeLogPage({ documents, plan, merged, points: [] }, { generated: "2026-11-16" });
}

const FENCE = "```";

test("A38, A45 every change, every check and everything dropped is in the log", async () => {
  const page = await writeMergeLog(
    [
      "# A\n\n## Limits\n\nIt takes 5 s.\n\n- one\n- two\n",
      "# B\n\n## Limits\n\nIt takes 9 s, see Section 7.\n\nIt costs 3 EUR.\n",
    ],
    { take: "## Limits\n\nIt takes 9 s, see Section 7.", replace: "## Limits\n\nIt takes 5 s." },
    { take: "It costs 3 EUR.", replace: "It takes 5 s." },
    { take: "# B", replace: "- two" },
  );

  expect(page).toBe(
    `# Merge Log

## Metadata

- Generated: 2026-11-16
- Base: Variant A (a.md)
- Variants: Variant A (a.md), Variant B (b.md)
- Changes planned: 3 (1 applied, 1 failed, 1 skipped)
- Status: partial: a check failed, see Post-Merge Validation

## Changes Applied

### Change #1 (C-001): replace

- Provenance: Variant B (b.md), Section 1
- Target: Section 1 of the base
- Adjusted: nothing
- Validation: no check names it

Before:

${FENCE}text
## Limits

It takes 5 s.
${FENCE}

After:

${FENCE}text
## Limits

It takes 9 s, see Section 7.
${FENCE}

## Changes Failed

### Change #3 (C-003): replace

- Provenance: Variant B (b.md), beginning
- Target: Section 1 of the base
- Reason: a heading cannot stand inside of a block
- Validation: Change #3 could not be made: a heading cannot stand inside of a block.

Before:

${FENCE}text
- two
${FENCE}

## Changes Skipped

### Change #2 (C-002): replace

- Provenance: Variant B (b.md), Section 1
- Target: Section 1 of the base
- Reason: superseded by Change #1
- Validation: not in the output

Before:

${FENCE}text
It takes 5 s.
${FENCE}

## Post-Merge Validation

- Structure: failed
  - Change #3 could not be made: a heading cannot stand inside of a block.
- Internal references: passed
  - Not of this merge: Line 5: "Section 7" leads nowhere (from Variant B, brought by Change #1).
- New contradictions: passed
- Figures, dates, thresholds and requirement ids: passed
- Nothing stands twice: passed
- No empty headings: passed
- No id with two meanings: passed
- Front matter only at the top: passed

### Dropped on purpose

- Variant A (a.md): 5 s (line 5). Change #1 (C-001) put other words in its place.
- Variant B (b.md): 3 EUR (line 7). Change #2 was not made: superseded by Change #1.

## Summary

Of 3 planned changes, applied: 1, failed: 1, skipped: 1.
Failed: structure. Everything is kept, and refactor-plan.md can be carried out by hand.
`,
  );
});

test("A42 a log without changes says so", async () => {
  const page = await writeMergeLog(["# A\n\nwords\n", "# A\n"]);

  expect(page).toContain(
    "## Changes Applied\n\nNone.\n\n## Changes Failed\n\nNone.\n\n## Changes Skipped\n\nNone.",
  );
  expect(page).toContain("All checks passed.");
});

test("K17 words of variants are shown and never rendered", async () => {
  const page = await writeMergeLog(
    ["# A\n\n<script>alert(1)</script>\n", "# B\n\n[x](javascript:1) **b** | c\n"],
    { take: "[x](javascript:1) **b** | c", replace: "<script>alert(1)</script>" },
  );

  expect(findRenderedMarkup(page)).toMatchObject({ foreign: [], headings: 9 });
  expect(page).not.toContain("\\");
});
