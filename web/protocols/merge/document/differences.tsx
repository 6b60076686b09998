/** Every difference of the variants: what each of them says, who voted for which, and how it was decided. */
import { useState } from "preact/hooks";

import type {
  MergedPoint,
  MergedView,
} from "../../../../src/protocols/merge/view/merged-view-shape.ts";
import type { DebateTimeline } from "../../../../src/timeline/debate-timeline.ts";
import { Card } from "../../../kit/card.tsx";
import { LaneMark } from "../../../kit/lane-mark.tsx";
import { SeatMonogram } from "../../../kit/seat-monogram.tsx";
import { UntrustedText } from "../../../kit/untrusted-text.tsx";
import { AlignmentTable } from "./alignment-table.tsx";
import { formatSourcePlace } from "./merged-paragraph.tsx";
import { ChangeLink } from "./planned-changes.tsx";
import { PointExchange } from "./point-exchange.tsx";
import { type VariantLane, findVariantLane } from "./variant-lanes.ts";

interface DifferencesProps {
  readonly timeline: DebateTimeline;
  readonly view: MergedView;
  readonly lanes: readonly VariantLane[];
}

const INITIAL_POINT_ROWS = 12;
const MORE_POINT_ROWS = 50;

export function DifferencesCard({ timeline: debateTimeline, view, lanes }: DifferencesProps) {
  const [most, setMost] = useState(INITIAL_POINT_ROWS);
  const { points } = view;
  if (points.length === 0) return null;
  const voted = points.filter((point) => point.voted);
  const agreed = voted.filter((point) => point.agreed).length;
  const voters = debateTimeline.seats.filter(({ id }) => voted.some(({ votes }) => id in votes));
  const rest = points.length - most;
  return (
    <Card
      title="Differences"
      id="differences"
      note={`${points.length} found, ${voted.length} voted on, ${agreed} agreed`}
    >
      <div class="pad scroll" tabIndex={0} role="group" aria-label="Differences of the variants">
        <table class="doc-points">
          <thead>
            <tr>
              <th scope="col">Point</th>
              <th scope="col">Difference</th>
              {voters.map((seat) => (
                <th key={seat.id} scope="col" class="vote">
                  <SeatMonogram seat={seat} />
                </th>
              ))}
              <th scope="col">Settled</th>
            </tr>
          </thead>
          <tbody>
            {points.slice(0, most).map((point) => (
              <DifferenceRow
                key={point.id}
                point={point}
                voters={voters.map(({ id }) => id)}
                shown={{ timeline: debateTimeline, view, lanes }}
              />
            ))}
          </tbody>
        </table>
        {rest > 0 && (
          <button type="button" class="more" onClick={() => setMost(most + MORE_POINT_ROWS)}>
            Show {Math.min(rest, MORE_POINT_ROWS)} more of {points.length}
          </button>
        )}
        <AlignmentTable {...view} />
      </div>
    </Card>
  );
}

interface DifferenceRowProps {
  readonly point: MergedPoint;
  readonly voters: readonly string[];
  readonly shown: DifferencesProps;
}

function DifferenceRow({ point, voters, shown }: DifferenceRowProps) {
  const { lanes } = shown;
  return (
    <tr class={point.voted && !point.agreed ? "unsettled" : ""}>
      <th scope="row">
        <span class="mono">{point.id}</span>
        {point.severity !== null && <small>{point.severity.toLowerCase()}</small>}
      </th>
      <td>
        <UntrustedText text={point.summary === "" ? point.category : point.summary} most={240} />
        {(point.sides.length > 0 || point.cast.length > 0) && (
          <DifferenceDetails {...shown} point={point} />
        )}
      </td>
      {voters.map((seat) => {
        const named = point.votes[seat];
        const lane = named === undefined ? undefined : findVariantLane(lanes, named);
        return (
          <td key={seat} class="vote">
            {lane ? <LaneMark lane={lane} small /> : <span class="none">–</span>}
          </td>
        );
      })}
      <td>
        <DifferenceResult {...shown} point={point} />
      </td>
    </tr>
  );
}

function DifferenceDetails({
  point,
  ...shown
}: DifferencesProps & { readonly point: MergedPoint }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="doc-turns" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What each says</summary>
      {isOpen && (
        <>
          <ul class="doc-sides">
            {point.sides.map(({ variant, place, line, quote }, index) => {
              const lane = findVariantLane(shown.lanes, variant);
              return (
                <li key={index}>
                  {lane && <LaneMark lane={lane} small />}
                  <span>
                    <UntrustedText text={quote} most={300} serif />
                    <small>
                      {formatSourcePlace({ place })}, line {line}
                    </small>
                  </span>
                </li>
              );
            })}
          </ul>
          {point.voted && <PointExchange {...shown} point={point} />}
        </>
      )}
    </details>
  );
}

/** Already shown beside it. */
const AGREEMENT_SUFFIX = / \((?:unanimous|majority), \d+ %\)$/;

function DifferenceResult({ point, lanes }: DifferencesProps & { readonly point: MergedPoint }) {
  const lane = point.winner === null ? undefined : findVariantLane(lanes, point.winner);
  const isOpen = point.voted && !point.agreed && point.cast.length > 0;
  return (
    <>
      {lane && <LaneMark lane={lane} small />} {isOpen && <span class="open">open</span>}
      {point.agreement !== null && point.agreed && `${point.agreement}, ${point.confidence ?? ""}%`}
      {point.change !== null && (
        <small>
          <ChangeLink number={point.change}>change {point.change}</ChangeLink>
        </small>
      )}
      {point.kept !== null && (
        <small>
          <UntrustedText text={point.kept.replace(AGREEMENT_SUFFIX, "")} most={160} />
        </small>
      )}
    </>
  );
}
