/** The plan's rules on points made by hand: what each kind of point asks of the base. */
import { describe, expect, test } from "vitest";

import { staged, type StagedPoint } from "../../../../test/support/protocols/staged-merge.ts";
import type { MergeChange } from "../../../documents/apply/change-plan.ts";
import { readSpanText } from "../../../documents/document.ts";
import type { Based } from "../rules/table.ts";
import { planRefactoring } from "./refactor-plan.ts";

const A = `---
title: A
---

# Plan

One page about exports.

## Storage

Kept in PostgreSQL. Kept for 30 days.

- encrypted with AES
- deleted by hand

| Step | Weeks |
| --- | --- |
| Build | 4 |
| Test | 2 |

### Backups

Every night.

## Delivery

Fetched over HTTPS.

## Rollout

In March.

[lists]: https://example.org
`;

const B = `# Plan

One page about exports.

## Delivery

Pushed over SFTP.

## Storage

Kept in S3. Kept for 90 days.

- encrypted with KMS
- deleted by a rule

| Step | Weeks |
| --- | --- |
| Build | 6 |
| Test | 2 |

### Backups

Never, S3 is enough.

## Monitoring

An alert fires after a day.

### Run book

Restart the job.

## Costs

Twelve euros a month.
`;

type Given = Omit<StagedPoint, "id"> & { readonly id?: string };

/** Both advocates name the same winner for every point. */
async function planned(points: readonly Given[], changes: Parameters<typeof staged>[0] = {}) {
  const named = points.map((point, index) => ({
    id: `C-${String(index + 1).padStart(3, "0")}`,
    ...point,
  }));
  const based = await staged({ texts: [A, B], base: 1, points: named, ...changes });
  const planning = planRefactoring(based);
  return { based, ...planning, changes: planning.plan.changes };
}

function taken(based: Based, { source, from }: MergeChange): string | null {
  const document = based.variants[from - 1]!.document;
  return source && readSpanText(document, source);
}

function replaced(based: Based, { target }: MergeChange): string | null {
  return target.kind === "span" ? readSpanText(based.variants[0]!.document, target.at) : null;
}

/** The base's text before the place where something is put in. */
function before(based: Based, { target }: MergeChange): string {
  const { text } = based.variants[0]!.document;
  return target.kind === "offset" ? text.slice(0, target.at).trimEnd().split("\n").at(-1)! : "";
}

describe("what a point asks of the base", () => {
  test("A34 C approach: the base's words on the topic give way to the winner's, up to the next topic", async () => {
    const { changes, based } = await planned([
      { kind: "approach", sides: ["## Storage", "## Storage"], winner: 2 },
    ]);

    expect(changes).toHaveLength(1);
    const [change] = changes;
    expect(change).toMatchObject({
      number: 1,
      point: "C-001",
      from: 2,
      integration: "replace",
      risk: "Medium",
      approved: true,
    });
    expect(replaced(based, change!)).toMatch(/^## Storage[^]*\| Test \| 2 \|$/);
    expect(taken(based, change!)).toMatch(/^## Storage\n\nKept in S3[^]*\| Test \| 2 \|$/);
    expect(change?.rationale).toMatch(
      /^C-001: Variant B won it \(unanimous, 90 %\)\. because C-001$/,
    );
  });

  test("A34 C coverage: what the base lacks is put in behind the answer to its neighbour, subsections and all", async () => {
    const { changes, based } = await planned([
      { kind: "coverage", sides: [null, "## Monitoring"], winner: 2 },
    ]);

    expect(changes[0]).toMatchObject({ integration: "insert", risk: "Low", from: 2 });
    expect(changes[0]?.target).toMatchObject({ kind: "offset", depth: 2 });
    // B has it after Storage, and so has A now: behind all of Storage, its backups included
    expect(before(based, changes[0]!)).toBe("Every night.");
    expect(taken(based, changes[0]!)).toBe(
      "## Monitoring\n\nAn alert fires after a day.\n\n### Run book\n\nRestart the job.",
    );
  });

  test("A34 without an answered neighbour before it, it goes before the one that follows", async () => {
    const texts = ["# T\n\n## Two\n\nText.\n", "# T\n\n## One\n\nNew.\n\n## Two\n\nText.\n"];
    const { changes, based } = await planned(
      [{ kind: "coverage", sides: [null, "## One"], winner: 2 }],
      { texts },
    );

    expect(changes[0]).toMatchObject({ integration: "insert" });
    const { text } = based.variants[0]!.document;
    const { target } = changes[0]!;
    expect(target.kind === "offset" && text.slice(target.at)).toBe("## Two\n\nText.\n");
  });

  test("A34 a subsection without an answered neighbour is appended to the section that answers its parent", async () => {
    const texts = [
      "# T\n\n## One\n\nText.\n\n## Two\n\nText.\n",
      "# T\n\n## One\n\nText.\n\n### New\n\nMore.\n\n## Two\n\nText.\n",
    ];
    const { changes, based } = await planned(
      [{ kind: "coverage", sides: [null, "### New"], winner: 2 }],
      { texts },
    );

    expect(changes[0]).toMatchObject({
      integration: "append",
      target: { kind: "offset", depth: 3 },
      targetSection: 2,
    });
    expect(before(based, changes[0]!)).toBe("Text.");
  });

  test("A34 without any neighbour it is appended", async () => {
    const texts = ["Only words.\n", "## Alone\n\nNew.\n"];
    const { changes } = await planned(
      [{ kind: "coverage", sides: [null, "## Alone"], winner: 2 }],
      {
        texts,
      },
    );

    expect(changes[0]).toMatchObject({
      integration: "append",
      target: { kind: "offset", at: 11, depth: 2 },
    });
  });

  test("A34 C without headings: the paragraph gives way, and what is missing goes behind its neighbour", async () => {
    const texts = [
      "Intro.\n\nKept here.\n\nThe end.\n",
      "Intro.\n\nKept there.\n\nAn alert fires.\n\nThe end.\n",
    ];
    const { changes, based } = await planned(
      [
        { kind: "approach", sides: ["Kept here.", "Kept there."], winner: 2 },
        { kind: "coverage", sides: [null, "An alert fires."], winner: 2 },
      ],
      { texts },
    );

    expect(changes.map(({ integration }) => integration)).toEqual(["replace", "insert"]);
    expect(replaced(based, changes[0]!)).toBe("Kept here.");
    expect(taken(based, changes[0]!)).toBe("Kept there.");
    expect(before(based, changes[1]!)).toBe("Kept here.");
    expect(taken(based, changes[1]!)).toBe("An alert fires.");
  });

  test("A34 a first passage goes before the one that follows it, a lone one to the end of its section", async () => {
    const texts = ["# T\n\nOld.\n\n## S\n\nRest.\n", "# T\n\nNew.\n\nOld.\n\n## S\n\nRest.\n"];
    const lone = ["# T\n\nOther.\n\n## S\n\nRest.\n", "# T\n\nNew.\n\n## S\n\nRest.\n"];
    const point = {
      id: "U-001",
      category: "unique",
      kind: "contribution",
      sides: [null, "New."],
    } as const;
    const first = await planned([point], { texts });
    const last = await planned([point], { texts: lone });

    const { target } = first.changes[0]!;
    expect(target.kind === "offset" && texts[0]!.slice(target.at)).toMatch(/^Old\./);
    expect(before(last.based, last.changes[0]!)).toBe("Other.");
    expect(last.changes[0]).toMatchObject({ integration: "append", targetSection: 1 });
  });

  test("A40 a subsection of a section that the base lacks becomes a section like the others", async () => {
    const texts = ["# T\n\n## S\n\nText.\n", "# T\n\n## S\n\nText.\n\n## P\n\n### Q\n\nDeep.\n"];
    const { changes } = await planned(
      [{ id: "U-001", category: "unique", kind: "contribution", sides: [null, "### Q"] }],
      { texts },
    );

    expect(changes[0]).toMatchObject({ integration: "append", target: { depth: 2 } });
  });

  test.each([
    [
      "a paragraph",
      "Kept in PostgreSQL",
      "Kept in S3",
      "Kept in PostgreSQL. Kept for 30 days.",
      "Kept in S3. Kept for 90 days.",
    ],
    [
      "a list item",
      "deleted by hand",
      "deleted by a rule",
      "- deleted by hand",
      "- deleted by a rule",
    ],
    ["a table row", "| Build | 4 |", "| Build | 6 |", "| Build | 4 |", "| Build | 6 |"],
  ])(
    "A34 X: %s gives way to the winner's, and nothing more",
    async (_, mine, theirs, out, into) => {
      const { changes, based } = await planned([
        {
          id: "X-001",
          category: "contradiction",
          kind: "number",
          sides: [mine, theirs],
          winner: 2,
        },
      ]);

      expect(changes[0]).toMatchObject({ integration: "replace", risk: "Medium" });
      expect(replaced(based, changes[0]!)).toBe(out);
      expect(taken(based, changes[0]!)).toBe(into);
    },
  );

  test.each([
    ["a heading against anything", "## Delivery", "Pushed over SFTP"],
    ["the head of a table", "| Step | Weeks |", "| Step | Weeks |"],
    ["rows of other columns", "| Build | 4 |", "| Phase | Weeks | Who |"],
  ])(
    "A39 X: %s cannot take its place, so it is left for a person and said",
    async (_, mine, theirs) => {
      const texts = [
        A,
        `${B}\n| Phase | Who | Weeks |\n| --- | --- | --- |\n| Phase | Weeks | Who |\n`,
      ];
      const { plan, byHand } = await planned(
        [
          {
            id: "X-001",
            category: "contradiction",
            kind: "number",
            sides: [mine, theirs],
            winner: 2,
          },
        ],
        { texts },
      );

      expect(plan.changes).toEqual([]);
      expect(plan.unmade[0]).toMatchObject({ point: "X-001", variant: 2 });
      expect(plan.unmade[0]?.reason).toContain("by hand");
      expect(byHand).toEqual(["X-001"]);
    },
  );

  test("A34 X: words that a row cannot replace go, and the row comes into its own table", async () => {
    const { changes, byHand, based } = await planned([
      {
        id: "X-001",
        category: "contradiction",
        kind: "number",
        sides: ["deleted by hand", "| Build | 6 |"],
        winner: 2,
      },
    ]);

    expect(byHand).toEqual([]);
    expect(changes).toMatchObject([{ source: null }, { target: { inside: true } }]);
    expect(replaced(based, changes[0]!)).toBe("- deleted by hand");
    expect(taken(based, changes[1]!)).toBe("| Build | 6 |");
  });

  test("A34 X: what other changes leave out and bring in is done already", async () => {
    const { changes, plan, byHand } = await planned([
      {
        id: "X-001",
        category: "contradiction",
        kind: "reported",
        sides: ["deleted by hand", "| Build | 6 |"],
        winner: 2,
      },
      {
        id: "X-002",
        category: "contradiction",
        kind: "number",
        sides: ["- deleted by hand", "- deleted by a rule"],
        winner: 2,
      },
      {
        id: "C-001",
        category: "content",
        kind: "approach",
        sides: ["| Build | 4 |", "| Build | 6 |"],
        winner: 2,
      },
    ]);

    expect(changes.map(({ point }) => point)).toEqual(["X-002", "C-001"]);
    expect(plan.unmade[0]?.reason).toContain("by other changes");
    expect(byHand).toEqual([]);
  });

  test("A38 a passage that comes with a section and stands elsewhere in the base is moved", async () => {
    const moved = "While nobody deals with the age of the pages, both traits are alike in that.";
    const plan = (storage: string, rollout: string): string =>
      `# Plan\n\n## Storage\n\n${storage}\n\n## Rollout\n\n${rollout}\n`;
    const mine = "## Storage\n\nKept in PostgreSQL.";
    const { changes, based } = await planned(
      [
        {
          category: "content",
          kind: "approach",
          sides: [mine, `## Storage\n\nKept in S3.\n\n${moved}`],
          winner: 2,
        },
      ],
      {
        texts: [
          plan("Kept in PostgreSQL.", `In March.\n\n${moved}`),
          plan(`Kept in S3.\n\n${moved}`, "In March."),
        ],
      },
    );

    expect(changes.map((change) => replaced(based, change))).toEqual([mine, moved]);
    expect(changes[1]).toMatchObject({ source: null });
  });

  test("A38 a winner's words that come with a section of their own stand there only", async () => {
    const [mine, theirs] = ["Traffic moves on 2 March.", "Traffic moves after five green nights."];
    const { changes, based } = await planned(
      [
        {
          id: "X-001",
          category: "contradiction",
          kind: "number",
          sides: [mine, theirs],
          winner: 2,
        },
        {
          id: "U-001",
          category: "unique",
          kind: "contribution",
          sides: [null, `## Before we start\n\n${theirs} The feed is whole by then.`],
        },
      ],
      {
        texts: [
          `# Plan\n\n## Phase 1\n\n${mine} Both indexes answer.\n`,
          `# Plan\n\n## Before we start\n\n${theirs} The feed is whole by then.\n\n## Phase 1\n\nBoth indexes answer.\n`,
        ],
      },
    );

    expect(changes.map(({ point }) => point)).toEqual(["X-001", "U-001"]);
    expect(changes.map((change) => replaced(based, change))[0]).toBe(mine);
    expect(changes[0]?.source).toBeNull();
  });

  test("A38 what a combination keeps of a sentence stays, also where the winner's words have a section of their own", async () => {
    const theirs = "Traffic moves after five green nights.";
    const head = `# Plan\n\n## Before we start\n\n${theirs} The feed is whole by then.`;
    const mine = "From 2 March, every query goes to both indexes. Old answers count.";
    const { changes, plan, based } = await planned(
      [
        {
          id: "X-001",
          category: "contradiction",
          kind: "number",
          sides: ["From 2 March, every query goes to both indexes.", theirs],
          winner: 2,
        },
        {
          kind: "approach",
          sides: [mine, "All writes go there."],
          vote: {
            instead: "combine",
            pieces: [
              { variant: 2, quote: "All writes go there and" },
              { variant: 1, quote: "every query goes to both indexes. Old answers count." },
            ],
          },
        },
        {
          id: "U-001",
          category: "unique",
          kind: "contribution",
          sides: [null, `## Before we start\n\n${theirs}`],
        },
      ],
      {
        texts: [
          `# Plan\n\n## Phase 1\n\n${mine}\n`,
          `${head}\n\n## Phase 1\n\nAll writes go there.  And so on. All writes go there and back.\n`,
        ],
      },
    );

    expect(changes.map(({ point }) => point)).toEqual(["C-002", "U-001"]);
    expect(replaced(based, changes[0]!)).toBe("From 2 March,");
    expect(plan.unmade.find(({ point }) => point === "X-001")?.reason).toContain(
      "by other changes",
    );
  });

  test("A34 S order: the base's sections take the winner's order, those it lacks stay behind their neighbours", async () => {
    const { changes, based } = await planned([
      {
        id: "S-001",
        category: "structural",
        kind: "order",
        sides: ["## Storage", "## Delivery"],
        winner: 2,
      },
    ]);

    expect(changes[0]).toMatchObject({ integration: "restructure", risk: "High", source: null });
    const { sections } = based.variants[0]!.document;
    const { target } = changes[0]!;
    const titles = target.kind === "order" ? target.sections.map((at) => sections[at]?.title) : [];
    expect(titles).toEqual(["Delivery", "Rollout", "Storage"]);
  });

  test("A36 S order that the base has already, depth and headings change nothing", async () => {
    const structural = {
      category: "structural",
      sides: ["## Storage", "## Storage"],
      winner: 2,
    } as const;
    const { plan } = await planned(
      [
        { ...structural, id: "S-001", kind: "order" },
        { ...structural, id: "S-002", kind: "depth" },
        { ...structural, id: "S-003", kind: "headings" },
      ],
      { texts: [A, A.replace("PostgreSQL", "S3")] },
    );

    expect(plan.changes).toEqual([]);
    expect(plan.unmade.map(({ reason }) => reason)).toEqual([
      "the base's sections are in that order already",
      "headings follow the content that is taken",
      "headings follow the content that is taken",
    ]);
  });

  test.each([
    ["all name the draft that has it", 2, 1, "voted to be taken"],
    ["all name another", 1, 0, "left out (unanimous, 90 %)"],
    ["they are split", null, 0, "unresolved, left out"],
  ] as const)("A33b a unique contribution, %s: taken %i", async (_, winner, count, words) => {
    const { plan } = await planned([
      { id: "U-001", category: "unique", kind: "contribution", sides: [null, "## Costs"], winner },
    ]);

    expect(plan.changes).toHaveLength(count);
    expect(plan.changes[0]?.rationale ?? plan.unmade[0]?.reason).toContain(words);
  });

  test("A33b what the base alone has goes where all want it left out", async () => {
    const { plan } = await planned([
      {
        id: "U-001",
        category: "unique",
        kind: "contribution",
        sides: ["## Rollout", null],
        winner: 2,
      },
    ]);

    expect(plan.changes).toMatchObject([{ source: null, target: { kind: "span" } }]);
  });

  test("A36 U of the base, a contradiction inside one variant, and what is out of focus are listed with the reason", async () => {
    const { plan } = await planned([
      { id: "U-001", category: "unique", kind: "contribution", sides: ["## Rollout", null] },
      {
        id: "X-001",
        category: "contradiction",
        kind: "number",
        sides: ["Kept for 30", null],
        within: 1,
      },
      { id: "C-001", kind: "approach", sides: ["## Storage", "## Storage"], voted: false },
    ]);

    expect(plan.changes).toEqual([]);
    expect(plan.unmade.map(({ point, reason }) => `${point} ${reason}`)).toEqual([
      "U-001 in the base already",
      "X-001 a contradiction inside Variant A: listed, not voted on",
      "C-001 outside the focus, not debated",
    ]);
  });
});

describe("the plan as a whole", () => {
  test("A36 A44 what the base won stays, what is unresolved stays as the base has it, each with the reason", async () => {
    const { plan, byHand } = await planned([
      { kind: "approach", sides: ["## Storage", "## Storage"], winner: 1 },
      { kind: "approach", sides: ["## Delivery", "## Delivery"], winner: null },
    ]);

    expect(plan.changes).toEqual([]);
    expect(plan.unmade).toEqual([
      { point: "C-001", variant: 1, reason: "the base's own is the better one (unanimous, 90 %)" },
      { point: "C-002", variant: null, reason: "unresolved, base kept" },
    ]);
    expect(byHand).toEqual([]);
  });

  test("A34 every point ends in exactly one change or one reason", async () => {
    const points: Given[] = [
      {
        id: "S-001",
        category: "structural",
        kind: "order",
        sides: ["## Storage", "## Delivery"],
        winner: 2,
      },
      {
        id: "S-002",
        category: "structural",
        kind: "depth",
        sides: ["## Storage", "## Storage"],
        winner: 2,
      },
      { id: "C-001", kind: "approach", sides: ["## Storage", "## Storage"], winner: 2 },
      { id: "C-002", kind: "detail", sides: ["### Backups", "### Backups"], winner: 1 },
      { id: "C-003", kind: "coverage", sides: [null, "## Monitoring"], winner: 2 },
      {
        id: "X-001",
        category: "contradiction",
        kind: "number",
        sides: ["Kept for 30", "Kept for 90"],
        winner: 2,
      },
      {
        id: "X-002",
        category: "contradiction",
        kind: "negation",
        sides: ["Every night", "Never"],
        winner: 2,
      },
      { id: "U-001", category: "unique", kind: "contribution", sides: [null, "## Costs"] },
      { id: "U-002", category: "unique", kind: "contribution", sides: [null, "### Run book"] },
    ];
    const { plan } = await planned(points);

    const fates = [...plan.changes, ...plan.unmade].map(({ point }) => point);
    expect(fates.toSorted()).toEqual(points.flatMap(({ id = "" }) => id).toSorted());
  });

  test("A38 contradictions come first, then replaced sections, then additions, a new order last; numbers count from 1", async () => {
    const { changes } = await planned([
      {
        id: "S-001",
        category: "structural",
        kind: "order",
        sides: ["## Storage", "## Delivery"],
        winner: 2,
      },
      { id: "C-001", kind: "coverage", sides: [null, "## Monitoring"], winner: 2 },
      { id: "C-002", kind: "approach", sides: ["## Delivery", "## Delivery"], winner: 2 },
      {
        id: "X-001",
        category: "contradiction",
        kind: "number",
        sides: ["Kept for 30", "Kept for 90"],
        winner: 2,
      },
      { id: "U-001", category: "unique", kind: "contribution", sides: [null, "## Costs"] },
    ]);

    expect(changes.map(({ number, point }) => `${number} ${point}`)).toEqual([
      "1 X-001",
      "2 C-002",
      "3 C-001",
      "4 U-001",
      "5 S-001",
    ]);
  });

  test("A38 changes that overlap are all planned: which of them is made is settled when they are applied", async () => {
    const { changes } = await planned([
      { id: "C-001", kind: "approach", sides: ["## Storage", "## Storage"], winner: 2 },
      { id: "C-002", kind: "coverage", sides: [null, "## Monitoring"], winner: 2 },
      {
        id: "X-001",
        category: "contradiction",
        kind: "number",
        sides: ["Kept for 30", "Kept for 90"],
        winner: 2,
      },
      { id: "U-001", category: "unique", kind: "contribution", sides: [null, "### Run book"] },
    ]);

    expect(changes.map(({ point }) => point)).toEqual(["X-001", "C-001", "C-002", "U-001"]);
  });

  test("A37 a change that was left out on request stays listed under its number and is not approved", async () => {
    const { changes } = await planned(
      [
        { kind: "approach", sides: ["## Storage", "## Storage"], winner: 2 },
        { kind: "approach", sides: ["## Delivery", "## Delivery"], winner: 2 },
      ],
      { settings: { without: [1] } },
    );

    expect(changes.map(({ number, approved }) => [number, approved])).toEqual([
      [1, false],
      [2, true],
    ]);
  });

  test("A35 a change names the weakness of the base that it mends, where the quote stands in its place", async () => {
    const { changes } = await planned(
      [
        { kind: "approach", sides: ["## Storage", "## Storage"], winner: 2 },
        { kind: "approach", sides: ["## Delivery", "## Delivery"], winner: 2 },
      ],
      {
        weaknesses: [
          { by: 2, variant: 1, text: "Nobody deletes anything.", quote: "deleted by hand" },
        ],
      },
    );

    expect(changes.map(({ mends }) => mends)).toEqual(["Nobody deletes anything.", null]);
  });

  test("A35 it also mends what the base lacks, where the quote stands in what is taken", async () => {
    const weakness = {
      by: 2,
      variant: 1,
      source: 2,
      text: "It says nothing on alerts.",
      quote: "An alert fires after a day.",
    };
    const { changes } = await planned(
      [{ kind: "coverage", sides: [null, "## Monitoring"], winner: 2 }],
      { weaknesses: [weakness] },
    );

    expect(changes[0]?.mends).toBe("It says nothing on alerts.");
  });
});
