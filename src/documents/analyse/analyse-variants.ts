/** Step 1 of a merge, all in code: where variants differ or contradict each other, and what only one of them has. */
import { listComparableWords, singularizeWord } from "../../text/comparable-words.ts";
import {
  type NearDuplicate,
  type PairDifference,
  comparePairs,
  findNearDuplicates,
  indexVariantLines,
  isNearDuplicatePair,
  listNormalizedLines,
} from "../align/line-overlap.ts";
import { findVariantTopics } from "../align/variant-topics.ts";
import { indexWordRuns } from "../align/word-runs.ts";
import { readAllStatements } from "../claims/document-statements.ts";
import { type ComparisonPoint, type PointCategory, SEVERITIES } from "../comparison-point.ts";
import {
  findContradictionsBetween,
  findContradictionsWithin,
} from "../contradictions/find-contradictions.ts";
import type { ParsedDocument, TextSpan } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { findAncestorPoints } from "./ancestor-points.ts";
import {
  type VariantComparison,
  findContentDifferences,
  findUniqueContributions,
} from "./content-differences.ts";
import type { VariantDifference } from "./passage-difference.ts";
import { type PassageWorth, createWorthLookup } from "./passage-worth.ts";
import { findStructuralDifferences } from "./structural-differences.ts";

export interface VariantAnalysis {
  /** Structural, content, contradictions between variants, contradictions within one, unique; ids as in A15. */
  readonly points: readonly ComparisonPoint[];
  readonly counts: PointCounts;
  /** Every pair of variants; the difference is 1 - shared / distinct. */
  readonly pairs: readonly PairDifference[];
  /** A16: every pair differs by less than a tenth, and there is no ancestor to merge them by. */
  readonly identical: boolean;
  /** Variants that differ from an earlier one by less than a tenth. */
  readonly nearDuplicates: readonly NearDuplicate[];
  /** Ids of the points that the focus names; all of them without a focus. */
  readonly focused: readonly string[];
  /** What was left out because there was too much of it, in sentences; mostly none. */
  readonly limits: readonly string[];
}

export interface PointCounts {
  readonly structural: number;
  readonly content: number;
  /** Between variants. */
  readonly contradictions: number;
  /** Within one variant. */
  readonly within: number;
  readonly unique: number;
  readonly total: number;
}

export interface AnalysisOptions {
  /** Words that a point must be about to be in focus; none means all. */
  readonly focus: readonly string[];
  /** The source of the variants: repeating it is not a contribution (A14). */
  readonly source?: ParsedDocument | null;
  /** The text that all variants are versions of (A0b). */
  readonly ancestor?: ParsedDocument | null;
}

export async function analyseVariants(
  documents: readonly ParsedDocument[],
  { focus, source = null, ancestor = null }: AnalysisOptions,
  breathe: YieldToEventLoop,
): Promise<VariantAnalysis> {
  const index = await indexVariantLines(documents, breathe);
  const pairs = comparePairs(documents, index);
  const compared = await prepareComparison(documents, breathe);
  const given = new Set(source === null ? [] : listNormalizedLines(source.text));
  const known = { index, runs: await indexWordRuns(documents, breathe), given };
  const within: UnnumberedPoint[] = [];
  for (const document of documents) {
    for (const found of await findContradictionsWithin(document, breathe)) {
      within.push({ ...found, within: document.variant });
    }
  }
  const clashes = await findContradictionsBetween(documents, breathe);
  const found = await findPassages(compared, { known, ancestor, breathe });
  const numbered = [
    numberPoints(
      "structural",
      ancestor === null ? await findStructuralDifferences(documents, breathe) : [],
    ),
    numberPoints("content", dropCoveredPoints(found.content, clashes), [], found.settled),
    numberPoints("contradiction", ancestor === null ? clashes : [], within),
    numberPoints("unique", found.unique),
  ];
  const points = numbered.flatMap((category) => category.points);
  return {
    points,
    counts: countPoints(points),
    pairs,
    // with an ancestor, even small differences are merged
    identical: ancestor === null && pairs.every(isNearDuplicatePair),
    nearDuplicates: ancestor === null ? findNearDuplicates(pairs) : [],
    focused: points.filter((point) => isPointInFocus(documents, point, focus)).map(({ id }) => id),
    limits: numbered.flatMap((category) => category.limits),
  };
}

async function prepareComparison(
  documents: readonly ParsedDocument[],
  breathe: YieldToEventLoop,
): Promise<VariantComparison> {
  // all at once first: drafts share sentences
  await readAllStatements(documents, breathe);
  const worths = new Map<ParsedDocument, (span: TextSpan) => PassageWorth>();
  for (const document of documents) {
    worths.set(document, await createWorthLookup(document, breathe));
    await breathe();
  }
  return {
    documents,
    topics: await findVariantTopics(documents, breathe),
    worthIn: (document, span) =>
      worths.get(document)?.(span) ?? { claims: 0, obligations: 0, values: 0 },
  };
}

interface FoundPassages {
  readonly content: readonly VariantDifference[];
  readonly unique: readonly VariantDifference[];
  readonly settled: readonly VariantDifference[];
}

/** With an ancestor every difference is a change against it; without one sections are compared with each other. */
async function findPassages(
  compared: VariantComparison,
  {
    known,
    ancestor,
    breathe,
  }: {
    readonly known: Parameters<typeof findUniqueContributions>[1];
    readonly ancestor: ParsedDocument | null;
    readonly breathe: YieldToEventLoop;
  },
): Promise<FoundPassages> {
  if (ancestor !== null) {
    const { settled, disputed } = await findAncestorPoints(ancestor, compared.documents, breathe);
    return { content: disputed, unique: [], settled };
  }
  const { content, unique } = await findContentDifferences(compared, known, breathe);
  const sections = await findUniqueContributions(compared, known, breathe);
  return { content, unique: [...unique, ...sections], settled: [] };
}

/** A passage that contradicts its counterpart is one point, not two. */
function dropCoveredPoints(
  content: readonly VariantDifference[],
  clashes: readonly VariantDifference[],
): VariantDifference[] {
  return content.filter(({ sides, ranges }) => {
    if (ranges === undefined) return true;
    return !clashes.some(
      (clash) =>
        clash.sides.length > 1 &&
        clash.sides.every((one) =>
          sides.some(
            ({ variant, start, end }) =>
              variant === one.variant && start <= one.start && one.end <= end,
          ),
        ),
    );
  });
}

type UnnumberedPoint = VariantDifference & { readonly within?: number };

/** More of one category than anybody can debate; the weightiest stay. */
const MOST_POINTS = 200;

const LETTERS: Readonly<Record<PointCategory, string>> = {
  structural: "S",
  content: "C",
  contradiction: "X",
  unique: "U",
};

/** Numbered consecutively; a second list is cut separately, so that the first cannot displace it. */
function numberPoints(
  category: PointCategory,
  ...lists: readonly (readonly UnnumberedPoint[])[]
): NumberedPoints {
  const shortened = lists.map((list) =>
    list[0]?.settled === undefined ? keepHeaviestPoints(list) : list,
  );
  const left = lists.reduce((sum, list, at) => sum + list.length - (shortened[at]?.length ?? 0), 0);
  const limit = `${left} more ${category} findings of lower severity are not listed.`;
  return {
    points: shortened
      .flat()
      .map(({ kind, severity, summary, topic, sides, within = null, ranges, settled }, at) => ({
        id: `${LETTERS[category]}-${String(at + 1).padStart(3, "0")}`,
        category,
        kind,
        severity,
        summary,
        topic,
        sides,
        within,
        ...(ranges !== undefined && { ranges }),
        ...(settled !== undefined && { settled }),
        origin: "code",
      })),
    limits: left > 0 ? [limit] : [],
  };
}

interface NumberedPoints {
  readonly points: readonly ComparisonPoint[];
  readonly limits: readonly string[];
}

/** The weightiest, in the order they came. */
function keepHeaviestPoints(found: readonly UnnumberedPoint[]): UnnumberedPoint[] {
  const ranked = SEVERITIES.toReversed().flatMap((severity) =>
    found.filter((one) => one.severity === severity),
  );
  const stays = new Set(ranked.slice(0, MOST_POINTS));
  return found.filter((one) => stays.has(one));
}

/** A15: the same as the rows of the tables. */
export function countPoints(points: readonly ComparisonPoint[]): PointCounts {
  const of = (category: PointCategory): ComparisonPoint[] =>
    points.filter((point) => point.category === category);
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

// Whether a point is about what a person wants the debate to look at.

/** Every word of one of the areas occurs in the point's topic, headings or quotes. No area: every point. */
function isPointInFocus(
  documents: readonly ParsedDocument[],
  point: ComparisonPoint,
  focus: readonly string[],
): boolean {
  const areas = focus
    .map((area) => listComparableWords(area).map(singularizeWord))
    .filter((words) => words.length > 0);
  if (areas.length === 0) return true;
  const { category, kind, topic, summary, sides } = point;
  const titles = sides.map(
    ({ variant, section }) =>
      documents.find((one) => one.variant === variant)?.sections[section]?.title ?? "",
  );
  const quotes = sides.map(({ quote }) => quote);
  const text = [category, kind, topic ?? "", summary, ...titles, ...quotes].join(" ");
  const words = new Set(listComparableWords(text).map(singularizeWord));
  return areas.some((area) => area.every((word) => words.has(word)));
}
