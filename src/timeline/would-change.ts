import type { SeatCard, DebateTimeline, TimelineTurn } from "./debate-timeline.ts";
/** What each seat said would change its mind. */
import { takeUntilEvent } from "./timeline-index.ts";

export interface ChangeCondition {
  readonly seat: SeatCard;
  readonly words: string;
  /** The turn in which it said so; its mind may have changed since. */
  readonly turn: TimelineTurn;
}

/** The newest of each, in seat order; whoever said nothing of the kind is left out. */
export function listChangeConditions(story: DebateTimeline, at: number): ChangeCondition[] {
  const newest = new Map<string, TimelineTurn>();
  for (const turn of takeUntilEvent(story.turns, at))
    if (turn.said?.wouldChange) newest.set(turn.seat, turn);
  return story.seats.flatMap((seat) => {
    const turn = newest.get(seat.id);
    return turn?.said?.wouldChange ? [{ seat, words: turn.said.wouldChange, turn }] : [];
  });
}
