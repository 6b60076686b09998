import { describe, expect, test } from "vitest";

import config from "../../../vite.config.ts";
import { type MarkdownElement, parseMarkdownTree } from "./markdown-tree.ts";
import { MAX_MARKDOWN_LENGTH, splitMarkdown, findTopHeadingLevel } from "./split-markdown.ts";

const read = (text: string) =>
  parseMarkdownTree(text, { top: findTopHeadingLevel(text), under: 2 });

function all(pieces: readonly (MarkdownElement | string)[]): MarkdownElement[] {
  return pieces.flatMap((one) => (typeof one === "string" ? [] : [one, ...all(one.children)]));
}

function words(pieces: readonly (MarkdownElement | string)[]): string {
  return pieces.map((one) => (typeof one === "string" ? one : words(one.children))).join("");
}

describe("what a document may do", () => {
  test("HTML is text", () => {
    const tree = read('<script>alert(1)</script>\n\nA <img src=x onerror="alert(1)"> b');
    expect(words(tree)).toContain("<script>alert(1)</script>");
    expect(words(tree)).toContain('<img src=x onerror="alert(1)">');
    expect(all(tree).map(({ tag }) => tag)).toEqual(["span", "p", "span"]);
  });

  test("an image is its words, and where it would come from", () => {
    const tree = read("![a secret](https://evil.example/?q=1)");
    expect(words(tree)).toBe("[image left out: a secret] https://evil.example/?q=1");
    expect(all(tree).every(({ tag }) => tag === "p" || tag === "span")).toBe(true);
  });

  test("a link is its words and its address, and leads nowhere", () => {
    const tree = read("[click](javascript:alert(1)) and <https://a.example/>");
    expect(words(tree)).toBe("click javascript:alert(1) and https://a.example/");
    for (const piece of all(tree)) expect(Object.keys(piece)).not.toContain("href");
  });

  test("signs that turn text around are made visible, in addresses and code too", () => {
    const tree = read("a\u202Eb `c\u2066d` [e](http://x/\u202E)");
    expect(words(tree)).not.toMatch(/[\u202e\u2066]/);
    expect(words(tree)).toContain("U+202E");
    expect(words(tree)).toContain("U+2066");
  });
});

test("the page is made without the parser's own reader of character names, which writes to innerHTML", () => {
  expect(config.resolve?.alias).toMatchObject({
    "decode-named-character-reference": expect.stringMatching(
      /web\/kit\/markdown\/named-characters\.ts$/,
    ),
  });
});

describe("how it is laid out", () => {
  test("headings stand under the page's own, the highest first", () => {
    const tree = read("## One\n\n### Two\n\n###### Six");
    expect(all(tree).map(({ tag }) => tag)).toEqual(["h3", "h4", "h6"]);
    expect(findTopHeadingLevel("```\n# no heading\n```\n\n## One")).toBe(2);
  });

  test("tables have a head, and numbers stand on the right", () => {
    const tree = read("| A | B |\n| --- | ---: |\n| 1 | 2 |");
    const cells = all(tree).filter(({ tag }) => tag === "td" || tag === "th");
    expect(cells.map(({ tag }) => tag)).toEqual(["th", "th", "td", "td"]);
    expect(cells[3]?.class).toBe("md-right");
  });

  test("points of a list without empty lines are no paragraphs", () => {
    expect(all(read("- a\n- b")).map(({ tag }) => tag)).toEqual(["ul", "li", "li"]);
    expect(all(read("- a\n\n- b")).some(({ tag }) => tag === "p")).toBe(true);
    expect(all(read("3. a\n4. b"))[0]?.start).toBe(3);
  });
});

describe("long and hostile texts", () => {
  test("a long text is cut between its blocks, and nothing is lost", () => {
    const block =
      "A paragraph of *some* length, with a list:\n\n- one\n\n  two\n\n```\na\n\nb\n```\n\n";
    const text = block.repeat(500);
    const parts = splitMarkdown(text);
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.map((part) => part.text).join("\n")).toBe(text);
    expect(parts.every(({ kind }) => kind === "markdown")).toBe(true);
    for (const part of parts)
      expect(part.text.startsWith("A paragraph") || part.text.startsWith("```")).toBe(true);
  });

  test.each([
    ["more than is ever read as markup", "word ".repeat(MAX_MARKDOWN_LENGTH / 4)],
    ["a line of five million signs", "*".repeat(5_000_000)],
    ["quotes in quotes", ">".repeat(100_000)],
    ["quotes with spaces", "> ".repeat(3_000)],
    ["lists in lists", `${"- ".repeat(3_000)}a`],
    ["numbers in numbers", "1. ".repeat(3_000)],
    [
      "lists that step to the right",
      Array.from({ length: 300 }, (_, n) => `${"  ".repeat(n)}- a`).join("\n"),
    ],
    ["a paragraph with a thousand underlines", "a\n=\n".repeat(1_000)],
    ["one line too long to be read", "[a](".repeat(5_000)],
  ])("%s is plain text", (_, text) => {
    const parts = splitMarkdown(text);
    expect(parts.map(({ kind }) => kind)).toEqual(["plain"]);
    expect(parts[0]?.text).toBe(text);
  });

  test("whatever is read as markup comes to an end, and no part of the text is lost", () => {
    const atoms = [
      "*",
      "_",
      "[",
      "](",
      ")",
      "`",
      "``",
      "<",
      "<a ",
      "!",
      "\\",
      "&",
      "|",
      "-|-",
      "\n",
      "\n\n",
      "a",
      " ",
      "> ",
      "- ",
      "1. ",
      "#",
      "=",
      "    ",
    ];
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 12; round += 1) {
      const few = Array.from({ length: 1 + next(4) }, () => atoms[next(atoms.length)] ?? "a");
      const text = Array.from({ length: 4_000 }, () => few[next(few.length)] ?? "").join("");
      const parts = splitMarkdown(text);
      for (const part of parts) if (part.kind === "markdown") words(read(part.text));

      expect(parts.map((part) => part.text).join("\n")).toBe(text);
    }
  });

  test("emphasis in emphasis without end becomes words", () => {
    const tree = read("*a **b ".repeat(400) + "** *".repeat(400));
    let deepest = 0;
    const walk = (pieces: readonly (MarkdownElement | string)[], depth: number): void => {
      deepest = Math.max(deepest, depth);
      for (const one of pieces) if (typeof one !== "string") walk(one.children, depth + 1);
    };
    walk(tree, 0);
    expect(deepest).toBeLessThan(40);
  });
});
