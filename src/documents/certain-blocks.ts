/**
 * Blocks whose kind and end are certain from how their lines begin. Most of a document is such, and reading it
 * this way is a hundred times faster than with the complete parser, which is asked for everything else.
 */
import { certainList } from "./certain-lists.ts";
import { certainTable } from "./certain-tables.ts";
import type { BlockKind } from "./document.ts";
import { type Certain, NOTHING_FOUND } from "./found-block.ts";
import {
  closesFence,
  closesHtml,
  fenceOf,
  htmlOf,
  interrupts,
  isPlain,
  RULE,
} from "./line-kinds.ts";
import { countOf, isBlank, lineAt, startOf, type TextLines, trimEnd } from "./text-lines.ts";

/** Null when it takes the complete parser to say. The line is not blank, and no block before it is open. */
export function certainBlock(lines: TextLines, from: number): Certain | null {
  const line = lineAt(lines, from);
  if (INDENTED.test(line)) return indentedCode(lines, from);
  const heading = HEADING.exec(line);
  if (heading) return atxHeading(lines, from, heading);
  const fence = fenceOf(line);
  if (fence !== null) {
    const next = lineAfter(lines, from + 1, (other) => closesFence(other, fence));
    return certain(lines, { from, next, kind: "code" });
  }
  const html = htmlOf(line);
  if (html !== null) {
    // it may close on the line that opens it
    const next = lineAfter(lines, from, (other) => closesHtml(other, html));
    return certain(lines, { from, next, kind: "html" });
  }
  if (RULE.test(line)) return certain(lines, { from, next: from + 1, kind: "rule" });
  return (
    certainList(lines, from) ??
    quote(lines, from) ??
    certainTable(lines, from) ??
    paragraph(lines, from)
  );
}

const INDENTED = /^(?: {4}| {0,3}\t)/;
const HEADING = /^( {0,3}(#{1,6})(?:[ \t]+|$))(.*)$/s;

/** Front matter stands at the very beginning and is closed, or it is none. */
export function frontMatter(lines: TextLines): Certain | null {
  const mark = /^---[ \t]*$/;
  if (countOf(lines) === 0 || !mark.test(lineAt(lines, 0))) return null;
  for (let line = 1; line < countOf(lines); line++) {
    if (mark.test(lineAt(lines, line))) {
      return certain(lines, { from: 0, next: line + 1, kind: "front-matter" });
    }
  }
  return null;
}

function certain(
  lines: TextLines,
  { from, next, kind }: { from: number; next: number; kind: BlockKind },
): Certain {
  const start = startOf(lines, from);
  const end = trimEnd(lines.text, start, startOf(lines, next));
  return { block: { ...NOTHING_FOUND, kind, start, end }, next };
}

function atxHeading(lines: TextLines, from: number, match: RegExpExecArray): Certain {
  const { block, next } = certain(lines, { from, next: from + 1, kind: "heading" });
  const [, opening = "", marks = "", rest = ""] = match;
  const words = rest.replace(/(?:^|[ \t]+)#+[ \t]*$/, "").replace(/[ \t]+$/, "");
  const start = block.start + opening.length;
  const heading = { start, end: start + words.length };
  return { block: { ...block, depth: marks.length, heading }, next };
}

/** The line after the first one that closes, or the end. */
function lineAfter(lines: TextLines, from: number, closes: (line: string) => boolean): number {
  let line = from;
  while (line < countOf(lines) && !closes(lineAt(lines, line))) line++;
  return Math.min(line + 1, countOf(lines));
}

function indentedCode(lines: TextLines, from: number): Certain {
  let next = from + 1;
  for (let line = next; line < countOf(lines); line++) {
    if (isBlank(lines, line)) continue;
    if (!INDENTED.test(lineAt(lines, line))) break;
    next = line + 1;
  }
  return certain(lines, { from, next, kind: "code" });
}

function quote(lines: TextLines, from: number): Certain | null {
  const mark = /^ {0,3}>/;
  if (!mark.test(lineAt(lines, from))) return null;
  let next = from + 1;
  while (next < countOf(lines) && !isBlank(lines, next)) {
    const line = lineAt(lines, next);
    if (!mark.test(line)) {
      // anything else may be a lazy continuation
      if (interrupts(line)) break;
      return null;
    }
    next++;
  }
  const found = certain(lines, { from, next, kind: "quote" });
  return mayDefine(lines, found) ? null : found;
}

function paragraph(lines: TextLines, from: number): Certain | null {
  const first = lineAt(lines, from);
  if (!isPlain(first)) return null;
  let next = from + 1;
  while (next < countOf(lines) && !isBlank(lines, next)) {
    const line = lineAt(lines, next);
    if (!isPlain(line) && !INDENTED.test(line)) {
      if (interrupts(line)) break;
      return null;
    }
    next++;
  }
  const found = certain(lines, { from, next, kind: "paragraph" });
  return first.trimStart().startsWith("[") && mayDefine(lines, found) ? null : found;
}

/** A label may go over lines; only the complete parser knows whether it defines something. */
function mayDefine({ text }: TextLines, { block: { start, end } }: Certain): boolean {
  return text.slice(start, end).includes("]:");
}
