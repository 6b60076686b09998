/** What every field knows about its whole form. */
import { createContext } from "preact";

import { readOpening } from "../../../src/domain/journal/event.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import type { FormProblems } from "./validate-form.ts";

export interface FormContext {
  /** Before the ids of all its fields. */
  readonly id: string;
  /** Empty until it was tried to send the form. */
  readonly problems: FormProblems;
  /** Ids that a field may mean: options, seats, claims, sources. */
  readonly suggestions: (name: string, note: string) => readonly string[];
}

export const FormContext = createContext<FormContext>({
  id: "form",
  problems: new Map(),
  suggestions: () => [],
});

// Ids that a field of a reply asks for by its name or its note, so that nobody has to remember them.

export function createFieldSuggestions(
  debateTimeline: DebateTimeline,
): (name: string, note: string) => readonly string[] {
  const { brief } = readOpening(debateTimeline.events);
  const options = brief.options.map(({ id }) => id);
  const seats = debateTimeline.seats.map(({ id }) => id);
  const claims = [...debateTimeline.claims.keys()];
  const sources = [...brief.sources.map(({ id }) => id), ...options.map((id) => `option-${id}`)];
  return (name, note) => {
    if (!/\bids?\b/.test(note)) return [];
    const asked = `${name} ${note}`.toLowerCase();
    if (/\bsource/.test(asked)) return sources;
    if (/\b(claims?|statements?|messages?)\b/.test(asked)) return claims;
    if (/\b(?:judge|seat|specialist|participant|director|challenger)s?\b/.test(asked)) return seats;
    return /\boptions?\b/.test(asked) ? options : [];
  };
}
