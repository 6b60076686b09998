/** A38: passages that a change brought in beside another variant's wording of the same. */
import { countCommonWords } from "../../text/comparable-words.ts";
import { ALIKE, listWordRuns } from "../align/word-runs.ts";
import { type ParsedDocument, type TextSpan, readSpanText } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import type { DocumentFlaw } from "./merge-flaws.ts";
import { findPieceAt, type OutputPiece } from "./merge-result.ts";

interface OutputPassage {
  readonly line: number;
  readonly variant: number;
  /** Where its words stand in that variant. */
  readonly source: number;
  readonly change: number | null;
  readonly runs: ReadonlySet<string>;
}

/** More places than this have a phrase that says nothing about them. */
const MOST_PLACES = 20;

export async function findNearRepetitions(
  output: ParsedDocument,
  { pieces, documents }: { pieces: readonly OutputPiece[]; documents: readonly ParsedDocument[] },
  breathe: YieldToEventLoop,
): Promise<DocumentFlaw[]> {
  if (!pieces.some(({ change }) => change !== null)) return [];
  const passages = await listPassages(output, pieces, breathe);
  const places = new Map<string, number[]>();
  for (const [at, { runs }] of passages.entries()) {
    for (const run of runs) {
      const known = places.get(run);
      if (known === undefined) places.set(run, [at]);
      else known.push(at);
    }
    await breathe();
  }
  const flaws: DocumentFlaw[] = [];
  for (const passage of passages) {
    if (passage.change === null) continue;
    await breathe();
    const twin = findTwin(passage, passages, places);
    if (twin === undefined) continue;
    const draft = documents.find(({ variant }) => variant === passage.variant);
    // what one draft says twice, the merge did not bring together
    if (draft && (await saysElsewhere(draft, { twin, passage }, breathe))) continue;
    const label = draft?.label ?? "";
    flaws.push({
      check: "topics",
      identity: `near ${passage.line}`,
      problem: `Line ${passage.line}: what Change #${passage.change} took from Variant ${label} is said in line ${twin.line} as well.`,
    });
  }
  return flaws;
}

function findTwin(
  passage: OutputPassage,
  passages: readonly OutputPassage[],
  places: ReadonlyMap<string, readonly number[]>,
): OutputPassage | undefined {
  const shared = new Map<number, number>();
  for (const run of passage.runs) {
    const found = places.get(run) ?? [];
    if (found.length > MOST_PLACES) continue;
    for (const at of found) shared.set(at, (shared.get(at) ?? 0) + 1);
  }
  for (const [at, count] of shared) {
    const other = passages[at];
    if (other === undefined || other === passage || other.variant === passage.variant) continue;
    if (isAlike(count, other.runs, passage.runs)) return other;
  }
  return undefined;
}

function isAlike(shared: number, a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return shared >= ALIKE * Math.min(a.size, b.size);
}

/** Whether the draft that a passage comes from has its twin as well, at another place. */
async function saysElsewhere(
  draft: ParsedDocument,
  { twin, passage }: { readonly twin: OutputPassage; readonly passage: OutputPassage },
  breathe: YieldToEventLoop,
): Promise<boolean> {
  const known = draftPassagesCache.get(draft) ?? (await listDraftPassages(draft, breathe));
  draftPassagesCache.set(draft, known);
  return known.some(
    ({ at, runs }) =>
      !(at.start <= passage.source && passage.source < at.end) &&
      isAlike(countCommonWords(runs, twin.runs), runs, twin.runs),
  );
}

interface DraftPassage {
  readonly at: TextSpan;
  readonly runs: ReadonlySet<string>;
}

const draftPassagesCache = new WeakMap<ParsedDocument, readonly DraftPassage[]>();

async function listDraftPassages(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<DraftPassage[]> {
  const found: DraftPassage[] = [];
  for (const { part: at } of listProseParts(document)) {
    await breathe();
    const runs = listWordRuns(readSpanText(document, at));
    if (runs !== null) found.push({ at, runs });
  }
  return found;
}

function listProseParts({ blocks }: ParsedDocument): { part: TextSpan; line: number }[] {
  return blocks
    .filter(({ kind }) => kind === "paragraph" || kind === "list")
    .flatMap((block) =>
      (block.parts.length > 0 ? block.parts : [block]).map((part) => ({ part, line: block.line })),
    );
}

async function listPassages(
  output: ParsedDocument,
  pieces: readonly OutputPiece[],
  breathe: YieldToEventLoop,
): Promise<OutputPassage[]> {
  const passages: OutputPassage[] = [];
  for (const { part, line } of listProseParts(output)) {
    await breathe();
    const piece = findPieceAt(pieces, part.start);
    const runs = piece?.from ? listWordRuns(readSpanText(output, part)) : null;
    if (!piece?.from || runs === null) continue;
    const { variant, at } = piece.from;
    const source = at.start + Math.max(0, part.start - piece.start);
    passages.push({ line, variant, source, change: piece.change, runs });
  }
  return passages;
}
