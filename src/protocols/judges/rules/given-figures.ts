/** What a judge gave in one row, in a few words. */
import type { LensEvaluation, LensRow } from "./lens.ts";

/** "high × low", "30 days", "loss, high × medium", "6/10". */
export function formatGivenFigures(row: LensRow | LensEvaluation): string {
  if ("score" in row) return `${row.score}/10`;
  if ("days" in row) {
    return row.days === null ? NOT_APPLICABLE : `${row.days} day${row.days === 1 ? "" : "s"}`;
  }
  if ("effect" in row) {
    if (row.effect === "does_not_apply") return NOT_APPLICABLE;
    return row.effect === "none"
      ? "none"
      : `${row.effect}, ${row.magnitude ?? "?"} × ${row.reach ?? "?"}`;
  }
  if (!("probability" in row)) return "";
  const { probability, impact } = row;
  if (probability === "does_not_apply" || impact === "does_not_apply") return NOT_APPLICABLE;
  return probability === "none" || impact === "none" ? "none" : `${probability} × ${impact}`;
}

const NOT_APPLICABLE = "does not apply";
