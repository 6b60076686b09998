/** J9, J24: adds figures up again, compares choices with them, and measures drift. */
import type { Round } from "../../../domain/round.ts";
import type { Recommendation, JudgeResponse } from "../replies.ts";
import { type Drift, driftOf } from "./drift.ts";
import { bestOf, lensOf, score, type LensScore } from "./lens.ts";
import type { Panel } from "./votes.ts";

export interface Checks {
  /** Judge to option to its score, as computed. */
  readonly scores: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Choices that are not the best of the judge's own scores. */
  readonly conflicts: readonly string[];
  readonly slips: readonly string[];
  readonly drift: readonly Drift[];
  readonly notes: readonly string[];
}

export function checksOn(
  { judges, settings }: Panel,
  openings: Round<Recommendation>,
  responses: Round<JudgeResponse> | null,
): Checks {
  const judged = openings.spoken.flatMap(({ by, reply }) => {
    const judge = judges.find(({ id }) => id === by);
    if (!judge) return [];
    const lens = lensOf(judge.id, judge.stance);
    return [{ judge, lens, reply, scores: reply.evaluations.map((one) => score(lens, one)) }];
  });
  const conflicts = judged.flatMap(({ judge, lens, reply, scores }) => {
    const best = bestOf(lens, scores);
    if (best.length === 0 || best.includes(reply.option)) return [];
    return [
      `${judge.name} recommends ${reply.option} (${shown(scores, reply.option)}), ` +
        `but its own scores favour ${best.join(", ")} (${shown(scores, best[0] ?? "")})`,
    ];
  });
  const slips = judged.flatMap(({ judge, scores }) =>
    scores.flatMap((one) => one.slips.map((slip) => `${judge.name}: ${slip}`)),
  );
  const drift = judged.map(({ judge, lens, reply }) => {
    const later = responses?.spoken.find(({ by }) => by === judge.id)?.reply;
    return driftOf(judge.id, lens, [wordsOf(reply), later ? wordsOf(later) : ""].join(" "));
  });
  const drifted = settings.require_stance_maintenance
    ? drift
        .filter(({ drifting }) => drifting)
        .map(({ judge, own, other }) => driftNote(judge, own, other))
    : [];
  return {
    scores: Object.fromEntries(
      judged.map(({ judge, scores }) => [
        judge.id,
        Object.fromEntries(scores.map((one) => [one.option, one.shown])),
      ]),
    ),
    conflicts,
    slips,
    drift,
    notes: [...conflicts, ...slips, ...drifted],
  };
}

function driftNote(judge: string, own: number, other: number): string {
  return `${judge} argues for another stance (${other} of its words against ${own} of its own stance)`;
}

function shown(scores: readonly LensScore[], option: string): string {
  return scores.find((one) => one.option === option)?.shown ?? "not scored";
}

function wordsOf({ headline, claims }: Pick<Recommendation, "headline" | "claims">): string {
  return [headline, ...claims.map(({ text }) => text)].join(" ");
}
