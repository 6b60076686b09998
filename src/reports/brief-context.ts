/** What a decision record says about the problem: the first paragraphs of the brief, in its author's words. */
import { takeFirstParagraphs } from "../domain/brief-problem.ts";
import { BODY_SOURCE } from "../domain/brief.ts";
import { type Event, readOpening } from "../domain/journal/event.ts";

interface BriefTexts {
  readonly events: readonly Event[];
  readonly text: (sha256: string) => Promise<string | undefined>;
}

/** Empty where the brief has no body, or its text is not here. */
export async function readBriefContext({ events, text }: BriefTexts): Promise<string> {
  const { sources } = readOpening(events).brief;
  const body = sources.find(({ id }) => id === BODY_SOURCE);
  return body === undefined ? "" : takeFirstParagraphs((await text(body.sha256)) ?? "");
}
