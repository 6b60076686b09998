/** How many calls a roundtable can need, not counting repairs. */
import type { Participant } from "../../../domain/participant.ts";
import type { CallBounds } from "../../../protocol.ts";
import type { RoundtableSettings } from "../settings.ts";

/** At least positions, a proposal and one round; at most a proposal before every round, and all reviews. */
export function countCalls(
  participants: readonly Participant[],
  { max_rounds, adr_revisions }: RoundtableSettings,
): CallBounds {
  const voices = participants.filter(({ role }) => role !== "lead").length;
  const record = 1 + adr_revisions + voices * (1 + adr_revisions);
  return { min: 3 * voices + 1, max: voices * (1 + 2 * max_rounds) + max_rounds + record };
}
