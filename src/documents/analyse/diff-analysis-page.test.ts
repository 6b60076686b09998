import { describe, expect, test } from "vitest";

import { parseTestDocuments } from "../../../test/support/documents/parse-documents.ts";
import { findRenderedMarkup } from "../../../test/support/documents/rendered-markup.ts";
import type { ComparisonPoint } from "../comparison-point.ts";
import type { ParsedDocument } from "../document.ts";
import { createEventLoopYielder } from "../yield-to-event-loop.ts";
import { analyseVariants } from "./analyse-variants.ts";
import { formatDiffAnalysisPage } from "./diff-analysis-page.ts";

const META = { generated: "2026-11-16", remarks: [] };

async function formatAnalysis(documents: readonly ParsedDocument[]): Promise<string> {
  return formatDiffAnalysisPage(
    documents,
    await analyseVariants(documents, { focus: [] }, createEventLoopYielder()),
    META,
  );
}

const LAST_WRITE = `# Offline sync

Field staff work without a network.

## Storage

Records are kept in SQLite. The local database must be encrypted.

## Conflicts

The server must keep the last write.

## Risks

A lost device exposes data. Remote wipe takes at most 24 hours.
`;

const ASK_THE_USER = `# Offline sync

Field staff work without a network, and their changes are merged later.

## Conflicts

The server must not keep the last write. The user chooses a version.

## Storage

Records are kept in IndexedDB. The local database must be encrypted.

### Quotas

The app must ask for persistent storage.
`;

const CRDT = `# Offline work

Field staff work without a network.

## Storage

Records are kept in SQLite. The local database must be encrypted.

## Conflicts

CRDTs merge without conflicts. The retry delay is 5 s.

- Retry delay: 9 s
`;

describe("diff-analysis.md (004.5)", () => {
  test("three drafts of a plan, as a person reads it", async () => {
    const page = await formatAnalysis(await parseTestDocuments(LAST_WRITE, ASK_THE_USER, CRDT));

    await expect(page).toMatchFileSnapshot("__pages__/diff-analysis.md");
  });

  test("A15 what the metadata counts are the rows of the tables", async () => {
    const page = await formatAnalysis(await parseTestDocuments(LAST_WRITE, ASK_THE_USER, CRDT));
    const rows = (letter: string): number =>
      page.match(new RegExp(`^\\| ${letter}-\\d{3} \\| (?:Low|Medium|High) `, "gm"))?.length ?? 0;
    const counted = (name: string): number =>
      Number(new RegExp(`^- ${name}: (\\d+)$`, "m").exec(page)?.[1]);

    expect(rows("S")).toBe(counted("Structural"));
    expect(rows("C")).toBe(counted("Content"));
    expect(rows("X")).toBe(
      counted("Contradictions between variants") + counted("Contradictions within one variant"),
    );
    expect(rows("U")).toBe(counted("Unique contributions"));
    expect(counted("Findings")).toBe(rows("S") + rows("C") + rows("X") + rows("U"));
    expect([...page.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title)).toEqual([
      "Diff analysis",
      "Metadata",
      "Alignment of sections",
      "Structural differences",
      "Content differences",
      "Contradictions",
      "Between variants",
      "Within one variant",
      "Unique contributions",
      "Summary",
    ]);
  });

  test("says that variants are substantially identical, and what was left out", async () => {
    const documents = await parseTestDocuments(LAST_WRITE, LAST_WRITE);
    const analysis = await analyseVariants(documents, { focus: [] }, createEventLoopYielder());
    const page = formatDiffAnalysisPage(
      documents,
      { ...analysis, limits: ["7 more are not listed."] },
      { ...META, remarks: ["Somebody chose *this*."] },
    );

    expect(page).toContain("- Substantially identical: every pair differs by less than 10 %.");
    expect(page).toContain("| A and B | 8 | 8 | 0.0 %, near-duplicates |");
    expect(page).toContain("## Structural differences\n\nNone.");
    expect(page).toContain("- 7 more are not listed.");
    expect(page).toContain("- Somebody chose *this*.");
  });

  test("findings of a participant are attributed and counted with the rest", async () => {
    const documents = await parseTestDocuments(LAST_WRITE, CRDT);
    const analysis = await analyseVariants(documents, { focus: [] }, createEventLoopYielder());
    const side = {
      variant: 2,
      section: 3,
      line: 11,
      start: 0,
      end: 4,
      quote: "CRDTs merge without conflicts.",
    };
    const reported: ComparisonPoint = {
      id: "X-009",
      category: "contradiction",
      kind: "reported",
      severity: "High",
      summary: "They cannot both be right.",
      topic: null,
      sides: [side],
      within: null,
      origin: "analyst",
    };

    const page = formatDiffAnalysisPage(
      documents,
      { ...analysis, points: [...analysis.points, reported] },
      META,
    );

    expect(page).toContain(
      "| X-009 | High | reported | B | They cannot both be right. (reported by analyst) |",
    );
    expect(page).toContain("- Contradictions between variants: 1");
  });

  test("whatever a variant says stays words: no markup, links, HTML, table cells or headings of its own", async () => {
    const nasty =
      "The <img src=x onerror=alert(1)> delay | of [x](javascript:alert(1)) `is` 5 s.\u001b[31m";
    const documents = await parseTestDocuments(
      `# T\n\n## A | <b>bold</b> \`code\`\n\n${nasty}\n\n> # Not a heading\n`,
      `# T\n\n## A | <b>bold</b> \`code\`\n\nThe delay of x is 9 s | all.\n\n---\n\nsetext\n===\n`,
    );
    const page = await formatAnalysis(
      documents.map((document, at) => ({ ...document, name: `</td>|${at}\n# x` })),
    );

    const { foreign, headings, cells } = findRenderedMarkup(page);
    expect(foreign).toEqual([]);
    expect(page).not.toContain("\u001b");
    expect(page).not.toContain("\\");
    expect(headings).toBe(10);
    expect([...new Set(cells)].sort((a, b) => a - b)).toEqual([2, 4, 5]);
  });
});
