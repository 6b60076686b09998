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
import { withFindings } from "./rules/findings.ts";
import { ancestorSource, originalSource } from "./rules/seats.ts";
import { stopAfterDiff } from "./rules/stops.ts";
import {
  type ComparedMerge,
  documentsOf,
  type Gathered,
  type MergeDebateTable,
} from "./rules/table.ts";
import { FOLDER, formatOf } from "./rules/variants.ts";

export async function compareVariants(
  floor: Floor,
  gathered: Gathered,
  breathe: YieldToEventLoop,
): Promise<ComparedMerge> {
  const documents = documentsOf(gathered);
  const { focus } = gathered.settings;
  const source = await sourceDocument(gathered, breathe);
  const ancestor = await ancestorDocument(gathered, breathe);
  const analysis = await analyseVariants(documents, { focus, source, ancestor }, breathe);
  const compared = analysis.identical
    ? comparedBy(gathered, analysis, null)
    : await withAnalyst(floor, gathered, analysis);
  const stopped = await stopAfterDiff(floor, compared);
  await floor.publish(
    `${FOLDER}/diff-analysis.md`,
    formatDiffAnalysisPage(documents, { ...analysis, points: stopped.points }, diffMeta(stopped)),
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
  return parseDocument({ variant: 0, name: title, text, format: formatOf(title) }, breathe);
}

async function ancestorDocument(
  { brief }: MergeDebateTable,
  breathe: YieldToEventLoop,
): Promise<ParsedDocument | null> {
  const source = ancestorSource(brief);
  if (!source) return null;
  const { title, text } = source;
  return parseDocument({ variant: 0, name: title, text, format: formatOf(title) }, breathe);
}

/** In a round of one: its closing marks where the price of debating begins (K18). */
async function withAnalyst(
  floor: Floor,
  gathered: Gathered,
  analysis: VariantAnalysis,
): Promise<ComparedMerge> {
  const alone = comparedBy(gathered, analysis, null);
  const { analyst } = gathered;
  if (!analyst) return alone;
  const round = await floor.round("findings", [analyst], () =>
    findMore(alone, analyst, floor.fence),
  );
  return comparedBy(gathered, analysis, round.spoken[0] ?? round.absent[0] ?? null);
}

function comparedBy(
  gathered: Gathered,
  analysis: VariantAnalysis,
  found: ComparedMerge["found"],
): ComparedMerge {
  const { points, unverified } = withFindings(gathered, analysis, found);
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
    points,
    voted: analysis.identical ? [] : voted,
    priority: [],
    overrides: [],
  };
}
