/** The prompt inputs of `judges` as data, for models that read data instead of prose. */
import type { Brief } from "../../../domain/brief.ts";
import type { Claim } from "../../../domain/claim.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { LensEvaluation, LensId } from "../rules/lens.ts";

/** A judge's round-1 position as others are shown it. */
export interface JudgePosition {
  readonly judge: Participant;
  readonly lens: LensId;
  readonly option: string;
  readonly confidence: number;
  readonly headline: string;
  readonly evaluations: readonly LensEvaluation[];
  readonly claims: readonly Claim[];
  readonly self_challenge: string;
  readonly would_change_my_mind: string;
}

export interface RecommendMatter {
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
  readonly [field: string]: unknown;
}
