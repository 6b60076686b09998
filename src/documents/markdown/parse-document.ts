/** Parses a text into a document. It never throws: any text is a document, and every offset refers to that text. */
import type { Nodes } from "mdast";
import { type Options, fromMarkdown } from "mdast-util-from-markdown";
import { gfmFootnoteFromMarkdown } from "mdast-util-gfm-footnote";
import { gfmFootnote } from "micromark-extension-gfm-footnote";

import {
  type DocumentBlock,
  type DocumentSection,
  type ParsedDocument,
  formatVariantLabel,
} from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { type MarkdownBlock, NOTHING_FOUND, normalizeLabel } from "./markdown-block.ts";
import { scanMarkdownBlocks } from "./scan-blocks.ts";
import {
  type TextLines,
  countLines,
  findLineAtOffset,
  findLineStart,
  findTrimmedEnd,
  isBlankLine,
  splitTextLines,
} from "./text-lines.ts";

export interface DocumentSource {
  readonly variant: number;
  readonly name: string;
  readonly text: string;
  readonly format: "markdown" | "text";
}

export async function parseDocument(
  given: DocumentSource,
  breathe: YieldToEventLoop,
): Promise<ParsedDocument> {
  const { variant, name, text, format } = given;
  const lines = splitTextLines(text);
  const found = await (format === "markdown" ? scanMarkdownBlocks : readPlainTextBlocks)(
    lines,
    breathe,
  );
  const titles = await readHeadingTitles(text, found, breathe);
  const sections = buildOutline(found, titles, text.length);
  const blocks: DocumentBlock[] = [];
  let section = 0;
  for (const [index, block] of found.entries()) {
    while (index >= (sections[section]?.beyond ?? found.length)) section++;
    const { kind, start, end, depth, parts } = block;
    const line = findLineAtOffset(lines, start) + 1;
    blocks.push({
      index,
      kind,
      start,
      end,
      line,
      depth,
      title: titles[index] ?? "",
      section,
      parts,
    });
    await breathe();
  }
  return {
    variant,
    label: formatVariantLabel(variant),
    name,
    format,
    text,
    eol: detectLineBreak(text),
    blocks,
    sections,
  };
}

/** By index of block; definitions come first, for a title may use one that follows it. */
async function readHeadingTitles(
  text: string,
  found: readonly MarkdownBlock[],
  breathe: YieldToEventLoop,
): Promise<string[]> {
  const labels = new Set(found.flatMap((block) => block.labels));
  const titles: string[] = [];
  for (const { heading } of found) {
    titles.push(
      heading === null ? "" : parseHeadingTitle(text.slice(heading.start, heading.end), labels),
    );
    await breathe();
  }
  return titles;
}

/** That of the first line. */
function detectLineBreak(text: string): "\n" | "\r\n" {
  const newline = text.indexOf("\n");
  return newline > 0 && text[newline - 1] === "\r" ? "\r\n" : "\n";
}

// A text without marks: paragraphs with blank lines between them, and nothing else.

async function readPlainTextBlocks(
  lines: TextLines,
  breathe: YieldToEventLoop,
): Promise<MarkdownBlock[]> {
  const blocks: MarkdownBlock[] = [];
  for (let line = 0; line < countLines(lines);) {
    const turn = breathe();
    if (turn) await turn;
    let next = line;
    while (next < countLines(lines) && !isBlankLine(lines, next)) next++;
    if (next > line) {
      const start = findLineStart(lines, line);
      const end = findTrimmedEnd(lines.text, start, findLineStart(lines, next));
      blocks.push({ ...NOTHING_FOUND, kind: "paragraph", start, end });
    }
    line = next + 1;
  }
  return blocks;
}

// Builds sections from headings: which contains which, where each begins and ends, and its number in the outline.

interface OpenSection extends Omit<DocumentSection, "children" | "number"> {
  children: number[];
  number: string;
  end: number;
  beyond: number;
  ownEnd: number;
}

/** Section 0 first, then one per heading in order. */
function buildOutline(
  blocks: readonly MarkdownBlock[],
  titles: readonly string[],
  length: number,
): DocumentSection[] {
  const headings = blocks.flatMap(({ kind, start, depth }, block) =>
    kind === "heading" ? [{ start, depth, block }] : [],
  );
  const sections: OpenSection[] = [{ start: 0, depth: 0, block: 0 }, ...headings].map(
    ({ start, depth, block }, index) => ({
      index,
      depth,
      start,
      title: index === 0 ? "" : (titles[block] ?? ""),
      number: "0",
      parent: null,
      children: [],
      first: block,
      beyond: headings[index]?.block ?? blocks.length,
      ownEnd: headings[index]?.start ?? length,
      end: length,
    }),
  );
  nestSections(sections);
  numberSections(sections);
  return sections;
}

/** A section ends where the next one of its level or above begins. */
function nestSections(sections: OpenSection[]): void {
  const path: OpenSection[] = [];
  for (const section of sections) {
    while (path.length > 0 && (path.at(-1)?.depth ?? 0) >= section.depth) {
      const closed = path.pop();
      if (closed) closed.end = section.start;
    }
    const preamble = sections[0];
    if (section.index === 1 && preamble) preamble.end = section.start;
    const parent = path.at(-1);
    if (parent) {
      parent.children.push(section.index);
      Object.assign(section, { parent: parent.index });
    }
    if (section.index > 0) path.push(section);
  }
}

/** A first heading above all others is the title of the document, and its parts are counted as if it were not there. */
function numberSections(sections: readonly OpenSection[]): void {
  const tops = sections.filter(({ index, parent }) => index > 0 && parent === null);
  const [title, ...others] = tops;
  const hasTitle = title !== undefined && others.length === 0 && title.depth === 1;
  const children = (indices: readonly number[]): OpenSection[] =>
    indices.flatMap((index) => sections[index] ?? []);
  const count = (parts: readonly OpenSection[], prefix: string): void => {
    for (const [place, part] of parts.entries()) {
      part.number = `${prefix}${place + 1}`;
      count(children(part.children), `${part.number}.`);
    }
  };
  count(hasTitle ? children(title.children) : tops, "");
}

// A heading's words without their marks.

const INLINE: Options = {
  extensions: [gfmFootnote()],
  mdastExtensions: [gfmFootnoteFromMarkdown()],
};

/** Longer ones keep their marks: the parser may take quadratic time over brackets. */
const LONGEST = 2_000;

/** Reads each heading once, however many variants have it. `labels` are those the document defines. */
function parseHeadingTitle(marked: string, labels: ReadonlySet<string>): string {
  if (!/[\\`*_[\]<>&!]/.test(marked) || marked.length > LONGEST) return joinTitleLines(marked);
  const used = listUsedLabels(marked, labels);
  const heading = /[\r\n]/.test(marked) ? `${marked}\n===` : `# ${marked} #`;
  const page = [heading, ...used.map((label) => `[${label}]: x`)].join("\n\n");
  const known = headingTitleCache.get(page);
  if (known !== undefined) return known;
  if (headingTitleCache.size > MOST_REMEMBERED) headingTitleCache.clear();
  const title = joinTitleLines(parseInlineTitle(page) ?? marked);
  headingTitleCache.set(page, title);
  return title;
}

const headingTitleCache = new Map<string, string>();
const MOST_REMEMBERED = 10_000;

function listUsedLabels(marked: string, labels: ReadonlySet<string>): string[] {
  if (labels.size === 0) return [];
  const bracketed = [...marked.matchAll(/\[((?:[^[\]\\]|\\.)*)\]/gs)].map(
    ([, label = ""]) => label,
  );
  return bracketed.filter((label) => labels.has(normalizeLabel(label)));
}

function parseInlineTitle(page: string): string | null {
  try {
    const [heading] = fromMarkdown(page, INLINE).children;
    return heading === undefined ? null : readNodeWords(heading);
  } catch {
    return null;
  }
}

function readNodeWords(node: Nodes): string {
  if ("value" in node) return node.type === "html" ? "" : node.value;
  if ("alt" in node) return node.alt ?? "";
  if ("children" in node) return node.children.map(readNodeWords).join("");
  return node.type === "break" ? " " : "";
}

function joinTitleLines(words: string): string {
  return words
    .replace(/[ \t\r\n]+/g, " ")
    .replace(/^ | $/g, "")
    .replaceAll("\0", "\ufffd");
}
