/**
 * A0b: puts the passages of several documents side by side, against one of them: regions that all have in common are
 * left out, every other region says which blocks, items or rows each document has there.
 */
import { countCommonWords } from "../../text/comparable-words.ts";
import { compareBlocks } from "./compare-blocks.ts";
import {
  type PassageRange,
  type PassageRun,
  createPartRun,
  formatUnitKey,
  listUnitWords,
} from "./passage-units.ts";
import { measureLikeness } from "./unit-likeness.ts";

/** One range per document, the pivot's first, then the others in their order. */
export type PassageRegion = readonly PassageRange[];

export interface PassageAlignment {
  /**
   * Whether passages without any likeness that stand at the same place are apart. With an ancestor they are one
   * change: the old one gave way to the new one.
   */
  readonly split: boolean;
}

export function alignPassages(
  pivot: PassageRun,
  others: readonly PassageRun[],
  options: PassageAlignment,
): PassageRegion[] {
  const numbers = numberUnits([pivot, ...others]);
  const own = numbers[0] ?? new Int32Array();
  const hunks = others.map((other, at) =>
    findHunks({ pivot, other, a: own, b: numbers[at + 1] ?? new Int32Array() }, options),
  );
  return buildRegions(pivot, others, hunks).flatMap((region) =>
    refineRegion(region, [pivot, ...others], options),
  );
}

/** The same text has the same number in every document. */
function numberUnits(runs: readonly PassageRun[]): Int32Array[] {
  const numbers = new Map<string, number>();
  return runs.map(({ document, units }) =>
    Int32Array.from(units, (unit) => {
      const key = formatUnitKey(document, unit);
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return number;
    }),
  );
}

/** Units `[a0, a1)` of the pivot against units `[b0, b1)` of another; relative to their runs. */
interface PassageHunk {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

interface ComparedRuns {
  readonly pivot: PassageRun;
  readonly other: PassageRun;
  readonly a: Int32Array;
  readonly b: Int32Array;
}

function findHunks(runs: ComparedRuns, { split }: PassageAlignment): PassageHunk[] {
  return compareBlocks(runs.a, runs.b).flatMap((change) => {
    if (change.kind === "same") return [];
    const hunk = {
      a0: change.a.first,
      a1: change.a.beyond,
      b0: change.b.first,
      b1: change.b.beyond,
    };
    return change.kind === "replaced" ? divideHunk(runs, hunk, split) : [hunk];
  });
}

/** More pairs than this are not looked at; such a passage was written anew. */
const MOST_PAIRS = 4_000;

/** A replaced passage as pairs of units that are alike, and what is between them. */
function divideHunk(runs: ComparedRuns, hunk: PassageHunk, split: boolean): PassageHunk[] {
  const { a0, a1, b0, b1 } = hunk;
  if ((a1 - a0) * (b1 - b0) > MOST_PAIRS) return [hunk];
  const pairs = pairSimilarUnits(runs, hunk);
  if (pairs.length === 0) return [hunk];
  const found: PassageHunk[] = [];
  const between = (one: PassageHunk): void => {
    const [left, right] = [one.a1 - one.a0, one.b1 - one.b0];
    if (left === 0 && right === 0) return;
    // one against one at the same place are two answers to one question
    const isOneQuestion = left === 1 && right === 1 && hasSameKind(runs, one);
    if (split && left > 0 && right > 0 && !isOneQuestion)
      found.push({ ...one, b1: one.b0 }, { ...one, a0: one.a1 });
    else found.push(one);
  };
  let [atA, atB] = [a0, b0];
  for (const [placeA, placeB] of pairs) {
    between({ a0: atA, a1: placeA, b0: atB, b1: placeB });
    if (runs.a[placeA] !== runs.b[placeB])
      found.push({ a0: placeA, a1: placeA + 1, b0: placeB, b1: placeB + 1 });
    [atA, atB] = [placeA + 1, placeB + 1];
  }
  between({ a0: atA, a1, b0: atB, b1 });
  return joinDividedUnits(runs, found);
}

const MOSTLY = 0.7;

/** A paragraph that was cut in two, or two that became one, is one change: its halves are not additions. */
function joinDividedUnits(runs: ComparedRuns, hunks: readonly PassageHunk[]): PassageHunk[] {
  const joined: PassageHunk[] = [];
  for (const hunk of hunks) {
    const last = joined.at(-1);
    const isNext = last !== undefined && last.a1 === hunk.a0 && last.b1 === hunk.b0;
    if (isNext && (isHunkHalf(runs, hunk, last) || isHunkHalf(runs, last, hunk)))
      joined[joined.length - 1] = { ...last, a1: hunk.a1, b1: hunk.b1 };
    else joined.push(hunk);
  }
  return joined;
}

/** Most words of what only one has are in what the other has beside it. */
function isHunkHalf(
  { pivot, other }: ComparedRuns,
  part: PassageHunk,
  whole: PassageHunk,
): boolean {
  const isAdded = part.a0 === part.a1;
  if (isAdded === (part.b0 === part.b1)) return false;
  const own = isAdded
    ? collectWords(other, part.b0, part.b1)
    : collectWords(pivot, part.a0, part.a1);
  const held = isAdded
    ? collectWords(pivot, whole.a0, whole.a1)
    : collectWords(other, whole.b0, whole.b1);
  return own.size > 0 && countCommonWords(own, held) >= MOSTLY * own.size;
}

function collectWords(run: PassageRun, first: number, beyond: number): ReadonlySet<string> {
  const words = new Set<string>();
  for (const unit of run.units.slice(first, beyond))
    for (const word of listUnitWords(run.document, unit)) words.add(word);
  return words;
}

function hasSameKind({ pivot, other }: ComparedRuns, { a0, b0 }: PassageHunk): boolean {
  return pivot.units[a0]?.kind === other.units[b0]?.kind;
}

/** The pairs that are most alike as a whole, in the order of both. */
function pairSimilarUnits(
  { pivot, other, a, b }: ComparedRuns,
  { a0, a1, b0, b1 }: PassageHunk,
): (readonly [number, number])[] {
  const [rows, columns] = [a1 - a0, b1 - b0];
  const width = columns + 1;
  const best = new Float64Array((rows + 1) * width);
  const likeness = new Float64Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * width + column;
      const [one, two] = [pivot.units[a0 + row], other.units[b0 + column]];
      const alike =
        a[a0 + row] === b[b0 + column]
          ? 1
          : one && two
            ? measureLikeness([pivot.document, one], [other.document, two])
            : 0;
      likeness[at] = alike;
      const paired = alike > 0 ? alike + (best[at + width + 1] ?? 0) : 0;
      best[at] = Math.max(paired, best[at + width] ?? 0, best[at + 1] ?? 0);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let [row, column] = [0, 0]; row < rows && column < columns;) {
    const at = row * width + column;
    const alike = likeness[at] ?? 0;
    if (alike > 0 && best[at] === alike + (best[at + width + 1] ?? 0)) {
      pairs.push([a0 + row, b0 + column]);
      row++;
      column++;
    } else if (best[at] === best[at + width]) row++;
    else column++;
  }
  return pairs;
}

/** Hunks of all others that touch the same units of the pivot are one region. */
function buildRegions(
  pivot: PassageRun,
  others: readonly PassageRun[],
  hunks: readonly (readonly PassageHunk[])[],
): PassageRegion[] {
  const all = hunks
    .flatMap((own, other) => own.map((hunk) => ({ ...hunk, other })))
    .toSorted((x, y) => x.a0 - y.a0 || x.a1 - y.a1);
  const grown: { a0: number; a1: number; hunks: (PassageHunk & { other: number })[] }[] = [];
  for (const hunk of all) {
    const last = grown.at(-1);
    if (last !== undefined && touchesRegion(last, hunk)) {
      last.a1 = Math.max(last.a1, hunk.a1);
      last.hunks.push(hunk);
    } else grown.push({ a0: hunk.a0, a1: hunk.a1, hunks: [hunk] });
  }
  const deltas = others.map(() => 0);
  return grown.map(({ a0, a1, hunks: own }) => [
    createRange(pivot, a0, a1),
    ...others.map((other, at) => {
      const start = a0 + (deltas[at] ?? 0);
      for (const hunk of own)
        if (hunk.other === at)
          deltas[at] = (deltas[at] ?? 0) + (hunk.b1 - hunk.b0) - (hunk.a1 - hunk.a0);
      return createRange(other, start, a1 + (deltas[at] ?? 0));
    }),
  ]);
}

/** Something that is put in before or after a passage does not touch it. */
function touchesRegion(
  region: {
    readonly a0: number;
    readonly a1: number;
    readonly hunks: readonly { other: number }[];
  },
  hunk: PassageHunk & { readonly other: number },
): boolean {
  if (hunk.a0 < region.a1) return true;
  const atOnePlace = region.a0 === region.a1 && hunk.a0 === hunk.a1 && region.a0 === hunk.a0;
  return atOnePlace && region.hunks.every(({ other }) => other !== hunk.other);
}

function createRange(
  { document, inside, first }: PassageRun,
  from: number,
  to: number,
): PassageRange {
  return { variant: document.variant, inside, first: first + from, beyond: first + to };
}

/** One list or table in every document: compared item by item, row by row. */
function refineRegion(
  region: PassageRegion,
  runs: readonly PassageRun[],
  options: PassageAlignment,
): PassageRegion[] {
  const lists = region.flatMap((range, at) => {
    const run = runs[at];
    const block = range.inside === null && range.beyond - range.first === 1 ? range.first : -1;
    const found = run?.document.blocks[block];
    return run && found && found.parts.length > 0 ? [{ document: run.document, block: found }] : [];
  });
  const [first, ...rest] = lists;
  const kind = first?.block.kind;
  if (!first || lists.length < region.length || rest.some(({ block }) => block.kind !== kind))
    return [region];
  const [pivot, ...others] = lists.map(({ document, block }) => createPartRun(document, block));
  if (!pivot) return [region];
  if (kind === "table" && !hasSameHead([pivot, ...others])) return [region];
  const numbers = numberUnits([pivot, ...others]);
  const inner = alignPassages(pivot, others, options);
  // nothing in common: the list was written anew
  const changed = inner.reduce((sum, [own]) => sum + (own ? own.beyond - own.first : 0), 0);
  const shared = numbers.slice(1).some((own) => own.some((one) => numbers[0]?.includes(one)));
  return changed === pivot.units.length && !shared && inner.length === 1 ? [region] : inner;
}

/** Other columns would change what every row says. */
function hasSameHead(runs: readonly PassageRun[]): boolean {
  const heads = runs.map(({ document, units: [head] }) =>
    head === undefined ? "" : formatUnitKey(document, head).replace(/\s+/g, ""),
  );
  return heads.every((head) => head === heads[0]);
}
