/** A0: which sections of the variants belong together, as code paired them and the analyst corrected it. */
import type { MergedView } from "../../../../src/protocols/merge/view/merged-view-shape.ts";
import { DataTable } from "../../../kit/data-table.tsx";
import { UntrustedText } from "../../../kit/untrusted-text.tsx";

export function AlignmentTable({ variants, alignment }: MergedView) {
  if (alignment.length === 0) return null;
  const alone = alignment.filter(({ titles }) => titles.includes(null)).length;
  const rows = alignment.map(({ level, titles }) => [
    `${level}`,
    ...titles.map((title) => (title === null ? "–" : <UntrustedText text={title} most={120} />)),
  ]);
  return (
    <details class="tbl">
      <summary>
        Sections that belong together: {alignment.length - alone} of {alignment.length}
      </summary>
      <DataTable
        caption="Sections that belong together"
        head={["Level", ...variants.map(({ label }) => `Variant ${label}`)]}
        rows={rows}
      />
    </details>
  );
}
