/** What each of them said would change its mind: the list of things worth finding out. */
import { wouldChange } from "../../src/timeline/moment.ts";
import type { Moment, Story } from "../../src/timeline/story.ts";
import { Card } from "../kit/card.tsx";
import { Monogram } from "../kit/monogram.tsx";
import { Words } from "../kit/said.tsx";

const MOST = 4;

export function Cruxes({ story, moment }: { story: Story; moment: Moment }) {
  const given = wouldChange(story, moment.at);
  if (given.length === 0) return null;
  const moved = new Map(
    story.moves.filter(({ at }) => at <= moment.at).map((move) => [move.seat, move]),
  );
  const lines = given.map(({ seat, words, turn }) => {
    const since = (moved.get(seat.id)?.at ?? -1) > turn.at;
    return (
      <li key={seat.id}>
        <Monogram seat={seat} />
        <span>
          <Words text={words} most={260} />
          {since && <small>Said before it changed its mind.</small>}
        </span>
      </li>
    );
  });
  return (
    <Card title="What would change their mind" class="o5">
      <div class="pad">
        <ul class="crux">{lines.slice(0, MOST)}</ul>
        {lines.length > MOST && (
          <details class="rest">
            <summary>{lines.length - MOST} more</summary>
            <ul class="crux">{lines.slice(MOST)}</ul>
          </details>
        )}
      </div>
    </Card>
  );
}
