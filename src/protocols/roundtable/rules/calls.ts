/** How many calls a roundtable can need, not counting repairs. */
import type { Participant } from "../../../domain/participant.ts";
import { withEvidenceCalls } from "../../../evidence/evidence-settings.ts";
import type { CallBounds } from "../../../protocol.ts";
import type { RoundtableSettings } from "../settings.ts";

/** At least positions, a proposal and one round; at most a proposal before every round, and all reviews. */
export function countCalls(
  participants: readonly Participant[],
  settings: RoundtableSettings,
): CallBounds {
  const { max_rounds, adr_revisions } = settings;
  const voices = participants.filter(({ role }) => role !== "lead").length;
  const record = 1 + adr_revisions + voices * (1 + adr_revisions);
  const max = voices * (1 + 2 * max_rounds) + max_rounds + record;
  const { length } = participants;
  return withEvidenceCalls({ min: 3 * voices + 1, max }, settings, { length, again: voices });
}
