/** Step 1: code compares the variants, the analyst adds to it, a person may set priorities. */
import { analyse, type Analysis } from "../../documents/analyse.ts";
import type { Breath } from "../../documents/breath.ts";
import { diffAnalysisPage } from "../../documents/diff-page.ts";
import type { Document } from "../../documents/document.ts";
import { parseDocument } from "../../documents/parse.ts";
import { isVotedOn } from "../../documents/point.ts";
import type { Floor } from "../../protocol.ts";
import { findMore } from "./find-ask.ts";
import { withFindings } from "./findings.ts";
import { diffMeta } from "./page-parts.ts";
import { originalSource } from "./seats.ts";
import { stopAfterDiff } from "./stops.ts";
import { type Compared, documentsOf, type Gathered, type Table } from "./table.ts";
import { FOLDER, formatOf } from "./variants.ts";

export async function compareVariants(
  floor: Floor,
  gathered: Gathered,
  breathe: Breath,
): Promise<Compared> {
  const documents = documentsOf(gathered);
  const { focus } = gathered.settings;
  const source = await sourceDocument(gathered, breathe);
  const analysis = await analyse(documents, { focus, source }, breathe);
  const compared = analysis.identical
    ? comparedBy(gathered, analysis, null)
    : await withAnalyst(floor, gathered, analysis);
  const stopped = await stopAfterDiff(floor, compared);
  await floor.publish(
    `${FOLDER}/diff-analysis.md`,
    diffAnalysisPage(documents, { ...analysis, points: stopped.points }, diffMeta(stopped)),
  );
  return stopped;
}

/** What the variants go back to, where there is such a text. */
export async function sourceDocument({ brief }: Table, breathe: Breath): Promise<Document | null> {
  const source = originalSource(brief);
  if (!source) return null;
  const { title, text } = source;
  return parseDocument({ variant: 0, name: title, text, format: formatOf(title) }, breathe);
}

/** In a round of one: its closing marks where the price of debating begins (K18). */
async function withAnalyst(
  floor: Floor,
  gathered: Gathered,
  analysis: Analysis,
): Promise<Compared> {
  const alone = comparedBy(gathered, analysis, null);
  const { analyst } = gathered;
  if (!analyst) return alone;
  const round = await floor.round("findings", [analyst], () =>
    findMore(alone, analyst, floor.fence),
  );
  return comparedBy(gathered, analysis, round.spoken[0] ?? round.absent[0] ?? null);
}

function comparedBy(gathered: Gathered, analysis: Analysis, found: Compared["found"]): Compared {
  const { points, unverified } = withFindings(gathered, analysis, found);
  const known = new Set(analysis.points.map(({ id }) => id));
  const focused = new Set(analysis.focused);
  // the analyst was told the focus, so what it reports is in it
  const voted = points.filter(
    (point) => isVotedOn(point) && (focused.has(point.id) || !known.has(point.id)),
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
