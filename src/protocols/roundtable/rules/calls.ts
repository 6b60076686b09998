/** How many calls a roundtable can need, not counting repairs. */
import type { Participant } from "../../../domain/participant.ts";
import type { CallBounds } from "../../../protocol.ts";
import type { RoundtableSettings } from "../settings.ts";

/** At least positions and one round; at most every round, a compromise after every other, and all reviews. */
export function callsOf(
  participants: readonly Participant[],
  { max_rounds, stall_rounds, adr_revisions }: RoundtableSettings,
): CallBounds {
  const voices = participants.filter(({ role }) => role !== "lead").length;
  // a second stall in a row ends the rounds, and after the last round there is nothing to compromise for
  const compromises = Math.max(0, Math.ceil((max_rounds - 1 - stall_rounds) / 2));
  const record = 1 + adr_revisions + voices * (1 + adr_revisions);
  return { min: 3 * voices, max: voices * (1 + 2 * max_rounds) + compromises + record };
}
