/** What each seat said would change its mind. */
import { until } from "./register.ts";
import type { SeatCard, Story, Turn } from "./story.ts";

export interface WouldChange {
  readonly seat: SeatCard;
  readonly words: string;
  /** The turn in which it said so; its mind may have changed since. */
  readonly turn: Turn;
}

/** The newest of each, in seat order; whoever said nothing of the kind is left out. */
export function wouldChange(story: Story, at: number): WouldChange[] {
  const newest = new Map<string, Turn>();
  for (const turn of until(story.turns, at))
    if (turn.said?.wouldChange) newest.set(turn.seat, turn);
  return story.seats.flatMap((seat) => {
    const turn = newest.get(seat.id);
    return turn?.said?.wouldChange ? [{ seat, words: turn.said.wouldChange, turn }] : [];
  });
}
