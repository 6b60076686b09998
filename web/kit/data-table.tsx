/** A table whose first column names the rows. */
import type { ComponentChildren } from "preact";

export interface DataTableProps {
  readonly caption: string;
  /** A column without a title holds names. */
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
