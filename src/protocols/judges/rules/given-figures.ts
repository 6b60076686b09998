/** What a judge gave in one row, in a few words. */
import { formatCount } from "../../../text/plain-text.ts";
import type { EffortEvaluation, LensEvaluation, LensRow } from "./lens.ts";

/** "high × low", "30 days", "loss, high × medium", "6/10", "unknown"; of an estimate, "days × 2, value 7 of 10". */
export function formatGivenFigures(
  row: LensRow | LensEvaluation | Pick<EffortEvaluation, "uncertainty" | "value">,
): string {
  if ("score" in row) return `${row.score}/10`;
  if ("uncertainty" in row) return `days × ${row.uncertainty}, value ${row.value} of 10`;
  if ("days" in row) {
    if (row.days === "unknown") return UNKNOWN;
    return row.days === null ? NOT_APPLICABLE : formatCount(row.days, "day");
  }
  if ("effect" in row) {
    if (row.effect === "does_not_apply") return NOT_APPLICABLE;
    if (row.effect === "unknown") return UNKNOWN;
    return row.effect === "none"
      ? "none"
      : `${row.effect}, ${row.magnitude ?? "?"} × ${row.reach ?? "?"}`;
  }
  if (!("probability" in row)) return "";
  const { probability, impact } = row;
  if (probability === "does_not_apply" || impact === "does_not_apply") return NOT_APPLICABLE;
  if (probability === "unknown" && impact === "unknown") return UNKNOWN;
  return probability === "none" || impact === "none" ? "none" : `${probability} × ${impact}`;
}

const NOT_APPLICABLE = "does not apply";
const UNKNOWN = "unknown";
