/**
 * What the page shows of a merge. It is recomputed from the journal, and every artifact is compared with the
 * published one; where they differ, only what was published is shown.
 */
import { listSectionPairs } from "../../../documents/align/section-pairs.ts";
import { findDocumentLines, findLineStart } from "../../../documents/markdown/text-lines.ts";
import {
  type LeftOutPassage,
  type ProvenanceMap,
  parseProvenanceFile,
} from "../../../documents/provenance/provenance-map.ts";
import {
  type YieldToEventLoop,
  createEventLoopYielder,
} from "../../../documents/yield-to-event-loop.ts";
import type { Brief } from "../../../domain/brief.ts";
import { readOpening } from "../../../domain/journal/event.ts";
import type { DebateRecord } from "../../../domain/journal/record.ts";
import { sha256 } from "../../../kernel/journal/hash-chain.ts";
import { type Finished, type Gathered, listDocuments, variantNumbered } from "../rules/table.ts";
import { FOLDER } from "../rules/variants.ts";
import { countVariantCharacters, splitMergedPieces } from "./merged-view-pieces.ts";
import { buildMergedChanges, buildMergedPoints } from "./merged-view-points.ts";
import { buildRecordedView, formatMergedChecks } from "./merged-view-recorded.ts";
import {
  buildMergedScores,
  computeMergedConvergence,
  describeBaseChoice,
} from "./merged-view-scores.ts";
import type { MergedLeftOut, MergedView } from "./merged-view-shape.ts";
import { type MergeStages, replayMergeStages } from "./merged-view-stages.ts";

/** Null for other protocols, and before the variants of a merge are known. */
export async function buildMergedView(record: DebateRecord): Promise<MergedView | null> {
  const { protocol } = readOpening(record.events);
  if (protocol !== "merge") return null;
  const breathe = createEventLoopYielder();
  const published = await readPublishedDocument(record);
  const stages = await tryReplayMergeStages(record);
  if (stages === "unlike") return buildRecordedView(record.events, published, breathe);
  return stages === null ? null : createMergedView(stages, published, breathe);
}

/** The words themselves, and the map that was published with them. */
export interface PublishedDocument {
  readonly name: string;
  readonly text: string;
  readonly map: ProvenanceMap;
}

async function readPublishedDocument({
  events,
  text,
}: DebateRecord): Promise<PublishedDocument | null> {
  const artifacts = events.flatMap(({ fact }) =>
    fact.type === "artifact-published" ? [fact] : [],
  );
  const mapped = artifacts.find(({ name }) => name === `${FOLDER}/provenance.json`);
  const json = mapped && (await text(mapped.sha256));
  if (json === undefined || sha256(json) !== mapped?.sha256) return null;
  const map = parseProvenanceMap(json);
  // a copy of a draft may hold the same words; the merged document is published after all copies
  const document = artifacts.findLast((one) => one.sha256 === map?.sha256);
  const words = document && (await text(document.sha256));
  if (!map || !document || words === undefined || sha256(words) !== map.sha256) return null;
  return { name: document.name, text: words, map };
}

function parseProvenanceMap(json: string): ProvenanceMap | null {
  try {
    return parseProvenanceFile(JSON.parse(json));
  } catch {
    return null;
  }
}

/** A journal may be anyone's, or of another version: whatever stops working it out again, it is not shown. */
async function tryReplayMergeStages(record: DebateRecord): Promise<MergeStages | null | "unlike"> {
  try {
    const brief = await readRecordBrief(record);
    return brief === null ? "unlike" : await replayMergeStages(record.events, brief);
  } catch {
    return "unlike";
  }
}

async function readRecordBrief({ events, text }: DebateRecord): Promise<Brief | null> {
  const { brief } = readOpening(events);
  const sources = [];
  for (const source of brief.sources) {
    const words = await text(source.sha256);
    if (words === undefined || sha256(words) !== source.sha256) return null;
    sources.push({ ...source, text: words });
  }
  return { ...brief, sources };
}

async function createMergedView(
  stages: MergeStages,
  published: PublishedDocument | null,
  breathe: YieldToEventLoop,
): Promise<MergedView> {
  const { gathered, compared, debated, based, planned, finished } = stages;
  const latest = finished ?? planned ?? based ?? debated ?? compared;
  const written = finished && published;
  const { format = "markdown" } =
    variantNumbered(gathered, based?.base.variant ?? 1)?.document ?? {};
  return {
    stage: findReachedStage(stages),
    traced: true,
    name: written ? written.name : null,
    format,
    variants: gathered.variants.map(({ document, advocate, writtenIn }) => ({
      variant: document.variant,
      label: document.label,
      name: document.name,
      advocate: advocate.id,
      writtenIn,
      characters: written ? countVariantCharacters(written.map, document.variant) : 0,
    })),
    base: based?.base.variant ?? null,
    baseBy: based ? describeBaseChoice(based) : "",
    pieces: written ? await splitMergedPieces({ ...written, format }, breathe) : [],
    changes: buildMergedChanges(stages),
    alignment: compared ? listSectionPairs(listDocuments(gathered)).slice(0, MOST_PAIRS) : [],
    points: buildMergedPoints(stages),
    scores: based ? buildMergedScores(based) : [],
    leftOut: written ? written.map.leftOut.map((one) => createLeftOutEntry(gathered, one)) : [],
    convergence: debated ? computeMergedConvergence(debated) : null,
    overrides: (latest?.overrides ?? []).map(({ stop, by, reason, effect }) => ({
      stop,
      by,
      reason,
      effect,
    })),
    ...summarizeMergeChecks(finished),
  };
}

function findReachedStage(stages: MergeStages): MergedView["stage"] {
  const { compared, debated, isDebating, based, planned, finished } = stages;
  if (finished) return "merged";
  if (planned) return "planned";
  if (based) return "based";
  if (debated) return isDebating ? "debating" : "debated";
  return compared ? "compared" : "gathered";
}

function summarizeMergeChecks(finished: Finished | null): Pick<MergedView, "valid" | "checks"> {
  if (!finished) return { valid: null, checks: [] };
  const { checks } = finished.merged;
  return { valid: checks.every(({ passed }) => passed), checks: formatMergedChecks(checks) };
}

const MOST_WORDS = 240;
/** A longer outline is in diff-analysis.md. */
const MOST_PAIRS = 500;

function createLeftOutEntry(gathered: Gathered, one: LeftOutPassage): MergedLeftOut {
  const { variant, section, title, lines, why, point } = one;
  const document = listDocuments(gathered).find((given) => given.variant === variant);
  return {
    variant,
    place: section,
    title,
    lines,
    why,
    point,
    words: readDocumentLines(document, lines),
  };
}

function readDocumentLines(
  document: { readonly text: string } | undefined,
  lines: LeftOutPassage["lines"],
): string {
  if (!document) return "";
  const known = findDocumentLines(document);
  const start = findLineStart(known, lines[0] - 1);
  // never more than is shown: a left-out part can be a megabyte
  const end = Math.min(findLineStart(known, lines[1]), start + 4 * MOST_WORDS);
  const words = document.text.slice(start, end).replace(/\s+/g, " ").trim();
  return words.length <= MOST_WORDS ? words : `${words.slice(0, MOST_WORDS - 1).trimEnd()}…`;
}
