/**
 * A0b: a paragraph, list or block of code that several sides changed, cut into the sentences or lines that each of them
 * changed, so that only what two of them changed is left to vote on.
 */
import { type PassageRegion, alignPassages } from "../align/align-passages.ts";
import {
  type PassageRange,
  type PassageRun,
  createLineRun,
  createSentenceRun,
  isEmptyRange,
} from "../align/passage-units.ts";
import type { BlockKind, ParsedDocument } from "../document.ts";

const DIVIDED_BY_LINE: ReadonlySet<BlockKind> = new Set(["list", "code", "html", "front-matter"]);

/** The changed parts, in order; none where they cannot be put in the place of each other. */
export function divideRegion(
  documents: readonly ParsedDocument[],
  region: PassageRegion,
): PassageRegion[] {
  const runs = region.flatMap((range, at) => createRun(documents[at], range) ?? []);
  const [pivot, ...others] = runs;
  const first = pivot && readRunKind(pivot);
  if (!pivot || runs.length < region.length || runs.some((run) => readRunKind(run) !== first))
    return [];
  const parts = widenEmptyRanges(alignPassages(pivot, others, { split: false }), runs);
  if (parts.length === 0 || (isEnclosed(first) && parts.some((part) => reachesEnds(part, runs))))
    return [];
  return parts.map((part) => part.map((range, at) => addWords(range, runs[at])));
}

function createRun(document: ParsedDocument | undefined, range: PassageRange): PassageRun | null {
  const block = document?.blocks[range.inside ?? range.first];
  if (!document || !block || isEmptyRange(range)) return null;
  if (range.inside === null && range.beyond - range.first > 1) return null;
  if (block.kind === "paragraph" && range.inside === null)
    return createSentenceRun(document, block);
  return DIVIDED_BY_LINE.has(block.kind) ? createLineRun(document, block, range) : null;
}

function readRunKind({ document, inside }: PassageRun): BlockKind | undefined {
  return document.blocks[inside ?? 0]?.kind;
}

/** Begins and ends with a line of its own, which belongs to what is between. */
function isEnclosed(kind: BlockKind | undefined): boolean {
  return kind !== "paragraph" && kind !== "list";
}

function reachesEnds(part: PassageRegion, runs: readonly PassageRun[]): boolean {
  return part.some(({ first, beyond }, at) => first === 0 || beyond === runs[at]?.units.length);
}

/** Words are put in the place of words: what is only added or left out takes its neighbour along. */
function widenEmptyRanges(
  regions: readonly PassageRegion[],
  runs: readonly PassageRun[],
): PassageRegion[] {
  const found: PassageRegion[] = [];
  for (const region of regions) {
    const last = found.at(-1);
    const wide = region.some(isEmptyRange) ? widenRange(region, runs) : region;
    if (wide === null) return [];
    const touches = last?.some(({ beyond }, at) => (wide[at]?.first ?? 0) < beyond) ?? false;
    if (last === undefined || !touches) found.push(wide);
    else
      found[found.length - 1] = last.map((range, at) => ({
        ...range,
        beyond: Math.max(range.beyond, wide[at]?.beyond ?? 0),
      }));
  }
  return found;
}

function widenRange(region: PassageRegion, runs: readonly PassageRun[]): PassageRegion | null {
  if (region.every(({ first }) => first > 0))
    return region.map((range) => ({ ...range, first: range.first - 1 }));
  const isLast = region.some(({ beyond }, at) => beyond >= (runs[at]?.units.length ?? 0));
  return isLast ? null : region.map((range) => ({ ...range, beyond: range.beyond + 1 }));
}

function addWords(range: PassageRange, run: PassageRun | undefined): PassageRange {
  const [from, to] = [run?.units[range.first], run?.units[range.beyond - 1]];
  return from && to ? { ...range, words: { start: from.at.start, end: to.at.end } } : range;
}
