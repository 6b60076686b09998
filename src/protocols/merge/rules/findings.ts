/**
 * A12, A15, K7: the analyst's findings as points: each quote is found in its variant, each id is the next of its
 * category.
 */
import type { VariantAnalysis } from "../../../documents/analyse/analyse-variants.ts";
import {
  CATEGORIES,
  type PointCategory,
  type ComparisonPoint,
  type PointSide,
} from "../../../documents/comparison-point.ts";
import {
  type DocumentBlock,
  type ParsedDocument,
  readSpanText,
} from "../../../documents/document.ts";
import { foldText } from "../../../domain/evidence/evidence.ts";
import type { Spoken, Turn } from "../../../domain/round.ts";
import { type MergeFinding } from "../prompts/finding-input.ts";
import { variantSource } from "../prompts/prompt-input.ts";
import type { FindingsReply } from "../replies.ts";
import { listDocuments, type Gathered, isQuoted, type Unverified } from "./table.ts";

interface Added {
  readonly points: readonly ComparisonPoint[];
  readonly unverified: readonly Unverified[];
}

export function withFindings(
  gathered: Gathered,
  analysis: Pick<VariantAnalysis, "points">,
  turn: Turn<FindingsReply> | null,
): Added {
  if (turn?.kind !== "spoken") return { points: analysis.points, unverified: [] };
  const points: ComparisonPoint[] = [...analysis.points];
  const unverified: Unverified[] = [];
  for (const finding of turn.reply.findings) {
    const sides = readPointSides(gathered, finding);
    if (typeof sides === "string") {
      unverified.push({ finding, why: sides });
      continue;
    }
    const known = points.find((point) => isSameContradiction(point, finding, sides));
    if (known) unverified.push({ finding, why: `${known.id} says it already` });
    else points.push(createPoint(points, { finding, sides, turn }));
  }
  return { points: inOrder(points), unverified };
}

/** Where each side is quoted, or why the finding cannot be debated. */
function readPointSides(gathered: Gathered, { sides }: MergeFinding): PointSide[] | string {
  const found: PointSide[] = [];
  for (const { variant, quote } of sides) {
    const source = variantSource(variant);
    const document = listDocuments(gathered).find((one) => one.variant === variant);
    if (!document || !isQuoted(gathered, { source, quote })) {
      return `the quote "${quote}" does not occur in ${source}`;
    }
    const side = sideIn(document, quote);
    if (!side) return `the quote "${quote}" runs over more than one block of ${source}`;
    found.push(side);
  }
  return found;
}

function sideIn(document: ParsedDocument, quote: string): PointSide | undefined {
  const words = foldText(quote);
  const block = document.blocks.find((one) =>
    foldText(readSpanText(document, one)).includes(words),
  );
  if (!block) return undefined;
  const exact = readSpanText(document, block).indexOf(quote);
  const start = exact === -1 ? block.start : block.start + exact;
  const end = exact === -1 ? block.end : start + quote.length;
  return {
    variant: document.variant,
    section: block.section,
    line: block.line + linesBefore(document, block, start),
    quote,
    start,
    end,
  };
}

function linesBefore({ text }: ParsedDocument, block: DocumentBlock, at: number): number {
  return text.slice(block.start, at).split("\n").length - 1;
}

/** The same contradiction, found by code: every side of it overlaps one of the point's. */
function isSameContradiction(
  point: ComparisonPoint,
  { category }: MergeFinding,
  sides: readonly PointSide[],
): boolean {
  if (point.category !== category || category !== "contradiction") return false;
  return sides.every((side) =>
    point.sides.some(
      ({ variant, start, end }) => variant === side.variant && start < side.end && side.start < end,
    ),
  );
}

function createPoint(
  before: readonly ComparisonPoint[],
  {
    finding,
    sides,
    turn,
  }: { finding: MergeFinding; sides: readonly PointSide[]; turn: Spoken<FindingsReply> },
): ComparisonPoint {
  const { category, severity, summary, topic } = finding;
  const distinct = new Set(sides.map(({ variant }) => variant));
  const [first] = sides;
  const inside = category === "contradiction" && distinct.size === 1 && first !== undefined;
  return {
    id: nextId(before, category),
    category,
    kind: "reported",
    severity,
    summary,
    topic,
    sides,
    within: inside ? first.variant : null,
    origin: turn.by,
  };
}

const LETTERS: Readonly<Record<PointCategory, string>> = {
  structural: "S",
  content: "C",
  contradiction: "X",
  unique: "U",
};

function nextId(points: readonly ComparisonPoint[], category: PointCategory): string {
  const count = points.filter((point) => point.category === category).length;
  return `${LETTERS[category]}-${String(count + 1).padStart(3, "0")}`;
}

/** S, C, X, U; within a category in the order of the ids. */
function inOrder(points: readonly ComparisonPoint[]): ComparisonPoint[] {
  return CATEGORIES.flatMap((category) => points.filter((point) => point.category === category));
}
