/** The prompt inputs of `judges` as data, for models that read data instead of prose. */
import type { Brief } from "../../../domain/brief.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Spoken } from "../../../domain/round.ts";
import type { Recommendation } from "../replies.ts";
import { type LensEvaluation, type LensId, findLens } from "../rules/lens.ts";
import { type JudgePoint, listPoints } from "../rules/points.ts";

/** A judge's round-1 position as others are shown it. */
export interface JudgePosition {
  readonly judge: Participant;
  readonly lens: LensId;
  readonly option: string;
  readonly conditions: readonly string[];
  readonly confidence: number;
  readonly headline: string;
  readonly evaluations: readonly LensEvaluation[];
  /** Months over which effort is counted; null for other lenses. */
  readonly horizon: number | null;
  /** Everything that has an id: claims, the case, the doubt, rows, conditions. */
  readonly points: readonly JudgePoint[];
  readonly self_challenge: string;
  readonly would_change_my_mind: string;
  readonly against_own_scores: string | null;
  readonly missing: string | null;
}

export interface RecommendInput {
  readonly kind: "judges.recommend";
  readonly brief: Brief;
  readonly judge: Participant;
  readonly lens: LensId;
  readonly [field: string]: unknown;
}

export interface JudgeRespondInput {
  readonly kind: "judges.respond";
  readonly brief: Brief;
  readonly judge: Participant;
  readonly lens: LensId;
  readonly own: JudgePosition;
  readonly peers: readonly JudgePosition[];
  /** Others are shown under labels, so that nobody can correct a table of their own. */
  readonly hidden: boolean;
  readonly [field: string]: unknown;
}

/** What a round-1 turn looks like to the other judges. */
export function createPosition(
  judges: readonly Participant[],
  turn: Spoken<Recommendation>,
): JudgePosition {
  const { by, reply } = turn;
  const judge = judges.find(({ id }) => id === by);
  if (!judge) throw new TypeError(`${by} does not sit here.`);
  const lens = findLens(judge.id, judge.stance);
  const { option, conditions, confidence, headline, evaluations } = reply;
  return {
    judge,
    lens,
    option,
    conditions,
    confidence,
    headline,
    evaluations,
    horizon: "horizon_months" in reply ? reply.horizon_months : null,
    points: listPoints(lens, turn),
    self_challenge: reply.self_challenge,
    would_change_my_mind: reply.would_change_my_mind,
    against_own_scores: reply.against_own_scores,
    missing: reply.missing,
  };
}
