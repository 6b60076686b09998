/** A5, A6: how the outlines of variants differ: which sections, in which order, how deep. */
import { listTopSections, matchSectionsByTitle, SAME_HEADING } from "../align/align-sections.ts";
import type { PointSeverity, PointSide } from "../comparison-point.ts";
import { createPointSide } from "../contradictions/found-contradiction.ts";
import type { ParsedDocument, DocumentSection } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { type VariantDifference, formatDocumentLabels } from "./passage-difference.ts";

/** At most one of each: order, headings, depth. Every variant has a side in each. */
export async function findStructuralDifferences(
  documents: readonly ParsedDocument[],
  breathe: YieldToEventLoop,
): Promise<VariantDifference[]> {
  const pairs: OutlinePair[] = [];
  for (const [place, a] of documents.entries()) {
    for (const b of documents.slice(place + 1)) {
      pairs.push(compareOutlines(a, b));
      await breathe();
    }
  }
  return [
    ...findOrderDifference(documents, pairs),
    ...findHeadingDifference(documents, pairs),
    ...findDepthDifference(documents),
  ];
}

interface OutlinePair {
  readonly a: ParsedDocument;
  readonly b: ParsedDocument;
  /** H2 sections that have the same title in both. */
  readonly same: number;
  /** H2 sections of both together. */
  readonly all: number;
  /** Pairs of common sections that are in the opposite order in the other. */
  readonly inversions: number;
  /** The first section of `a` and `b` that is elsewhere in the other. */
  readonly moved: readonly [DocumentSection, DocumentSection] | null;
}

function compareOutlines(a: ParsedDocument, b: ParsedDocument): OutlinePair {
  const [ownA, ownB] = [listChapters(a), listChapters(b)];
  const common = matchSectionsByTitle(ownA, ownB, SAME_HEADING).toSorted(
    ([x], [y]) => x.index - y.index,
  );
  const places = common.map(([, other]) => other.index);
  const sorted = places.toSorted((x, y) => x - y);
  const at = places.findIndex((place, index) => place !== sorted[index]);
  return {
    a,
    b,
    same: common.length,
    all: ownA.length + ownB.length,
    inversions: countInversions(places),
    moved: common[at] ?? null,
  };
}

/** What divides a document at its top, by H1 or by H2. */
function listChapters(document: ParsedDocument): readonly DocumentSection[] {
  return listTopSections(document);
}

/** Counted while sorting, so that many sections cost little more than few. */
function countInversions(places: readonly number[]): number {
  if (places.length < 2) return 0;
  const middle = places.length >> 1;
  const [left, right] = [places.slice(0, middle), places.slice(middle)];
  let count = countInversions(left) + countInversions(right);
  const rising = right.toSorted((x, y) => x - y);
  let smaller = 0;
  for (const place of left.toSorted((x, y) => x - y)) {
    while (smaller < rising.length && (rising[smaller] ?? 0) < place) smaller++;
    count += smaller;
  }
  return count;
}

/** Low: a question of taste. Medium: more than half of the common sections are in the opposite order. */
function findOrderDifference(
  documents: readonly ParsedDocument[],
  pairs: readonly OutlinePair[],
): VariantDifference[] {
  const moved = pairs.filter(({ inversions }) => inversions > 0);
  if (moved.length === 0) return [];
  const turned = moved.some(
    ({ inversions, same }) => same > 2 && inversions * 4 > same * (same - 1),
  );
  const common = findCommonChapters(documents);
  const orders = groupDocuments(documents, (document) =>
    formatChapterTitles(common.get(document) ?? []),
  );
  const said = [...orders].map(([titles, by]) => `${titles} (${formatDocumentLabels(by)})`);
  return [
    {
      kind: "order",
      severity: turned ? "Medium" : "Low",
      topic: null,
      summary: `Common sections stand in another order: ${said.join("; ")}.`,
      sides: documents.map((document) => {
        const pair = moved.find(({ a, b }) => a === document || b === document);
        const section = pair?.moved?.[pair.a === document ? 0 : 1];
        return createHeadingSide(document, section ?? listChapters(document)[0]);
      }),
    },
  ];
}

const MOST_TITLES = 8;

function formatChapterTitles(chapters: readonly DocumentSection[]): string {
  const shown = chapters.slice(0, MOST_TITLES).map(({ title }) => title);
  return [...shown, ...(chapters.length > MOST_TITLES ? ["…"] : [])].join(", ");
}

/** The H2 sections that every variant has, as each of them orders them. */
function findCommonChapters(
  documents: readonly ParsedDocument[],
): Map<ParsedDocument, DocumentSection[]> {
  const [first, ...others] = documents;
  if (first === undefined) return new Map();
  const answers = others.map(
    (other) =>
      new Map(matchSectionsByTitle(listChapters(first), listChapters(other), SAME_HEADING)),
  );
  const common = listChapters(first).filter((one) => answers.every((answer) => answer.has(one)));
  return new Map([
    [first, common],
    ...others.map((other, at): [ParsedDocument, DocumentSection[]] => [
      other,
      common.flatMap((one) => answers[at]?.get(one) ?? []).toSorted((x, y) => x.index - y.index),
    ]),
  ]);
}

/** By how many H2 the two least alike share: two of three or more is Low, under one of three High. */
function findHeadingDifference(
  documents: readonly ParsedDocument[],
  pairs: readonly OutlinePair[],
): VariantDifference[] {
  const counts = documents.map((document) => formatHeadingCounts(document));
  const alike = pairs.every(({ same, all }) => same * 2 === all);
  if (alike && counts.every((count) => count === counts[0])) return [];
  const least = pairs.toSorted((x, y) => x.same * y.all - y.same * x.all)[0];
  const shared = least === undefined ? "" : formatSharedHeadings(least);
  const said = [...groupDocuments(documents, formatHeadingCounts)].map(
    ([count, by]) => `${count} (${formatDocumentLabels(by)})`,
  );
  return [
    {
      kind: "headings",
      severity: least === undefined ? "Low" : rateHeadingSeverity(least),
      topic: null,
      summary: `Headings differ: ${said.join("; ")}.${shared}`,
      sides: documents.map((document) => createHeadingSide(document, listChapters(document)[0])),
    },
  ];
}

function rateHeadingSeverity({ same, all }: OutlinePair): PointSeverity {
  if (all === 0 || same * 2 * 3 >= all * 2) return "Low";
  return same * 2 * 3 >= all ? "Medium" : "High";
}

function formatSharedHeadings({ a, b, same, all }: OutlinePair): string {
  if (all === 0) return "";
  return ` ${a.label} and ${b.label} have ${same} of ${all - same} sections of the second level in common.`;
}

function formatHeadingCounts({ sections }: ParsedDocument): string {
  const counts = [1, 2, 3, 4, 5, 6].flatMap((depth) => {
    const count = sections.filter((section) => section.depth === depth).length;
    return count === 0 ? [] : [`${count} H${depth}`];
  });
  return counts.length === 0 ? "no headings" : counts.join(", ");
}

/** A6: one level apart is Low, more is Medium; nothing below H2 against H4 and deeper is High. */
function findDepthDifference(documents: readonly ParsedDocument[]): VariantDifference[] {
  const depths = documents.map(findDeepestLevel);
  const [least, most] = [Math.min(...depths), Math.max(...depths)];
  if (least === most) return [];
  const said = [...groupDocuments(documents, (document) => `H${findDeepestLevel(document)}`)].map(
    ([depth, by]) => `${depth === "H0" ? "no headings" : depth} (${formatDocumentLabels(by)})`,
  );
  const flatAgainstDeep = least <= 2 && most >= 4;
  return [
    {
      kind: "depth",
      severity: flatAgainstDeep ? "High" : most - least === 1 ? "Low" : "Medium",
      topic: null,
      summary: `Headings go down to ${said.join(", ")}.`,
      sides: documents.map((document) =>
        createHeadingSide(
          document,
          document.sections.find(({ depth }) => depth === findDeepestLevel(document)),
        ),
      ),
    },
  ];
}

function findDeepestLevel({ sections }: ParsedDocument): number {
  return sections.reduce((most, { depth }) => Math.max(most, depth), 0);
}

/** The heading itself; the first block of a document without any. */
function createHeadingSide(
  document: ParsedDocument,
  section: DocumentSection | undefined,
): PointSide {
  const block = document.blocks[section?.first ?? 0] ?? document.blocks[0];
  const span = block ?? { start: 0, end: 0, line: 1, section: 0 };
  return createPointSide(document, span);
}

function groupDocuments(
  documents: readonly ParsedDocument[],
  getKey: (document: ParsedDocument) => string,
): Map<string, ParsedDocument[]> {
  const groups = new Map<string, ParsedDocument[]>();
  for (const document of documents) {
    const key = getKey(document);
    groups.set(key, [...(groups.get(key) ?? []), document]);
  }
  return groups;
}
