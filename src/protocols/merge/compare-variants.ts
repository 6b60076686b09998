/** Step 1: code compares the variants, the analyst adds findings, and a person may set priorities. */
import { analyseVariants, type VariantAnalysis } from "../../documents/analyse/analyse-variants.ts";
import { formatDiffAnalysisPage } from "../../documents/analyse/diff-analysis-page.ts";
import { isVotedPoint } from "../../documents/comparison-point.ts";
import type { ParsedDocument } from "../../documents/document.ts";
import { parseDocument } from "../../documents/markdown/parse-document.ts";
import type { YieldToEventLoop } from "../../documents/yield-to-event-loop.ts";
import type { Floor } from "../../protocol.ts";
import { diffMeta } from "./documents/page-parts.ts";
import { findMore } from "./prompts/find-ask.ts";
import type { MergeCorrection } from "./prompts/finding-input.ts";
import { correctionsIn, correctPairs, correctPoints, renamePoints } from "./rules/corrections.ts";
import { withFindings } from "./rules/findings.ts";
import { ancestorSource, originalSource } from "./rules/seats.ts";
import { stopAfterDiff } from "./rules/stops.ts";
import {
  type ComparedMerge,
  listDocuments,
  type Gathered,
  type MergeDebateTable,
} from "./rules/table.ts";
import { FOLDER, detectFormat } from "./rules/variants.ts";

export async function compareVariants(
  floor: Floor,
  gathered: Gathered,
  breathe: YieldToEventLoop,
): Promise<ComparedMerge> {
  const documents = listDocuments(gathered);
  const { focus } = gathered.settings;
  const source = await sourceDocument(gathered, breathe);
  const ancestor = await ancestorDocument(gathered, breathe);
  const analyse = () => analyseVariants(documents, { focus, source, ancestor }, breathe);
  const first = await analyse();
  const compared = first.identical
    ? comparedBy(gathered, first, { found: null, refused: [] })
    : await withAnalyst(floor, gathered, { first, analyse });
  const stopped = await stopAfterDiff(floor, compared);
  await floor.publish(
    `${FOLDER}/diff-analysis.md`,
    formatDiffAnalysisPage(
      documents,
      { ...stopped.analysis, points: stopped.points },
      diffMeta(stopped),
    ),
  );
  return stopped;
}

/** What the variants go back to, where there is such a text. */
export async function sourceDocument(
  { brief }: MergeDebateTable,
  breathe: YieldToEventLoop,
): Promise<ParsedDocument | null> {
  const source = originalSource(brief);
  if (!source) return null;
  const { title, text } = source;
  return parseDocument({ variant: 0, name: title, text, format: detectFormat(title) }, breathe);
}

async function ancestorDocument(
  { brief }: MergeDebateTable,
  breathe: YieldToEventLoop,
): Promise<ParsedDocument | null> {
  const source = ancestorSource(brief);
  if (!source) return null;
  const { title, text } = source;
  return parseDocument({ variant: 0, name: title, text, format: detectFormat(title) }, breathe);
}

interface CodeAnalysis {
  readonly first: VariantAnalysis;
  /** Once more, with the sections as the analyst paired them. */
  readonly analyse: () => Promise<VariantAnalysis>;
}

/** In a round of one: its closing marks where the price of debating begins (K18). */
async function withAnalyst(
  floor: Floor,
  gathered: Gathered,
  { first, analyse }: CodeAnalysis,
): Promise<ComparedMerge> {
  const alone = comparedBy(gathered, first, { found: null, refused: [] });
  const { analyst } = gathered;
  // where one side made every change, there is nothing to look into
  const isSettled = alone.points.some(({ settled }) => settled !== undefined);
  if (!analyst || (isSettled && alone.voted.length === 0)) return alone;
  const round = await floor.round("findings", [analyst], () =>
    findMore(alone, analyst, floor.fence),
  );
  const found = round.spoken[0] ?? round.absent[0] ?? null;
  const corrections = correctionsIn(found);
  const { changed, refused } = correctPairs(gathered, corrections);
  if (!changed) return comparedBy(gathered, first, { found, refused });
  const second = await analyse();
  const renamed = renamePoints(corrections, first.points, second.points);
  return comparedBy(gathered, second, { found, refused, corrections: renamed });
}

interface AskedCorrections {
  /** With the ids of this list; absent where they are those of the analyst's own. */
  readonly corrections?: readonly MergeCorrection[];
}

function comparedBy(
  gathered: Gathered,
  analysis: VariantAnalysis,
  { found, refused, corrections }: Pick<ComparedMerge, "found" | "refused"> & AskedCorrections,
): ComparedMerge {
  const { points: listed, unverified } = withFindings(gathered, analysis, found);
  const { points, refused: more } = correctPoints(listed, corrections ?? correctionsIn(found));
  const known = new Set(analysis.points.map(({ id }) => id));
  const focused = new Set(analysis.focused);
  // the analyst knew the focus, so its findings are within it
  const voted = points.filter(
    (point) => isVotedPoint(point) && (focused.has(point.id) || !known.has(point.id)),
  );
  return {
    ...gathered,
    analysis,
    found,
    unverified,
    refused: [...refused, ...more],
    points,
    voted: analysis.identical ? [] : voted,
    priority: [],
    overrides: [],
  };
}
