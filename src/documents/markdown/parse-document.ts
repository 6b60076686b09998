import { type DocumentBlock, type ParsedDocument, formatVariantLabel } from "../document.ts";
/** A document out of its text. Never throws: whatever the text is, it is a document, and every offset is into that text. */
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import type { MarkdownBlock } from "./markdown-block.ts";
import { buildOutline } from "./outline.ts";
import { readPlainTextBlocks } from "./plain-text-blocks.ts";
import { scanMarkdownBlocks } from "./scan-blocks.ts";
import { findLineAtOffset, splitTextLines } from "./text-lines.ts";
import { parseHeadingTitle } from "./titles.ts";

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
