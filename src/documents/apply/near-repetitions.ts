/** A38: passages that a change brought in beside another variant's wording of the same. */
import { listComparableWords } from "../../text/comparable-words.ts";
import { type ParsedDocument, readSpanText } from "../document.ts";
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

export function findNearRepetitions(
  output: ParsedDocument,
  { pieces, documents }: { pieces: readonly OutputPiece[]; documents: readonly ParsedDocument[] },
): DocumentFlaw[] {
  if (!pieces.some(({ change }) => change !== null)) return [];
  const passages = listPassages(output, pieces);
  const places = new Map<string, number[]>();
  for (const [at, { runs }] of passages.entries()) {
    for (const run of runs) {
      const known = places.get(run);
      if (known === undefined) places.set(run, [at]);
      else known.push(at);
    }
  }
  return passages.flatMap((passage) => {
    if (passage.change === null) return [];
    const twin = findTwin(passage, passages, places);
    if (twin === undefined) return [];
    const label = documents.find(({ variant }) => variant === passage.variant)?.label ?? "";
    return [
      {
        check: "topics",
        identity: `near ${passage.line}`,
        problem: `Line ${passage.line}: what Change #${passage.change} took from Variant ${label} is said in line ${twin.line} as well.`,
      },
    ];
  });
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

function listPassages(output: ParsedDocument, pieces: readonly OutputPiece[]): OutputPassage[] {
  return output.blocks.flatMap((block) => {
    if (block.kind !== "paragraph" && block.kind !== "list") return [];
    const parts = block.parts.length > 0 ? block.parts : [block];
    return parts.flatMap((part) => {
      const words = listComparableWords(readSpanText(output, part));
      const piece = findPieceAt(pieces, part.start);
      if (words.length < FEWEST_WORDS || !piece?.from) return [];
      const runs = new Set(
        words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`),
      );
      const { variant } = piece.from;
      return [{ line: block.line, variant, change: piece.change, runs }];
    });
  });
}
