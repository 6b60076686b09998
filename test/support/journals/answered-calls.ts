import type { Event } from "../../../src/domain/journal/event.ts";

/** Calls whose answer, valid or not, the journal holds. */
export function answered(events: readonly Event[]): string[] {
  const rejected = new Set<string>();
  return events.flatMap(({ fact }) => {
    if (fact.type === "reply-rejected") {
      rejected.add(fact.key);
      return [`${fact.key}#1`];
    }
    if (fact.type !== "reply-recorded" && fact.type !== "participant-absent") return [];
    return [`${fact.key}#${rejected.has(fact.key) ? 2 : 1}`];
  });
}
