/** A0b: whole merges of versions of one text. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { draftsBrief } from "../../../test/support/documents/drafts.ts";
import { artifact, type Held, source } from "../../../test/support/protocols/debate.ts";
import { holdMerge } from "../../../test/support/protocols/merge.ts";
import { offline } from "../../models/offline.ts";

async function merge(
  old: string,
  drafts: readonly string[],
  settings: Readonly<Record<string, unknown>> = {},
): Promise<Held> {
  const brief = draftsBrief(drafts);
  const sources = [...brief.sources, source("ancestor", "old.md", old)];
  return holdMerge(
    {},
    {
      brief: { ...brief, sources },
      model: offline(),
      plan: { settings: { comments: false, ...settings } },
    },
  );
}

const readArtifact = (held: Held): Promise<string> =>
  artifact(held, held.outcome?.result["merged_output_path"] as string);

const OLD = `# Plan

Exports run each night.

- encrypted
- versioned
- signed

| Signal | Limit |
| --- | --- |
| lag | 26 h |
| size | 1 GB |

The team meets on Monday.
`;

describe("A0b what only one side changed is taken", () => {
  const A = OLD.replace("each night", "each hour").replace("- versioned\n", "");
  const B = OLD.replace("- signed", "- signed\n- small")
    .replace("| size | 1 GB |", "| size | 2 GB |\n| age | 3 d |")
    .replace("The team meets on Monday.\n", "");
  const BOTH = `# Plan

Exports run each hour.

- encrypted
- signed
- small

| Signal | Limit |
| --- | --- |
| lag | 26 h |
| size | 2 GB |
| age | 3 d |
`;

  test.each([1, 2])("by paragraph, item and row, into either of them: %i", async (base) => {
    expect((await readArtifact(await merge(OLD, [A, B], { base }))).trimEnd()).toBe(BOTH.trimEnd());
  });

  test("it is the same text whoever comes first", async () => {
    expect((await readArtifact(await merge(OLD, [B, A]))).trimEnd()).toBe(BOTH.trimEnd());
  });

  test.each([1, 2])("all changes taken back give the base, byte for byte: %i", async (base) => {
    const held = await merge(OLD, [A, B], { base });
    const { changes } = held.outcome!.result as { changes: { number: number }[] };
    const without = changes.map(({ number }) => number);

    expect(without.length).toBeGreaterThan(1);
    expect(await readArtifact(await merge(OLD, [A, B], { base, without }))).toBe(
      base === 1 ? A : B,
    );
  });

  test("the same text in is the same text out", async () => {
    expect(await readArtifact(await merge(OLD, [A, A]))).toBe(A);
    expect(await readArtifact(await merge(OLD, [OLD, OLD]))).toBe(OLD);
    expect(await readArtifact(await merge(OLD, [OLD, B], { base: 2 }))).toBe(B);
  });

  test("what both changed in different ways is voted on, and a tie keeps the base", async () => {
    const held = await merge(
      OLD,
      [OLD.replace("each night", "each hour"), OLD.replace("each night", "each week")],
      { base: 2 },
    );

    expect(held.outcome?.result["points"]).toMatchObject([{ point: "C-001", winner: null }]);
    expect(await readArtifact(held)).toContain("each week");
  });

  const OUTLINE = "# Summary\n\nFor teams.\n\n## Aim\n\nSpeed.\n\n# Costs\n\nNone.\n";
  const LEVELLED = OUTLINE.replaceAll(/^#/gm, "##");

  test.each([1, 2])("levels of headings are a change like any other: %i", async (base) => {
    const other = OUTLINE.replace("None.", "Two days.");

    expect(await readArtifact(await merge(OUTLINE, [LEVELLED, other], { base }))).toBe(
      LEVELLED.replace("None.", "Two days."),
    );
  });

  test("a section that is put in takes the level that the base gave its neighbours", async () => {
    const addScope = (text: string, mark: string): string =>
      text.replace(/^#+ Costs/m, `${mark} Scope\n\nExports.\n\n$&`);

    expect(
      await readArtifact(await merge(OUTLINE, [LEVELLED, addScope(OUTLINE, "##")], { base: 1 })),
    ).toBe(addScope(LEVELLED, "###"));
  });

  test.each([
    [
      "items below items",
      "- one\n  - two\n  - three\n\n- four\n",
      "  - two\n",
      "",
      "  - three",
      "  - third",
    ],
    [
      "lines of code",
      "```go\na := 1\nb := 2\nc := 3\nd := 4\n```\n",
      "a := 1",
      "a := 9",
      "c := 3\n",
      "c := 3\nnew()\n",
    ],
    [
      "front matter",
      "---\ntitle: Plan\nowner: Ann\nstate: draft\n---\n\nText.\n",
      "owner: Ann",
      "owner: Bo",
      "state: draft",
      "state: draft\nsince: 2026",
    ],
    [
      "a sentence that is added",
      "It is small. It is fast. It is new.\n",
      "is small",
      "is tiny",
      "It is new.",
      "It is new. It is free.",
    ],
  ])("both changed one block, each at another place: %s", async (_, old, from, to, other, into) => {
    const [a, b] = [old.replace(from, to), old.replace(other, into)];
    for (const base of [1, 2]) {
      const held = await merge(old, [a, b], { base });

      expect(held.outcome?.result["points"]).toEqual([]);
      expect(await readArtifact(held)).toBe(a.replace(other, into));
    }
  });

  test("both changed one line of code: only that line is voted on", async () => {
    const old = "```\na = 1\nb = 2\nc = 3\nd = 4\ne = 5\n```\n";
    const drafts = [
      old.replace("b = 2", "b = 3").replace("d = 4", "d = 6"),
      old.replace("b = 2", "b = 4"),
    ];
    const held = await merge(old, drafts, { base: 2 });

    expect(held.outcome?.result["points"]).toMatchObject([{ point: "C-001", winner: null }]);
    expect(await readArtifact(held)).toBe(old.replace("b = 2", "b = 4").replace("d = 4", "d = 6"));
  });

  test("front matter that one side changed is taken whole", async () => {
    const front = (version: number): string => `---\nversion: ${version}\n---\n\n${OLD}`;
    const held = await merge(front(1), [front(2), front(1).replace("each night", "each hour")], {
      base: 2,
    });

    expect(await readArtifact(held)).toBe(front(2).replace("each night", "each hour"));
  });
});

test("A0b changes at different places give one text, whatever the base", async () => {
  const words = fc.array(fc.constantFrom("red", "green", "blue", "black", "white", "grey"), {
    minLength: 2,
    maxLength: 5,
  });
  const edit = fc.constantFrom("keep", "change", "drop", "add");
  const block = fc.record({
    words,
    kind: fc.constantFrom("paragraph", "heading", "list", "code"),
    a: edit,
    b: edit,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 10 }), async (blocks) => {
      const texts = blocks.map((one, at) => formatBlock(one.kind, at, one.words.join(" ")));
      const edited = (which: "a" | "b"): string =>
        `${texts
          .flatMap((text, at) => {
            // each place is changed by one of them at most
            const wanted = at % 2 === (which === "a" ? 0 : 1) ? blocks[at]?.[which] : "keep";
            if (wanted === "change") return [`${text}${which}${at}`];
            if (wanted === "drop") return [];
            return wanted === "add" ? [text, `New words of ${which} at ${at}.`] : [text];
          })
          .join("\n\n")}\n`;
      const drafts = [edited("a"), edited("b")];
      if (drafts.some((draft) => draft.trim() === "")) return;
      const old = `${texts.join("\n\n")}\n`;
      const held = await merge(old, drafts, { base: 1 });
      const other = await merge(old, drafts, { base: 2 });
      if ((held.outcome!.result["points"] as unknown[]).length > 0) return;

      expect(normalize(await readArtifact(held))).toBe(normalize(await readArtifact(other)));
    }),
    { numRuns: 40 },
  );
}, 60_000);

function formatBlock(kind: string, at: number, words: string): string {
  switch (kind) {
    case "heading":
      return `## Part ${at} ${words}`;
    case "list":
      return `- item ${at}\n- ${words}`;
    case "code":
      return `\`\`\`\n${words} ${at}\n\`\`\`\n\nAfter code ${at}.`;
    default:
      return `Block ${at} says ${words}.`;
  }
}

/** White space between blocks is the base's. */
function normalize(text: string): string {
  return text
    .replaceAll("<!-- -->", "")
    .replace(/\n{2,}/g, "\n")
    .trim();
}
