/** Four tallies of the same seats: before the discussion, at the end, without hollow changes, and by a judge. */
import { type VoteCount, formatVoteCount } from "../../src/audit/measures/vote-tallies.ts";
import type { DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { Card } from "../kit/card.tsx";
import { formatPlural } from "../kit/format-text.ts";
import { formatPositionHue } from "../kit/lane-mark.tsx";
import { MOVE_CLASS_LABELS, PositionLabel } from "../kit/position-label.tsx";
import { findSeat, findSeatName } from "../kit/seat-monogram.tsx";
import { ClaimReference, UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { buildViewAddress } from "../state/page-route.ts";
import type { AuditPanelProps } from "./audit-panel.tsx";

const TALLY_TITLES = [
  ["blind", "Before discussion", "sealed, nobody had read anyone"],
  ["final", "At the end", "as the protocol counted"],
  ["audited", "Without hollow changes", "changes that nothing supports are undone"],
] as const;

export function AuditTallyBars({ timeline: debateTimeline, audit: { tallies } }: AuditPanelProps) {
  if (tallies.final.cast === 0 && tallies.blind.cast === 0) return null;
  const { judge, agree } = tallies;
  return (
    <Card title="Four tallies" note={agree ? "all agree" : "they differ"}>
      <div class="pad audit-tallies">
        {TALLY_TITLES.map(([which, title, note]) => (
          <section key={which}>
            <h3>{title}</h3>
            <p class="sub">{note}</p>
            <TallyCountBars timeline={debateTimeline} count={tallies[which]} />
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
                  <PositionLabel timeline={debateTimeline} id={judge.choice} />
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

function TallyCountBars({
  timeline: debateTimeline,
  count,
}: {
  timeline: DebateTimeline;
  count: VoteCount;
}) {
  return (
    <ul class="tally-count">
      {Object.entries(count.distribution).map(([position, voters]) => (
        <li key={position} class={formatPositionHue(debateTimeline, position)}>
          <PositionLabel timeline={debateTimeline} id={position} bare />
          <span class="tally-voters">
            {voters.map((id) => (
              <span key={id} class="tally-voter" title={findSeatName(debateTimeline, id)}>
                {findSeat(debateTimeline, id)?.monogram ?? showInvisibleCharacters(id.slice(0, 2))}
              </span>
            ))}
          </span>
          <span class="num">{voters.length}</span>
        </li>
      ))}
    </ul>
  );
}

// Changes of mind with their receipts.

export function MoveAuditTable({
  timeline: debateTimeline,
  audit: { flips, tallies },
}: AuditPanelProps) {
  if (flips.length === 0 && tallies.final.cast === 0) return null;
  if (flips.length === 0) {
    return (
      <Card title="Changes of mind">
        <p class="pad empty">No one changed their mind.</p>
      </Card>
    );
  }
  return (
    <Card title="Changes of mind" note={formatPlural(flips.length, "change")}>
      <div class="pad scroll" tabIndex={0} role="group" aria-label="Changes of mind">
        <table>
          <thead>
            <tr>
              {["Who", "From, to", "Class", "Because", "Had said it would be moved by"].map(
                (title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {flips.map((flip) => (
              <tr key={flip.key}>
                <th scope="row">
                  <a href={buildViewAddress("transcript", { turn: flip.key })}>
                    {showInvisibleCharacters(findSeatName(debateTimeline, flip.by))}
                  </a>
                </th>
                <td class="flip-moves">
                  <PositionLabel timeline={debateTimeline} id={flip.from} bare /> →{" "}
                  <PositionLabel timeline={debateTimeline} id={flip.to} bare />
                </td>
                <td title={MOVE_CLASS_LABELS[flip.class].meaning}>
                  {MOVE_CLASS_LABELS[flip.class].name}
                  {flip.towardMajority && <span class="sub"> toward the majority</span>}
                </td>
                <td>
                  {flip.cause !== null && <ClaimReference id={flip.cause} />}{" "}
                  <UntrustedText text={flip.ground} most={300} />
                </td>
                <td>
                  <UntrustedText text={flip.foretold ?? "nothing"} most={240} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
