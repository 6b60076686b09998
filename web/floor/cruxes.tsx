/** What each of them said would change their mind: the list of things worth finding out. */
import type { DebateSnapshot, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { listChangeConditions } from "../../src/timeline/snapshot/snapshot.ts";
import { Card } from "../kit/card.tsx";
import { SeatMonogram } from "../kit/seat-monogram.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";

const MAX_CRUXES = 4;

export function CruxesCard({
  timeline: story,
  snapshot: debateSnapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const given = listChangeConditions(story, debateSnapshot.at);
  if (given.length === 0) return null;
  const moved = new Map(
    story.moves.filter(({ at }) => at <= debateSnapshot.at).map((move) => [move.seat, move]),
  );
  const lines = given.map(({ seat, words, turn }) => {
    const since = (moved.get(seat.id)?.at ?? -1) > turn.at;
    return (
      <li key={seat.id}>
        <SeatMonogram seat={seat} />
        <span>
          <UntrustedText text={words} most={260} />
          {since && <small>Said before they changed their mind.</small>}
        </span>
      </li>
    );
  });
  return (
    <Card title="What would change their mind" class="o5">
      <div class="pad">
        <ul class="crux">{lines.slice(0, MAX_CRUXES)}</ul>
        {lines.length > MAX_CRUXES && (
          <details class="rest">
            <summary>{lines.length - MAX_CRUXES} more</summary>
            <ul class="crux">{lines.slice(MAX_CRUXES)}</ul>
          </details>
        )}
      </div>
    </Card>
  );
}
