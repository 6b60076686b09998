/** How many calls a panel can need, not counting repairs. */
import type { Participant } from "../../../domain/participant.ts";
import { withEvidenceCalls } from "../../../evidence/evidence-settings.ts";
import type { CallBounds } from "../../../protocol.ts";
import type { JudgesSettings } from "../settings.ts";

/** At least one round, or one judge alone; at most every round with everyone. */
export function countCalls(judges: readonly Participant[], settings: JudgesSettings): CallBounds {
  const min = settings.trigger === "scope_critical" ? 1 : judges.length;
  return withEvidenceCalls({ min, max: judges.length * settings.max_rounds }, settings, judges);
}
