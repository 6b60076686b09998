/** Step 1 of a merge, all in code: where variants differ, contradict each other, and what only one of them has. */
import type { Breath } from "./breath.ts";
import { numberBlocks } from "./compare-blocks.ts";
import { type Compared, contentDifferences } from "./content.ts";
import { contradictionsBetween, contradictionsWithin } from "./contradictions.ts";
import type { Difference } from "./difference.ts";
import type { Document, Span } from "./document.ts";
import { isInFocus } from "./focus.ts";
import {
  indexLines,
  isNearDuplicate,
  linesOf,
  type NearDuplicate,
  nearDuplicatesAmong,
  type PairDifference,
  pairDifferences,
} from "./lines.ts";
import { passageDifferences } from "./passages.ts";
import { type Category, type Point, SEVERITIES } from "./point.ts";
import { readingsOf } from "./reading.ts";
import { structuralDifferences } from "./structural.ts";
import { topicsAmong } from "./topics.ts";
import { uniqueContributions } from "./unique.ts";
import { type Worth, worthOf } from "./worth.ts";

export interface Analysis {
  /** Structural, content, contradictions between variants, contradictions within one, unique; ids as in A15. */
  readonly points: readonly Point[];
  readonly counts: Counts;
  /** Every pair of variants; the difference is 1 - shared / distinct. */
  readonly pairs: readonly PairDifference[];
  /** A16: every pair differs by less than a tenth. */
  readonly identical: boolean;
  /** Variants that differ from an earlier one by less than a tenth. */
  readonly nearDuplicates: readonly NearDuplicate[];
  /** Ids of the points that the focus names; all of them when there is no focus. */
  readonly focused: readonly string[];
  /** What was left out because there was too much of it, in sentences; mostly none. */
  readonly limits: readonly string[];
}

export interface Counts {
  readonly structural: number;
  readonly content: number;
  /** Between variants. */
  readonly contradictions: number;
  /** Within one variant. */
  readonly within: number;
  readonly unique: number;
  readonly total: number;
}

export interface AnalysisSetting {
  /** Words that a point must be about to be in focus; none means all. */
  readonly focus: readonly string[];
  /** What the variants were written from: what only repeats it is no contribution (A14). */
  readonly source?: Document | null;
}

export async function analyse(
  documents: readonly Document[],
  { focus, source = null }: AnalysisSetting,
  breathe: Breath,
): Promise<Analysis> {
  const index = await indexLines(documents, breathe);
  const pairs = pairDifferences(documents, index);
  const compared = await comparedOf(documents, breathe);
  const passages = await passageDifferences(compared, breathe);
  const known = { index, given: new Set(source === null ? [] : linesOf(source.text)) };
  const within: Found[] = [];
  for (const document of documents) {
    for (const found of await contradictionsWithin(document, breathe)) {
      within.push({ ...found, within: document.variant });
    }
  }
  const numbered = [
    kept("structural", await structuralDifferences(documents, breathe)),
    kept("content", [...passages.content, ...(await contentDifferences(compared, breathe))]),
    kept("contradiction", await contradictionsBetween(documents, breathe), within),
    kept("unique", [...passages.unique, ...(await uniqueContributions(compared, known, breathe))]),
  ];
  const points = numbered.flatMap((category) => category.points);
  return {
    points,
    counts: countsOf(points),
    pairs,
    identical: pairs.every(isNearDuplicate),
    nearDuplicates: nearDuplicatesAmong(pairs),
    focused: points.filter((point) => isInFocus(point, focus)).map(({ id }) => id),
    limits: numbered.flatMap((category) => category.limits),
  };
}

async function comparedOf(documents: readonly Document[], breathe: Breath): Promise<Compared> {
  // all at once first: drafts share sentences
  await readingsOf(documents, breathe);
  const worths = new Map<Document, (span: Span) => Worth>();
  for (const document of documents) {
    worths.set(document, await worthOf(document, breathe));
    await breathe();
  }
  return {
    documents,
    topics: await topicsAmong(documents, breathe),
    numbers: await numberBlocks(documents, breathe),
    worthIn: (document, span) =>
      worths.get(document)?.(span) ?? { claims: 0, obligations: 0, values: 0 },
  };
}

type Found = Difference & { readonly within?: number };

/** More of one category than anybody can debate; the weightiest stay. */
const MOST_POINTS = 200;

const LETTERS: Readonly<Record<Category, string>> = {
  structural: "S",
  content: "C",
  contradiction: "X",
  unique: "U",
};

/** Numbered through; a second list is cut by itself, so that the first cannot crowd it out. */
function kept(category: Category, ...lists: readonly (readonly Found[])[]): Kept {
  const shortened = lists.map(heaviest);
  const left = lists.reduce((sum, list, at) => sum + list.length - (shortened[at]?.length ?? 0), 0);
  const limit = `${left} more ${category} findings of lower severity are not listed.`;
  return {
    points: shortened
      .flat()
      .map(({ kind, severity, summary, topic, sides, within = null }, at) => ({
        id: `${LETTERS[category]}-${String(at + 1).padStart(3, "0")}`,
        category,
        kind,
        severity,
        summary,
        topic,
        sides,
        within,
        origin: "code",
      })),
    limits: left > 0 ? [limit] : [],
  };
}

interface Kept {
  readonly points: readonly Point[];
  readonly limits: readonly string[];
}

/** The weightiest, in the order they came. */
function heaviest(found: readonly Found[]): Found[] {
  const ranked = SEVERITIES.toReversed().flatMap((severity) =>
    found.filter((one) => one.severity === severity),
  );
  const stays = new Set(ranked.slice(0, MOST_POINTS));
  return found.filter((one) => stays.has(one));
}

/** A15: the same as the rows of the tables. */
export function countsOf(points: readonly Point[]): Counts {
  const of = (category: Category): Point[] => points.filter((point) => point.category === category);
  const within = of("contradiction").filter((point) => point.within !== null).length;
  return {
    structural: of("structural").length,
    content: of("content").length,
    contradictions: of("contradiction").length - within,
    within,
    unique: of("unique").length,
    total: points.length,
  };
}
