/**
 * What the page shows of a merge. It is worked out again from the journal, and every artifact on the way is compared
 * with the one that was published; where they differ, only what was published is shown.
 */
import { type Breath, breath } from "../../../documents/breath.ts";
import type { LeftOut, ProvenanceMap } from "../../../documents/provenance-map.ts";
import { readProvenance } from "../../../documents/read-provenance.ts";
import { documentLines, startOf } from "../../../documents/text-lines.ts";
import type { Brief } from "../../../domain/brief.ts";
import { opening } from "../../../domain/event.ts";
import type { DebateRecord } from "../../../domain/record.ts";
import { sha256 } from "../../../kernel/chain.ts";
import { documentsOf, type Finished, type Gathered, variantNumbered } from "../table.ts";
import { FOLDER } from "../variants.ts";
import { charactersFrom, piecesOf } from "./merged-view-pieces.ts";
import { changesOf, pointsOf } from "./merged-view-points.ts";
import { checksOf, recordedView } from "./merged-view-recorded.ts";
import { baseByOf, convergenceOf, scoresOf } from "./merged-view-scores.ts";
import type { MergedLeftOut, MergedView } from "./merged-view-shape.ts";
import { type MergeStages, mergeStages } from "./merged-view-stages.ts";

/** Null for other protocols, and before the variants of a merge are known. */
export async function mergedViewOf(record: DebateRecord): Promise<MergedView | null> {
  const { protocol } = opening(record.events);
  if (protocol !== "merge") return null;
  const breathe = breath();
  const published = await publishedDocument(record);
  const stages = await stagesOf(record);
  if (stages === "unlike") return recordedView(record.events, published, breathe);
  return stages === null ? null : viewOf(stages, published, breathe);
}

/** The words themselves, and the map that was published with them. */
export interface PublishedDocument {
  readonly name: string;
  readonly text: string;
  readonly map: ProvenanceMap;
}

async function publishedDocument({
  events,
  text,
}: DebateRecord): Promise<PublishedDocument | null> {
  const artifacts = events.flatMap(({ fact }) =>
    fact.type === "artifact-published" ? [fact] : [],
  );
  const mapped = artifacts.find(({ name }) => name === `${FOLDER}/provenance.json`);
  const json = mapped && (await text(mapped.sha256));
  if (json === undefined || sha256(json) !== mapped?.sha256) return null;
  const map = readMap(json);
  const document = artifacts.find((one) => one.sha256 === map?.sha256);
  const words = document && (await text(document.sha256));
  if (!map || !document || words === undefined || sha256(words) !== map.sha256) return null;
  return { name: document.name, text: words, map };
}

function readMap(json: string): ProvenanceMap | null {
  try {
    return readProvenance(JSON.parse(json));
  } catch {
    return null;
  }
}

/** A journal may be anyone's, or of another version: whatever stops working it out again, it is not shown. */
async function stagesOf(record: DebateRecord): Promise<MergeStages | null | "unlike"> {
  try {
    const brief = await briefOf(record);
    return brief === null ? "unlike" : await mergeStages(record.events, brief);
  } catch {
    return "unlike";
  }
}

async function briefOf({ events, text }: DebateRecord): Promise<Brief | null> {
  const { brief } = opening(events);
  const sources = [];
  for (const source of brief.sources) {
    const words = await text(source.sha256);
    if (words === undefined || sha256(words) !== source.sha256) return null;
    sources.push({ ...source, text: words });
  }
  return { ...brief, sources };
}

async function viewOf(
  stages: MergeStages,
  published: PublishedDocument | null,
  breathe: Breath,
): Promise<MergedView> {
  const { gathered, compared, debated, based, planned, finished } = stages;
  const latest = finished ?? planned ?? based ?? debated ?? compared;
  const written = finished && published;
  const { format = "markdown" } =
    variantNumbered(gathered, based?.base.variant ?? 1)?.document ?? {};
  return {
    stage: stageOf(stages),
    traced: true,
    name: written ? written.name : null,
    format,
    variants: gathered.variants.map(({ document, advocate, writtenIn }) => ({
      variant: document.variant,
      label: document.label,
      name: document.name,
      advocate: advocate.id,
      writtenIn,
      characters: written ? charactersFrom(written.map, document.variant) : 0,
    })),
    base: based?.base.variant ?? null,
    baseBy: based ? baseByOf(based) : "",
    pieces: written ? await piecesOf({ ...written, format }, breathe) : [],
    changes: changesOf(stages),
    points: pointsOf(stages),
    scores: based ? scoresOf(based) : [],
    leftOut: written ? written.map.leftOut.map((one) => leftOutOf(gathered, one)) : [],
    convergence: debated ? convergenceOf(debated) : null,
    overrides: (latest?.overrides ?? []).map(({ stop, by, reason, effect }) => ({
      stop,
      by,
      reason,
      effect,
    })),
    ...checked(finished),
  };
}

function stageOf(stages: MergeStages): MergedView["stage"] {
  const { compared, debated, isDebating, based, planned, finished } = stages;
  if (finished) return "merged";
  if (planned) return "planned";
  if (based) return "based";
  if (debated) return isDebating ? "debating" : "debated";
  return compared ? "compared" : "gathered";
}

function checked(finished: Finished | null): Pick<MergedView, "valid" | "checks"> {
  if (!finished) return { valid: null, checks: [] };
  const { checks } = finished.merged;
  return { valid: checks.every(({ passed }) => passed), checks: checksOf(checks) };
}

const MOST_WORDS = 240;

function leftOutOf(gathered: Gathered, one: LeftOut): MergedLeftOut {
  const { variant, section, title, lines, why, point } = one;
  const document = documentsOf(gathered).find((given) => given.variant === variant);
  return { variant, place: section, title, lines, why, point, words: wordsAt(document, lines) };
}

function wordsAt(document: { readonly text: string } | undefined, lines: LeftOut["lines"]): string {
  if (!document) return "";
  const known = documentLines(document);
  const start = startOf(known, lines[0] - 1);
  // never more than is shown: a left-out part can be a megabyte
  const end = Math.min(startOf(known, lines[1]), start + 4 * MOST_WORDS);
  const words = document.text.slice(start, end).replace(/\s+/g, " ").trim();
  return words.length <= MOST_WORDS ? words : `${words.slice(0, MOST_WORDS - 1).trimEnd()}…`;
}
