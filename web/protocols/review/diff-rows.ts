/** A diff line by line, and the findings that belong to each line. */
import type { DiffFile } from "../../../src/protocols/review/change/diff-shape.ts";
import type { FindingCard } from "../../../src/protocols/review/timeline/timeline.ts";

export type DiffRow =
  | { readonly kind: "gap" }
  | {
      readonly kind: "added" | "removed" | "kept";
      readonly old: number | null;
      readonly new: number | null;
      readonly text: string;
      readonly findings: readonly FindingCard[];
    };

export interface DiffFileRows {
  readonly path: string;
  readonly rows: readonly DiffRow[];
  /** About lines of the file that the diff does not show. */
  readonly elsewhere: readonly FindingCard[];
}

/** Files with findings come first; what a finding says stands under the last line it is about. */
export function layOutDiff(
  files: readonly DiffFile[],
  findings: readonly FindingCard[],
): DiffFileRows[] {
  return files
    .map((file) => layOutFile(file, findings))
    .toSorted((one, other) => countFindings(other) - countFindings(one));
}

function countFindings({ rows, elsewhere }: DiffFileRows): number {
  const beside = rows.map((row) => (row.kind === "gap" ? 0 : row.findings.length));
  return beside.reduce((sum, count) => sum + count, elsewhere.length);
}

const KINDS = { "+": "added", "-": "removed", " ": "kept" } as const;

function layOutFile(file: DiffFile, findings: readonly FindingCard[]): DiffFileRows {
  const left = new Set(findings.filter(({ path }) => path === file.path || path === file.oldPath));
  const rows = file.hunks.flatMap(({ lines }, index): DiffRow[] => {
    const shown = lines.map((line): DiffRow => {
      const here = [...left].filter(({ side, last }) => line[side] === last);
      for (const finding of here) left.delete(finding);
      return {
        kind: KINDS[line.sign],
        old: line.old,
        new: line.new,
        text: line.text,
        findings: here,
      };
    });
    return index === 0 ? shown : [{ kind: "gap" }, ...shown];
  });
  return { path: file.path, rows, elsewhere: [...left] };
}
