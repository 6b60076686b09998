/**
 * A0: pairs the sections of two documents in one best assignment per level. Outlines are levelled: a document that is
 * divided by H1 is as good as one that is divided by H2. Children pair only under parents that pair.
 */
import { hasWordOverlap, listTitleWords } from "../../text/comparable-words.ts";
import type { DocumentSection, ParsedDocument } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { findBestAssignment } from "./best-assignment.ts";
import { type PlacedSection, listTopicWords, measureSectionLikeness } from "./section-likeness.ts";

/** Share of words that two titles of the outline have in common (A6). */
export const SAME_HEADING = 80;

export type SectionAlignment = ReadonlyMap<number, number>;

/** From section indices of `a` to those of `b`. The text above all sections answers that of the other. */
export function alignSections(a: ParsedDocument, b: ParsedDocument): SectionAlignment {
  const known = alignmentCache.get(a)?.get(b);
  if (known !== undefined) return known;
  const found = new Map<number, number>([[0, 0]]);
  const [titleA, titleB] = [findTitleSection(a), findTitleSection(b)];
  // one heading above all others is the title of the document, whatever it says
  if (titleA && titleB) found.set(titleA.index, titleB.index);
  const [own, siblings] = chooseTopSections(a, b);
  pairSiblings(a, own, { other: b, siblings, found });
  const cache = alignmentCache.get(a) ?? new WeakMap<ParsedDocument, SectionAlignment>();
  alignmentCache.set(a, cache.set(b, found));
  return found;
}

type TopSections = readonly [readonly DocumentSection[], readonly DocumentSection[]];

/**
 * A stray heading of the first level must not part two outlines: where one document has several and little would be
 * paired, the sections of the second level are compared, if more of them answer each other.
 */
function chooseTopSections(a: ParsedDocument, b: ParsedDocument): TopSections {
  const [own, siblings] = [listTopSections(a), listTopSections(b)];
  const plain: TopSections = [own, siblings];
  const seconds = [a, b].map(listSecondSections);
  if (seconds.every(({ length }) => length === 0)) return plain;
  const count = ([ones, others]: TopSections): number =>
    countSameTitles(ones, others.length > MOST_TOPS ? [] : others);
  const others = [own, seconds[0] ?? []].flatMap((ones) =>
    [siblings, seconds[1] ?? []].map((twos): TopSections => [ones, twos]),
  );
  const best = others.toSorted((x, y) => count(y) - count(x))[0] ?? plain;
  return count(best) >= FEWEST_PAIRED && count(best) >= 2 * count(plain) ? best : plain;
}

const MOST_TOPS = 400;
const FEWEST_PAIRED = 3;

/** What stands on the second level below several of the first. */
function listSecondSections({ sections }: ParsedDocument): readonly DocumentSection[] {
  const tops = sections.filter(({ parent, index }) => parent === null && index > 0);
  return tops.length < 2 ? [] : sections.filter(({ depth, index }) => depth === 2 && index > 0);
}

function countSameTitles(
  ones: readonly DocumentSection[],
  others: readonly DocumentSection[],
): number {
  const formatWords = (section: DocumentSection): string =>
    [...listTopicWords(section)].toSorted().join(" ");
  const titles = new Set(others.map(formatWords));
  return new Set(ones.map(formatWords).filter((title) => title !== "" && titles.has(title))).size;
}

const alignmentCache = new WeakMap<ParsedDocument, WeakMap<ParsedDocument, SectionAlignment>>();

/** A0: two sections that are about the same, or are not, whatever their words say. */
export interface SectionCorrection {
  readonly action: "pair" | "part";
  /** Variant and index of the section. */
  readonly sections: readonly (readonly [number, number])[];
}

const corrections = new WeakMap<ParsedDocument, readonly SectionCorrection[]>();

/** Sections are paired anew, with these corrections, wherever the documents are compared from now on. */
export function correctAlignment(
  documents: readonly ParsedDocument[],
  wanted: readonly SectionCorrection[],
): void {
  for (const document of documents) {
    corrections.set(document, wanted);
    alignmentCache.delete(document);
  }
}

function isCorrected(
  action: SectionCorrection["action"],
  a: PlacedSection,
  b: PlacedSection,
): boolean {
  return (corrections.get(a.document) ?? []).some(
    (one) =>
      one.action === action &&
      [a, b].every(({ document, section }) =>
        one.sections.some(
          ([variant, index]) => variant === document.variant && index === section.index,
        ),
      ),
  );
}

/** A correction counts more than any likeness. */
function scorePair(a: PlacedSection, b: PlacedSection): number {
  if (isCorrected("part", a, b)) return 0;
  return isCorrected("pair", a, b) ? CERTAIN : measureSectionLikeness(a, b);
}

const CERTAIN = 10;

interface SiblingPairing {
  readonly other: ParsedDocument;
  readonly siblings: readonly DocumentSection[];
  readonly found: Map<number, number>;
}

function pairSiblings(
  document: ParsedDocument,
  own: readonly DocumentSection[],
  { other, siblings, found }: SiblingPairing,
): void {
  const ones = placeSections(document, own);
  const others = placeSections(other, siblings);
  for (const [one, answer] of pairPlacedSections(ones, others)) {
    found.set(one.index, answer.index);
    pairSiblings(document, listChildren(document, one), {
      other,
      siblings: listChildren(other, answer),
      found,
    });
  }
}

type SectionPair = readonly [DocumentSection, DocumentSection];

/** Titles that are the same and occur once are settled first, so that long documents stay fast. */
function pairPlacedSections(
  ones: readonly PlacedSection[],
  others: readonly PlacedSection[],
): SectionPair[] {
  if (ones.length === 0 || others.length === 0) return [];
  const pairs: SectionPair[] = [];
  const [onlyA, onlyB] = [mapUniqueTitles(ones), mapUniqueTitles(others)];
  const gone = new Set<PlacedSection>();
  for (const [title, one] of onlyA) {
    const other = onlyB.get(title);
    if (other === undefined || scorePair(one, other) === 0) continue;
    if (isBound(one, others) || isBound(other, ones)) continue;
    pairs.push([one.section, other.section]);
    gone.add(one).add(other);
  }
  const [left, free] = [
    ones.filter((one) => !gone.has(one)),
    others.filter((other) => !gone.has(other)),
  ];
  if (left.length * free.length > MOST_COMPARED) return pairs;
  const scores = left.map((one) => free.map((other) => scorePair(one, other)));
  for (const [row, column] of findBestAssignment(scores, free.length)) {
    const [one, other] = [left[row], free[column]];
    if (one && other) pairs.push([one.section, other.section]);
  }
  return pairs;
}

const MOST_COMPARED = 40_000;

/** Somebody paired it with one of these. */
function isBound(one: PlacedSection, others: readonly PlacedSection[]): boolean {
  return corrections.has(one.document) && others.some((other) => isCorrected("pair", one, other));
}

function mapUniqueTitles(sections: readonly PlacedSection[]): Map<string, PlacedSection> {
  const found = new Map<string, PlacedSection>();
  const twice = new Set<string>();
  for (const one of sections) {
    const title = [...listTopicWords(one.section)].toSorted().join(" ");
    if (title === "" || found.has(title)) twice.add(title);
    else found.set(title, one);
  }
  for (const title of twice) found.delete(title);
  return found;
}

function placeSections(
  document: ParsedDocument,
  sections: readonly DocumentSection[],
): PlacedSection[] {
  const last = Math.max(1, sections.length - 1);
  return sections.map((section, at) => ({ document, section, place: at / last }));
}

/** The one H1 that everything else is under. */
export function findTitleSection({ sections }: ParsedDocument): DocumentSection | undefined {
  const [only, second] = sections.filter(({ parent, index }) => parent === null && index > 0);
  return only && !second && only.depth === 1 ? only : undefined;
}

/** What a document is divided into at its top, whatever level its headings have. */
export function listTopSections(document: ParsedDocument): readonly DocumentSection[] {
  const title = findTitleSection(document);
  if (title) return listChildren(document, title);
  return document.sections.filter(({ parent, index }) => parent === null && index > 0);
}

function listChildren(
  { sections }: ParsedDocument,
  { children }: DocumentSection,
): DocumentSection[] {
  return children.flatMap((index) => sections[index] ?? []);
}

/** A8: topics are what the two upper levels name. */
export function listTopicSections(document: ParsedDocument): readonly DocumentSection[] {
  const known = topicSectionsCache.get(document);
  if (known !== undefined) return known;
  const found = listTopSections(document).flatMap((top) => [top, ...listChildren(document, top)]);
  topicSectionsCache.set(document, found);
  return found;
}

const topicSectionsCache = new WeakMap<ParsedDocument, readonly DocumentSection[]>();

/** Reads all titles beforehand, with breaks; aligning has none. */
export async function readSectionTitles(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<void> {
  for (const section of document.sections) {
    listTopicWords(section);
    await breathe();
  }
}

/** A6: pairs of headings that share enough words, in the order of the first list. */
export function matchSectionsByTitle(
  ones: readonly DocumentSection[],
  others: readonly DocumentSection[],
  percent: number,
): SectionPair[] {
  const free = new Set(others);
  return ones.flatMap((one): SectionPair[] => {
    const words = listTitleWords(one.title);
    const other = [...free].find((two) =>
      hasWordOverlap(words, listTitleWords(two.title), percent),
    );
    if (other === undefined) return [];
    free.delete(other);
    return [[one, other]];
  });
}
