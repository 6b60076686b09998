/** The complete Markdown parser, for pieces of a document that start where no block is open. */
import type { RootContent } from "mdast";
import { fromMarkdown, type Options } from "mdast-util-from-markdown";
import { gfmFootnoteFromMarkdown } from "mdast-util-gfm-footnote";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmFootnote } from "micromark-extension-gfm-footnote";
import { gfmTable } from "micromark-extension-gfm-table";

import type { BlockKind, TextSpan } from "../document.ts";
import { type MarkdownBlock, NOTHING_FOUND, normalizeLabel } from "./markdown-block.ts";
import { findTrimmedEnd } from "./text-lines.ts";

/** Its blocks by offset into it. Never throws: what the parser cannot bear is one paragraph. */
export function parseMarkdownBlocks(markdown: string): readonly MarkdownBlock[] {
  const known = parsedBlocksCache.get(markdown);
  if (known !== undefined) return known;
  const blocks = DEEP.test(markdown) ? [parseAsSingleBlock(markdown)] : parseWithMdast(markdown);
  if (cachedCharacters > MOST_REMEMBERED) {
    parsedBlocksCache.clear();
    cachedCharacters = 0;
  }
  parsedBlocksCache.set(markdown, blocks);
  cachedCharacters += markdown.length;
  return blocks;
}

/** The whole of it as one block of the kind its first characters suggest. */
export function parseAsSingleBlock(markdown: string): MarkdownBlock {
  const start = /^(?:[ \t]*(?:\r\n|[\r\n]))*/.exec(markdown)?.[0].length ?? 0;
  const opening = markdown.slice(start, start + 16);
  const kind: BlockKind = /^ {0,3}>/.test(opening)
    ? "quote"
    : /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:\s|$)/.test(opening)
      ? "list"
      : "paragraph";
  return { ...NOTHING_FOUND, kind, start, end: findTrimmedEnd(markdown, start, markdown.length) };
}

/** Variants share most of their text; what is read once need not be read again. */
const parsedBlocksCache = new Map<string, readonly MarkdownBlock[]>();
const MOST_REMEMBERED = 4_000_000;
let cachedCharacters = 0;

// the parser takes cubic time over containers in containers on one line: a second for a kilobyte
const DEEP = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t]+)){20}/m;

/** Marks inside of prose never change a block, and cost more than the blocks. */
const INLINE = [
  "attention",
  "autolink",
  "characterEscape",
  "characterReference",
  "codeText",
  "gfmFootnoteCall",
  "gfmPotentialFootnoteCall",
  "hardBreakEscape",
  "htmlText",
  "labelEnd",
  "labelStartImage",
  "labelStartLink",
];

const BLOCKS_ONLY: Options = {
  extensions: [gfmTable(), gfmFootnote(), { disable: { null: INLINE } }],
  mdastExtensions: [gfmTableFromMarkdown(), gfmFootnoteFromMarkdown()],
};

function parseWithMdast(markdown: string): MarkdownBlock[] {
  try {
    // the parser drops a byte order mark, and every offset would be one too small
    const kept = markdown.startsWith("\ufeff") ? `\u00a0${markdown.slice(1)}` : markdown;
    const nodes = fromMarkdown(kept, BLOCKS_ONLY).children;
    return separateBlocks(
      markdown,
      nodes.map((node) => convertMdastNode(markdown, node)),
    );
  } catch {
    return [parseAsSingleBlock(markdown)];
  }
}

/** The parser lets an underlined heading begin with the definition before it. */
function separateBlocks(markdown: string, blocks: readonly MarkdownBlock[]): MarkdownBlock[] {
  return blocks.map((block, index) => {
    const beyond = blocks[index - 1]?.end ?? 0;
    if (block.start >= beyond || beyond >= block.end) return block;
    const gap = /^[ \t]*(?:(?:\r\n|[\r\n])[ \t]*(?=[\r\n]))*(?:\r\n|[\r\n])?/.exec(
      markdown.slice(beyond, block.end),
    );
    return { ...block, start: beyond + (gap?.[0].length ?? 0) };
  });
}

const KINDS: Partial<Record<RootContent["type"], BlockKind>> = {
  blockquote: "quote",
  code: "code",
  definition: "definition",
  footnoteDefinition: "footnote",
  heading: "heading",
  html: "html",
  list: "list",
  table: "table",
  thematicBreak: "rule",
};

function convertMdastNode(markdown: string, node: RootContent): MarkdownBlock {
  const children = "children" in node ? node.children : [];
  return {
    ...findLineSpan(markdown, node),
    kind: KINDS[node.type] ?? "paragraph",
    depth: node.type === "heading" ? node.depth : 0,
    heading: node.type === "heading" ? findInnerSpan(children) : null,
    parts:
      node.type === "list" || node.type === "table" ? separateItemSpans(markdown, children) : [],
    marker: node.type === "list" ? findListMark(markdown.slice(readNodeOffsets(node).start)) : "",
    labels: collectDefinedLabels(node),
  };
}

function readNodeOffsets({ position }: Pick<RootContent, "position">): TextSpan {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}

/** From the beginning of its first line to its last visible character. */
function findLineSpan(markdown: string, node: Pick<RootContent, "position">): TextSpan {
  const { start, end } = readNodeOffsets(node);
  let first = start;
  while (first > 0 && !"\r\n".includes(markdown.charAt(first - 1))) first--;
  return { start: first, end: findTrimmedEnd(markdown, first, end) };
}

/** The parser lets an item that ends in open code or HTML reach into the next one. */
function separateItemSpans(
  markdown: string,
  children: readonly Pick<RootContent, "position">[],
): TextSpan[] {
  const spans = children.map((child) => findLineSpan(markdown, child));
  return spans.map(({ start, end }, index) => ({
    start,
    end: findTrimmedEnd(markdown, start, Math.min(end, spans[index + 1]?.start ?? end)),
  }));
}

function findInnerSpan(children: readonly Pick<RootContent, "position">[]): TextSpan | null {
  const [first, last] = [children[0], children.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { start: readNodeOffsets(first).start, end: readNodeOffsets(last).end };
}

function findListMark(opening: string): string {
  return /^(?:([-+*])|\d{1,9}([.)]))/.exec(opening)?.slice(1).join("") ?? "";
}

function collectDefinedLabels(node: RootContent): string[] {
  if (node.type === "definition") return [normalizeLabel(node.label ?? node.identifier)];
  const own =
    node.type === "footnoteDefinition" ? [`^${normalizeLabel(node.label ?? node.identifier)}`] : [];
  return "children" in node ? [...own, ...node.children.flatMap(collectDefinedLabels)] : own;
}
