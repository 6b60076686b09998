/** The same as a picture shows, as a table under it. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

export interface Rows {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** A larger table is made only when it is asked for. */
const MOST_CELLS = 300;

export function TableBeside(props: Rows) {
  const [isOpen, setOpen] = useState(false);
  const isLarge = props.rows.length * props.head.length > MOST_CELLS;
  return (
    <details class="tbl" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show as a table</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={props.caption}>
        {(isOpen || !isLarge) && <Rows {...props} />}
      </div>
    </details>
  );
}

function Rows({ caption, head, rows }: Rows) {
  return (
    <table>
      <caption class="sr">{caption}</caption>
      <thead>
        <tr>
          {head.map((title) => (
            <th scope="col" key={title}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) =>
              column === 0 ? (
                <th scope="row" key={column}>
                  {cell}
                </th>
              ) : (
                <td key={column}>{cell}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
