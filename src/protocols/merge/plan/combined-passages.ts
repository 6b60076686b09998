/**
 * K21: the words that were agreed on take the place of the base's: only they stand there, in their order. The base's
 * own among them stay where they are, what else it says there goes, and the words of the others come in between.
 */
import type { ComparisonPoint, PointSide } from "../../../documents/comparison-point.ts";
import { type ParsedDocument, type TextSpan, readSpanText } from "../../../documents/document.ts";
import { joinWords } from "./combined-words.ts";
import { findPartEnd, sectionAt } from "./document-places.ts";
import {
  createAddition,
  createRemoval,
  type ChangeRefusal,
  type DraftChange,
  refuseChange,
  createReplacement,
  findVariantSide,
} from "./draft-change.ts";
import { describeUnfitRows } from "./part-places.ts";
import { draftParts } from "./passage-changes.ts";
import { type PassagePiece, cutIntoBlocks, cutIntoPieces } from "./passage-pieces.ts";
import { fitsRun, groupPieces, type PieceGroup } from "./piece-groups.ts";
import { findQuotedSpan } from "./quoted-span.ts";

export interface AgreedWords {
  readonly winner: ParsedDocument;
  readonly quote: string;
}

interface Combining {
  readonly point: ComparisonPoint;
  readonly base: ParsedDocument;
  readonly mine: PointSide;
  /** What the base says there: its paragraphs, items and rows. */
  readonly places: readonly PassagePiece[];
}

export function combinePassages(
  point: ComparisonPoint,
  base: ParsedDocument,
  agreed: readonly AgreedWords[],
): DraftChange[] | ChangeRefusal {
  const mine = findVariantSide(point, base);
  if (!mine) return refuseChange("the base says nothing there, so the words have no place", true);
  const found = agreed.map(({ winner, quote }) => ({
    winner,
    span: findQuotedSpan(winner, quote, findVariantSide(point, winner)),
  }));
  const pieces = found.flatMap(({ winner, span }) =>
    span === null ? [] : (winner === base ? cutIntoPieces : cutIntoBlocks)(winner, span),
  );
  if (found.some(({ span }) => span === null))
    return refuseChange("its pieces are quoted with other marks than they have", true);
  const combining = { point, base, mine, places: cutIntoPieces(base, mine) };
  const kept = pieces.filter((piece) => findPlace(combining, piece) !== -1);
  const theirs = pieces.filter(({ document }) => document !== base);
  if (theirs.some((piece) => breaksRow(combining, piece)))
    return refuseChange(ONLY_WHOLE_ROWS, true);
  if (kept.length === 0) return replaceAll(combining, theirs);
  const { joined, order } = arrangePieces(combining, pieces);
  if ([...joined].some(([place, own]) => joinsRow(combining, place, own)))
    return refuseChange(ONLY_WHOLE_ROWS, true);
  const edits = [...joined].flatMap(([place, own]) => {
    const at = combining.places[place];
    return at === undefined ? [] : joinWords({ point, base, section: mine.section }, at, own);
  });
  return collectChanges([...edits, ...arrangeUnits(combining, order)]);
}

type Made = DraftChange | ChangeRefusal;

/** Every change, or why one of them cannot be made. */
function collectChanges(made: readonly Made[]): DraftChange[] | ChangeRefusal {
  return (
    made.find((one): one is ChangeRefusal => "reason" in one) ??
    made.filter((one): one is DraftChange => !("reason" in one))
  );
}

/** In which of the base's places a piece of its own stands; -1 for the words of others. */
function findPlace({ base, places }: Combining, { document, unit }: PassagePiece): number {
  if (document !== base) return -1;
  return places.findIndex((one) => one.unit.start === unit.start);
}

const ONLY_WHOLE_ROWS =
  "a part of a table row cannot be put into another row, so it has to be done by hand";

/** A part of a row is words where it is one cell, and prose stands where it goes. */
function breaksRow(
  { places }: Combining,
  { document, kind, isWhole, words }: PassagePiece,
): boolean {
  if (kind !== "row" || isWhole) return false;
  const isCells = /(?<!\\)\|/.test(readSpanText(document, words));
  return isCells || places.some((place) => place.kind === "row");
}

/** What others say comes into a table in rows of its own. */
function joinsRow(
  { base, places }: Combining,
  place: number,
  own: readonly PassagePiece[],
): boolean {
  return places[place]?.kind === "row" && own.some(({ document }) => document !== base);
}

/** Nothing of the base stays: the first piece takes its place, the others follow. */
function replaceAll(
  combining: Combining,
  theirs: readonly PassagePiece[],
): DraftChange[] | ChangeRefusal {
  const { point, mine, places } = combining;
  const [first, ...rest] = groupPieces(theirs);
  if (first === undefined) return [];
  const isInside = places.every(({ isWhole }) => !isWhole);
  const replacement = createReplacement(point, first.document, {
    source: isInside && !first.isWhole ? first.words : first.at,
    sourceSection: first.section,
    at: isInside ? { start: mine.start, end: mine.end } : spanPlaces(combining),
    targetSection: mine.section,
  });
  const last = places.length - 1;
  const followers = rest.map((group): Made => {
    if (!isInside || group.isWhole) return insertBehind(combining, last, group);
    const target = { kind: "offset", at: mine.end, depth: 1, inside: true, words: true } as const;
    const place = { target, section: mine.section, integration: "append" } as const;
    const { words: source, section: sourceSection } = group;
    return createAddition(point, group.document, { source, sourceSection, place });
  });
  return collectChanges([replacement, ...followers]);
}

/** From the first passage to the last: the heading and the thematic break around them stay. */
function spanPlaces({ mine, places }: Combining): TextSpan {
  const all = new Set(places.map(({ unit }) => unit.start));
  const [first, last] = [places[0], places.at(-1)];
  const isAll = ({ block }: PassagePiece): boolean =>
    block.parts.slice(block.kind === "table" ? 1 : 0).every(({ start }) => all.has(start));
  const widen = (place: PassagePiece): TextSpan => (isAll(place) ? place.block : place.unit);
  return {
    start: first?.isWhole ? widen(first).start : mine.start,
    end: last?.isWhole ? widen(last).end : mine.end,
  };
}

type Step = { readonly place: number } | { readonly group: PieceGroup };

/** Words of others join the passage of the base before them; their whole passages stand between the base's. */
function arrangePieces(
  combining: Combining,
  pieces: readonly PassagePiece[],
): { joined: Map<number, PassagePiece[]>; order: Step[] } {
  const joined = new Map<number, PassagePiece[]>();
  const places = pieces.map((piece) => findPlace(combining, piece));
  const first = places.find((place) => place !== -1) ?? 0;
  const order: (Step | PassagePiece)[] = [];
  let last = first;
  for (const [at, piece] of pieces.entries()) {
    const place = places[at] ?? -1;
    const isOwn = piece.document === combining.base;
    if (isOwn && place === -1) continue;
    if (!isOwn && piece.isWhole) {
      order.push(piece);
      continue;
    }
    if (isOwn) last = place;
    if (isOwn || !order.some((step) => "place" in step && step.place === last))
      order.push({ place: last });
    joined.set(last, [...(joined.get(last) ?? []), piece]);
  }
  return { joined, order: groupSteps(order) };
}

function groupSteps(order: readonly (Step | PassagePiece)[]): Step[] {
  const steps: Step[] = [];
  let open: PassagePiece[] = [];
  const close = (): void => {
    steps.push(...groupPieces(open).map((group) => ({ group })));
    open = [];
  };
  for (const one of order) {
    if ("document" in one) {
      open.push(one);
      continue;
    }
    close();
    steps.push(one);
  }
  close();
  return steps;
}

/** What lies between two passages that stay goes; what is to stand between them comes in. */
function arrangeUnits(combining: Combining, order: readonly Step[]): Made[] {
  const made: Made[] = [];
  let [cursor, coming]: [number, PieceGroup[]] = [0, []];
  const fill = (beyond: number): void => {
    made.push(...fillGap(combining, [cursor, beyond], coming));
    coming = [];
  };
  for (const step of order) {
    if ("group" in step) coming.push(step.group);
    else if (step.place >= cursor) {
      fill(step.place);
      cursor = step.place + 1;
    }
  }
  fill(combining.places.length);
  return made;
}

function fillGap(
  combining: Combining,
  [first, beyond]: readonly [number, number],
  coming: readonly PieceGroup[],
): Made[] {
  const { point, base, mine, places } = combining;
  const runs = splitRuns(places.slice(first, beyond));
  const [group, ...rest] = coming;
  const home = runs.find((run) => group !== undefined && fitsRun(base, run, group));
  const made = runs.map((run): Made => {
    const at = { start: run[0]?.words.start ?? 0, end: run.at(-1)?.words.end ?? 0 };
    const targetSection = mine.section;
    if (run !== home || group === undefined)
      return createRemoval(point, base, { at, section: targetSection });
    const { document, at: source, section: sourceSection } = group;
    return createReplacement(point, document, { source, sourceSection, at, targetSection });
  });
  const left = home === undefined ? coming : rest;
  return [...made, ...left.map((one) => insertBehind(combining, beyond - 1, one))];
}

/** Rows of one table, items of one list, or whole blocks. */
function splitRuns(places: readonly PassagePiece[]): PassagePiece[][] {
  const runs: PassagePiece[][] = [];
  for (const place of places) {
    const before = runs.at(-1)?.at(-1);
    const isPart = place.block.parts.length > 0;
    const isNext = isPart ? before?.block === place.block : before?.block.parts.length === 0;
    if (before !== undefined && isNext) runs.at(-1)?.push(place);
    else runs.push([place]);
  }
  return runs;
}

/** Rows go beside rows, items and single paragraphs beside items, anything else behind the whole block. */
function insertBehind(combining: Combining, place: number, group: PieceGroup): Made {
  const { point, base, mine, places } = combining;
  const { document, at: source, section: sourceSection, kind } = group;
  const anchor = places[Math.max(0, place)];
  if (!anchor) return refuseChange("the base says nothing there, so the words have no place", true);
  const { block, unit } = anchor;
  const add = (at: number, inside: boolean): DraftChange => {
    const depth = (sectionAt(base, mine.section)?.depth ?? 0) + 1;
    const target = {
      kind: "offset",
      at,
      depth,
      ...(inside && ({ inside: true } as const)),
    } as const;
    const where = { target, section: mine.section, integration: "append" } as const;
    return createAddition(point, document, { source, sourceSection, place: where });
  };
  const behind = place < 0 ? unit.start : (findPartEnd(block, unit) ?? unit.end);
  if (kind === "row") {
    if (anchor.kind !== "row") return placeRows(combining, group);
    const unfit = describeUnfitRows([base, block], [document, group]);
    return unfit === undefined ? add(behind, true) : refuseChange(unfit, true);
  }
  if (anchor.kind === "item" && (kind === "item" || isItemLike(group))) return add(behind, true);
  return add(place < 0 ? block.start : block.end, false);
}

/** A row beside prose goes into the table of the section, or brings its own. */
function placeRows({ point, base, mine }: Combining, { document, at, section }: PieceGroup): Made {
  const home = sectionAt(base, mine.section);
  const side = { ...mine, ...at, section, variant: document.variant };
  const made = home && draftParts(point, { base, winner: document }, { side, home });
  return made ?? refuseChange("a row cannot stand outside of a table", true);
}

/** A paragraph that leads into something stays in front of it. */
function isItemLike({ kind, size, document, at }: PieceGroup): boolean {
  return kind === "paragraph" && size === 1 && !readSpanText(document, at).trimEnd().endsWith(":");
}
