/** Every difference of the variants: what each of them says, who named which, and how it was settled. */
import { useState } from "preact/hooks";

import type { MergedPoint, MergedView } from "../../../../src/page/payload.ts";
import type { Story } from "../../../../src/timeline/story.ts";
import { Card } from "../../../kit/card.tsx";
import { LaneMark } from "../../../kit/lane-mark.tsx";
import { Monogram } from "../../../kit/monogram.tsx";
import { Words } from "../../../kit/said.tsx";
import { ChangeLink } from "./change-link.tsx";
import { Exchange } from "./exchange.tsx";
import { placeOf } from "./paragraph.tsx";
import { laneNumbered, type VariantLane } from "./variants.ts";

interface Shown {
  readonly story: Story;
  readonly view: MergedView;
  readonly lanes: readonly VariantLane[];
}

const AT_FIRST = 12;
const MORE = 50;

export function Differences({ story, view, lanes }: Shown) {
  const [most, setMost] = useState(AT_FIRST);
  const { points } = view;
  if (points.length === 0) return null;
  const voted = points.filter((point) => point.voted);
  const agreed = voted.filter((point) => point.agreed).length;
  const voters = story.seats.filter(({ id }) => voted.some(({ votes }) => id in votes));
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
                  <Monogram seat={seat} />
                </th>
              ))}
              <th scope="col">Settled</th>
            </tr>
          </thead>
          <tbody>
            {points.slice(0, most).map((point) => (
              <PointRow
                key={point.id}
                point={point}
                voters={voters.map(({ id }) => id)}
                shown={{ story, view, lanes }}
              />
            ))}
          </tbody>
        </table>
        {rest > 0 && (
          <button type="button" class="more" onClick={() => setMost(most + MORE)}>
            Show {Math.min(rest, MORE)} more of {points.length}
          </button>
        )}
      </div>
    </Card>
  );
}

interface RowShown {
  readonly point: MergedPoint;
  readonly voters: readonly string[];
  readonly shown: Shown;
}

function PointRow({ point, voters, shown }: RowShown) {
  const { lanes } = shown;
  return (
    <tr class={point.voted && !point.agreed ? "unsettled" : ""}>
      <th scope="row">
        <span class="mono">{point.id}</span>
        {point.severity !== null && <small>{point.severity.toLowerCase()}</small>}
      </th>
      <td>
        <Words text={point.summary === "" ? point.category : point.summary} most={240} />
        {(point.sides.length > 0 || point.cast.length > 0) && (
          <PointDetails {...shown} point={point} />
        )}
      </td>
      {voters.map((seat) => {
        const named = point.votes[seat];
        const lane = named === undefined ? undefined : laneNumbered(lanes, named);
        return (
          <td key={seat} class="vote">
            {lane ? <LaneMark lane={lane} small /> : <span class="none">–</span>}
          </td>
        );
      })}
      <td>
        <Settled {...shown} point={point} />
      </td>
    </tr>
  );
}

function PointDetails({ point, ...shown }: Shown & { readonly point: MergedPoint }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="doc-turns" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What each says</summary>
      {isOpen && (
        <>
          <ul class="doc-sides">
            {point.sides.map(({ variant, place, line, quote }, index) => {
              const lane = laneNumbered(shown.lanes, variant);
              return (
                <li key={index}>
                  {lane && <LaneMark lane={lane} small />}
                  <span>
                    <Words text={quote} most={300} serif />
                    <small>
                      {placeOf({ place })}, line {line}
                    </small>
                  </span>
                </li>
              );
            })}
          </ul>
          {point.voted && <Exchange {...shown} point={point} />}
        </>
      )}
    </details>
  );
}

/** Stands beside it already. */
const HOW = / \((?:unanimous|majority), \d+ %\)$/;

function Settled({ point, lanes }: Shown & { readonly point: MergedPoint }) {
  const lane = point.winner === null ? undefined : laneNumbered(lanes, point.winner);
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
          <Words text={point.kept.replace(HOW, "")} most={160} />
        </small>
      )}
    </>
  );
}
