/** A text without marks: paragraphs with blank lines between them, and nothing else. */
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { type MarkdownBlock, NOTHING_FOUND } from "./markdown-block.ts";
import {
  countLines,
  isBlankLine,
  findLineStart,
  type TextLines,
  findTrimmedEnd,
} from "./text-lines.ts";

export async function readPlainTextBlocks(
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
