/** Every text of a debate that can be quoted, and what was asked for and not shown. */
import type { RecordedBrief } from "../brief.ts";
import { toJsonFields } from "../json.ts";
import { type Event, readOpening } from "./event.ts";

/** The brief's sources, then what was read outside, in the order in which it came. */
export function listDebateSources(events: readonly Event[]): RecordedBrief["sources"] {
  const read = events.flatMap(({ fact }) => (fact.type === "outside-read" ? fact.sources : []));
  return [...readOpening(events).brief.sources, ...read];
}

export interface RefusedLookup {
  readonly what: string;
  readonly why: string;
}

/** What participants asked to see of a repository and were not shown; answers of another form have none. */
export function listRefusedLookups(events: readonly Event[]): readonly RefusedLookup[] {
  return events.flatMap(({ fact }) => {
    if (fact.type !== "outside-read") return [];
    const { refused } = toJsonFields(fact.answer);
    return Array.isArray(refused) ? refused.flatMap(readRefusal) : [];
  });
}

function readRefusal(refusal: unknown): RefusedLookup[] {
  const { what, why } = toJsonFields(refusal);
  return typeof what === "string" && typeof why === "string" ? [{ what, why }] : [];
}
