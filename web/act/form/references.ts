/** What a field can name: options, participants, points and sources, by their words; ids are never typed. */
import { readOpening } from "../../../src/domain/journal/event.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { truncateText } from "../../kit/format-text.ts";

export interface FieldReference {
  readonly id: string;
  readonly label: string;
}

export type FindReferences = (name: string, note: string) => readonly FieldReference[];

const MOST_LABEL = 110;

export function createReferenceFinder(timeline: DebateTimeline): FindReferences {
  const { brief } = readOpening(timeline.events);
  const options = brief.options.map(({ id, label }) => ({ id, label: `${id}: ${label}` }));
  const seats = timeline.seats.map(({ id, name }) => ({ id, label: name }));
  const names = new Map(timeline.seats.map(({ id, name }) => [id, name]));
  const claims = [...timeline.claims.values()].map(({ claim: { id, by, text } }) => ({
    id,
    label: truncateText(`${names.get(by) ?? by}: ${text}`, MOST_LABEL),
  }));
  const sources = [
    ...brief.sources.map(({ id, title }) => ({ id, label: title })),
    ...options.map(({ id, label }) => ({ id: `option-${id}`, label: `option ${label}` })),
  ];
  return (name, note) => {
    if (!/\bids?\b/.test(note)) return [];
    const asked = `${name} ${note}`.toLowerCase();
    if (/\bsource/.test(asked)) return sources;
    if (/\b(?:claim|statement|message|point|objection|concern)s?\b/.test(asked)) return claims;
    if (/\b(?:judge|seat|specialist|participant|director|challenger)s?\b/.test(asked)) {
      return /"all"/.test(note) ? [{ id: "all", label: "everyone" }, ...seats] : seats;
    }
    return /\boptions?\b/.test(asked) ? options : claims;
  };
}
