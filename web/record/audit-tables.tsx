/** Four counts of the same seats: before anyone spoke, at the end, without hollow changes, and by a judge. */
import { type VoteCount, formatVoteCount } from "../../src/audit/vote-tallies.ts";
import type { SeatCard, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { Card } from "../kit/card.tsx";
import { formatHueClass, findLane } from "../kit/lane-mark.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { PositionLabel } from "../transcript/position-label.tsx";
import type { AuditPanelProps } from "./audit-panel.tsx";

const TALLY_TITLES = [
  ["blind", "Before discussion", "sealed, nobody had read anyone"],
  ["final", "At the end", "as the protocol counted"],
  ["audited", "Without hollow changes", "changes that nothing supports are undone"],
] as const;

export function AuditTallyBars({ story, audit: { tallies } }: AuditPanelProps) {
  if (tallies.final.cast === 0 && tallies.blind.cast === 0) return null;
  const { judge, agree } = tallies;
  return (
    <Card title="Four tallies" note={agree ? "all agree" : "they differ"}>
      <div class="pad audit-tallies">
        {TALLY_TITLES.map(([which, title, note]) => (
          <section key={which}>
            <h3>{title}</h3>
            <p class="sub">{note}</p>
            <TallyCountBars story={story} count={tallies[which]} />
            <p class="tally-spelled">{showInvisibleCharacters(formatVoteCount(tallies[which]))}</p>
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
                  <PositionLabel story={story} id={judge.choice} />
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

function TallyCountBars({ story, count }: { story: DebateTimeline; count: VoteCount }) {
  return (
    <ul class="tally-count">
      {Object.entries(count.distribution).map(([position, voters]) => (
        <li key={position} class={formatPositionHue(story, position)}>
          <PositionLabel story={story} id={position} bare />
          <span class="tally-voters">
            {voters.map((id) => (
              <span key={id} class="tally-voter" title={formatTallySeatName(story, id)}>
                {findTallySeat(story, id)?.monogram ?? showInvisibleCharacters(id.slice(0, 2))}
              </span>
            ))}
          </span>
          <span class="num">{voters.length}</span>
        </li>
      ))}
    </ul>
  );
}

function formatPositionHue(story: DebateTimeline, position: string): string {
  const lane = findLane(story, position);
  return lane ? formatHueClass(lane.hue) : "hue-none";
}

function findTallySeat({ seats }: DebateTimeline, id: string): SeatCard | undefined {
  return seats.find((seat) => seat.id === id);
}

function formatTallySeatName(story: DebateTimeline, id: string): string {
  return findTallySeat(story, id)?.name ?? id;
}
