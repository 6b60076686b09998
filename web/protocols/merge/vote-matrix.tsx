/** A small matrix of every advocate's vote on every difference, disputed ones first. */
import { useState } from "preact/hooks";

import type { PositionLane, DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { truncateText } from "../../kit/format-text.ts";
import { LaneMark, findLane } from "../../kit/lane-mark.tsx";
import { SeatMonogram } from "../../kit/seat-monogram.tsx";
import { showInvisibleCharacters } from "../../kit/visible-text.ts";
import { type MergeVotes, standingOn } from "./votes.ts";

export interface MergePoint {
  readonly id: string;
  readonly summary: string;
  readonly severity: string | null;
  /** The draft that alone has it; null for every other difference. */
  readonly holder: number | null;
}

interface Shown {
  readonly timeline: DebateTimeline;
  readonly votes: MergeVotes;
  readonly points: readonly MergePoint[];
}

const AT_FIRST = 10;

export function MergeMatrix({ timeline: debateTimeline, votes, points }: Shown) {
  const [isWhole, setWhole] = useState(false);
  const advocates = debateTimeline.seats.filter(({ role }) => role === "advocate");
  const isOpen = ({ id, holder }: MergePoint): boolean =>
    standingOn(votes, id, holder).winner === null;
  const inOrder = [...points.filter(isOpen), ...points.filter((point) => !isOpen(point))];
  const shown = isWhole ? inOrder : inOrder.slice(0, AT_FIRST);
  return (
    <div
      class="merge-matrix scroll"
      tabIndex={0}
      role="group"
      aria-label="Votes on the differences"
    >
      <table>
        <caption class="sr">Which variant each advocate named on each difference</caption>
        <thead>
          <tr>
            <th scope="col">Difference</th>
            {advocates.map((seat) => (
              <th key={seat.id} scope="col" class="vote">
                <SeatMonogram seat={seat} />
              </th>
            ))}
            <th scope="col">Agreed</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((point) => (
            <PointRow
              key={point.id}
              point={point}
              timeline={debateTimeline}
              votes={votes}
              seats={advocates.map(({ id }) => id)}
            />
          ))}
        </tbody>
      </table>
      {hasConcession(votes) && (
        <p class="sub">A dashed ring: the advocate gave the point up to another variant.</p>
      )}
      {points.length > AT_FIRST && (
        <button type="button" class="more" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${points.length}`}
        </button>
      )}
    </div>
  );
}

function hasConcession({ cast }: MergeVotes): boolean {
  return [...cast.values()].some((named) => [...named.values()].some(({ conceded }) => conceded));
}

interface RowShown extends Omit<Shown, "points"> {
  readonly point: MergePoint;
  readonly seats: readonly string[];
}

function PointRow({ point, timeline: story, votes, seats }: RowShown) {
  const { winner, how } = standingOn(votes, point.id, point.holder);
  const cast = votes.cast.get(point.id);
  const lane = winner === null ? undefined : findVariantLane(story, winner);
  const wasAsked = votes.present.length > 0;
  return (
    <tr>
      <th scope="row">
        <span class="mono">{point.id}</span>{" "}
        <span title={showInvisibleCharacters(point.summary)}>
          {showInvisibleCharacters(truncateText(point.summary, 96))}
        </span>
      </th>
      {seats.map((seat) => {
        const vote = cast?.get(seat);
        const named = vote && findVariantLane(story, vote.variant);
        return (
          <td key={seat} class={`vote${vote?.conceded === true ? " gave-up" : ""}`}>
            {named ? (
              <LaneMark lane={named} small />
            ) : (
              (vote?.instead ?? <span aria-label="no vote">–</span>)
            )}
            {vote?.conceded === true && <span class="sr">, conceded</span>}
          </td>
        );
      })}
      <td class="settled">
        {lane && <LaneMark lane={lane} small />}{" "}
        {winner !== null ? how : wasAsked ? <span class="merge-open">open</span> : "not yet"}
      </td>
    </tr>
  );
}

function findVariantLane(
  debateTimeline: DebateTimeline,
  variant: number,
): PositionLane | undefined {
  return findLane(debateTimeline, `Variant ${String.fromCharCode(64 + variant)}`);
}
