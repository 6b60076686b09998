/** The report as text: a table for each section with its bars, then all bars in one. */
import type { Bar, Cell, Section } from "../sections/section.ts";
import type { Report } from "./write-benchmarks.ts";

export function printed({ title, columns, rows, bars, notes = [] }: Section): string {
  const lines = alignColumns([columns, ...rows.map((row) => row.map(spelled))]);
  const held = bars.map(
    (bar) => `${judgeBar(bar)}  ${bar.text}: ${figure(bar.measured)} (bar ${figure(bar.limit)})`,
  );
  return ["", title, "", ...lines, "", ...held, ...notes, ""].join("\n");
}

/** All bars of a run, with what failed and how long it took. */
export function formatBarTable({ sections, failed, minutes }: Report): string {
  const bars = sections.flatMap(({ title, bars: own }) =>
    own.map((bar) => [
      title.split(".", 1)[0] ?? "",
      bar.text,
      figure(bar.limit),
      figure(bar.measured),
      judgeBar(bar),
    ]),
  );
  const met = bars.filter((row) => row.at(-1) === "met").length;
  return [
    "",
    "Bars",
    "",
    ...alignColumns([["", "measured", "bar", "here", ""], ...bars]),
    "",
    `${met} of ${bars.length} met, in ${minutes.toFixed(1)} minutes.`,
    ...(failed.length === 0 ? [] : [`Failed, and not measured: sections ${failed.join(", ")}.`]),
    "",
  ].join("\n");
}

export function judgeBar({ measured, limit }: Bar): "met" | "MISS" {
  return measured <= limit ? "met" : "MISS";
}

/** Text to the left, figures to the right. */
export function alignColumns(table: readonly (readonly string[])[]): string[] {
  const widths = (table[0] ?? []).map((_, index) =>
    Math.max(...table.map((row) => (row[index] ?? "").length)),
  );
  const isText = widths.map((_, index) =>
    table.slice(1).some((row) => /[a-z]{3}/i.test(row[index] ?? "")),
  );
  return table.map((row) =>
    row
      .map((cell, index) =>
        index === 0 || isText[index]
          ? cell.padEnd(widths[index] ?? 0)
          : cell.padStart(widths[index] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}

export function spelled(cell: Cell): string {
  if (typeof cell === "string") return cell;
  if (typeof cell === "number") return figure(cell);
  return cell.ratio < 1 ? `1/${figure(1 / cell.ratio)}` : `${figure(cell.ratio)} ×`;
}

export function figure(value: number): string {
  if (!Number.isFinite(value)) return "not measured";
  if (Number.isInteger(value)) return String(value);
  if (Math.abs(value) < 1.1 && Math.abs(value) > 0.9) return value.toFixed(3);
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}
