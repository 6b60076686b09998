/**
 * A0, K21: what the analyst sets right in code's list: points that are none, that are one, or that are badly worded,
 * and sections that code paired or did not. Quotes and ids are checked; what does not hold is listed and not done.
 */
import {
  type SectionCorrection,
  alignSections,
  correctAlignment,
} from "../../../documents/align/align-sections.ts";
import type { ComparisonPoint } from "../../../documents/comparison-point.ts";
import { type ParsedDocument, readSpanText } from "../../../documents/document.ts";
import { foldText } from "../../../domain/evidence/evidence.ts";
import type { Turn } from "../../../domain/round.ts";
import type { MergeCorrection } from "../prompts/finding-input.ts";
import type { FindingsReply } from "../replies.ts";
import { listDocuments, type Gathered, type RefusedCorrection } from "./table.ts";

export function correctionsIn(turn: Turn<FindingsReply> | null): readonly MergeCorrection[] {
  return turn?.kind === "spoken" ? (turn.reply.corrections ?? []) : [];
}

type MadeCorrection = SectionCorrection & { readonly correction: MergeCorrection };

/** Pairs the sections anew where the analyst corrected them; false where nothing changes. */
export function correctPairs(
  gathered: Gathered,
  wanted: readonly MergeCorrection[],
): { readonly changed: boolean; readonly refused: readonly RefusedCorrection[] } {
  const documents = listDocuments(gathered);
  const refused: RefusedCorrection[] = [];
  const made: MadeCorrection[] = [];
  for (const correction of wanted) {
    const { action, sides } = correction;
    if (action !== "pair" && action !== "part") continue;
    const sections = sides.flatMap(({ variant, quote }) => {
      const document = documents.find((one) => one.variant === variant);
      const [section, second] = document ? listQuotedSections(document, quote) : [];
      return section === undefined || second !== undefined ? [] : [[variant, section] as const];
    });
    const distinct = new Set(sections.map(([variant]) => variant));
    if (sections.length !== 2 || distinct.size !== 2)
      refused.push({ correction, why: "it does not quote one section of each of two drafts" });
    else made.push({ action, sections, correction });
  }
  if (made.length === 0) return { changed: false, refused };
  correctAlignment(documents, made);
  return { changed: true, refused: [...refused, ...listImpossiblePairs(gathered, made)] };
}

/** A heading that says just this, else every section with these words. */
function listQuotedSections(document: ParsedDocument, quote: string): number[] {
  const words = foldText(quote.replace(/^\s*#+\s*/, ""));
  const titled = document.sections.filter(({ title }) => foldText(title) === words);
  if (titled.length > 0) return titled.map(({ index }) => index);
  const found = document.blocks.filter((block) =>
    foldText(readSpanText(document, block)).includes(words),
  );
  return [...new Set(found.map(({ section }) => section))];
}

/** Children pair only under parents that pair. */
function listImpossiblePairs(
  gathered: Gathered,
  made: readonly MadeCorrection[],
): RefusedCorrection[] {
  const documents = listDocuments(gathered);
  return made.flatMap(({ action, sections: [one, other], correction }) => {
    const [a, b] = [one, other].map((side) =>
      documents.find(({ variant }) => variant === side?.[0]),
    );
    if (action !== "pair" || !a || !b || !one || !other) return [];
    if (alignSections(a, b).get(one[1]) === other[1]) return [];
    return [{ correction, why: "the sections above them are not paired" }];
  });
}

/** Sections that are paired anew change the list: the ids of a correction are those of the list it was made from. */
export function renamePoints(
  corrections: readonly MergeCorrection[],
  before: readonly ComparisonPoint[],
  after: readonly ComparisonPoint[],
): MergeCorrection[] {
  const places = new Map(after.map((point) => [formatPlace(point), point.id]));
  const names = new Map(before.map((point) => [point.id, places.get(formatPlace(point))]));
  return corrections.map((correction) => ({
    ...correction,
    points: correction.points.map((id) => names.get(id) ?? `${id} as it was`),
  }));
}

function formatPlace({ category, sides }: ComparisonPoint): string {
  return [category, ...sides.map(({ variant, start, end }) => `${variant}:${start}-${end}`)].join(
    " ",
  );
}

/** Drops, joins and rewords points by id. */
export function correctPoints(
  points: readonly ComparisonPoint[],
  wanted: readonly MergeCorrection[],
): { readonly points: readonly ComparisonPoint[]; readonly refused: readonly RefusedCorrection[] } {
  const refused: RefusedCorrection[] = [];
  let left = [...points];
  for (const correction of wanted) {
    const { action, points: ids, summary } = correction;
    if (action === "pair" || action === "part") continue;
    const found = ids.flatMap((id) => left.find((point) => point.id === id) ?? []);
    const [first, ...others] = found;
    const isSettled = found.some(({ settled }) => settled !== undefined);
    if (!first || found.length !== ids.length || isSettled) {
      refused.push({ correction, why: "it names points that are not in the list to decide" });
    } else if (action === "drop") left = left.filter((point) => !found.includes(point));
    else if (action === "correct")
      left = left.map((point) =>
        point === first ? { ...point, summary: summary ?? point.summary } : point,
      );
    else if (others.length === 0) refused.push({ correction, why: "it takes two points to join" });
    else {
      const joined = joinPoints(first, others, summary);
      left = left.flatMap((point) =>
        point === first ? [joined] : others.includes(point) ? [] : [point],
      );
    }
  }
  return { points: left, refused };
}

/** One point over all that they cover: decided once, taken or left as a whole. */
function joinPoints(
  first: ComparisonPoint,
  others: readonly ComparisonPoint[],
  summary: string | null,
): ComparisonPoint {
  const { ranges: _, ...rest } = first;
  const parts = [first, ...others].flatMap((point) => point.parts ?? [point]);
  const sides = [first, ...others].flatMap((point) => point.sides);
  const variants = [...new Set(sides.map(({ variant }) => variant))].toSorted((a, b) => a - b);
  const wide = variants.flatMap((variant) => {
    const own = sides.filter((side) => side.variant === variant);
    const [top] = own.toSorted((a, b) => b.end - b.start - (a.end - a.start));
    return top ? [top] : [];
  });
  const kept = others.every((other) => other.ranges === undefined) && first.ranges;
  return {
    ...rest,
    ...(kept && { ranges: kept }),
    category: first.category === "unique" && wide.length > 1 ? "content" : first.category,
    sides: wide,
    parts,
    summary: summary ?? [first, ...others].map((point) => point.summary).join(" "),
  };
}
