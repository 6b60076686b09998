/** Ids that a field of a reply asks for by its name or its note, so that nobody has to remember them. */
import { readOpening } from "../../../src/domain/event.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";

export function createFieldSuggestions(
  story: DebateTimeline,
): (name: string, note: string) => readonly string[] {
  const { brief } = readOpening(story.events);
  const options = brief.options.map(({ id }) => id);
  const seats = story.seats.map(({ id }) => id);
  const claims = [...story.claims.keys()];
  const sources = [...brief.sources.map(({ id }) => id), ...options.map((id) => `option-${id}`)];
  return (name, note) => {
    if (!/\bids?\b/.test(note)) return [];
    const asked = `${name} ${note}`.toLowerCase();
    if (/\bsource/.test(asked)) return sources;
    if (/\b(claims?|statements?|messages?)\b/.test(asked)) return claims;
    if (/\b(judges?|seats?|specialists?|participants?|directors?|challengers?)\b/.test(asked))
      return seats;
    return /\boptions?\b/.test(asked) ? options : [];
  };
}
