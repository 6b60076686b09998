/** Tables whose rows are certain: the head is left to the complete parser, what follows begins like a row or like prose. */
import { completeParse } from "./complete-parse.ts";
import type { Span } from "./document.ts";
import { type Certain, NOTHING_FOUND } from "./found-block.ts";
import { interrupts, isPlain } from "./line-kinds.ts";
import { countOf, isBlank, lineAt, startOf, type TextLines, trimEnd } from "./text-lines.ts";

const DELIMITERS = /^ {0,3}[ \t:|-]*-[ \t:|-]*$/;

export function certainTable(lines: TextLines, from: number): Certain | null {
  if (from + 1 >= countOf(lines) || !DELIMITERS.test(lineAt(lines, from + 1))) return null;
  if (!isRow(lineAt(lines, from))) return null;
  const start = startOf(lines, from);
  const [table, ...others] = completeParse(lines.text.slice(start, startOf(lines, from + 2)));
  if (table?.kind !== "table" || others.length > 0) return null;
  const parts: Span[] = [rowAt(lines, from)];
  let next = from + 2;
  while (next < countOf(lines) && !isBlank(lines, next)) {
    const line = lineAt(lines, next);
    if (!isRow(line)) {
      if (interrupts(line)) break;
      return null;
    }
    parts.push(rowAt(lines, next));
    next++;
  }
  const end = trimEnd(lines.text, start, startOf(lines, next));
  return { block: { ...NOTHING_FOUND, kind: "table", start, end, parts }, next };
}

function isRow(line: string): boolean {
  return /^ {0,3}\|/.test(line) || (isPlain(line) && !line.includes("]:"));
}

function rowAt(lines: TextLines, line: number): Span {
  const start = startOf(lines, line);
  return { start, end: trimEnd(lines.text, start, startOf(lines, line + 1)) };
}
