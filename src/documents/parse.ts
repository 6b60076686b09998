/** A document out of its text. Never throws: whatever the text is, it is a document, and every offset is into that text. */
import type { Breath } from "./breath.ts";
import { type Block, type Document, labelOf } from "./document.ts";
import type { FoundBlock } from "./found-block.ts";
import { outlineOf } from "./outline.ts";
import { plainTextBlocks } from "./plain-text-blocks.ts";
import { scanBlocks } from "./scan-blocks.ts";
import { lineOf, linesOf } from "./text-lines.ts";
import { titleOf } from "./titles.ts";

export interface GivenText {
  readonly variant: number;
  readonly name: string;
  readonly text: string;
  readonly format: "markdown" | "text";
}

export async function parseDocument(given: GivenText, breathe: Breath): Promise<Document> {
  const { variant, name, text, format } = given;
  const lines = linesOf(text);
  const found = await (format === "markdown" ? scanBlocks : plainTextBlocks)(lines, breathe);
  const titles = await titlesOf(text, found, breathe);
  const sections = outlineOf(found, titles, text.length);
  const blocks: Block[] = [];
  let section = 0;
  for (const [index, block] of found.entries()) {
    while (index >= (sections[section]?.beyond ?? found.length)) section++;
    const { kind, start, end, depth, parts } = block;
    const line = lineOf(lines, start) + 1;
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
    label: labelOf(variant),
    name,
    format,
    text,
    eol: eolOf(text),
    blocks,
    sections,
  };
}

/** By index of block; definitions come first, for a title may use one that follows it. */
async function titlesOf(
  text: string,
  found: readonly FoundBlock[],
  breathe: Breath,
): Promise<string[]> {
  const labels = new Set(found.flatMap((block) => block.labels));
  const titles: string[] = [];
  for (const { heading } of found) {
    titles.push(heading === null ? "" : titleOf(text.slice(heading.start, heading.end), labels));
    await breathe();
  }
  return titles;
}

/** That of the first line. */
function eolOf(text: string): "\n" | "\r\n" {
  const newline = text.indexOf("\n");
  return newline > 0 && text[newline - 1] === "\r" ? "\r\n" : "\n";
}
