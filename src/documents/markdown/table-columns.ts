/** Which column of one table is which of another, by their heads, so that a row can move between them. */
import { countCommonWords, listComparableWords } from "../../text/comparable-words.ts";
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
} from "../document.ts";
import { stripMarkdown } from "./plain-text.ts";

/** The cells of a row, without the white space around their words. */
export function listRowCells({ text }: ParsedDocument, row: TextSpan): TextSpan[] {
  let [start, end] = trimSpan(text, row);
  if (text.charAt(start) === "|") start++;
  if (end > start && text.charAt(end - 1) === "|" && text.charAt(end - 2) !== "\\") end--;
  const cells: TextSpan[] = [];
  let from = start;
  for (let at = start; at <= end; at++) {
    if (at < end && (text.charAt(at) !== "|" || text.charAt(at - 1) === "\\")) continue;
    const [first, beyond] = trimSpan(text, { start: from, end: at });
    cells.push({ start: first, end: beyond });
    from = at + 1;
  }
  return cells;
}

function trimSpan(text: string, { start, end }: TextSpan): readonly [number, number] {
  let [from, to] = [start, end];
  while (from < to && /\s/.test(text.charAt(from))) from++;
  while (to > from && /\s/.test(text.charAt(to - 1))) to--;
  return [from, to];
}

/** A table with its document. */
export interface PlacedTable {
  readonly document: ParsedDocument;
  readonly block: DocumentBlock;
}

/** For each column of the first table, the place of the same column in the second one; null where it has none. */
export type ColumnMap = readonly (number | null)[];

export function mapTableColumns(to: PlacedTable, from: PlacedTable): ColumnMap {
  const [wanted, given] = [listColumnTitles(to), listColumnTitles(from)];
  const taken = new Set<number>();
  const choose = (found: number): number | null => {
    if (found === -1) return null;
    taken.add(found);
    return found;
  };
  const exact = wanted.map((title) =>
    choose(given.findIndex((other, at) => !taken.has(at) && other.plain === title.plain)),
  );
  return exact.map(
    (found, column) =>
      found ??
      choose(given.findIndex((other, at) => !taken.has(at) && isSameColumn(wanted[column], other))),
  );
}

interface ColumnTitle {
  readonly plain: string;
  readonly words: ReadonlySet<string>;
}

function listColumnTitles({ document, block }: PlacedTable): ColumnTitle[] {
  const [head] = block.parts;
  if (head === undefined) return [];
  // the line of dashes belongs to the head
  const line = readSpanText(document, head).split(/[\r\n]/, 1)[0] ?? "";
  const span = { start: head.start, end: head.start + line.length };
  return listRowCells(document, span).map((cell) => {
    const words = listComparableWords(stripMarkdown(readSpanText(document, cell)));
    const plain = words.join(" ");
    return { plain: NUMBER_TITLES.has(plain) ? "#" : plain, words: new Set(words) };
  });
}

/** A column without a word, such as "#", counts or names its rows. */
const NUMBER_TITLES = new Set(["", "id", "no", "nr", "number", "nummer", "编号", "序号"]);

/** "Deliverable" and "Deliverable name": one title has all words of the other. */
function isSameColumn(a: ColumnTitle | undefined, b: ColumnTitle): boolean {
  if (a === undefined || a.words.size === 0 || b.words.size === 0) return false;
  return countCommonWords(a.words, b.words) === Math.min(a.words.size, b.words.size);
}

/** A row in the columns of another table: cells of its own, cells that the replaced row keeps, and empty ones. */
export interface FittedRow {
  readonly cells: readonly { readonly from: "taken" | "kept"; readonly at: TextSpan | null }[];
  /** The columns are the same in the same order, so the row comes as it is. */
  readonly same: boolean;
}

/** The row of `from` for the table `to`, or why it does not fit there. */
export function fitTableRow(
  to: PlacedTable,
  from: PlacedTable,
  { row, replaced }: { readonly row: TextSpan; readonly replaced: TextSpan | null },
): FittedRow | string {
  const map = mapTableColumns(to, from);
  const titles = listColumnTitles(from);
  const cells = listRowCells(from.document, row);
  if (map.length === titles.length && map.every((column, at) => column === at)) {
    const same = cells.length === titles.length;
    return same ? { cells: [], same } : "the rows have another number of cells";
  }
  if (cells.length > titles.length) return "the row has more cells than its table has columns";
  if (map.filter((column) => column !== null).length < Math.min(2, map.length))
    return "the two tables have other columns";
  const lost = cells.findIndex(
    (cell, at) => !map.includes(at) && !isEmptyCell(readSpanText(from.document, cell)),
  );
  if (lost !== -1)
    return `the table there has no column “${readColumnTitle(from, lost)}”, and the row would lose that cell`;
  const kept = replaced === null ? [] : listRowCells(to.document, replaced);
  return {
    same: false,
    cells: map.map((column, at) =>
      column === null
        ? { from: "kept", at: kept[at] ?? null }
        : { from: "taken", at: cells[column] ?? null },
    ),
  };
}

function readColumnTitle({ document, block }: PlacedTable, column: number): string {
  const [head] = block.parts;
  const cell = head === undefined ? undefined : listRowCells(document, head)[column];
  return cell === undefined ? "" : stripMarkdown(readSpanText(document, cell)).trim();
}

function isEmptyCell(words: string): boolean {
  return /^(?:[-–—]*|n\/a)$/i.test(words.trim());
}
