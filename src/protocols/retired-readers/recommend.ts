/** Claims and confidence as the readers that are left state them. */
import type { ClaimDraft } from "../../domain/claim.ts";
import type { OldLensId } from "./old-lens.ts";
import { claimText } from "./phrase.ts";
import type { ArgumentPoint } from "./points.ts";
import type { OfflineBriefReading } from "./read-brief.ts";
import type { OptionStanding } from "./weigh.ts";

/** Below what is called HIGH: comparing words is not judging (K20). */
const MOST_CONFIDENCE = 74;

/** From the distance to the second and the number of findings; never certain, for cues are no understanding. */
export function confidenceOf(
  lens: OldLensId,
  best: OptionStanding,
  second: OptionStanding,
): number {
  const evidence = Math.min(best.evidence + second.evidence, 10);
  const [first, other] = [best.score, second.score].map(({ over, under }) => over / under);
  if (first === undefined || other === undefined || first === other) return 30 + evidence;
  const distance =
    lens === "effort" ? 1 - other / Math.max(first, Number.EPSILON) : Math.abs(first - other) * 2;
  const computed = Math.round(50 + Math.min(distance, 1) * 3 * evidence + evidence);
  return Math.min(computed, MOST_CONFIDENCE);
}

export function claimOf(point: ArgumentPoint, reading: OfflineBriefReading): ClaimDraft {
  const { option, side, passage } = point;
  return {
    text: claimText(point, reading),
    about: option,
    side,
    evidence: [{ source: passage.source, quote: passage.quote }],
  };
}
