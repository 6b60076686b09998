import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { apply, drafts, planFor } from "../../../test/support/documents/merge-plans.ts";
import { randomMarkdown } from "../../../test/support/documents/random-markdown.ts";
import { randomDraft, randomPlan } from "../../../test/support/documents/random-plans.ts";
import { listComparableWords } from "../../text/comparable-words.ts";
import type { ParsedDocument } from "../document.ts";
import type { AppliedPlan } from "./apply-change-plan.ts";
import type { RefactorPlan } from "./change-plan.ts";

const A = "# Plan\n\nIntro.\n\n## Storage\n\nWe use files.\n\n## Risks\n\n- one\n- two\n";
const B =
  "# Other\n\n## Security\n\n### Keys\n\nKeys rotate.\n\n## Storage\n\nWe use a database.\n\n- three\n";

describe("applyPlan", () => {
  test("A38 a replaced section stands where the base's stood, and everything says where it is from", async () => {
    const documents = await drafts(A, B);
    const plan = planFor(documents, {
      take: "## Storage\n\nWe use a database.",
      replace: "## Storage\n\nWe use files.",
    });
    const { text, records } = await apply(documents, plan, {
      comments: true,
      header: ["Merged by dissent", "Base: Variant A"],
      names: (variant) =>
        variant === 2 ? "Variant B (sonnet:security)" : "Variant A (opus:architect)",
    });

    expect(text).toBe(
      [
        "<!-- Merged by dissent -->",
        "<!-- Base: Variant A -->",
        "",
        "# Plan",
        "",
        "Intro.",
        "",
        "<!-- Source: Variant B (sonnet:security), Section 2 — merged per refactor-plan Change #1 -->",
        "",
        "## Storage",
        "",
        "We use a database.",
        "",
        "<!-- Source: Base (original) -->",
        "",
        "## Risks",
        "",
        "- one",
        "- two",
        "",
      ].join("\n"),
    );
    expect(records).toEqual([
      {
        number: 1,
        status: "applied",
        remarks: [],
        before: "## Storage\n\nWe use files.",
        after: "## Storage\n\nWe use a database.",
      },
    ]);
  });

  test("A38 a subsection of the base that follows a taken one says that it is the base's", async () => {
    const documents = await drafts(
      "# A\n\n## One\n\n### x\n\n1\n\n### y\n\n2\n",
      "# B\n\n### x\n\n3\n",
    );
    const plan = planFor(documents, { take: "### x\n\n3", replace: "### x\n\n1" });
    const { text } = await apply(documents, plan, { comments: true });

    expect(text).toBe(
      "# A\n\n<!-- Source: Base (original) -->\n\n## One\n\n" +
        "<!-- Source: Variant B, Section 1 — merged per refactor-plan Change #1 -->\n\n### x\n\n3\n\n" +
        "<!-- Source: Base (original) -->\n\n### y\n\n2\n",
    );
  });

  test("A38 headings take the level of their new place, with one blank line around", async () => {
    const documents = await drafts(A, B);
    const plan = planFor(documents, {
      take: "## Security\n\n### Keys\n\nKeys rotate.",
      after: "We use files.",
      depth: 3,
    });
    const { text, records } = await apply(documents, plan);

    expect(text).toBe(
      A.replace("We use files.", "We use files.\n\n### Security\n\n#### Keys\n\nKeys rotate."),
    );
    expect(records[0]?.remarks).toEqual(["headings moved 1 level down"]);
  });

  test("A38 underlined headings move too, and no level goes below six", async () => {
    const documents = await drafts(
      "# A\n\nx\n",
      "Title\nwith two lines #\n---\n\n##### Deep\n\n- y\n",
    );
    const plan = planFor(documents, {
      take: "Title\nwith two lines #\n---\n\n##### Deep",
      after: "x",
      depth: 4,
    });
    const { text, records } = await apply(documents, plan);

    expect(text).toBe("# A\n\nx\n\n#### Title with two lines # #\n\n###### Deep\n");
    expect(records[0]?.remarks).toEqual([
      "headings moved 2 levels down",
      "headings below level 6 are at level 6",
    ]);
  });

  test("A3 front matter, byte order mark and CRLF of the base stay; taken lines end as the base's do", async () => {
    const documents = await drafts("\ufeff---\r\na: b\r\n---\r\n\r\n# A\r\n\r\nx", "# B\n\ny\nz\n");
    const plan = planFor(documents, { take: "y\nz", replace: "x" });
    const { text, records } = await apply(documents, plan, { comments: true, header: ["H"] });

    expect(text).toBe(
      "\ufeff---\r\na: b\r\n---\r\n\r\n<!-- H -->\r\n\r\n<!-- Source: Base (original) -->\r\n\r\n# A\r\n\r\n" +
        "<!-- Source: Variant B, beginning — merged per refactor-plan Change #1 -->\r\n\r\ny\r\nz",
    );
    expect(records[0]?.remarks).toEqual(["line breaks are those of the base (CRLF)"]);
  });

  test("A38 front matter of another draft stays at the very top, before all comments", async () => {
    const documents = await drafts("---\na: 1\n---\n\n# A\n\nx\n", "---\na: 2\n---\n\n# B\n\ny\n");
    const plan = planFor(
      documents,
      { take: "---\na: 2\n---", replace: "---\na: 1\n---" },
      { take: "y", replace: "x" },
    );
    const { text } = await apply(documents, plan, { comments: true, header: ["H"] });

    expect(text).toBe(
      "---\na: 2\n---\n\n<!-- H -->\n\n<!-- Source: Base (original) -->\n\n# A\n\n" +
        "<!-- Source: Variant B, beginning — merged per refactor-plan Change #2 -->\n\ny\n",
    );
  });

  test("A38 an item is replaced behind the base's own mark, and the comment stands before the list", async () => {
    const documents = await drafts(
      "# A\n\n10) one\n    more\n11) two\n",
      "# B\n\n- three\n  and **more**\n- four\n",
    );
    const plan = planFor(documents, {
      take: "- three\n  and **more**",
      replace: "10) one\n    more",
    });
    const { text } = await apply(documents, plan, { comments: true });

    expect(text).toBe(
      "<!-- Source: Base (original) -->\n\n# A\n\n<!-- Source: Variant B, beginning — merged per refactor-plan Change #1 -->\n\n" +
        "10) three\n    and **more**\n11) two\n",
    );
  });

  test("A38 a row takes the place of a row of the same columns, and of no other", async () => {
    const documents = await drafts(
      "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
      "a | b\n--|--\n5 | 6\n\n| z |\n|---|\n| 7 |\n",
    );
    const fits = await apply(
      documents,
      planFor(documents, { take: "5 | 6", replace: "| 1 | 2 |" }),
    );
    const narrow = await apply(
      documents,
      planFor(documents, { take: "| 7 |", replace: "| 1 | 2 |" }),
    );

    expect(fits.text).toBe("| a | b |\n|---|---|\n5 | 6\n| 3 | 4 |\n");
    expect([narrow.text, narrow.records[0]?.status]).toEqual([documents[0]?.text, "failed"]);
  });

  test("A38 a row comes under the heads of its own columns: reordered, with an empty cell, or with the cell it replaces", async () => {
    const documents = await drafts(
      "| ID | Risk | Owner |\n|---|---|---|\n| R-1 | Loss of data | Kim |\n",
      "| Risk | ID |\n|---|---|\n| Loss of a \\| b | R-1 |\n| Slow import | R-2 |\n",
    );
    const replaced = await apply(
      documents,
      planFor(documents, {
        take: "| Loss of a \\| b | R-1 |",
        replace: "| R-1 | Loss of data | Kim |",
      }),
    );
    const added = await apply(
      documents,
      planFor(documents, {
        take: "| Slow import | R-2 |",
        after: "| R-1 | Loss of data | Kim |",
        inside: true,
      }),
    );

    expect(replaced.text).toBe(
      "| ID | Risk | Owner |\n|---|---|---|\n| R-1 | Loss of a \\| b | Kim |\n",
    );
    expect(added.text).toBe(
      "| ID | Risk | Owner |\n|---|---|---|\n| R-1 | Loss of data | Kim |\n| R-2 | Slow import |  |\n",
    );
  });

  test("CP2 a row that is put in before, or into, rows that give way stands beside what takes their place", async () => {
    const documents = await drafts(
      "| a | b |\n|---|---|\n| 1 | one |\n| 2 | two |\n| 3 | three |\n",
      "| a | b |\n|---|---|\n| 4 | four |\n| 5 | five |\n",
    );
    const inserted = { take: "| 5 | five |", after: "| 1 | one |\n", inside: true } as const;
    const before = await apply(
      documents,
      planFor(documents, { take: "| 4 | four |", replace: "| 2 | two |" }, inserted),
    );
    const into = await apply(
      documents,
      planFor(
        documents,
        { take: "| 4 | four |", replace: "| 2 | two |\n| 3 | three |" },
        { ...inserted, after: "| 2 | two |\n" },
      ),
    );

    expect(before.text).toBe(
      "| a | b |\n|---|---|\n| 1 | one |\n| 5 | five |\n| 4 | four |\n| 3 | three |\n",
    );
    expect(into.text).toBe("| a | b |\n|---|---|\n| 1 | one |\n| 4 | four |\n| 5 | five |\n");
  });

  test("A39 a row that would lose the cell of a column is not made, and the column is named", async () => {
    const documents = await drafts(
      "| ID | Risk |\n|---|---|\n| R-1 | Loss |\n",
      "| ID | Risk | Owner |\n|---|---|---|\n| R-2 | Slow | Kim |\n| R-3 | Late | – |\n",
    );
    const lost = await apply(
      documents,
      planFor(documents, { take: "| R-2 | Slow | Kim |", replace: "| R-1 | Loss |" }),
    );
    const empty = await apply(
      documents,
      planFor(documents, { take: "| R-3 | Late | – |", replace: "| R-1 | Loss |" }),
    );

    expect(lost.records[0]?.remarks.join()).toContain("no column “Owner”");
    expect(lost.text).toBe(documents[0]?.text);
    expect(empty.text).toBe("| ID | Risk |\n|---|---|\n| R-3 | Late |\n");
  });

  test("A38 words inside of a paragraph give way to words, on one line", async () => {
    const documents = await drafts(
      "It is fast. It takes 5 s. It is old.\n",
      "# B\n\nIt takes\n3 s.\n",
    );
    const plan = planFor(documents, { take: "It takes\n3 s.", replace: "It takes 5 s." });

    expect((await apply(documents, plan)).text).toBe("It is fast. It takes 3 s. It is old.\n");
  });

  test("A39 words that are left out do not come back with words that were to stand among them", async () => {
    const documents = await drafts("It is fast. It is old.\n", "# B\n\nand new\n");
    const [gone] = planFor(documents, { take: "and new", replace: "It is fast." }).changes;
    const target = { kind: "offset", at: 5, depth: 1, inside: true, words: true } as const;
    const changes = [
      { ...gone!, source: null },
      { ...gone!, number: 2, target, integration: "append" as const },
    ];
    const { text, records } = await apply(documents, { into: 1, changes, unmade: [] });

    expect(text).toBe("It is old.\n");
    expect(records.map(({ status }) => status)).toEqual(["applied", "skipped"]);
  });

  test("A39 a note that several changes need comes along once, also under another label", async () => {
    const documents = await drafts(
      "# T\n\nOne.[^1]\n\n## A\n\na\n\n## B\n\nb\n\n[^1]: Mine.\n",
      "# T\n\n## A\n\nnew a[^1]\n\n## B\n\nnew b[^1]\n\n[^1]: Theirs.\n",
    );
    const plan = planFor(
      documents,
      { take: "new a[^1]", replace: "a" },
      { take: "new b[^1]", replace: "b" },
    );
    const { text } = await apply(documents, plan);

    expect(text).toContain("new a[^1-b]");
    expect(text).toContain("new b[^1-b]");
    expect(text.match(/^\[\^.*$/gm)).toEqual(["[^1]: Mine.", "[^1-b]: Theirs."]);
  });

  test("A38 notes come along, and get another label where theirs means something else", async () => {
    const documents = await drafts(
      "# A\n\nx[^1] [guide] [same]\n\n[^1]: Ours.\n\n[guide]: /a\n[same]: /s\n",
      "# B\n\ny[^1] [the guide][Guide] [guide] [same] [new] `[guide]`\n\n[^1]: Theirs[^2].\n\n[^2]: More.\n\n[guide]: /b\n[same]: /s\n[new]: /n\n",
    );
    const plan = planFor(documents, {
      take: "y[^1] [the guide][Guide] [guide] [same] [new] `[guide]`",
      after: "x[^1] [guide] [same]",
    });
    const { text, records } = await apply(documents, plan);

    expect(text).toBe(
      "# A\n\nx[^1] [guide] [same]\n\n" +
        "y[^1-b] [the guide][guide-b] [guide][guide-b] [same] [new] `[guide]`\n\n" +
        "[^1]: Ours.\n\n[guide]: /a\n[same]: /s\n\n[^1-b]: Theirs[^2].\n\n[guide-b]: /b\n\n[new]: /n\n\n[^2]: More.\n",
    );
    expect(records[0]?.remarks).toEqual([
      "label [^1] became [^1-b]",
      "label [guide] became [guide-b]",
      "4 of its notes came along",
    ]);
  });

  test("A38 notes at the end of what is taken come along only where they are used; those of the base stay", async () => {
    const documents = await drafts(
      "# A\n\nx[^1]\n\n## Old\n\nold\n\n[^1]: ours\n",
      "# B\n\ny[^2]\n\n## New\n\nz[^1]\n\n[^1]: theirs\n\n[^2]: unused 5\n",
    );
    const plan = planFor(documents, {
      take: "## New\n\nz[^1]\n\n[^1]: theirs\n\n[^2]: unused 5",
      replace: "## Old\n\nold\n\n[^1]: ours",
    });

    expect((await apply(documents, plan)).text).toBe(
      "# A\n\nx[^1]\n\n## New\n\nz[^1-b]\n\n[^1]: ours\n\n[^1-b]: theirs\n",
    );
  });

  test("A39 a definition that comes with one change is not brought by another", async () => {
    const documents = await drafts(
      "# T\n\nold\n\n## Z\n\nend\n",
      "# T\n\nSee [run].\n\n## Run\n\n[run]: #run\n\nDaily.\n",
    );
    const plan = planFor(
      documents,
      { take: "See [run].", replace: "old" },
      { take: "## Run\n\n[run]: #run\n\nDaily.", after: "end" },
    );

    expect((await apply(documents, plan)).text.match(/^\[run\]/gm)).toHaveLength(1);
  });

  test("A38 a definition that gave way and is still used is kept", async () => {
    const documents = await drafts("# A\n\n[x]\n\n## Old\n\n[x]: /y\n\nwords\n", "# B\n\n## New\n");
    const plan = planFor(documents, { take: "## New", replace: "## Old\n\n[x]: /y\n\nwords" });

    expect((await apply(documents, plan)).text).toBe("# A\n\n[x]\n\n## New\n\n[x]: /y\n");
  });

  test("A38 sections take a new order with everything in them; notes at the end stay there", async () => {
    const documents = await drafts(
      "# T\n\n## One\n\n1\n\n### Sub\n\n1.1\n\n## Two\n\n2\n\n## Three\n\n3[^1]\n\n[^1]: note\n",
      "# T\n\n## New\n\nn\n",
    );
    const plan = planFor(
      documents,
      { take: "n", replace: "2" },
      { take: "## New", after: "1.1", depth: 2 },
      { order: ["Three", "One", "Two"] },
    );
    const { text, records } = await apply(documents, plan);

    expect(text).toBe(
      "# T\n\n## Three\n\n3[^1]\n\n## One\n\n1\n\n### Sub\n\n1.1\n\n## New\n\n## Two\n\nn\n\n[^1]: note\n",
    );
    expect(records[2]).toEqual({
      number: 3,
      status: "applied",
      remarks: [],
      before: "One\nTwo\nThree",
      after: "Three\nOne\nTwo",
    });
  });

  test("A38 what another change took is superseded, by the earlier one or by the one that takes more", async () => {
    const documents = await drafts(A, B);
    const plan = planFor(
      documents,
      { take: "- three", replace: "- two" },
      { take: "Keys rotate.", replace: "We use files." },
      { take: "## Storage\n\nWe use a database.", replace: "## Storage\n\nWe use files." },
      { take: "We use a database.", after: "Intro." },
      { take: "### Keys\n\nKeys rotate.", replace: "We use files." },
    );
    const { records, text } = await apply(documents, plan);

    expect(records.map(({ status, remarks }) => [status, ...remarks])).toEqual([
      ["applied", "the marks of the base's list stay"],
      ["skipped", "superseded by Change #3, which takes the whole of its place"],
      ["applied"],
      ["skipped", "superseded by Change #3: its words came with that one"],
      ["skipped", "superseded by Change #3"],
    ]);
    expect(text).toBe(A.replace("We use files.", "We use a database.").replace("two", "three"));
  });

  test("A39 what cannot be made fails and says why; nothing is made up instead", async () => {
    const documents = await drafts(`${A}\n<script>\nopen\n`, `${B}\n<!-- open\n`);
    const base = documents[0]!;
    const { changes } = planFor(
      documents,
      { take: "Keys rotate.", after: "open" },
      { take: "- three\n\n<!-- open", after: "Intro." },
      { take: "## Security", replace: "- two" },
      { take: "Keys rotate.", replace: "Intro.", from: 2 },
      { order: ["Risks", "Storage"] },
    );
    const plan: RefactorPlan = {
      into: 1,
      unmade: [],
      changes: changes.map((change) => (change.number === 4 ? { ...change, from: 9 } : change)),
    };
    const { records, text } = await apply(documents, plan);

    expect(records.map(({ status, remarks }) => [status, ...remarks])).toEqual([
      ["failed", "the base ends in HTML that is never closed"],
      ["failed", "it ends in HTML that is never closed"],
      ["failed", "a heading cannot stand inside of a block"],
      ["failed", "there is no variant 9"],
      ["failed", "the base ends in code or HTML that is never closed"],
    ]);
    expect(text).toBe(base.text);
  });

  test("A38 code that the base never closes is closed before what is put in behind it", async () => {
    const documents = await drafts("# A\n\n```sh\nnpm test\n", "# A\n\nKeys rotate.\n");
    const { text } = await apply(
      documents,
      planFor(documents, { take: "Keys rotate.", after: "npm test" }),
    );

    expect(text).toBe("# A\n\n```sh\nnpm test\n```\n\nKeys rotate.\n");
  });

  test("A38 a definition of the base stays where a taken passage uses it", async () => {
    const documents = await drafts(
      "# A\n\nSee [the page][home].\n\n[home]: https://x.y\n\nMore.\n",
      "# A\n\nRead [the page][home] first.\n\n[home]: https://x.y\n",
    );
    const { text } = await apply(
      documents,
      planFor(documents, {
        take: "Read [the page][home] first.",
        replace: "See [the page][home].\n\n[home]: https://x.y\n\nMore.",
      }),
    );

    expect(text).toContain("[home]: https://x.y");
  });

  test("A38 code that is never closed is closed before the base goes on", async () => {
    const documents = await drafts("# A\n\nx\n\ny\n", "# B\n\n~~~~ js\ncode\n");
    const plan = planFor(documents, { take: "~~~~ js\ncode", replace: "x" });
    const { text, records } = await apply(documents, plan);

    expect(text).toBe("# A\n\n~~~~ js\ncode\n~~~~\n\ny\n");
    expect(records[0]?.remarks).toEqual(["code that was never closed is closed"]);
  });

  test("A38 neighbouring lists of one mark stay two lists", async () => {
    const documents = await drafts("# A\n\n- one\n\nx\n\n- two\n", "# B\n\n- three\n");
    const plan = planFor(documents, { take: "- three", replace: "x" });

    expect((await apply(documents, plan)).text).toBe(
      "# A\n\n- one\n\n<!-- -->\n\n- three\n\n<!-- -->\n\n- two\n",
    );
  });

  test("A38 a taken item under a new number does not run into the numbered list behind it", async () => {
    const documents = await drafts("# A\n\nx\n\n1. one\n", "# B\n\n1. two\n2. three\n");
    const plan = planFor(documents, { take: "2. three", replace: "x" });

    expect((await apply(documents, plan)).text).toBe("# A\n\n1. three\n\n<!-- -->\n\n1. one\n");
  });

  test("K17 no name can end a comment", async () => {
    const documents = await drafts(A, B);
    const plan = planFor(documents, { take: "Keys rotate.", replace: "Intro." });
    const name = "B --> <script>alert(1)</script> <!-- \n\u001b[31m --!> ->";
    const { text } = await apply(documents, plan, {
      comments: true,
      header: [name],
      names: () => name,
    });
    const comments = text.split("\n").filter((line) => line.includes("script"));

    expect(comments.length).toBe(2);
    for (const line of comments) {
      expect(line).toMatch(/^<!-- (?:(?!--)[^\u0000-\u001f])* -->$/);
    }
  });

  test("w a text without marks gets no comments", async () => {
    const documents = (await drafts("one\n\n- two\n", "# three\n")).map((document) => ({
      ...document,
      format: "text" as const,
    }));
    const plan = planFor(documents, { take: "# three", replace: "one" });

    expect((await apply(documents, plan, { comments: true, header: ["H"] })).text).toBe(
      "# three\n\n- two\n",
    );
  });
});

interface Case {
  readonly documents: readonly ParsedDocument[];
  readonly plan: RefactorPlan;
  readonly base: ParsedDocument;
}

async function createCase(seed: number, write: (seed: number) => string): Promise<Case> {
  const documents = await drafts(...[1, 2, 3].map((variant) => write(seed * 7 + variant)));
  const plan = randomPlan(documents, seed);
  return { documents, plan, base: documents[plan.into - 1]! };
}

/** Labels may be renamed, which is remarked. */
function words(text: string): string {
  return listComparableWords(text.replace(/\[\^?[^\]]*\]/g, "")).join(" ");
}

function unsourced({ documents }: Case, { text, pieces }: AppliedPlan): string | null {
  let at = 0;
  for (const { start, end, from } of pieces) {
    if (start !== at || end <= start) return `pieces are not one after another at ${start}`;
    at = end;
    const said = text.slice(start, end);
    if (from === null) {
      if (
        !/^(?:\s+|<!-- (?:.* )?-->(?:\r?\n<!-- .* -->)*|\s*(?:`{3,}|~{3,})|\s*(?:[-+*]|\d+[.)])\s+)$/.test(
          said,
        )
      )
        return `glue: ${said}`;
      continue;
    }
    const { text: source } = documents[from.variant - 1]!;
    if (words(said) !== words(source.slice(from.at.start, from.at.end)))
      return `other words: ${said}`;
  }
  return at === text.length ? null : "the end belongs to no piece";
}

describe.each([
  ["drafts as people write them", randomDraft, 120],
  ["malformed drafts", (seed: number) => randomMarkdown(seed, 10), 120],
] as const)("merging %s at random", (_, write, numRuns) => {
  test("A39 every character has one source, and words are those of the source", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.boolean(), async (seed, comments) => {
        const made = await createCase(seed, write);
        const applied = await apply(made.documents, made.plan, { comments, header: ["H"] });
        expect(unsourced(made, applied)).toBeNull();
        expect(applied.records.map(({ number }) => number)).toEqual(
          made.plan.changes.map(({ number }) => number),
        );
      }),
      { numRuns },
    );
  });

  test("A39 without its changes a plan gives the base back byte for byte", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const { documents, plan, base } = await createCase(seed, write);
        const changes = plan.changes.map((change) => ({ ...change, approved: false }));
        const { text, pieces } = await apply(
          documents,
          { ...plan, changes },
          { comments: true, header: ["H"] },
        );
        expect(text).toBe(base.text);
        expect(pieces.every(({ from }) => from?.variant === base.variant)).toBe(true);
      }),
      { numRuns },
    );
  });

  test("A39 any part of a plan can be carried out, and says nothing of the rest", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat({ max: 63 }), async (seed, subset) => {
        const { documents, plan, base } = await createCase(seed, write);
        const changes = plan.changes.map((change) => ({
          ...change,
          approved: change.approved && (subset & (1 << change.number)) !== 0,
        }));
        const { pieces, records } = await apply(documents, { ...plan, changes });
        const struck = new Set(
          changes.filter(({ approved }) => !approved).map(({ number }) => number),
        );
        expect(pieces.filter(({ change }) => change !== null && struck.has(change))).toEqual([]);
        expect(
          records.filter(({ number, status }) => struck.has(number) && status !== "skipped"),
        ).toEqual([]);
        expect(
          pieces.filter(
            ({ change, from }) => change === null && from !== null && from.variant !== base.variant,
          ),
        ).toEqual([]);
      }),
      { numRuns },
    );
  });
});

test("A38 comments are blocks of their own, and whole blocks stay the blocks they were", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.boolean(), async (seed, comments) => {
      const { documents, plan, base } = await createCase(seed, randomDraft);
      const { text, pieces } = await apply(documents, plan, { comments, header: ["H"] });
      const [output] = await drafts(text);
      const blocks = new Map(output!.blocks.map((block) => [block.start, block]));
      const inside = new Set(
        plan.changes.flatMap(({ number, target }) =>
          target.kind === "span" && !base.blocks.some(({ start }) => start === target.at.start)
            ? [number]
            : [],
        ),
      );
      for (const { start, end, from, change } of pieces) {
        const block = blocks.get(start);
        if (from === null) {
          if (text.startsWith("<!--", start))
            expect([block?.kind, text.slice(start, end)]).toEqual(["html", text.slice(start, end)]);
          continue;
        }
        const source = documents[from.variant - 1]!.blocks.find(
          (one) => one.start === from.at.start && one.end === from.at.end,
        );
        if (source === undefined || inside.has(change ?? -1)) continue;
        expect([block?.kind, block?.end]).toEqual([source.kind, end]);
      }
    }),
    { numRuns: 150 },
  );
});
