import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { unsound } from "../../../test/support/documents/document-invariants.ts";
import {
  isMisread,
  seenBlocks,
  wholeParse,
} from "../../../test/support/documents/markdown-oracle.ts";
import { randomMarkdown } from "../../../test/support/documents/random-markdown.ts";
import { type ParsedDocument, readSpanText } from "../document.ts";
import { createEventLoopYielder } from "../yield-to-event-loop.ts";
import { parseDocument } from "./parse-document.ts";

function parse(text: string, format: "markdown" | "text" = "markdown"): Promise<ParsedDocument> {
  return parseDocument({ variant: 1, name: "a.md", text, format }, createEventLoopYielder());
}

async function listBlockKinds(text: string): Promise<string[]> {
  const document = await parse(text);
  return document.blocks.map((block) => `${block.kind}: ${readSpanText(document, block)}`);
}

const NASTY = [
  "",
  "\ufeff",
  "\ufeff---\ntitle: x\n---\n# A\n",
  "---\ntitle: never closed\n\n# A\n",
  "---\r\na: b\r\n---\r\n\r\n# A\r\n\r\nwords\r\n",
  "Title\n=====\n\nSecond\nline\n---\nwords\n",
  "# A\n```\nnever closed\n\n# not a heading\n",
  "- a\n\n  ```\n  code\n\n# heading closes the item and its code\n",
  "- a\n  ```\nb\n\n  ```\nc\n",
  "<!-- open\n\n# inside\n\n-->\n# outside\n",
  "<div>\n# inside\n\n# outside\n",
  "<script>\n\n# inside\n</script> still\n# outside\n",
  "| a | b |\n|---|---|\n| 1 | 2 |\nlazy row\n# end\n",
  "a | b\n--|--\nx | y\n\nz\n",
  "a\nb | c\n--|--\nd\n",
  "1. a\n2. b\n\n   more\n10. c\n- d\n* e\n",
  "- a\n - b\n  - c\n   - d\n    - e\n",
  "-\n\n  not in the item\n",
  "-   a\n\n    b\n\n  c\n",
  "-\ta\n\tb\n\n\tc\n",
  "> a\nlazy\n> b\n\n> c\n- d\nlazy\n",
  "words[^1] and [link][x]\n\n[^1]: note\n    goes on\n\n    and on\n\n[x]: /y 'title'\n[y]:\n  /z\n",
  "[a\nb]: c\n\n[not]: \n\nwords\n",
  "    code\n\n    more\n\twith a tab\nwords\n    not code\n",
  "a\r\rb\r# c\r",
  "\u0000\n\ud800\n\n# \udc00\u0000\n",
  "***\n---\n- - -\n_ _ _\n",
  "a\n***\nb\n---\n",
  "## `code` and **marks** [x] ![i](j) &amp; <b>t</b> \\* ##\n\n[x]: y\n",
  "# a #\n## b\\#\n### c#\n#\n####### d\n",
  "* a\n\n\n* b\n\n<!-- -->\n\n* c\n",
  "words\n``` a`b\nmore\n",
  "## [x]\n\n> [x]: y\n",
  "`a` #\n===\n",
  " - a\n- b\n  - c\n   - d\n",
  "~~~ a`b\n```\n~~~\n``` a`b\nwords\n",
  "\t\n \t\n  # a\n   b\n",
  "a\u2028b\n\u00a0\n\u00a0- c\n\f\n- d\n",
];

describe("parseDocument", () => {
  test.each(NASTY)("A38 the block list of %j is that of the complete parser", async (text) => {
    const document = await parse(text);

    expect(seenBlocks(document)).toEqual(wholeParse(text));
    expect(unsound(document)).toBeNull();
  });

  test("A38 random fragments are read as the complete parser reads them in one go", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 30 }), async (seed, pieces) => {
        const document = await parse(randomMarkdown(seed, pieces));
        fc.pre(!isMisread(document));
        expect(seenBlocks(document)).toEqual(wholeParse(document.text));
        expect(unsound(document)).toBeNull();
      }),
      { numRuns: 150 },
    );
  });

  test("A38 so are random characters", async () => {
    const character = fc.constantFrom(...Array.from("aab  \n\n\n\t-*+>#`~=|:<!/[]()^1.\\_&\r\0"));
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: character, maxLength: 60 }), async (text) => {
        const document = await parse(text);
        fc.pre(!isMisread(document));
        expect(seenBlocks(document)).toEqual(wholeParse(text));
        expect(unsound(document)).toBeNull();
      }),
      { numRuns: 400 },
    );
  });

  test("a piece too long to be read at once is read in parts, to the same end", async () => {
    const text = `${"<b>x</b>\n= a\n+ b\n".repeat(300)}\n# A\n`;
    const document = await parse(text);

    expect(text.length).toBeGreaterThan(4_000);
    expect(seenBlocks(document)).toEqual(wholeParse(text));
  });

  test("a block that nothing makes certain and that never ends is taken whole", async () => {
    const { blocks } = await parse(`> a\n${"= b\n".repeat(5_000)}\n# A\n`);

    expect(blocks.map(({ kind, line }) => [kind, line])).toEqual([
      ["quote", 1],
      ["heading", 5_003],
    ]);
  });

  // the complete parser alone takes more than half a minute for a hundredth of it
  test("containers inside containers without end do not hold the program up", async () => {
    const { blocks } = await parse(`${"- ".repeat(200_000)}a\n\n${">".repeat(200_000)}\n`);

    expect(blocks.map(({ kind }) => kind)).toEqual(["list", "quote"]);
    // a short line of them takes it half a second
    expect((await parse(`${"- ".repeat(800)}a\nlazy\n`)).blocks).toMatchObject([
      { kind: "list", parts: [] },
    ]);
  });

  test("A3 front matter, byte order mark, CRLF, comments and footnotes stand where they stood", async () => {
    const text =
      "\ufeff---\r\ntitle: x\r\n---\r\n\r\n# A\r\n\r\n<!-- note -->\r\n\r\nwords[^1]\r\n\r\n[^1]: note\r\n";

    expect(await listBlockKinds(text)).toEqual([
      "front-matter: ---\r\ntitle: x\r\n---",
      "heading: # A",
      "html: <!-- note -->",
      "paragraph: words[^1]",
      "footnote: [^1]: note",
    ]);
    const { eol, text: kept } = await parse(text);
    expect([eol, kept]).toEqual(["\r\n", text]);
  });

  test("items and rows are known by offset, indentation included", async () => {
    const document = await parse("  - a\n    b\n  - c\n\n| x |\n|---|\n| 1 |\n| 2 |\n");

    expect(
      document.blocks.map(({ parts }) => parts.map((part) => readSpanText(document, part))),
    ).toEqual([
      ["  - a\n    b", "  - c"],
      ["| x |", "| 1 |", "| 2 |"],
    ]);
  });

  test("sections nest by level, hold their own blocks and are numbered below the title", async () => {
    const document = await parse(
      "intro\n\n# T\n\n## A\n\na\n\n### A1\n\n#### deep\n\n### A2\n\n## B\n",
    );
    const rows = document.sections.map(
      ({ number, title, depth, parent, children, ...section }) => ({
        number,
        title,
        depth,
        parent,
        children,
        own: document.text.slice(section.start, section.ownEnd),
      }),
    );

    expect(rows).toEqual([
      { number: "0", title: "", depth: 0, parent: null, children: [], own: "intro\n\n" },
      { number: "0", title: "T", depth: 1, parent: null, children: [2, 6], own: "# T\n\n" },
      { number: "1", title: "A", depth: 2, parent: 1, children: [3, 5], own: "## A\n\na\n\n" },
      { number: "1.1", title: "A1", depth: 3, parent: 2, children: [4], own: "### A1\n\n" },
      { number: "1.1.1", title: "deep", depth: 4, parent: 3, children: [], own: "#### deep\n\n" },
      { number: "1.2", title: "A2", depth: 3, parent: 2, children: [], own: "### A2\n\n" },
      { number: "2", title: "B", depth: 2, parent: 1, children: [], own: "## B\n" },
    ]);
    expect(readSpanText(document, document.sections[2]!)).toBe(
      "## A\n\na\n\n### A1\n\n#### deep\n\n### A2\n\n",
    );
  });

  test("without a title above all, the headings of the first level are counted", async () => {
    const { sections } = await parse("# A\n\n## A1\n\n# B\n\n### B1\n");

    expect(sections.map(({ number, title }) => `${number} ${title}`)).toEqual([
      "0 ",
      "1 A",
      "1.1 A1",
      "2 B",
      "2.1 B1",
    ]);
  });

  test("a text without marks has paragraphs and nothing else", async () => {
    const document = await parse("# not a heading\n- nor a list\n\r\n\t\nsecond  \n", "text");

    expect(
      document.blocks.map((block) => [block.kind, block.line, readSpanText(document, block)]),
    ).toEqual([
      ["paragraph", 1, "# not a heading\n- nor a list"],
      ["paragraph", 5, "second"],
    ]);
    expect(document.sections.length).toBe(1);
    expect(unsound(document)).toBeNull();
  });
});
