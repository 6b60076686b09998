/** Compares two documents block by block: same, replaced, added, removed. */
import { type DocumentBlock, type ParsedDocument, readSpanText } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { normalizeLine } from "./line-overlap.ts";

/** Indices of blocks: `[first, beyond)`. */
export interface BlockRange {
  readonly first: number;
  readonly beyond: number;
}

export interface BlockChange {
  readonly kind: "same" | "replaced" | "added" | "removed";
  readonly a: BlockRange;
  readonly b: BlockRange;
}

/** Blocks are identified by number: the same normalised text has the same number in every document. */
export interface BlockNumbers {
  readonly of: (document: ParsedDocument) => Int32Array;
}

/** Reads every block once; later comparisons look at numbers only. */
export async function numberEqualBlocks(
  documents: readonly ParsedDocument[],
  breathe: YieldToEventLoop,
): Promise<BlockNumbers> {
  const numbers = new Map<string, number>();
  const found = new Map<ParsedDocument, Int32Array>();
  for (const document of documents) {
    const own = new Int32Array(document.blocks.length);
    for (const block of document.blocks) {
      const key = formatBlockKey(document, block);
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      own[block.index] = number;
      await breathe();
    }
    found.set(document, own);
  }
  return {
    of: (document) => {
      const own = found.get(document);
      if (own === undefined) throw new Error("The blocks of this document were not numbered.");
      return own;
    },
  };
}

/** White space at the ends of lines and bullets do not make a block another; code keeps its indentation. */
function formatBlockKey(document: ParsedDocument, block: DocumentBlock): string {
  const text = readSpanText(document, block);
  if (block.kind === "code" || block.kind === "html" || block.kind === "front-matter") {
    return `${block.kind} ${text.replaceAll("\r\n", "\n")}`;
  }
  return normalizeLine(block.kind === "list" ? text.replace(/^([ \t]*)[*+•] /gm, "$1- ") : text);
}

/**
 * Anchored on blocks that occur once in each (patience diff), and again between two anchors, so that the cost grows
 * with the number of blocks. What is left between two anchors was replaced.
 */
export function compareBlocks(a: Int32Array, b: Int32Array): BlockChange[] {
  const changes: BlockChange[] = [];
  const whole = { a: { first: 0, beyond: a.length }, b: { first: 0, beyond: b.length } };
  const numbers = findLargestNumber(b, findLargestNumber(a, 0)) + 1;
  const [placesA, placesB] = [new Int32Array(numbers), new Int32Array(numbers)];
  compareBlockRanges({ a, b, placesA, placesB, changes }, whole, DEEPEST);
  return changes;
}

interface BlockComparison {
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** Scratch space for the position of each block number; all zero between uses. */
  readonly placesA: Int32Array;
  readonly placesB: Int32Array;
  readonly changes: BlockChange[];
}

function findLargestNumber(numbers: Int32Array, least: number): number {
  return numbers.reduce((most, number) => Math.max(most, number), least);
}

// each further level looks between anchors of the last: repeated blocks gain little from more
const DEEPEST = 4;

function compareBlockRanges(
  comparison: BlockComparison,
  ranges: BlockRanges,
  levels: number,
): void {
  const { a, b, changes } = comparison;
  const { before, middle, after } = trimCommonEnds(a, b, ranges);
  pushBlockChange(changes, "same", before);
  const anchors = levels === 0 ? [] : findPatienceAnchors(comparison, middle);
  if (anchors.length === 0) {
    const kind =
      countBlocks(middle.a) === 0 ? "added" : countBlocks(middle.b) === 0 ? "removed" : "replaced";
    pushBlockChange(changes, kind, middle);
  } else {
    let [atA, atB] = [middle.a.first, middle.b.first];
    for (const [anchorA, anchorB] of [...anchors, [middle.a.beyond, middle.b.beyond] as const]) {
      const gap = { a: { first: atA, beyond: anchorA }, b: { first: atB, beyond: anchorB } };
      compareBlockRanges(comparison, gap, levels - 1);
      const isAnchor = anchorA < middle.a.beyond && anchorB < middle.b.beyond;
      if (isAnchor) pushBlockChange(changes, "same", createSingleBlockRanges(anchorA, anchorB));
      [atA, atB] = [anchorA + 1, anchorB + 1];
    }
  }
  pushBlockChange(changes, "same", after);
}

function createSingleBlockRanges(a: number, b: number): BlockRanges {
  return { a: { first: a, beyond: a + 1 }, b: { first: b, beyond: b + 1 } };
}

/** What is the same at both ends, and what is between. */
function trimCommonEnds(
  a: Int32Array,
  b: Int32Array,
  ranges: BlockRanges,
): { before: BlockRanges; middle: BlockRanges; after: BlockRanges } {
  let { first: startA, beyond: endA } = ranges.a;
  let { first: startB, beyond: endB } = ranges.b;
  while (startA < endA && startB < endB && a[startA] === b[startB]) {
    [startA, startB] = [startA + 1, startB + 1];
  }
  while (endA > startA && endB > startB && a[endA - 1] === b[endB - 1]) {
    [endA, endB] = [endA - 1, endB - 1];
  }
  const part = (pair: readonly number[]): BlockRanges => {
    const [firstA = 0, beyondA = 0, firstB = 0, beyondB = 0] = pair;
    return { a: { first: firstA, beyond: beyondA }, b: { first: firstB, beyond: beyondB } };
  };
  return {
    before: part([ranges.a.first, startA, ranges.b.first, startB]),
    middle: part([startA, endA, startB, endB]),
    after: part([endA, ranges.a.beyond, endB, ranges.b.beyond]),
  };
}

interface BlockRanges {
  readonly a: BlockRange;
  readonly b: BlockRange;
}

/** Pairs of positions of blocks that occur once in each range, as many as keep their order. */
function findPatienceAnchors(
  { a, b, placesA, placesB }: BlockComparison,
  { a: rangeA, b: rangeB }: BlockRanges,
): (readonly [number, number])[] {
  if (countBlocks(rangeA) === 0 || countBlocks(rangeB) === 0) return [];
  recordUniquePlaces(a, rangeA, placesA);
  recordUniquePlaces(b, rangeB, placesB);
  const pairs: (readonly [number, number])[] = [];
  for (let place = rangeA.first; place < rangeA.beyond; place++) {
    const number = a[place] ?? 0;
    const other = placesB[number] ?? 0;
    if (placesA[number] === place + 1 && other > 0) pairs.push([place, other - 1]);
  }
  clearPlaces(a, rangeA, placesA);
  clearPlaces(b, rangeB, placesB);
  return findLongestRisingRun(pairs);
}

/** One more than the position of a block that occurs once, -1 for one that occurs several times. */
function recordUniquePlaces(
  numbers: Int32Array,
  { first, beyond }: BlockRange,
  places: Int32Array,
): void {
  for (let place = first; place < beyond; place++) {
    const number = numbers[place] ?? 0;
    places[number] = places[number] === 0 ? place + 1 : -1;
  }
}

function clearPlaces(numbers: Int32Array, range: BlockRange, places: Int32Array): void {
  for (let place = range.first; place < range.beyond; place++) places[numbers[place] ?? 0] = 0;
}

/** The longest run of pairs whose second places rise too, by piles: n log n. */
function findLongestRisingRun(
  pairs: readonly (readonly [number, number])[],
): (readonly [number, number])[] {
  const tops: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, placeB]] of pairs.entries()) {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const top = pairs[tops[middle] ?? 0]?.[1] ?? 0;
      if (top < placeB) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (tops[low - 1] ?? -1) : -1;
    tops[low] = index;
  }
  const run: (readonly [number, number])[] = [];
  for (let index = tops.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) run.push(pair);
  }
  return run.reverse();
}

/** Joins a run of the same kind, leaves out what is empty. */
function pushBlockChange(
  changes: BlockChange[],
  kind: BlockChange["kind"],
  { a, b }: BlockRanges,
): void {
  if (countBlocks(a) === 0 && countBlocks(b) === 0) return;
  const last = changes.at(-1);
  if (last?.kind === kind) {
    changes[changes.length - 1] = {
      kind,
      a: { first: last.a.first, beyond: a.beyond },
      b: { first: last.b.first, beyond: b.beyond },
    };
  } else changes.push({ kind, a, b });
}

function countBlocks({ first, beyond }: BlockRange): number {
  return beyond - first;
}
