import { readDebateExposure } from "../audit/debate-exposure.ts";
/** Changes of position, classified by the audit's own rule at the moment each was made. */
import { findPositionFlips } from "../audit/position-flips.ts";
import type { Claim } from "../domain/claim.ts";
import type { Event, ReplySummary } from "../domain/event.ts";
import type { PositionMove, TimelineTurn } from "./debate-timeline.ts";

export function listPositionMoves(
  events: readonly Event[],
  turns: readonly TimelineTurn[],
): PositionMove[] {
  const spokenAt = new Map(turns.map(({ key, at }) => [key, at]));
  return findPositionFlips(readDebateExposure(hideLaterClaims(events))).map((flip) => {
    const { by, key, step, from, to, cause, ground, towardMajority } = flip;
    const at = spokenAt.get(key) ?? 0;
    return { at, seat: by, key, step, from, to, class: flip.class, cause, ground, towardMajority };
  });
}

/** A reply may name an id that is given to a claim only later; nothing that came later can be a cause. */
function hideLaterClaims(events: readonly Event[]): readonly Event[] {
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
    const said = fact.said && dropLaterClaims(fact.said, isLater);
    const claims = fact.claims.map((claim): Claim =>
      isLater(claim.about) ? { ...claim, about: maskClaimId(claim.about) } : claim,
    );
    return { ...event, fact: { ...fact, said, claims } };
  });
}

function dropLaterClaims(said: ReplySummary, isLater: (id: string) => boolean): ReplySummary {
  const { because } = said;
  return because
    ? { ...said, because: because.map((id) => (isLater(id) ? maskClaimId(id) : id)) }
    : said;
}

/** No claim has such an id. */
function maskClaimId(id: string): string {
  return `unknown ${id}`;
}
