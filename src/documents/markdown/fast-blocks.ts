/**
 * Blocks whose kind and end are certain from the start of their lines. Most blocks are, and reading them this way is
 * a hundred times faster than with the complete parser, which reads everything else.
 */
import type { BlockKind, TextSpan } from "../document.ts";
import { readFastList } from "./fast-lists.ts";
import {
  THEMATIC_BREAK,
  closesCodeFence,
  closesLongHtml,
  findCodeFence,
  findLongHtmlKind,
  interruptsBlock,
  isPlainLine,
} from "./line-kinds.ts";
import { type FastBlock, NOTHING_FOUND } from "./markdown-block.ts";
import { parseMarkdownBlocks } from "./mdast-blocks.ts";
import {
  type TextLines,
  countLines,
  findLineStart,
  findTrimmedEnd,
  isBlankLine,
  readLineText,
} from "./text-lines.ts";

/** Null when it takes the complete parser to say. The line is not blank, and no block before it is open. */
export function readFastBlock(lines: TextLines, from: number): FastBlock | null {
  const line = readLineText(lines, from);
  if (INDENTED.test(line)) return readIndentedCode(lines, from);
  const heading = HEADING.exec(line);
  if (heading) return readAtxHeading(lines, from, heading);
  const fence = findCodeFence(line);
  if (fence !== null) {
    const next = findLineAfter(lines, from + 1, (other) => closesCodeFence(other, fence));
    return createFastBlock(lines, { from, next, kind: "code" });
  }
  const html = findLongHtmlKind(line);
  if (html !== null) {
    // it may close on the line that opens it
    const next = findLineAfter(lines, from, (other) => closesLongHtml(other, html));
    return createFastBlock(lines, { from, next, kind: "html" });
  }
  if (THEMATIC_BREAK.test(line))
    return createFastBlock(lines, { from, next: from + 1, kind: "rule" });
  return (
    readFastList(lines, from) ??
    readQuoteBlock(lines, from) ??
    readFastTable(lines, from) ??
    readParagraphBlock(lines, from)
  );
}

const INDENTED = /^(?: {4}| {0,3}\t)/;
const HEADING = /^( {0,3}(#{1,6})(?:[ \t]+|$))(.*)$/s;

/** Front matter must be at the very beginning and be closed: `---` for YAML, `+++` for TOML. */
export function readFrontMatter(lines: TextLines): FastBlock | null {
  if (countLines(lines) === 0) return null;
  const mark = /^(?:---|\+\+\+)[ \t]*$/;
  const opening = readLineText(lines, 0);
  if (!mark.test(opening)) return null;
  for (let line = 1; line < countLines(lines); line++) {
    const closing = readLineText(lines, line);
    if (mark.test(closing) && closing.startsWith(opening.slice(0, 3))) {
      return createFastBlock(lines, { from: 0, next: line + 1, kind: "front-matter" });
    }
  }
  return null;
}

function createFastBlock(
  lines: TextLines,
  { from, next, kind }: { from: number; next: number; kind: BlockKind },
): FastBlock {
  const start = findLineStart(lines, from);
  const end = findTrimmedEnd(lines.text, start, findLineStart(lines, next));
  return { block: { ...NOTHING_FOUND, kind, start, end }, next };
}

function readAtxHeading(lines: TextLines, from: number, match: RegExpExecArray): FastBlock {
  const { block, next } = createFastBlock(lines, { from, next: from + 1, kind: "heading" });
  const [, opening = "", marks = "", rest = ""] = match;
  const words = rest.replace(/(?:^|[ \t]+)#+[ \t]*$/, "").replace(/[ \t]+$/, "");
  const start = block.start + opening.length;
  const heading = { start, end: start + words.length };
  return { block: { ...block, depth: marks.length, heading }, next };
}

/** The line after the first one that closes, or the end. */
function findLineAfter(lines: TextLines, from: number, closes: (line: string) => boolean): number {
  let line = from;
  while (line < countLines(lines) && !closes(readLineText(lines, line))) line++;
  return Math.min(line + 1, countLines(lines));
}

function readIndentedCode(lines: TextLines, from: number): FastBlock {
  let next = from + 1;
  for (let line = next; line < countLines(lines); line++) {
    if (isBlankLine(lines, line)) continue;
    if (!INDENTED.test(readLineText(lines, line))) break;
    next = line + 1;
  }
  return createFastBlock(lines, { from, next, kind: "code" });
}

function readQuoteBlock(lines: TextLines, from: number): FastBlock | null {
  const mark = /^ {0,3}>/;
  if (!mark.test(readLineText(lines, from))) return null;
  let next = from + 1;
  while (next < countLines(lines) && !isBlankLine(lines, next)) {
    const line = readLineText(lines, next);
    if (!mark.test(line)) {
      // anything else may be a lazy continuation
      if (interruptsBlock(line)) break;
      return null;
    }
    next++;
  }
  const found = createFastBlock(lines, { from, next, kind: "quote" });
  return mayDefineLabel(lines, found) ? null : found;
}

function readParagraphBlock(lines: TextLines, from: number): FastBlock | null {
  const first = readLineText(lines, from);
  if (!isPlainLine(first)) return null;
  let next = from + 1;
  while (next < countLines(lines) && !isBlankLine(lines, next)) {
    const line = readLineText(lines, next);
    if (!isPlainLine(line) && !INDENTED.test(line)) {
      if (interruptsBlock(line)) break;
      return null;
    }
    next++;
  }
  const found = createFastBlock(lines, { from, next, kind: "paragraph" });
  return first.trimStart().startsWith("[") && mayDefineLabel(lines, found) ? null : found;
}

/** A label may go over lines; only the complete parser knows whether it defines something. */
function mayDefineLabel({ text }: TextLines, { block: { start, end } }: FastBlock): boolean {
  return text.slice(start, end).includes("]:");
}

// Tables whose rows are certain: the head is left to the complete parser, what follows begins like
// a row or like prose.

const TABLE_DELIMITERS = /^ {0,3}[ \t:|-]*-[ \t:|-]*$/;

function readFastTable(lines: TextLines, from: number): FastBlock | null {
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
