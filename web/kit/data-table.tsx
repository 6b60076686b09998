/** A table whose first column names the rows. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

export interface DataTableProps {
  readonly caption: string;
  /** A column without a title contains names. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}

export function DataTable({ caption, head, rows }: DataTableProps) {
  return (
    <table>
      <caption class="sr">{caption}</caption>
      <thead>
        <tr>
          {head.map((title, column) => (
            <th scope="col" key={column}>
              {title === "" ? <span class="sr">Name</span> : title}
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

// The same as a picture shows, as a table under it.

/** A larger table is made only when it is asked for. */
const MOST_CELLS = 300;

export function FoldedDataTable(props: DataTableProps) {
  const [isOpen, setOpen] = useState(false);
  const isLarge = props.rows.length * props.head.length > MOST_CELLS;
  return (
    <details class="tbl" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show as a table</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={props.caption}>
        {(isOpen || !isLarge) && <DataTable {...props} />}
      </div>
    </details>
  );
}
