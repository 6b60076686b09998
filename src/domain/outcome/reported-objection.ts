/** Objections as a protocol lists them in its result, for surfaces that show what stands and what would settle it. */
import { type Json, toJsonFields } from "../json.ts";
import { STRENGTHS, type Strength } from "./objection.ts";
import type { Outcome } from "./outcome.ts";

export interface ReportedObjection {
  readonly id: string;
  /** The seat that raised it. */
  readonly by: string;
  readonly headline: string;
  /** As it is now; its author may have lowered it. */
  readonly strength: Strength;
  readonly settledBy: string | null;
  readonly stands: boolean;
}

/** Withdrawn by its author, or never in the way of agreement. */
const SETTLED_FATES = ["resolved", "minor", "lowered"];

/** Null where the protocol reports none. A journal may hold anything; what is no objection is left out. */
export function readReportedObjections({
  result,
}: Pick<Outcome, "result">): ReportedObjection[] | null {
  const rows = result["objections"];
  return Array.isArray(rows) ? rows.flatMap((row) => readObjection(row) ?? []) : null;
}

/** The strongest first; the order in which they were raised stays within one strength. */
export function listStandingReports(
  objections: readonly ReportedObjection[],
): readonly ReportedObjection[] {
  return objections
    .filter(({ stands }) => stands)
    .toSorted((a, b) => STRENGTHS.indexOf(a.strength) - STRENGTHS.indexOf(b.strength));
}

function readObjection(row: Json): ReportedObjection | null {
  const { id, challenger, headline, strength_now, settled_by, fate } = toJsonFields(row);
  const strength = STRENGTHS.find((one) => one === strength_now);
  if (typeof id !== "string" || typeof challenger !== "string") return null;
  if (typeof headline !== "string" || typeof fate !== "string" || !strength) return null;
  return {
    id,
    by: challenger,
    headline,
    strength,
    settledBy: typeof settled_by === "string" && settled_by !== "" ? settled_by : null,
    stands: !SETTLED_FATES.includes(fate),
  };
}
