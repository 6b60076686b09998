/** K18: the debates of a project month by month: how strong their outcomes were, and what they cost. */
import { OUTCOME_STRENGTHS, type OutcomeStrength } from "./measures/outcome-strength.ts";
import type { DebateCase } from "./project-stats.ts";

export interface MonthlyStats {
  /** `2026-11`, by the clock of UTC. */
  readonly month: string;
  readonly debates: number;
  readonly strengths: Readonly<Record<OutcomeStrength, number>>;
  /** In how many the debate led elsewhere than the blind vote. */
  readonly changed: number;
  readonly costUsd: number;
}

/** Oldest first, and only months in which something ended. */
export function computeMonthlyStats(
  cases: readonly DebateCase[],
  findEndMs: (debate: string) => number,
): MonthlyStats[] {
  const groups = Map.groupBy(cases, ({ id }) => new Date(findEndMs(id)).toISOString().slice(0, 7));
  return [...groups]
    .map(([month, members]) => ({
      month,
      debates: members.length,
      strengths: countStrengths(members),
      changed: members.filter(({ changed }) => changed).length,
      costUsd: members.reduce((sum, { costUsd }) => sum + costUsd, 0),
    }))
    .sort((one, other) => (one.month < other.month ? -1 : 1));
}

function countStrengths(members: readonly DebateCase[]): Record<OutcomeStrength, number> {
  const count = (strength: OutcomeStrength): number =>
    members.filter((one) => one.strength === strength).length;
  return Object.fromEntries(
    OUTCOME_STRENGTHS.map((strength) => [strength, count(strength)]),
  ) as Record<OutcomeStrength, number>;
}
