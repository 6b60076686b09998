/** A33b, K21: what a vote on a point can say: one draft's words, a combination, none, or that nobody can tell. */
import type { ComparisonPoint } from "../../../documents/comparison-point.ts";
import { foldText } from "../../../domain/evidence/evidence.ts";
import type { NewWinner, Winner } from "../prompts/prompt-input.ts";

export const TAKE = "take";
export const LEAVE = "leave";

/** Two votes with the same key agree. Null: no vote, because the speaker cannot tell. */
export function formatChoiceKey(point: ComparisonPoint | undefined, vote: Winner): string | null {
  const { variant, instead = null, pieces, section } = vote;
  if (variant > 0) return point?.category === "unique" ? keyOfUnique(point, variant) : `${variant}`;
  switch (instead) {
    case "combine":
      return `combine ${joinPieces(pieces ?? [])}`;
    case "fold":
      return `fold ${foldTitle(section ?? "")}`;
    case "take":
    case "leave":
    case "all":
    case "neither":
      return instead;
    default:
      return null;
  }
}

/** The same words of the same drafts in the same order, whether a speaker gives them row by row or at once. */
function joinPieces(
  pieces: readonly { readonly variant: number; readonly quote: string }[],
): string {
  const runs: { variant: number; words: string }[] = [];
  for (const { variant, quote } of pieces) {
    const last = runs.at(-1);
    if (last?.variant === variant) last.words += ` ${foldText(quote)}`;
    else runs.push({ variant, words: foldText(quote) });
  }
  return runs.map(({ variant, words }) => `${variant} ${words}`).join(" | ");
}

/** What changed a mind; a vote that is the same as another's was changed by that one. */
export function listVoteCauses({ causes, same_as: other = null }: NewWinner): readonly string[] {
  return other === null || causes.includes(other) ? causes : [...causes, other];
}

/** Titles are the same whatever their case, and paths whatever stands between their steps. */
export function foldTitle(title: string): string {
  return foldText(title)
    .toLowerCase()
    .replace(/^#{1,6}\s+/, "")
    .replace(/\s+[>›»→]\s+(?:#{1,6}\s+)?/g, " > ");
}

/** Whoever names a draft that lacks it wants it left out. */
function keyOfUnique({ sides }: ComparisonPoint, variant: number): string {
  return sides[0]?.variant === variant ? TAKE : LEAVE;
}

/** The variant whose words win; 0 where it is agreed that no draft's words alone do. */
export function findChosenVariant(point: ComparisonPoint, key: string): number {
  if (key === TAKE || key.startsWith("fold ")) return point.sides[0]?.variant ?? 0;
  return /^\d+$/.test(key) ? Number(key) : 0;
}

/** For pages: "Variant B", "combined", "left out". */
export function describeChoice(key: string | null, called: (variant: number) => string): string {
  if (key === null) return "cannot tell";
  if (/^\d+$/.test(key)) return called(Number(key));
  if (key === TAKE) return "taken";
  if (key === LEAVE) return "left out";
  if (key === "neither") return "neither";
  if (key === "all") return "all of them";
  return key.startsWith("fold ") ? `folded into “${key.slice(5)}”` : "combined";
}
