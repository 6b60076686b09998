/** What to type to answer a debate that waits for a person. */
import type { DebateRecord } from "../../dissent.ts";
import { awaitedIn, transcriptOf } from "../../domain/transcript.ts";

/** How the person whom a debate waits for answers it. */
export function answerCommand({ id, events }: DebateRecord): string {
  const [seat] = awaitedIn(events);
  if (seat) return `dissent answer ${id} --seat ${seat.by}`;
  const { choices = [], many } = transcriptOf(events).waiting ?? {};
  const shown = choices.slice(0, MOST_SHOWN).map((choice) => choice.id);
  const more = choices.length > MOST_SHOWN ? "|..." : "";
  return `dissent decide ${id} ${shown.join("|")}${more}${many ? "[,...]" : ""} -m "why"`;
}

// a person looks the rest up; a line of a hundred ids helps nobody
const MOST_SHOWN = 6;
