/** A participant, found by id and shown as two letters in a ring; the ring can show their confidence. */
import type { DebateTimeline, SeatCard } from "../../src/timeline/debate-timeline.ts";
import { formatPercent } from "./format-text.ts";

export function SeatMonogram({ seat, ring = null }: { seat: SeatCard; ring?: number | null }) {
  const title = ring === null ? seat.name : `${seat.name}, ${formatPercent(ring)}`;
  return (
    <span class={ring === null ? "mg" : "mg ringed"} role="img" aria-label={title} title={title}>
      {ring !== null && (
        <svg viewBox="0 0 36 36" aria-hidden="true">
          <circle cx="18" cy="18" r="16.5" class="whole" />
          <circle
            cx="18"
            cy="18"
            r="16.5"
            pathLength="100"
            stroke-dasharray={`${Math.max(0, Math.min(100, ring))} 100`}
            transform="rotate(-90 18 18)"
          />
        </svg>
      )}
      {seat.monogram}
    </span>
  );
}

export function findSeat(
  { seats }: Pick<DebateTimeline, "seats">,
  id: string,
): SeatCard | undefined {
  return seats.find((seat) => seat.id === id);
}

/** The id itself for a seat that this debate does not have. */
export function findSeatName(debateTimeline: Pick<DebateTimeline, "seats">, id: string): string {
  return findSeat(debateTimeline, id)?.name ?? id;
}
