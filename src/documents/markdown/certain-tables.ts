import type { TextSpan } from "../document.ts";
import { interruptsBlock, isPlainLine } from "./line-kinds.ts";
import { type FastBlock, NOTHING_FOUND } from "./markdown-block.ts";
/** Tables whose rows are certain: the head is left to the complete parser, what follows begins like a row or like prose. */
import { parseMarkdownBlocks } from "./mdast-blocks.ts";
import {
  countLines,
  isBlankLine,
  readLineText,
  findLineStart,
  type TextLines,
  findTrimmedEnd,
} from "./text-lines.ts";

const TABLE_DELIMITERS = /^ {0,3}[ \t:|-]*-[ \t:|-]*$/;

export function readFastTable(lines: TextLines, from: number): FastBlock | null {
  if (from + 1 >= countLines(lines) || !TABLE_DELIMITERS.test(readLineText(lines, from + 1)))
    return null;
  if (!isTableRow(readLineText(lines, from))) return null;
  const start = findLineStart(lines, from);
  const [table, ...others] = parseMarkdownBlocks(
    lines.text.slice(start, findLineStart(lines, from + 2)),
  );
  if (table?.kind !== "table" || others.length > 0) return null;
  const parts: TextSpan[] = [readRowSpan(lines, from)];
  let next = from + 2;
  while (next < countLines(lines) && !isBlankLine(lines, next)) {
    const line = readLineText(lines, next);
    if (!isTableRow(line)) {
      if (interruptsBlock(line)) break;
      return null;
    }
    parts.push(readRowSpan(lines, next));
    next++;
  }
  const end = findTrimmedEnd(lines.text, start, findLineStart(lines, next));
  return { block: { ...NOTHING_FOUND, kind: "table", start, end, parts }, next };
}

function isTableRow(line: string): boolean {
  return /^ {0,3}\|/.test(line) || (isPlainLine(line) && !line.includes("]:"));
}

function readRowSpan(lines: TextLines, line: number): TextSpan {
  const start = findLineStart(lines, line);
  return { start, end: findTrimmedEnd(lines.text, start, findLineStart(lines, line + 1)) };
}
