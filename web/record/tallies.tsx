/** Four counts of the same seats: before anyone spoke, at the end, without hollow changes, and by a judge. */
import { type Count, spelled } from "../../src/audit/tallies.ts";
import type { SeatCard, Story } from "../../src/timeline/story.ts";
import { Card } from "../kit/card.tsx";
import { hueClass, laneOf } from "../kit/lane-mark.tsx";
import { visible } from "../kit/visible.ts";
import { Position } from "../transcript/position.tsx";
import type { AuditProps } from "./audit-panel.tsx";

const TITLES = [
  ["blind", "Before discussion", "sealed, nobody had read anyone"],
  ["final", "At the end", "as the protocol counted"],
  ["audited", "Without hollow changes", "changes that nothing supports are undone"],
] as const;

export function Tallies({ story, audit: { tallies } }: AuditProps) {
  if (tallies.final.cast === 0 && tallies.blind.cast === 0) return null;
  const { judge, agree } = tallies;
  return (
    <Card title="Four tallies" note={agree ? "all agree" : "they differ"}>
      <div class="pad audit-tallies">
        {TITLES.map(([which, title, note]) => (
          <section key={which}>
            <h3>{title}</h3>
            <p class="sub">{note}</p>
            <CountBars story={story} count={tallies[which]} />
            <p class="tally-spelled">{visible(spelled(tallies[which]))}</p>
          </section>
        ))}
        <section>
          <h3>Judge</h3>
          <p class="sub">apart from the votes, in two orders</p>
          {judge === null ? (
            <p class="empty">This protocol has none.</p>
          ) : (
            <>
              <p>
                {judge.choice === null ? (
                  "Unresolved"
                ) : (
                  <Position story={story} id={judge.choice} />
                )}
              </p>
              <p class="tally-spelled">
                {judge.consistent ? "the same in both orders" : "the orders differ"}
              </p>
            </>
          )}
        </section>
      </div>
    </Card>
  );
}

function CountBars({ story, count }: { story: Story; count: Count }) {
  return (
    <ul class="tally-count">
      {Object.entries(count.distribution).map(([position, voters]) => (
        <li key={position} class={hueOf(story, position)}>
          <Position story={story} id={position} bare />
          <span class="tally-voters">
            {voters.map((id) => (
              <span key={id} class="tally-voter" title={nameOf(story, id)}>
                {seatOf(story, id)?.monogram ?? visible(id.slice(0, 2))}
              </span>
            ))}
          </span>
          <span class="num">{voters.length}</span>
        </li>
      ))}
    </ul>
  );
}

function hueOf(story: Story, position: string): string {
  const lane = laneOf(story, position);
  return lane ? hueClass(lane.hue) : "hue-none";
}

function seatOf({ seats }: Story, id: string): SeatCard | undefined {
  return seats.find((seat) => seat.id === id);
}

function nameOf(story: Story, id: string): string {
  return seatOf(story, id)?.name ?? id;
}
