/** The steps of `review` by name, and how many calls they take. */
import type { Participant } from "../../../domain/participant.ts";
import { EVIDENCE_FLAGS, withEvidenceCalls } from "../../../evidence/evidence-settings.ts";
import type { CallBounds } from "../../../protocol.ts";
import type { ReviewSettings } from "../settings.ts";
import { AUTHOR, REVIEWER } from "./table.ts";

/** At least the findings; at most everyone examines, the author answers, everyone defends and rules, in every part. */
export function countCalls(
  participants: readonly Participant[],
  settings: ReviewSettings,
): CallBounds {
  const { parts, defence } = settings;
  const reviewers = participants.filter(({ role }) => role === REVIEWER);
  const authors = participants.some(({ role }) => role === AUTHOR) ? 1 : 0;
  const most = reviewers.length * (defence ? 4 : 2) + authors;
  const { length } = reviewers;
  const asked = { length, again: length * parts };
  return withEvidenceCalls({ min: length, max: parts * most }, settings, asked);
}

/** Which settings the general flags speak of. */
export const FLAGS = { ...EVIDENCE_FLAGS } as const;
