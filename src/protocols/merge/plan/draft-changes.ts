/** A34, A36: what one point means for the base: a change, or the reason why there is none. */
import { normalizeLine } from "../../../documents/align/line-overlap.ts";
import { type PassageRange, findRangeSpan } from "../../../documents/align/passage-units.ts";
import type { MergeChange } from "../../../documents/apply/change-plan.ts";
import type { ComparisonPoint, PointSide } from "../../../documents/comparison-point.ts";
import {
  type ParsedDocument,
  type DocumentSection,
  type TextSpan,
  readSpanText,
} from "../../../documents/document.ts";
import { foldText } from "../../../domain/evidence.ts";
import {
  aligned,
  descendants,
  fits,
  holderOf,
  type SectionPlacement,
  placeBeside,
  placeFor,
  sectionAt,
  sectionSpan,
} from "./document-places.ts";

/** A change before it has a number and a rationale. */
export type DraftChange = Pick<
  MergeChange,
  "from" | "source" | "sourceSection" | "targetSection" | "target" | "integration" | "risk"
> & { readonly point: ComparisonPoint };

/** Why nothing is changed; `open` where the debate wanted a change that code cannot make. */
export interface ChangeRefusal {
  readonly reason: string;
  readonly open: boolean;
}

export interface DraftChangeContext {
  readonly base: ParsedDocument;
  readonly winner: ParsedDocument;
  /** From the start of a passage of the winner to that of the base's passage that a point compares with it. */
  readonly pairs: ReadonlyMap<number, number>;
}

/** A0b: a passage that is known by its place in every variant, also where it is missing. */
export function draftRange(
  point: ComparisonPoint,
  { base, winner }: DraftChangeContext,
): DraftChange | ChangeRefusal | null {
  const rangeIn = ({ variant }: ParsedDocument): PassageRange | undefined =>
    point.ranges?.find((range) => range.variant === variant);
  const [mine, theirs] = [rangeIn(base), rangeIn(winner)];
  if (!mine || !theirs) return null;
  const [target, source] = [findRangeSpan(base, mine), findRangeSpan(winner, theirs)];
  if (target === null && source === null) return refused("neither has anything there");
  const sourceSection = sectionOfRange(winner, theirs);
  const targetSection = sectionOfRange(base, mine);
  if (target !== null) {
    if (source !== null && isSameText(base, target, winner, source))
      return refused("the base says it in the same words already");
    const place = { kind: "span", at: target } as const;
    const change = { from: winner.variant, source, sourceSection, target: place, targetSection };
    return { ...change, point, integration: "replace", risk: "Medium" };
  }
  const spans = mine.inside === null ? base.blocks : (base.blocks[mine.inside]?.parts ?? []);
  const at = spans[mine.first]?.start ?? spans.at(-1)?.end ?? base.text.length;
  const levels = winner.blocks
    .slice(theirs.inside ?? theirs.first, theirs.inside ?? theirs.beyond)
    .flatMap(({ kind, depth }) => (kind === "heading" ? [depth] : []));
  const depth = levels.length > 0 ? Math.min(...levels) : 1;
  const inside = mine.inside === null ? {} : ({ inside: true } as const);
  return {
    point,
    from: winner.variant,
    source,
    sourceSection,
    target: { kind: "offset", at, depth, ...inside },
    targetSection,
    integration: "insert",
    risk: "Low",
  };
}

function sectionOfRange({ blocks }: ParsedDocument, range: PassageRange): number {
  const empty = range.beyond <= range.first;
  return blocks[range.inside ?? Math.max(0, range.first - (empty ? 1 : 0))]?.section ?? 0;
}

function isSameText(
  base: ParsedDocument,
  target: TextSpan,
  winner: ParsedDocument,
  source: TextSpan,
): boolean {
  return normalizeLine(readSpanText(base, target)) === normalizeLine(readSpanText(winner, source));
}

/** S, C and X that were agreed for another variant than the base. */
export function draftFor(
  point: ComparisonPoint,
  drafting: DraftChangeContext,
): DraftChange | ChangeRefusal {
  const ranged = draftRange(point, drafting);
  if (ranged !== null) return ranged;
  switch (point.kind) {
    case "order":
      return newOrder(point, drafting);
    case "depth":
    case "headings":
      return refused("headings follow the content that is taken");
    default:
      return isTopic(point, drafting.winner) ? section(point, drafting) : passage(point, drafting);
  }
}

/** U: a section or a passage that only one variant has. */
export function contribution(
  point: ComparisonPoint,
  drafting: DraftChangeContext,
): DraftChange | ChangeRefusal {
  const ranged = draftRange(point, drafting);
  if (ranged !== null) return ranged;
  const { winner } = drafting;
  const side = sideOf(point, winner);
  if (!side) return refused("nothing of it is quoted, so nothing can be taken", true);
  const from = sectionAt(winner, side.section);
  return from && isTopic(point, winner)
    ? addedSection(point, drafting, from)
    : addedPassage(point, drafting, side);
}

/** U: at the end of the section that it was voted into. */
export function foldedInto(
  point: ComparisonPoint,
  { base, winner }: DraftChangeContext,
  title: string,
): DraftChange | ChangeRefusal {
  const side = sideOf(point, winner);
  const named = (document: ParsedDocument): DocumentSection | undefined =>
    document.sections.find((one) => one.title !== "" && foldText(one.title) === title);
  const other = named(winner);
  const answer = other && aligned(winner, base).get(other.index);
  const home = named(base) ?? (answer === undefined ? undefined : sectionAt(base, answer));
  if (!side || !home) return refused("the base has no section like the one it should go into", true);
  const at = base.blocks[home.beyond - 1]?.end ?? home.ownEnd;
  const target = { kind: "offset", at, depth: home.depth + 1 } as const;
  const place = { target, section: home.index, integration: "append" } as const;
  const source = { start: side.start, end: side.end };
  return added(point, winner, { source, sourceSection: side.section, place });
}

/** The words that were agreed on, in their order: the first takes the place of the base's, the others follow. */
export function combined(
  point: ComparisonPoint,
  base: ParsedDocument,
  pieces: readonly { readonly winner: ParsedDocument; readonly quote: string }[],
): DraftChange[] | ChangeRefusal {
  const mine = sideOf(point, base);
  if (!mine) return refused("the base says nothing there, so the words have no place", true);
  const found = pieces.map(({ winner, quote }) => {
    const start = winner.text.indexOf(quote);
    const span = start === -1 ? null : { start, end: start + quote.length };
    return { winner, span, holder: span && holderOf(winner, span) };
  });
  if (found.some(({ span }) => span === null))
    return refused("its pieces are quoted with other white space than they have", true);
  const keeps = found.some(
    ({ winner, span }) => winner === base && span !== null && touches(span, mine),
  );
  const taken = found.filter(({ winner }) => winner !== base);
  return taken.flatMap(({ winner, span, holder }, place): DraftChange[] => {
    if (span === null) return [];
    const sourceSection = holder?.section ?? 0;
    if (place === 0 && !keeps) {
      const at = { start: mine.start, end: mine.end };
      return [replacing(point, winner, { source: span, sourceSection, at, targetSection: mine.section })];
    }
    const block = base.blocks.find((one) => one.start < mine.end && mine.end <= one.end);
    const target = { kind: "offset", at: block?.end ?? mine.end, depth: 1 } as const;
    const where = { target, section: mine.section, integration: "append" } as const;
    return [added(point, winner, { source: span, sourceSection, place: where })];
  });
}

function touches(a: TextSpan, b: TextSpan): boolean {
  return a.start < b.end && b.start < a.end;
}

/** A side that begins with its heading is about the section; any other is about the passage itself. */
function isTopic(point: ComparisonPoint, document: ParsedDocument): boolean {
  const side = sideOf(point, document);
  return document.blocks.some(({ kind, start }) => kind === "heading" && start === side?.start);
}

function section(
  point: ComparisonPoint,
  drafting: DraftChangeContext,
): DraftChange | ChangeRefusal {
  const { base, winner } = drafting;
  const [mine, theirs] = [sideOf(point, base), sideOf(point, winner)];
  const from = theirs && sectionAt(winner, theirs.section);
  if (!theirs || !from) return refused("the winner has nothing on it that could be taken");
  if (!mine) return addedSection(point, drafting, from);
  // a side ends where the next topic begins, which has a point of its own
  return replacing(point, winner, {
    source: { start: theirs.start, end: theirs.end },
    sourceSection: theirs.section,
    at: { start: mine.start, end: mine.end },
    targetSection: mine.section,
  });
}

function replacing(
  point: ComparisonPoint,
  { variant }: ParsedDocument,
  { at, ...rest }: { source: TextSpan; sourceSection: number; at: TextSpan; targetSection: number },
): DraftChange {
  const target = { kind: "span", at } as const;
  return { point, from: variant, target, integration: "replace", risk: "Medium", ...rest };
}

/** With its subsections, unless the base has sections that answer them. */
function addedSection(
  point: ComparisonPoint,
  { base, winner }: DraftChangeContext,
  from: DocumentSection,
): DraftChange | ChangeRefusal {
  const answers = aligned(winner, base);
  const whole = descendants(winner, from).every((one) => !answers.has(one.index));
  const source = sectionSpan(winner, from, whole);
  if (!source) return refused("the section is empty");
  const place = placeFor(winner, base, from);
  return added(point, winner, { source, sourceSection: from.index, place });
}

/** A passage goes behind the one that answers its neighbour, in the section that answers its own. */
function addedPassage(
  point: ComparisonPoint,
  drafting: DraftChangeContext,
  side: PointSide,
): DraftChange | ChangeRefusal {
  const { base, winner, pairs } = drafting;
  const holder = holderOf(winner, side);
  const answer = aligned(winner, base).get(side.section);
  const home = answer === undefined ? undefined : sectionAt(base, answer);
  if (!holder || holder.kind === "other" || holder.kind === "row" || !home) {
    return refused("there is no place in the base for a passage like this", true);
  }
  const place = placeBeside(winner, base, { start: side.start, home, pairs });
  return added(point, winner, { source: holder.at, sourceSection: side.section, place });
}

function added(
  point: ComparisonPoint,
  { variant }: ParsedDocument,
  { place, ...rest }: { source: TextSpan; sourceSection: number; place: SectionPlacement },
): DraftChange {
  const { target, section: targetSection, integration } = place;
  return { point, from: variant, risk: "Low", target, targetSection, integration, ...rest };
}

/** X, and what the analyst found: the paragraph, item or row that says it gives way to the winner's. */
function passage(
  point: ComparisonPoint,
  drafting: DraftChangeContext,
): DraftChange | ChangeRefusal {
  const { base, winner } = drafting;
  const [mine, theirs] = [sideOf(point, base), sideOf(point, winner)];
  if (!theirs) return refused("the winner has nothing on it that could be taken");
  if (!mine) return addedPassage(point, drafting, theirs);
  const [target, source] = [holderOf(base, mine), holderOf(winner, theirs)];
  if (!target || !source || !fits(source, target)) {
    return refused(
      "the two passages are of kinds that cannot stand for each other, so it has to be done by hand",
      true,
    );
  }
  if (
    normalizeLine(readSpanText(base, target.at)) === normalizeLine(readSpanText(winner, source.at))
  ) {
    return refused("the base says it in the same words already");
  }
  return replacing(point, winner, {
    source: source.at,
    sourceSection: source.section,
    at: target.at,
    targetSection: target.section,
  });
}

/** Sections of the base that answer the winner's take the winner's order; the others stay behind their neighbours. */
function newOrder(
  point: ComparisonPoint,
  { base, winner }: DraftChangeContext,
): DraftChange | ChangeRefusal {
  const answers = aligned(winner, base);
  const siblings = outlineOf(base);
  const wanted = outlineOf(winner)
    .flatMap((index) => answers.get(index) ?? [])
    .filter((index) => siblings.includes(index));
  const groups = groupsOf(siblings, new Set(wanted));
  const heads = groups.flatMap(([head]) =>
    head !== undefined && wanted.includes(head) ? [head] : [],
  );
  if (wanted.length < 2 || wanted.join() === heads.join()) {
    return refused("the base's sections are in that order already");
  }
  const led = new Map(groups.map((group) => [group[0], group]));
  const rest = groups.filter(([head]) => head === undefined || !wanted.includes(head));
  const sections = [...rest.flat(), ...wanted.flatMap((index) => led.get(index) ?? [])];
  return {
    point,
    from: winner.variant,
    source: null,
    sourceSection: 0,
    targetSection: siblings[0] ?? 0,
    target: { kind: "order", sections },
    integration: "restructure",
    risk: "High",
  };
}

/** The sections that structure the document: those under its one title, else its top level. */
function outlineOf({ sections }: ParsedDocument): readonly number[] {
  const tops = sections.filter(({ parent, index }) => parent === null && index !== 0);
  const [only, second] = tops;
  return only && !second && only.depth === 1 ? only.children : tops.map(({ index }) => index);
}

/** Each wanted section with those behind it that nobody moves. */
function groupsOf(siblings: readonly number[], wanted: ReadonlySet<number>): number[][] {
  const groups: number[][] = [];
  for (const index of siblings) {
    const last = groups.at(-1);
    if (last === undefined || wanted.has(index)) groups.push([index]);
    else last.push(index);
  }
  return groups;
}

function sideOf({ sides }: ComparisonPoint, { variant }: ParsedDocument): PointSide | undefined {
  return sides.find((side) => side.variant === variant);
}

function refused(reason: string, open = false): ChangeRefusal {
  return { reason, open };
}
