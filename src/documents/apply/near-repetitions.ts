/** A38: passages that a change brought in beside another variant's wording of the same. */
import { listComparableWords } from "../../text/comparable-words.ts";
import { type ParsedDocument, readSpanText } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import type { DocumentFlaw } from "./merge-flaws.ts";
import { findPieceAt, type OutputPiece } from "./merge-result.ts";

interface OutputPassage {
  readonly line: number;
  readonly variant: number;
  readonly change: number | null;
  readonly runs: ReadonlySet<string>;
}

/** Shorter passages are alike by chance. */
const FEWEST_WORDS = 15;
/** So much of the shorter one stands in the other as well. */
const ALIKE = 0.7;
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
    const label = documents.find(({ variant }) => variant === passage.variant)?.label ?? "";
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
    if (count >= ALIKE * Math.min(other.runs.size, passage.runs.size)) return other;
  }
  return undefined;
}

async function listPassages(
  output: ParsedDocument,
  pieces: readonly OutputPiece[],
  breathe: YieldToEventLoop,
): Promise<OutputPassage[]> {
  const passages: OutputPassage[] = [];
  for (const block of output.blocks) {
    if (block.kind !== "paragraph" && block.kind !== "list") continue;
    await breathe();
    for (const part of block.parts.length > 0 ? block.parts : [block]) {
      const words = listComparableWords(readSpanText(output, part));
      const piece = findPieceAt(pieces, part.start);
      if (words.length < FEWEST_WORDS || !piece?.from) continue;
      const runs = new Set(
        words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`),
      );
      const { variant } = piece.from;
      passages.push({ line: block.line, variant, change: piece.change, runs });
    }
  }
  return passages;
}
