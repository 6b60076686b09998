/**
 * Reads the blocks of a Markdown document in slices short enough for the event loop.
 *
 * SB1. A piece is read separately only from where no block is open: after certain blocks, and where a line at the
 *      left margin follows a blank one. Code and HTML still open there are read again by their own rules.
 * SB2. The result equals the complete parser's for the whole text; an uncertain block of more than 6,000 characters
 *      or 300 lines is taken whole.
 */
import type { TextSpan } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { readFastBlock, readFrontMatter } from "./fast-blocks.ts";
import { findListMarker } from "./fast-lists.ts";
import { findCodeFence } from "./line-kinds.ts";
import { type MarkdownBlock, shiftBlock } from "./markdown-block.ts";
import { parseAsSingleBlock, parseMarkdownBlocks } from "./mdast-blocks.ts";
import {
  countLines,
  isBlankLine,
  readLineText,
  findLineAtOffset,
  findLineStart,
  type TextLines,
} from "./text-lines.ts";

export async function scanMarkdownBlocks(
  lines: TextLines,
  breathe: YieldToEventLoop,
): Promise<MarkdownBlock[]> {
  const found = createBlockCollector();
  const front = readFrontMatter(lines);
  if (front) found.add([front.block]);
  for (let line = front?.next ?? 0; line < countLines(lines);) {
    const turn = breathe();
    if (turn) await turn;
    if (isBlankLine(lines, line)) {
      line++;
      continue;
    }
    const certain = readFastBlock(lines, line);
    const { blocks, next } = certain
      ? { blocks: [certain.block], next: certain.next }
      : readParsedPiece(lines, line);
    found.add(blocks);
    line = next;
  }
  return found.blocks;
}

interface BlockReading {
  readonly blocks: readonly MarkdownBlock[];
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
function readParsedPiece(lines: TextLines, from: number): BlockReading {
  for (let next = findBlockBoundary(lines, from); ; next = findFartherBoundary(lines, from, next)) {
    if (findPortionEnd(lines, from, SMALLEST) < next) {
      const beginning = readFirstBlocks(lines, from, next);
      if (beginning !== null) return beginning;
      if (findPortionEnd(lines, from, LARGEST) < next) return readWholePiece(lines, from, next);
    }
    const blocks = parseLineRange(lines, from, next);
    const last = blocks.at(-1);
    if (last === undefined) return { blocks, next };
    if (blocks.length > 1 && mayBeUnclosed(lines, last)) return dropLastBlock(lines, blocks);
    if (next >= countLines(lines) || isBlankLine(lines, next - 1)) return { blocks, next };
    // an item without a blank line before it continues a list, or else is part of something longer
    if (last.kind === "list" && last.marker === findListMarker(readLineText(lines, next)))
      return { blocks, next };
  }
}

/** The next line at the left margin that follows a blank line or is an item of a list. */
function findBlockBoundary(lines: TextLines, from: number): number {
  let line = from + 1;
  for (; line < countLines(lines); line++) {
    if (isBlankLine(lines, line)) continue;
    const words = readLineText(lines, line);
    if (/^[ \t]/.test(words)) continue;
    if (isBlankLine(lines, line - 1) || findListMarker(words) !== null) break;
  }
  return line;
}

/** At least twice as far: continuing item by item, each time from the beginning, would take quadratic time. */
function findFartherBoundary(lines: TextLines, from: number, next: number): number {
  const far = 2 * findLineStart(lines, next) - findLineStart(lines, from);
  let line = findBlockBoundary(lines, next);
  while (line < countLines(lines) && findLineStart(lines, line) < far)
    line = findBlockBoundary(lines, line);
  return line;
}

/** The line after as many whole lines as fit a portion. */
function findPortionEnd(
  lines: TextLines,
  from: number,
  { chars, lines: most }: (typeof PORTIONS)[number],
): number {
  const start = findLineStart(lines, from);
  if (lines.text.length - start <= chars) return Math.min(from + most, countLines(lines));
  return Math.min(from + most, findLineAtOffset(lines, start + chars));
}

/** Reads a part of a long piece and continues from its last block, whose end is not known yet. */
function readFirstBlocks(lines: TextLines, from: number, next: number): BlockReading | null {
  for (const portion of PORTIONS) {
    const end = findPortionEnd(lines, from, portion);
    if (end <= from || end >= next) continue;
    const blocks = parseLineRange(lines, from, end);
    if (blocks.length > 1) return dropLastBlock(lines, blocks);
  }
  return null;
}

function readWholePiece(lines: TextLines, from: number, atLeast: number): BlockReading {
  let next = atLeast;
  while (next < countLines(lines) && !isBlankLine(lines, next - 1))
    next = findBlockBoundary(lines, next);
  const start = findLineStart(lines, from);
  return {
    blocks: [
      shiftBlock(parseAsSingleBlock(lines.text.slice(start, findLineStart(lines, next))), start),
    ],
    next,
  };
}

function parseLineRange(lines: TextLines, from: number, beyond: number): MarkdownBlock[] {
  const start = findLineStart(lines, from);
  return parseMarkdownBlocks(lines.text.slice(start, findLineStart(lines, beyond))).map((block) =>
    shiftBlock(block, start),
  );
}

function dropLastBlock(lines: TextLines, blocks: readonly MarkdownBlock[]): BlockReading {
  const last = blocks.at(-1);
  return { blocks: blocks.slice(0, -1), next: findLineAtOffset(lines, last?.start ?? 0) };
}

function mayBeUnclosed(lines: TextLines, { kind, start }: MarkdownBlock): boolean {
  return (
    kind === "html" ||
    (kind === "code" && findCodeFence(readLineText(lines, findLineAtOffset(lines, start))) !== null)
  );
}

/** Neighbouring lists with one kind of mark are one list. */
function createBlockCollector(): {
  blocks: MarkdownBlock[];
  add: (blocks: readonly MarkdownBlock[]) => void;
} {
  const blocks: MarkdownBlock[] = [];
  let parts: TextSpan[] = [];
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
