/** What the readers of other protocols compare themselves with. */
import type { Claim } from "../../domain/claim.ts";
import type { Participant } from "../../domain/participant.ts";
import type { OldLensEvaluation, OldLensId } from "./old-lens.ts";

export interface OldPosition {
  readonly judge: Participant;
  readonly lens: OldLensId;
  readonly option: string;
  readonly confidence: number;
  readonly headline: string;
  readonly evaluations: readonly OldLensEvaluation[];
  readonly claims: readonly Claim[];
  readonly self_challenge: string;
  readonly would_change_my_mind: string;
}
