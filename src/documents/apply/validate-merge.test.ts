import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  type Sketch,
  apply,
  drafts,
  planFor,
} from "../../../test/support/documents/merge-plans.ts";
import { randomDraft, randomPlan } from "../../../test/support/documents/random-plans.ts";
import { createEventLoopYielder } from "../yield-to-event-loop.ts";
import { listAnchors } from "./dropped-anchors.ts";
import type { MergeResult } from "./merge-result.ts";
import { validateMerge } from "./validate-merge.ts";

async function merge(texts: readonly string[], ...sketches: Sketch[]): Promise<MergeResult> {
  const documents = await drafts(...texts);
  const plan = planFor(documents, ...sketches);
  const applied = await apply(documents, plan, { comments: true });
  return validateMerge({ documents, plan }, applied, createEventLoopYielder());
}

function failed({ checks }: MergeResult): string[] {
  return checks.filter(({ passed }) => !passed).flatMap(({ problems }) => problems);
}

describe("A40 structure", () => {
  test("levels without a gap from the first or second on pass", async () => {
    expect(
      failed(
        await merge(["## A\n\n### B\n\n#### C\n\n## D\n\nx\n", "y\n"], { take: "y", replace: "x" }),
      ),
    ).toEqual([]);
  });

  test("a gap that the merge makes fails, and says where", async () => {
    const merged = await merge(["# A\n\n## C\n\nold\n", "# B\n\n### D\n\n#### E\n\nnew\n"], {
      take: "#### E\n\nnew",
      after: "old",
      depth: 4,
    });

    expect(failed(merged)).toEqual(['Line 11: "E" is at level 4 under one of level 2.']);
  });

  test("A42 a gap and a late beginning that a variant has are notes", async () => {
    const merged = await merge(["### A\n\n##### B\n\n## C\n\n#### D\n\nx\n"]);

    expect(failed(merged)).toEqual([]);
    expect(merged.checks.flatMap(({ notes }) => notes)).toEqual([
      'Line 1: the first heading, "A", is at level 3.',
      'Line 3: "B" is at level 5 under one of level 3.',
      'Line 7: "D" is at level 4 under one of level 2.',
      'Line 3: nothing is under "B".',
    ]);
  });

  test("a document without headings has no structure to break", async () => {
    expect(failed(await merge(["only words\n"]))).toEqual([]);
  });

  test("A39 a change that could not be made fails the check", async () => {
    const merged = await merge(["# A\n\n- x\n- y\n", "## B\n"], { take: "## B", replace: "- y" });

    expect(failed(merged)).toEqual([
      "Change #1 could not be made: a heading cannot stand inside of a block.",
    ]);
  });
});

describe("A38 references", () => {
  test("one that leads nowhere fails, and says who wrote it", async () => {
    const merged = await merge(
      [
        "# A\n\n## 1 One\n\nSee Section 2.\n\n## 2 Two\n\nold\n",
        "# B\n\n## 3 Three\n\nAs in Section 3.\n",
      ],
      { take: "As in Section 3.", replace: "old" },
    );

    expect(failed(merged)).toEqual([
      'Line 15: "Section 3" leads nowhere (from Variant B, brought by Change #1).',
    ]);
  });

  test("comments of the merge refer to nothing", async () => {
    const merged = await merge(["# A\n\n## One\n\nold\n", "# B\n\n## 9. Nine\n\nnew\n"], {
      take: "new",
      replace: "old",
    });

    expect(merged.text).toContain("Section 9 —");
    expect(failed(merged)).toEqual([]);
  });
});

describe("A41 contradictions", () => {
  const BASE = "# A\n\n## Limits\n\nThe request timeout is 30 seconds.\n\n## More\n\nold\n";

  test("a new one fails the check and is listed", async () => {
    const merged = await merge([BASE, "# B\n\nThe request timeout is 60 seconds.\n"], {
      take: "The request timeout is 60 seconds.",
      replace: "old",
    });

    expect(
      merged.newContradictions.map(({ id, kind, within, sides }) => [
        id,
        kind,
        within,
        sides.length,
      ]),
    ).toEqual([["M-001", "number", 1, 2]]);
    expect(merged.checks.find(({ name }) => name === "contradictions")?.passed).toBe(false);
  });

  test("one that the base has as well does not count", async () => {
    const text = BASE.replace("old", "The request timeout is 60 seconds.\n\nold");
    const merged = await merge([text, "# B\n\nnew\n"], { take: "new", replace: "old" });

    expect(merged.newContradictions).toEqual([]);
    expect(failed(merged)).toEqual([]);
  });
});

describe("A38 anchors", () => {
  test("what gave way and what was not made is logged as dropped with a reason", async () => {
    const merged = await merge(
      [
        "# A\n\nFR-7 holds. It takes at most 5 s.\n\n- one\n- two\n",
        "# B\n\nIt takes at most 9 s by 2026-05-01.\n\nIt costs 3 EUR.\n\n| a |\n|---|\n| 4 |\n",
      ],
      { take: "It takes at most 9 s by 2026-05-01.", replace: "FR-7 holds. It takes at most 5 s." },
      { take: "It costs 3 EUR.", replace: "FR-7 holds. It takes at most 5 s." },
      { take: "| 4 |", replace: "- two" },
    );

    expect(merged.dropped).toEqual([
      {
        anchor: "FR-7",
        kind: "requirement",
        variant: 1,
        line: 3,
        reason: "Change #1 (C-001) put other words in its place",
      },
      {
        anchor: "at most 5 s",
        kind: "threshold",
        variant: 1,
        line: 3,
        reason: "Change #1 (C-001) put other words in its place",
      },
      {
        anchor: "3 EUR",
        kind: "number",
        variant: 2,
        line: 5,
        reason: "Change #2 was not made: superseded by Change #1",
      },
      {
        anchor: "4",
        kind: "number",
        variant: 2,
        line: 9,
        reason: "Change #3 was not made: a row cannot stand in a list",
      },
    ]);
    expect(merged.checks.find(({ name }) => name === "anchors")?.passed).toBe(true);
  });

  test("a note that nothing taken refers to is left behind with that reason", async () => {
    const merged = await merge(["# A\n\nold\n", "# B\n\nnew\n\n[^1]: It costs 5 EUR.\n"], {
      take: "new\n\n[^1]: It costs 5 EUR.",
      replace: "old",
    });

    expect(merged.dropped).toEqual([
      {
        anchor: "5 EUR",
        kind: "number",
        variant: 2,
        line: 5,
        reason: "nothing that was taken refers to this note",
      },
    ]);
  });

  test("one that is lost without a reason fails the check", async () => {
    const documents = await drafts("# A\n\nIt takes 5 s.\n", "# B\n");
    const plan = planFor(documents);
    const applied = await apply(documents, plan);
    const tampered = { ...applied, text: applied.text.replace("5 s", "a while") };
    const merged = await validateMerge({ documents, plan }, tampered, createEventLoopYielder());

    expect(failed(merged)).toEqual(['The number "5 s" of line 3 is lost, and nothing says why.']);
  });

  test("every anchor of accepted content is in the output or logged, whatever is merged", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const documents = await drafts(
          ...[1, 2, 3].map((variant) => randomDraft(seed * 7 + variant)),
        );
        const plan = randomPlan(documents, seed);
        const applied = await apply(documents, plan, { comments: true });
        const { dropped, checks } = await validateMerge(
          { documents, plan },
          applied,
          createEventLoopYielder(),
        );
        const [output] = await drafts(applied.text);
        const kept = new Set([...listAnchors(output!)].flatMap(({ key, figure }) => [key, figure]));
        const logged = new Set(dropped.map(({ variant, anchor }) => `${variant} ${anchor}`));
        const base = documents[plan.into - 1]!;
        const accepted = [
          ...[...listAnchors(base)].map((anchor) => ({ ...anchor, variant: base.variant })),
          ...plan.changes
            .filter(({ approved, source }) => approved && source !== null)
            .flatMap(({ from, source }) =>
              [...listAnchors(documents[from - 1]!, source!)].map((anchor) => ({
                ...anchor,
                variant: from,
              })),
            ),
        ];
        for (const { key, text, variant } of accepted) {
          expect(kept.has(key) || logged.has(`${variant} ${text}`), `${variant} ${text}`).toBe(
            true,
          );
        }
        expect(checks.find(({ name }) => name === "anchors")).toMatchObject({ passed: true });
      }),
      { numRuns: 100 },
    );
  });
});

describe("A38 what the merge brings in", () => {
  const RISKS = "# A\n\n## Risks\n\nThe disk may fill up.\n\n## Plan\n\nold\n";

  test("a topic that stands twice fails, under another wording of its title too", async () => {
    const merged = await merge([RISKS, "# B\n\n## 3. Risk assessment\n\nKeys may leak.\n"], {
      take: "## 3. Risk assessment\n\nKeys may leak.",
      after: "old",
    });

    expect(failed(merged)).toEqual([
      expect.stringContaining('"3. Risk assessment" has the topic of "Risks"'),
    ]);
  });

  test("two sections with one number fail, sections of one name under two headings do not", async () => {
    const numbered = await merge(
      ["# A\n\n## 1. Background\n\nx y\n", "# B\n\n## 1. Context\n\nz\n"],
      { take: "## 1. Context\n\nz", after: "x y" },
    );
    const phases = "# A\n\n## Phase 1\n\n### Risks\n\nold\n\n## Phase 2\n\nx y\n";
    const apart = await merge([phases, "# B\n\n### Risks\n\nz\n"], {
      take: "### Risks\n\nz",
      after: "x y",
      depth: 3,
    });

    expect(failed(numbered)).toEqual([expect.stringContaining("has the number 1")]);
    expect(failed(apart)).toEqual([]);
  });

  test("a passage that is there already fails, word for word or nearly", async () => {
    const said =
      "The exporter writes one file per tenant and night, and the finance team fetches it over HTTPS before eight.";
    const near = said.replace("before eight", "before nine in the morning");
    const word = await merge([`# A\n\n${said}\n\n## Z\n\nold\n`, `# B\n\n${said}\n`], {
      take: said,
      after: "old",
    });
    const nearly = await merge([`# A\n\n${said}\n\n## Z\n\nold\n`, `# B\n\n${near}\n`], {
      take: near,
      after: "old",
    });

    expect(failed(word)).not.toEqual([]);
    expect(failed(nearly)).toEqual([expect.stringContaining("is said in line")]);
  });

  test("A42 what one draft says twice by itself fails nothing", async () => {
    const said =
      "The exporter writes one file per tenant and night, and the finance team fetches it over HTTPS before eight.";
    const near = said.replace("before eight", "before nine in the morning");
    const merged = await merge([`# A\n\n${said}\n\n## Z\n\nold\n`, `# B\n\n${said}\n\n${near}\n`], {
      take: near,
      after: "old",
    });

    expect(failed(merged)).toEqual([]);
  });

  test("a heading whose content stayed behind fails, one that was always empty does not", async () => {
    const texts = ["# A\n\n## Gap\n\n## Plan\n\nold\n", "# B\n\n## M1 Setup\n\nDetails.\n"];
    const merged = await merge(texts, { take: "## M1 Setup", after: "old" });

    expect(failed(merged)).toEqual([expect.stringContaining('nothing is under "M1 Setup"')]);
    expect(merged.checks.flatMap(({ notes }) => notes)).toEqual([
      'Line 5: nothing is under "Gap".',
    ]);
  });

  test("an id that gets a second meaning fails, the same thing in two forms does not", async () => {
    const list = "- R-001: The disk may fill up.\n- R-002: Keys may leak.";
    const merged = await merge(
      [`# A\n\n${list}\n`, "# B\n\n- R-1: A vendor goes out of business.\n"],
      { take: "- R-1: A vendor goes out of business.", after: "- R-002: Keys may leak." },
    );
    const table = "| Id | Risk |\n| --- | --- |\n| R-001 | Disk may fill up |";
    const forms = await merge([`# A\n\n${list}\n\n## T\n\nold\n`, `# B\n\n${table}\n`], {
      take: table,
      after: "old",
    });

    expect(failed(merged)).toEqual([expect.stringContaining("R-1 means something else")]);
    expect(failed(forms)).toEqual([]);
  });

  test("A38 a taken link leads to the base's section that answers the one it led to", async () => {
    const words = "The size is in bytes and counted anew every night by the keeper.";
    const merged = await merge(
      [
        `# Plan\n\n## Contents\n\nNone.\n\n## Data format: text\n\n${words}\n`,
        `# Plan\n\n## Contents\n\nSee [it](#data-format--text).\n\n## Data format : text\n\n${words}\n`,
      ],
      { take: "See [it](#data-format--text).", replace: "None." },
    );

    expect(failed(merged)).toEqual([]);
    expect(merged.text).toContain("See [it](#data-format-text).");
  });

  test("A38 an item that refers to a milestone is no second meaning of its id", async () => {
    const [base, other] = ["- **M1**: its concerns feed the gate.", "None, it stands alone."];
    const text = (first: string): string =>
      `# Plan\n\n## M1: Advocate\n\nFirst.\n\n## M2: Gate\n\n${first}\n\n## M3: Traces\n\n- **M1**: hostile inputs come from there.\n\n## M4: Modes\n\n- **M1**: the baseline for novelty.\n`;
    const merged = await merge([text(base), text(other)], { take: other, replace: base });

    expect(failed(merged)).toEqual([]);
  });

  test.each([
    [
      "beside its words in one cell",
      "R-1: disks fill up | high",
      "R-1: vendors close their doors | low",
    ],
    ["of which the other is a part", "D1.2a | copy all data", "D1.2 | train night crews"],
  ])("A38 two meanings of an id %s are found", async (_, one, two) => {
    const text = (row: string): string => `# Plan\n\n| A | B |\n| --- | --- |\n${row}\n`;
    const [kept, taken] = [one, two].map((row) => `| ${row} |`) as [string, string];
    const merged = await merge([text(`${kept}\n| none | none |`), text(taken)], {
      take: taken,
      replace: "| none | none |",
    });

    expect(failed(merged)).toHaveLength(1);
    expect(failed(merged)[0]).toMatch(/Line \d+: (?:R-1|D1\.2) /);
  });

  test("A38 which of two old meanings comes first makes no new one", async () => {
    const text = (first: string): string =>
      `# Plan\n\n- **R1**: ${first}\n- **R1**: rents rise every year\n\n## Later\n\n- **R1**: vendors close their doors\n`;
    const [disk, none] = ["disks are full", "disks are full of pages"];
    const merged = await merge([text(disk), text(none)], { take: none, replace: disk });

    expect(failed(merged).filter((one) => one.includes("rents") || one.includes("line 7"))).toEqual(
      [],
    );
  });

  test("front matter of another variant is never put inside the document, YAML and TOML", async () => {
    for (const mark of ["---", "+++"]) {
      const front = `${mark}\ntitle: B\n${mark}`;
      const merged = await merge(["# A\n\nold\n", `${front}\n\n# B\n\nnew\n`], {
        take: front,
        after: "old",
      });

      expect(failed(merged), mark).toEqual([
        "Change #1 could not be made: front matter is never taken.",
      ]);
      expect(merged.text, mark).not.toContain(mark);
    }
  });
});

test("A42 nothing planned, nothing wrong: every check passes and nothing is dropped", async () => {
  const merged = await merge(["# A\n\n## One\n\nIt takes 5 s.\n"]);

  expect(merged.checks.map(({ name, passed }) => [name, passed])).toEqual([
    ["structure", true],
    ["references", true],
    ["contradictions", true],
    ["anchors", true],
    ["topics", true],
    ["headings", true],
    ["ids", true],
    ["front-matter", true],
  ]);
  expect(merged.dropped).toEqual([]);
});
