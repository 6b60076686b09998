/** Positions by step as a table: under the chart, and instead of it on a small screen. */
import type { ComponentChildren } from "preact";

import type { DebateTimeline, SeatCard } from "../../src/timeline/debate-timeline.ts";
import { FoldedDataTable } from "../kit/data-table.tsx";
import { LaneMark } from "../kit/lane-mark.tsx";
import {
  type PositionColumn,
  type SeatPosition,
  describeMoveCause,
  splitStepTitle,
} from "./position-columns.ts";

interface PositionTableProps {
  readonly timeline: DebateTimeline;
  readonly columns: readonly PositionColumn[];
}

export function PositionTable({ timeline: debateTimeline, columns }: PositionTableProps) {
  const shown = columns.filter(({ isAhead }) => !isAhead);
  return (
    <FoldedDataTable
      caption="Positions by step"
      head={["Participant", ...shown.map(({ step }) => step.title)]}
      rows={listPositionRows(debateTimeline, shown).map(({ seat, stands }) => [
        seat.name,
        ...stands.map(describeSeatPosition),
      ])}
    />
  );
}

function describeSeatPosition(stand: SeatPosition | undefined): string {
  if (stand === undefined) return "";
  if (stand.kind !== "held") return stand.kind === "absent" ? "absent" : "still to answer";
  const sure = stand.confidence === null ? "" : `, ${Math.round(stand.confidence)}`;
  const why = stand.move === null ? "" : ` (${describeMoveCause(stand.move)})`;
  return `${stand.lane?.letter ?? "no position"}${sure}${why}`;
}

/** With marks, for a small screen. */
export function PositionMatrix({ timeline: debateTimeline, columns }: PositionTableProps) {
  const shown = columns.filter(({ isAhead }) => !isAhead);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Positions by step">
      <table class="mx">
        <caption class="sr">Positions by step, with marks</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="sr">Participant</span>
            </th>
            {shown.map(({ step }) => (
              <th scope="col" key={step.step}>
                {splitStepTitle(step.title)[0]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listPositionRows(debateTimeline, shown).map(({ seat, stands }) => (
            <tr key={seat.id}>
              <th scope="row">{seat.name}</th>
              {stands.map((stand, column) => (
                <td key={column} class={stand?.move ? "mv" : ""}>
                  {renderPositionMark(stand)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function renderPositionMark(stand: SeatPosition | undefined): ComponentChildren {
  if (stand?.kind !== "held" || stand.lane === null) {
    return <span class="still">{describeSeatPosition(stand)}</span>;
  }
  const sure = stand.confidence === null ? "" : ` ${Math.round(stand.confidence)}`;
  return (
    <>
      <LaneMark lane={stand.lane} />
      {sure}
      {stand.move !== null && <span class="sr">, {describeMoveCause(stand.move)}</span>}
    </>
  );
}

function listPositionRows(
  debateTimeline: DebateTimeline,
  columns: readonly PositionColumn[],
): { seat: SeatCard; stands: readonly (SeatPosition | undefined)[] }[] {
  return debateTimeline.seats
    .map((seat) => ({
      seat,
      stands: columns.map(({ stands }) => stands.find((stand) => stand.seat.id === seat.id)),
    }))
    .filter(({ stands }) => stands.some((stand) => stand !== undefined));
}
