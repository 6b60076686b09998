/** The same as a picture shows, as a table under it. */
import { useState } from "preact/hooks";

import { type DataTableProps, DataTable } from "./data-table.tsx";

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
