/** The report as text: one table per section, then the bars. */
import type { Cell, Section } from "./sections/section.ts";

export function printed({ title, columns, rows, bars, notes = [] }: Section): string {
  const table = [columns, ...rows.map((row) => row.map(spelled))];
  const widths = columns.map((_, index) =>
    Math.max(...table.map((row) => (row[index] ?? "").length)),
  );
  const lines = table.map((row) =>
    row
      .map((cell, index) =>
        index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
  const held = bars.map(
    ({ text, measured, limit }) =>
      `${measured <= limit ? "met " : "MISS"}  ${text}: ${figure(measured)} (bar ${figure(limit)})`,
  );
  return ["", title, "", ...lines, "", ...held, ...notes, ""].join("\n");
}

function spelled(cell: Cell): string {
  if (typeof cell === "string") return cell;
  if (typeof cell === "number") return figure(cell);
  return cell.ratio < 1 ? `1/${figure(1 / cell.ratio)}` : `${figure(cell.ratio)} ×`;
}

function figure(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}
