/** What is being said at this moment, below what the journal has. */
import type { DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { describeLiveTurn, LiveTurnText } from "../floor/seat-cards.tsx";
import { SeatMonogram } from "../kit/seat-monogram.tsx";
import { liveTexts } from "../state/debate-state.ts";
import { isEmptyFilter, type TranscriptFilter } from "./transcript-filter.ts";

export function LiveTurns({
  timeline,
  filter,
}: {
  timeline: DebateTimeline;
  filter: TranscriptFilter;
}) {
  if (!isEmptyFilter({ ...filter, seat: "" })) return null;
  const turns = [...liveTexts.value].filter(
    ([, { by }]) => filter.seat === "" || filter.seat === by,
  );
  return (
    <>
      {turns.map(([key, words]) => {
        const seat = timeline.seats.find(({ id }) => id === words.by);
        if (seat === undefined) return null;
        return (
          <article key={key} class="turn live-turn" aria-label={`${seat.name}, speaking`}>
            <SeatMonogram seat={seat} />
            <div class="turn-body">
              <h3>{seat.name}</h3>
              <p class="sub">
                <span class="dot beat" aria-hidden="true" /> {describeLiveTurn(words)}
              </p>
              <LiveTurnText words={words} />
            </div>
          </article>
        );
      })}
    </>
  );
}
