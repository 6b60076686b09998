/** Reads CSV with quoted fields (RFC 4180): the first line names the fields. */
import type { ItemRow } from "./item-formats.ts";

export function parseCsvRows(text: string): ItemRow[] {
  const [head = [], ...rows] = splitCsv(text.replace(/^\uFEFF/, ""));
  return rows
    .filter((row) => row.some((cell) => cell.trim() !== ""))
    .map((row) => Object.fromEntries(head.map((name, at) => [name.trim(), row[at] ?? ""])));
}

function splitCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  const endCell = (): void => {
    rows.at(-1)?.push(cell);
    cell = "";
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === ",") endCell();
    else if (sign === "\n") {
      endCell();
      rows.push([]);
    } else if (sign !== "\r") cell += sign;
  }
  if (quoted) throw new TypeError("a quoted field has no end");
  endCell();
  return rows.filter((row) => row.length > 1 || row[0] !== "");
}
