/** What a decision record says about the problem: the first paragraphs of the brief, and the facts added later. */
import { NEAR_SECTIONS, takeFirstParagraphs } from "../domain/brief-problem.ts";
import { ADDED_FACT_TITLE, BODY_SOURCE } from "../domain/brief.ts";
import { type Event, readOpening } from "../domain/journal/event.ts";

interface BriefTexts {
  readonly events: readonly Event[];
  readonly text: (sha256: string) => Promise<string | undefined>;
}

/** Empty where the brief has no body and no added fact, or their texts are not here. */
export async function readBriefContext({ events, text }: BriefTexts): Promise<string> {
  const { sources, options } = readOpening(events).brief;
  const facts: string[] = [];
  for (const { id, title, sha256 } of sources) {
    if (title !== ADDED_FACT_TITLE || !/^F\d+$/.test(id)) continue;
    const words = ((await text(sha256)) ?? "").replace(/\s+/g, " ").trim();
    if (words !== "") facts.push(`Added later (${id}): ${words}`);
  }
  const body = sources.find(({ id }) => id === BODY_SOURCE);
  if (body === undefined) return facts.join("\n\n");
  // where there are no options, no section can be about one of them
  const sections = options.length > 0 ? NEAR_SECTIONS : Number.POSITIVE_INFINITY;
  const problem = takeFirstParagraphs((await text(body.sha256)) ?? "", sections);
  return [problem, ...facts].filter((part) => part !== "").join("\n\n");
}
