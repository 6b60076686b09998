/** Which claims of a board's rounds were new when they were made, computed once per timeline. */
import type { Claim } from "../../../domain/claim.ts";
import type { DebateTimeline } from "../../../timeline/debate-timeline.ts";
import { parseRoundNumber } from "../../../timeline/reading.ts";
import { createPointIndex } from "../rules/point-index.ts";

export function findNewClaims(debateTimeline: DebateTimeline): ReadonlySet<Claim> {
  const found = known.get(debateTimeline) ?? computeNewClaims(debateTimeline);
  known.set(debateTimeline, found);
  return found;
}

const known = new WeakMap<DebateTimeline, ReadonlySet<Claim>>();

function computeNewClaims(debateTimeline: DebateTimeline): ReadonlySet<Claim> {
  const fresh = new Set<Claim>();
  const index = createPointIndex();
  for (const made of groupClaimsByRound(debateTimeline)) {
    for (const claim of made) {
      if (index.isNew(claim)) fresh.add(claim);
      index.add(claim);
    }
  }
  return fresh;
}

/** The statements, then each round, in the order of the seats. */
function groupClaimsByRound({ turns, seats }: DebateTimeline): Claim[][] {
  const places = new Map(seats.map(({ id }, place) => [id, place]));
  const rounds = new Map<number, { place: number; claims: readonly Claim[] }[]>();
  for (const { step, seat, claims } of turns) {
    const round = step === "statements" ? 0 : parseRoundNumber(step, "responses");
    if (round === null || round === undefined) continue;
    const made = rounds.get(round) ?? [];
    made.push({ place: places.get(seat) ?? 0, claims });
    rounds.set(round, made);
  }
  return [...rounds]
    .sort(([a], [b]) => a - b)
    .map(([, made]) => made.sort((a, b) => a.place - b.place).flatMap(({ claims }) => claims));
}
