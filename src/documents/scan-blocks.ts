/**
 * The blocks of a Markdown document, in slices short enough for the event loop.
 *
 * B1. A piece is read on its own only from where no block is open: after certain blocks, and where a line at the
 *     left margin follows a blank one. Code and HTML that are still open there are read again by their own lines.
 * B2. The list of blocks is the one the complete parser gives for the whole text; a block of more than 6,000
 *     characters or 300 lines that nothing makes certain is taken whole.
 */
import type { Breath } from "./breath.ts";
import { certainBlock, frontMatter } from "./certain-blocks.ts";
import { markerOf } from "./certain-lists.ts";
import { coarse, completeParse } from "./complete-parse.ts";
import type { Span } from "./document.ts";
import { type FoundBlock, moved } from "./found-block.ts";
import { fenceOf } from "./line-kinds.ts";
import { countOf, isBlank, lineAt, lineOf, startOf, type TextLines } from "./text-lines.ts";

export async function scanBlocks(lines: TextLines, breathe: Breath): Promise<FoundBlock[]> {
  const found = collector();
  const front = frontMatter(lines);
  if (front) found.add([front.block]);
  for (let line = front?.next ?? 0; line < countOf(lines);) {
    const turn = breathe();
    if (turn) await turn;
    if (isBlank(lines, line)) {
      line++;
      continue;
    }
    const certain = certainBlock(lines, line);
    const { blocks, next } = certain
      ? { blocks: [certain.block], next: certain.next }
      : piece(lines, line);
    found.add(blocks);
    line = next;
  }
  return found.blocks;
}

interface Reading {
  readonly blocks: readonly FoundBlock[];
  /** The line to go on from. */
  readonly next: number;
}

/** What the complete parser is given at once; it takes quadratic time over nested lists and lazy lines. */
const PORTIONS = [
  { chars: 2_000, lines: 100 },
  { chars: 4_000, lines: 200 },
  { chars: 6_000, lines: 300 },
] as const;
const [SMALLEST, , LARGEST] = PORTIONS;

/** Lets the complete parser read from here to where nothing is open. */
function piece(lines: TextLines, from: number): Reading {
  for (let next = boundary(lines, from); ; next = farther(lines, from, next)) {
    if (beyond(lines, from, SMALLEST) < next) {
      const beginning = firstBlocks(lines, from, next);
      if (beginning !== null) return beginning;
      if (beyond(lines, from, LARGEST) < next) return takenWhole(lines, from, next);
    }
    const blocks = parsedLines(lines, from, next);
    const last = blocks.at(-1);
    if (last === undefined) return { blocks, next };
    if (blocks.length > 1 && mayBeOpen(lines, last)) return allButLast(lines, blocks);
    if (next >= countOf(lines) || isBlank(lines, next - 1)) return { blocks, next };
    // an item without a blank line before it goes on with a list, or else is part of something longer
    if (last.kind === "list" && last.marker === markerOf(lineAt(lines, next)))
      return { blocks, next };
  }
}

/** The next line at the left margin that follows a blank line or is an item of a list. */
function boundary(lines: TextLines, from: number): number {
  let line = from + 1;
  for (; line < countOf(lines); line++) {
    if (isBlank(lines, line)) continue;
    const words = lineAt(lines, line);
    if (/^[ \t]/.test(words)) continue;
    if (isBlank(lines, line - 1) || markerOf(words) !== null) break;
  }
  return line;
}

/** At least twice as far: going on item by item, each time from the beginning, would take quadratic time. */
function farther(lines: TextLines, from: number, next: number): number {
  const far = 2 * startOf(lines, next) - startOf(lines, from);
  let line = boundary(lines, next);
  while (line < countOf(lines) && startOf(lines, line) < far) line = boundary(lines, line);
  return line;
}

/** The line after as many whole lines as a portion holds. */
function beyond(
  lines: TextLines,
  from: number,
  { chars, lines: most }: (typeof PORTIONS)[number],
): number {
  const start = startOf(lines, from);
  if (lines.text.length - start <= chars) return Math.min(from + most, countOf(lines));
  return Math.min(from + most, lineOf(lines, start + chars));
}

/** Reads a part of a long piece and goes on from its last block, whose end is not known yet. */
function firstBlocks(lines: TextLines, from: number, next: number): Reading | null {
  for (const portion of PORTIONS) {
    const end = beyond(lines, from, portion);
    if (end <= from || end >= next) continue;
    const blocks = parsedLines(lines, from, end);
    if (blocks.length > 1) return allButLast(lines, blocks);
  }
  return null;
}

function takenWhole(lines: TextLines, from: number, atLeast: number): Reading {
  let next = atLeast;
  while (next < countOf(lines) && !isBlank(lines, next - 1)) next = boundary(lines, next);
  const start = startOf(lines, from);
  return { blocks: [moved(coarse(lines.text.slice(start, startOf(lines, next))), start)], next };
}

function parsedLines(lines: TextLines, from: number, beyond: number): FoundBlock[] {
  const start = startOf(lines, from);
  return completeParse(lines.text.slice(start, startOf(lines, beyond))).map((block) =>
    moved(block, start),
  );
}

function allButLast(lines: TextLines, blocks: readonly FoundBlock[]): Reading {
  const last = blocks.at(-1);
  return { blocks: blocks.slice(0, -1), next: lineOf(lines, last?.start ?? 0) };
}

function mayBeOpen(lines: TextLines, { kind, start }: FoundBlock): boolean {
  return (
    kind === "html" || (kind === "code" && fenceOf(lineAt(lines, lineOf(lines, start))) !== null)
  );
}

/** Neighbouring lists with one kind of mark are one list. */
function collector(): { blocks: FoundBlock[]; add: (blocks: readonly FoundBlock[]) => void } {
  const blocks: FoundBlock[] = [];
  let parts: Span[] = [];
  return {
    blocks,
    add: (more) => {
      for (const block of more) {
        const before = blocks.at(-1);
        if (before?.kind === "list" && block.kind === "list" && before.marker === block.marker) {
          // the same array grows: copying it for each item would take quadratic time
          for (const part of block.parts) parts.push(part);
          const labels =
            block.labels.length === 0 ? before.labels : [...before.labels, ...block.labels];
          blocks[blocks.length - 1] = { ...before, end: block.end, parts, labels };
        } else {
          parts = [...block.parts];
          blocks.push({ ...block, parts });
        }
      }
    },
  };
}
