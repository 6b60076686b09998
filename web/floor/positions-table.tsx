/** Positions by step as a table: under the picture, and in its place on a small screen. */
import type { ComponentChildren } from "preact";

import type { SeatCard, Story } from "../../src/timeline/story.ts";
import { TableBeside } from "../kit/beside.tsx";
import { LaneMark } from "../kit/lane-mark.tsx";
import { causeOf, type Column, type Stand, titleLines } from "./standing.ts";

interface Stood {
  readonly story: Story;
  readonly columns: readonly Column[];
}

export function PositionTable({ story, columns }: Stood) {
  const shown = columns.filter(({ isAhead }) => !isAhead);
  return (
    <TableBeside
      caption="Positions by step"
      head={["Participant", ...shown.map(({ step }) => step.title)]}
      rows={rowsOf(story, shown).map(({ seat, stands }) => [seat.name, ...stands.map(said)])}
    />
  );
}

function said(stand: Stand | undefined): string {
  if (stand === undefined) return "";
  if (stand.kind !== "held") return stand.kind === "absent" ? "absent" : "still to answer";
  const sure = stand.confidence === null ? "" : `, ${Math.round(stand.confidence)}`;
  const why = stand.move === null ? "" : ` (${causeOf(stand.move)})`;
  return `${stand.lane?.letter ?? "no position"}${sure}${why}`;
}

/** With marks, for a small screen. */
export function PositionMatrix({ story, columns }: Stood) {
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
                {titleLines(step.title)[0]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(story, shown).map(({ seat, stands }) => (
            <tr key={seat.id}>
              <th scope="row">{seat.name}</th>
              {stands.map((stand, column) => (
                <td key={column} class={stand?.move ? "mv" : ""}>
                  {marked(stand)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function marked(stand: Stand | undefined): ComponentChildren {
  if (stand?.kind !== "held" || stand.lane === null) {
    return <span class="still">{said(stand)}</span>;
  }
  const sure = stand.confidence === null ? "" : ` ${Math.round(stand.confidence)}`;
  return (
    <>
      <LaneMark lane={stand.lane} />
      {sure}
      {stand.move !== null && <span class="sr">, {causeOf(stand.move)}</span>}
    </>
  );
}

function rowsOf(
  story: Story,
  columns: readonly Column[],
): { seat: SeatCard; stands: readonly (Stand | undefined)[] }[] {
  return story.seats
    .map((seat) => ({
      seat,
      stands: columns.map(({ stands }) => stands.find((stand) => stand.seat.id === seat.id)),
    }))
    .filter(({ stands }) => stands.some((stand) => stand !== undefined));
}
