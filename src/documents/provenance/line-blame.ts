/**
 * Compares a provenance map with the document as it is now: which lines are still as merged, and what happened to the
 * rest.
 */
import { hash } from "node:crypto";

import {
  countLines,
  isBlankLine,
  readLineText,
  findLineAtOffset,
  splitTextLines,
  findLineStart,
  type TextLines,
} from "../markdown/text-lines.ts";
import type { LeftOutPassage, MappedUnit, ProvenanceMap } from "./provenance-map.ts";

export interface BlameRow {
  /** Of the document as it is now, from 1, the last one included. */
  readonly lines: readonly [number, number];
  /** Null for words that the merge did not write: added or changed since. */
  readonly unit: MappedUnit | null;
}

export interface LineBlame {
  /** False when the document was edited after the merge. */
  readonly untouched: boolean;
  /** In the order of the document. */
  readonly rows: readonly BlameRow[];
  /** What was merged and is no longer in the document as merged. */
  readonly gone: readonly MappedUnit[];
  readonly leftOut: readonly LeftOutPassage[];
}

export function traceLines(map: ProvenanceMap, text: string): LineBlame {
  const untouched = hash("sha256", text) === map.sha256;
  const lines = splitTextLines(text);
  const rows: BlameRow[] = [];
  const gone: MappedUnit[] = [];
  const find = createUnitFinder(lines);
  for (const unit of map.units) {
    const start = untouched ? unit.offsets[0] : find(unit);
    if (start === null) gone.push(unit);
    else {
      const end = start + unit.offsets[1] - unit.offsets[0];
      rows.push({
        lines: [findLineAtOffset(lines, start) + 1, findLineAtOffset(lines, end - 1) + 1],
        unit,
      });
    }
  }
  const unknown = untouched ? [] : listUnknownLines(lines, rows);
  const inOrder = [...rows, ...unknown].sort((a, b) => a.lines[0] - b.lines[0]);
  return { untouched, rows: inOrder, gone, leftOut: map.leftOut };
}

/** Lines around where a unit is expected that are tried as its beginning. */
const REACH = 2_000;

/** Whatever was edited moves what follows by the same distance, so each unit is looked for that far from its place. */
function createUnitFinder(lines: TextLines): (unit: MappedUnit) => number | null {
  const { text } = lines;
  let moved = 0;
  return ({ offsets: [start, end], sha256 }) => {
    const length = end - start;
    const isAt = (at: number): boolean =>
      at >= 0 &&
      at + length <= text.length &&
      hash("sha256", text.slice(at, at + length)) === sha256;
    if (isAt(start + moved)) return start + moved;
    const expected = findLineAtOffset(lines, Math.min(Math.max(0, start + moved), text.length));
    for (let away = 0; away <= REACH; away++) {
      for (const line of away === 0 ? [expected] : [expected + away, expected - away]) {
        if (line < 0 || line >= countLines(lines)) continue;
        const at = findLineStart(lines, line);
        // a block ends at the end of a line
        if (/\S/.test(text.charAt(at + length)) || !isAt(at)) continue;
        moved = at - start;
        return at;
      }
    }
    return null;
  };
}

const OWN_COMMENT = /^<!-- .* -->$/;

function listUnknownLines(lines: TextLines, rows: readonly BlameRow[]): BlameRow[] {
  const covered = new Set<number>();
  for (const {
    lines: [first, last],
  } of rows)
    for (let line = first; line <= last; line++) covered.add(line);
  const unknown: BlameRow[] = [];
  let run: [number, number] | null = null;
  for (let line = 1; line <= countLines(lines); line++) {
    const known =
      covered.has(line) ||
      isBlankLine(lines, line - 1) ||
      OWN_COMMENT.test(readLineText(lines, line - 1));
    if (known) run = null;
    else if (run === null) {
      run = [line, line];
      unknown.push({ lines: run, unit: null });
    } else run[1] = line;
  }
  return unknown;
}
