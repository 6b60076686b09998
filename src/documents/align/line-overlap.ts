/** A16, K2: the lines of variants, each looked up once: how much two variants differ, and which lines are where. */
import type { ParsedDocument } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";

export interface PairDifference {
  readonly a: number;
  readonly b: number;
  /** Normalised lines that are in both. */
  readonly shared: number;
  /** Normalised lines that are in either. The difference is 1 - shared / distinct. */
  readonly distinct: number;
}

/** A variant that is under a tenth away from an earlier one. */
export interface NearDuplicate {
  readonly variant: number;
  readonly of: number;
}

/** Normalised line to the variants that contain it, one bit each in input order. */
export type LineIndex = ReadonlyMap<string, bigint>;

const LINES_A_BREATH = 500;

export async function indexVariantLines(
  documents: readonly ParsedDocument[],
  breathe: YieldToEventLoop,
): Promise<LineIndex> {
  const holders = new Map<string, bigint>();
  for (const [place, { text }] of documents.entries()) {
    const own = 1n << BigInt(place);
    let read = 0;
    for (const line of listNormalizedLines(text)) {
      const held = holders.get(line) ?? 0n;
      if ((held & own) === 0n) holders.set(line, held | own);
      if (++read % LINES_A_BREATH === 0) await breathe();
    }
  }
  return holders;
}

/** Every pair once, in input order; counted by sets of variants, of which there are few. */
export function comparePairs(
  documents: readonly ParsedDocument[],
  index: LineIndex,
): PairDifference[] {
  const lines = new Map<bigint, number>();
  for (const held of index.values()) lines.set(held, (lines.get(held) ?? 0) + 1);
  return documents.flatMap(({ variant: a }, i) =>
    documents.slice(i + 1).map(({ variant: b }, after) => {
      const pair = { a, b, shared: 0, distinct: 0 };
      const [bitA, bitB] = [1n << BigInt(i), 1n << BigInt(i + 1 + after)];
      for (const [held, count] of lines) {
        const [inA, inB] = [(held & bitA) !== 0n, (held & bitB) !== 0n];
        if (inA && inB) pair.shared += count;
        if (inA || inB) pair.distinct += count;
      }
      return pair;
    }),
  );
}

/** Under a tenth of the distinct lines; two empty documents are the same. */
export function isNearDuplicatePair({ shared, distinct }: PairDifference): boolean {
  return distinct === 0 || (distinct - shared) * 10 < distinct;
}

/** A variant leaves for the first earlier one that stayed; with one left there is nothing to debate. */
export function findNearDuplicates(pairs: readonly PairDifference[]): NearDuplicate[] {
  const left = new Map<number, number>();
  for (const variant of new Set(pairs.map(({ b }) => b))) {
    const twin = pairs.find(
      (pair) => pair.b === variant && !left.has(pair.a) && isNearDuplicatePair(pair),
    );
    if (twin !== undefined) left.set(variant, twin.a);
  }
  return [...left].map(([variant, of]) => ({ variant, of }));
}

/** Lines that are not blank, normalised. */
export function* listNormalizedLines(text: string): Generator<string> {
  let start = text.startsWith("\ufeff") ? 1 : 0;
  while (start < text.length) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found;
    const line = normalizeLine(text.slice(start, end));
    if (line !== "") yield line;
    start = end + 1;
  }
}

const PLAIN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const BULLET = /^[*+•] /;

/** White space, bullets and the ways to write a quote mark or dash do not count. */
export function normalizeLine(line: string): string {
  // most lines are plain already
  if (PLAIN.test(line)) return line.replace(BULLET, "- ");
  return line
    .normalize("NFKC")
    .replace(/[\u2018\u2019\u201b\u2032]/g, "'")
    .replace(/[\u201c\u201d\u201f\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/\s+/g, " ")
    .trim()
    .replace(BULLET, "- ");
}
