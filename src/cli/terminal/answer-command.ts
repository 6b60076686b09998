/** What to type to answer a debate that waits for a person. */
import type { DebateRecord } from "../../dissent.ts";
import { listAwaitedAnswers, transcriptOf } from "../../domain/transcript.ts";

/** How the person whom a debate waits for answers it. */
export function formatAnswerCommand({ id, events }: DebateRecord): string {
  const [seat] = listAwaitedAnswers(events);
  if (seat) return `dissent answer ${id} --seat ${seat.by}`;
  const { choices = [], many } = transcriptOf(events).waiting ?? {};
  const shown = choices.slice(0, MAX_SHOWN_CHOICES).map((choice) => choice.id);
  const more = choices.length > MAX_SHOWN_CHOICES ? "|..." : "";
  return `dissent decide ${id} ${shown.join("|")}${more}${many ? "[,...]" : ""} -m "why"`;
}

// a person looks the rest up; a line of a hundred ids helps nobody
const MAX_SHOWN_CHOICES = 6;
