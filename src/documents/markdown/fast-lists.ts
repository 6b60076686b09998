/** Lists whose items are certain: each starts with the same kind of marker, and its other lines are indented. */
import type { TextSpan } from "../document.ts";
import { interruptsBlock, THEMATIC_BREAK } from "./line-kinds.ts";
import { type FastBlock, NOTHING_FOUND } from "./markdown-block.ts";
import {
  countLines,
  isBlankLine,
  readLineText,
  findLineStart,
  type TextLines,
  findTrimmedEnd,
} from "./text-lines.ts";

/**
 * The list that begins here, up to the first item that is not certain: the reader takes it up again there,
 * and neighbouring lists of one mark are one list.
 */
export function readFastList(lines: TextLines, from: number): FastBlock | null {
  const first = parseItemStart(readLineText(lines, from));
  if (first === null) return null;
  const parts: TextSpan[] = [];
  let open = { line: from, width: first.width, beyond: from + 1 };
  const close = (): void => {
    const start = findLineStart(lines, open.line);
    parts.push({
      start,
      end: findTrimmedEnd(lines.text, start, findLineStart(lines, open.beyond)),
    });
  };
  let line = from + 1;
  for (; line < countLines(lines); line++) {
    if (isBlankLine(lines, line)) continue;
    const words = readLineText(lines, line);
    const indent = / */.exec(words)?.[0].length ?? 0;
    if (indent >= open.width) {
      open.beyond = line + 1;
      continue;
    }
    const item = parseItemStart(words);
    if (item !== null && item.marker === first.marker) {
      close();
      open = { line, width: item.width, beyond: line + 1 };
      continue;
    }
    if (endsList(words, isBlankLine(lines, line - 1))) break;
    // only the complete parser knows what belongs to this item
    if (parts.length === 0) return null;
    return createListBlock(lines, { from, next: open.line, parts, marker: first.marker });
  }
  close();
  return createListBlock(lines, { from, next: open.beyond, parts, marker: first.marker });
}

/** The mark of a line that begins an item with words in it, at the left margin or a little from it. */
export function findListMarker(line: string): string | null {
  return /^ {0,3}(?:([-+*])|\d{1,9}([.)]))[ \t]+[^\s]/.exec(line)?.slice(1).join("") ?? null;
}

interface ListItemStart {
  readonly marker: string;
  /** How far the item's other lines are indented. */
  readonly width: number;
}

function parseItemStart(line: string): ListItemStart | null {
  const match = /^ {0,3}(?:([-+*])|\d{1,9}([.)])) {1,4}(?=[^\s])/.exec(line);
  if (!match || THEMATIC_BREAK.test(line)) return null;
  const [whole, bullet, delimiter] = match;
  return { marker: bullet ?? delimiter ?? "", width: whole.length };
}

/** At the left margin: a line after a blank one that is not an item, or one that interrupts anything. */
function endsList(line: string, afterBlank: boolean): boolean {
  if (/^\s/.test(line)) return false;
  if (THEMATIC_BREAK.test(line)) return true;
  if (/^(?:[-+*]|\d{1,9}[.)])(?:\s|$)/.test(line)) return false;
  return afterBlank || interruptsBlock(line);
}

function createListBlock(
  lines: TextLines,
  { from, next, parts, marker }: { from: number; next: number; parts: TextSpan[]; marker: string },
): FastBlock | null {
  const start = findLineStart(lines, from);
  const end = parts.at(-1)?.end ?? start;
  // a definition inside an item counts for the whole document
  if (lines.text.slice(start, end).includes("]:")) return null;
  return { block: { ...NOTHING_FOUND, kind: "list", start, end, parts, marker }, next };
}
