/** Changes of position, classified by the audit's own rule at the moment each was made. */
import { flipsIn } from "../audit/flips.ts";
import { heardIn } from "../audit/stands.ts";
import type { Claim } from "../domain/claim.ts";
import type { Event, Said } from "../domain/event.ts";
import type { Move, Turn } from "./story.ts";

export function movesIn(events: readonly Event[], turns: readonly Turn[]): Move[] {
  const spokenAt = new Map(turns.map(({ key, at }) => [key, at]));
  return flipsIn(heardIn(asKnownThen(events))).map((flip) => {
    const { by, key, step, from, to, cause, ground, towardMajority } = flip;
    const at = spokenAt.get(key) ?? 0;
    return { at, seat: by, key, step, from, to, class: flip.class, cause, ground, towardMajority };
  });
}

/** A reply may name an id that is given to a claim only later; nothing that came later can be a cause. */
function asKnownThen(events: readonly Event[]): readonly Event[] {
  const made = new Map<string, number>();
  for (const { fact, sequence } of events) {
    if (fact.type !== "reply-recorded") continue;
    for (const { id } of fact.claims) made.set(id, sequence);
  }
  return events.map((event) => {
    const { fact, sequence } = event;
    if (fact.type !== "reply-recorded") return event;
    const isLater = (id: string): boolean => (made.get(id) ?? -1) > sequence;
    const named = fact.said?.because?.some(isLater) ?? false;
    if (!named && !fact.claims.some(({ about }) => isLater(about))) return event;
    const said = fact.said && withoutLater(fact.said, isLater);
    const claims = fact.claims.map((claim): Claim =>
      isLater(claim.about) ? { ...claim, about: unknown(claim.about) } : claim,
    );
    return { ...event, fact: { ...fact, said, claims } };
  });
}

function withoutLater(said: Said, isLater: (id: string) => boolean): Said {
  const { because } = said;
  return because
    ? { ...said, because: because.map((id) => (isLater(id) ? unknown(id) : id)) }
    : said;
}

/** No claim has such an id. */
function unknown(id: string): string {
  return `unknown ${id}`;
}
