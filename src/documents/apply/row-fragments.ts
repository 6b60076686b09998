/** A38: a row in another table: as it is where the columns are the same, else cell by cell under the same heads. */
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
} from "../document.ts";
import { renameLabels } from "../markdown/link-labels.ts";
import { fitTableRow } from "../markdown/table-columns.ts";
import {
  type OutputFragment,
  convertLineBreaks,
  createGlueFragment,
  createSourceFragment,
} from "./output-fragment.ts";

export interface TakenRow {
  readonly from: ParsedDocument;
  readonly block: DocumentBlock;
  readonly row: TextSpan;
  /** The row of the base that gives way to it; null where it is added. */
  readonly replaced: TextSpan | null;
  readonly names: ReadonlyMap<string, string>;
}

/** The row as fragments, or why it does not fit. */
export function createRowFragments(
  base: ParsedDocument,
  table: DocumentBlock,
  { from, block, row, replaced, names }: TakenRow,
): OutputFragment[] | string {
  const fitted = fitTableRow(
    { document: base, block: table },
    { document: from, block },
    { row, replaced },
  );
  if (typeof fitted === "string") return fitted;
  const rename = (at: TextSpan): string =>
    convertLineBreaks(renameLabels(readSpanText(from, at), names), base.eol);
  if (fitted.same)
    return [createSourceFragment(from, block, { at: row, text: rename(row).trimStart() })];
  const cells = fitted.cells.flatMap((cell): OutputFragment[] => {
    const { at } = cell;
    if (at === null || at.start === at.end) return [createGlueFragment("  |")];
    const words =
      cell.from === "taken"
        ? createSourceFragment(from, block, { at, text: rename(at) })
        : createSourceFragment(base, table, { at, text: readSpanText(base, at) });
    return [createGlueFragment(" "), words, createGlueFragment(" |")];
  });
  return [createGlueFragment("|"), ...cells];
}
