/** What a decision record says about the problem: the first paragraphs of the brief, in its author's words. */
import { NEAR_SECTIONS, takeFirstParagraphs } from "../domain/brief-problem.ts";
import { BODY_SOURCE } from "../domain/brief.ts";
import { type Event, readOpening } from "../domain/journal/event.ts";

interface BriefTexts {
  readonly events: readonly Event[];
  readonly text: (sha256: string) => Promise<string | undefined>;
}

/** Empty where the brief has no body, or its text is not here. */
export async function readBriefContext({ events, text }: BriefTexts): Promise<string> {
  const { sources, options } = readOpening(events).brief;
  const body = sources.find(({ id }) => id === BODY_SOURCE);
  if (body === undefined) return "";
  // where there are no options, no section can be about one of them
  const sections = options.length > 0 ? NEAR_SECTIONS : Number.POSITIVE_INFINITY;
  return takeFirstParagraphs((await text(body.sha256)) ?? "", sections);
}
