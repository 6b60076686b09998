import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { apply, drafts, planFor } from "../../../test/support/documents/merge-plans.ts";
import { randomDraft, randomPlan } from "../../../test/support/documents/random-plans.ts";
import type { RefactorPlan } from "../apply/change-plan.ts";
import { validateMerge } from "../apply/validate-merge.ts";
import type { ComparisonPoint } from "../comparison-point.ts";
import type { ParsedDocument } from "../document.ts";
import { createEventLoopYielder } from "../yield-to-event-loop.ts";
import { traceLines } from "./line-blame.ts";
import {
  type ProvenanceInput,
  formatProvenanceJson,
  mapProvenance,
  parseProvenanceFile,
} from "./map-provenance.ts";

const A = "# Plan\n\nIntro.\n\n## Storage\n\nWe use files.\n\n## Risks\n\n- one\n- two\n";
const B =
  "# Plan\n\nIntro.\n\n## Storage\n\nWe use a database.\n\nIt is slow.\n\n## Costs\n\nNone.\n\n## Risks\n\n- three\n";

function point(id: string, { variant, blocks }: ParsedDocument, block: number): ComparisonPoint {
  const { start, end, section, line } = blocks[block]!;
  return {
    id,
    category: "content",
    kind: "detail",
    severity: "Low",
    summary: "",
    topic: null,
    sides: [{ variant, section, line, start, end, quote: "" }],
    within: null,
    origin: "code",
  };
}

async function mapped(
  documents: readonly ParsedDocument[],
  plan: RefactorPlan,
  points: readonly ComparisonPoint[] = [],
): Promise<ProvenanceInput> {
  const applied = await apply(documents, plan, { comments: true, header: ["Merged"] });
  return {
    documents,
    plan,
    points,
    merged: await validateMerge({ documents, plan }, applied, createEventLoopYielder()),
  };
}

async function example(): Promise<ProvenanceInput> {
  const documents = await drafts(A, B);
  const b = documents[1]!;
  const plan = planFor(
    documents,
    { take: "We use a database.", replace: "We use files." },
    { take: "- three", replace: "- two" },
    { take: "## Costs\n\nNone.", after: "Intro.", approved: false },
  );
  const unmade = [{ point: "U-001", variant: 2, reason: "of low value" }];
  return mapped(documents, { ...plan, unmade }, [point("U-001", b, 4)]);
}

describe("A38 the map", () => {
  test("has an entry for every paragraph, item or row, with lines on both sides", async () => {
    const { units, variants } = await mapProvenance(await example(), createEventLoopYielder());

    expect(variants.map(({ variant, label, name, base }) => [variant, label, name, base])).toEqual([
      [1, "A", "a.md", true],
      [2, "B", "b.md", false],
    ]);
    expect(
      units.map(({ lines, variant, section, sourceLines, change, point: id, integration }) => [
        lines,
        variant,
        section,
        sourceLines,
        change,
        id,
        integration,
      ]),
    ).toEqual([
      [[3, 3], 1, "beginning", [1, 1], null, null, null],
      [[5, 5], 1, "beginning", [3, 3], null, null, null],
      [[9, 9], 1, "Section 1", [5, 5], null, null, null],
      [[13, 13], 2, "Section 1", [7, 7], 1, "C-001", "replace"],
      [[17, 17], 1, "Section 2", [9, 9], null, null, null],
      [[21, 21], 1, "Section 2", [11, 11], null, null, null],
      [[22, 22], 2, "Section 3", [17, 17], 2, "C-002", "replace"],
    ]);
  });

  test("says what was left out of each variant and why; what another says word for word is not left out", async () => {
    const { leftOut } = await mapProvenance(await example(), createEventLoopYielder());

    expect(leftOut).toEqual([
      {
        variant: 1,
        section: "Section 1",
        title: "Storage",
        lines: [7, 7],
        point: "C-001",
        why: "Change #1 put other words in its place",
      },
      {
        variant: 1,
        section: "Section 2",
        title: "Risks",
        lines: [12, 12],
        point: "C-002",
        why: "Change #2 put other words in its place",
      },
      {
        variant: 2,
        section: "Section 1",
        title: "Storage",
        lines: [9, 9],
        point: "U-001",
        why: "of low value",
      },
      {
        variant: 2,
        section: "Section 2",
        title: "Costs",
        lines: [11, 13],
        point: "C-003",
        why: "Change #3 was not made: it was struck out of the plan",
      },
    ]);
  });

  test("a row or an item is left out by itself; a sign makes it another, and in code every character does", async () => {
    const rows = (...cells: readonly string[]): string =>
      ["| Region | Change |", "|---|---|", ...cells.map((cell) => `| North | ${cell} |`)].join(
        "\n",
      );
    const documents = await drafts(
      `# T\n\n${rows("5", "7")}\n\n- one\n- two\n\n\`\`\`\na + b\n\`\`\`\n`,
      `# T\n\n${rows("-5", "**7**")}\n\n* One\n* three\n\n\`\`\`\na - b\n\`\`\`\n`,
    );
    const { leftOut } = await mapProvenance(
      await mapped(documents, planFor(documents)),
      createEventLoopYielder(),
    );

    expect(leftOut.map(({ variant, lines }) => [variant, ...lines])).toEqual([
      [2, 5, 5],
      [2, 9, 13],
    ]);
  });

  test("covers every word of the output, whatever is merged, and is read back as it was written", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const documents = await drafts(
          ...[1, 2, 3].map((variant) => randomDraft(seed * 7 + variant)),
        );
        const mapping = await mapped(documents, randomPlan(documents, seed));
        const map = await mapProvenance(mapping, createEventLoopYielder());
        const { text } = mapping.merged;
        const rest = map.units
          .toReversed()
          .reduce(
            (left, { offsets: [start, end] }) => left.slice(0, start) + left.slice(end),
            text,
          );
        // comments, marks of items and closing fences are our own
        expect(
          rest
            .replace(/<!-- .* ?-->|^\ufeff/g, "")
            .replace(/[-+*]|\d+[.)]|`{3,}|<!---->/g, "")
            .trim(),
        ).toBe("");
        expect(
          parseProvenanceFile(
            JSON.parse(await formatProvenanceJson(map, createEventLoopYielder())),
          ),
        ).toEqual(map);
        expect(traceLines(map, text)).toMatchObject({ untouched: true, gone: [] });
      }),
      { numRuns: 80 },
    );
  });
});

describe("blame", () => {
  test("knows an edited document: what is as merged, what is not, and what is gone", async () => {
    const mapping = await example();
    const map = await mapProvenance(mapping, createEventLoopYielder());
    const edited = mapping.merged.text
      .replace("Intro.", "Another\n\nintro.")
      .replace("- one", "- One");
    const { untouched, rows, gone } = traceLines(map, edited);

    expect(untouched).toBe(false);
    expect(rows.map(({ lines, unit }) => [lines, unit?.variant ?? null])).toEqual([
      [[3, 3], 1],
      [[5, 5], null],
      [[7, 7], null],
      [[11, 11], 1],
      [[15, 15], 2],
      [[19, 19], 1],
      [[23, 23], null],
      [[24, 24], 2],
    ]);
    expect(gone.map(({ sourceLines }) => sourceLines)).toEqual([
      [3, 3],
      [11, 11],
    ]);
  });
});

describe("K17 readProvenance", () => {
  test("keeps nothing but what a map has", async () => {
    const map = await mapProvenance(await example(), createEventLoopYielder());

    expect(parseProvenanceFile({ ...structuredClone(map), extra: 1 })).toEqual(map);
  });

  test.each([
    [null, "the map"],
    [[], "the map"],
    [{ version: 2 }, "version"],
    [{ sha256: "x" }, "sha256"],
    [{ variants: {} }, "variants"],
    [{ units: [{ lines: [2, 1] }] }, "units[0].lines"],
    [{ units: [{ lines: [0, 1] }] }, "units[0].lines"],
    [{ units: [{ lines: ["1", 2] }] }, "units[0].lines"],
    [{ units: [{ integration: "steal" }] }, "units[0].integration"],
    [{ units: [{ change: -1 }] }, "units[0].change"],
    [{ leftOut: [{ why: 3 }] }, "leftOut[0].why"],
  ])("refuses %j, naming the field", async (wrong, field) => {
    const map = structuredClone(await mapProvenance(await example(), createEventLoopYielder()));
    const merged = (list: readonly unknown[], parts: unknown): unknown[] =>
      (parts as Record<string, unknown>[]).map((part) => ({ ...(list[0] as object), ...part }));
    const json =
      wrong === null || Array.isArray(wrong)
        ? wrong
        : {
            ...map,
            ...wrong,
            ...("units" in wrong && { units: merged(map.units, wrong.units) }),
            ...("leftOut" in wrong && { leftOut: merged(map.leftOut, wrong.leftOut) }),
          };

    expect(() => parseProvenanceFile(json)).toThrow(
      `In a provenance map, ${field} is missing or wrong.`,
    );
  });
});
