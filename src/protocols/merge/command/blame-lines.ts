import {
  fitted,
  padded,
  plain,
  type Style,
  widthOf,
  withoutColours,
} from "../../../cli/terminal/terminal.ts";
/** Where the paragraphs of a merged document come from, in columns for a terminal. */
import type { BlameRow } from "../../../documents/blame.ts";
import type { LeftOut, MappedUnit, ProvenanceMap } from "../../../documents/provenance.ts";
import type { Traced } from "../files/traced.ts";

export function blameLines({ document, text, map, blame }: Traced, style: Style): string[] {
  const lines = text.split(/\r?\n/);
  const rows = gathered(blame.rows);
  const table = rows.map((row) => cellsOf(row, { map, lines, style }));
  return [
    style.bold(document),
    ...map.variants.map(({ variant, name, base }) => {
      const letter = letterOf(map, variant, style);
      return `${letter} ${plain(name)}${base ? style.dim("  base") : ""}`;
    }),
    ...(blame.untouched ? [] : [style.red(`changed since it was merged: ${changedText(blame)}`)]),
    "",
    ...columns([HEAD, ...table], style),
    ...leftOutLines(blame.leftOut, map, style),
  ];
}

const HEAD: readonly string[] = ["Lines", "From", "Section", "Its lines", "Change", "Words"];

function changedText({ rows, gone }: Traced["blame"]): string {
  const added = rows.filter(({ unit }) => unit === null).length;
  const places = `${added} ${added === 1 ? "place" : "places"} with other words`;
  return gone.length === 0 ? places : `${places}, ${gone.length} paragraphs or items gone`;
}

/** Items and paragraphs of one section that one change brought are one row. */
function gathered(rows: readonly BlameRow[]): BlameRow[] {
  const joined: BlameRow[] = [];
  for (const row of rows) {
    const last = joined.at(-1);
    if (last && isSame(last.unit, row.unit)) {
      joined[joined.length - 1] = { lines: [last.lines[0], row.lines[1]], unit: both(last, row) };
    } else joined.push(row);
  }
  return joined;
}

function isSame(a: MappedUnit | null, b: MappedUnit | null): boolean {
  return (
    a !== null &&
    b !== null &&
    a.variant === b.variant &&
    a.section === b.section &&
    a.change === b.change &&
    b.sourceLines[0] >= a.sourceLines[0]
  );
}

function both({ unit: first }: BlameRow, { unit: last }: BlameRow): MappedUnit | null {
  if (!first || !last) return first;
  return { ...first, sourceLines: [first.sourceLines[0], last.sourceLines[1]] };
}

function cellsOf(
  { lines: [first, last], unit }: BlameRow,
  { map, lines, style }: { map: ProvenanceMap; lines: readonly string[]; style: Style },
): string[] {
  const words = wordsIn(lines.slice(first - 1, last));
  if (!unit) return [range(first, last), style.red("?"), style.red("changed since"), "", "", words];
  const { variant, sourceLines, change, point, integration } = unit;
  return [
    range(first, last),
    letterOf(map, variant, style),
    fitted(sectionText(unit), 30),
    range(...sourceLines),
    change === null ? style.dim("base") : `#${change} ${integration ?? ""} ${plain(point ?? "")}`,
    words,
  ];
}

/** The first line under a title, which is in another column already. */
function wordsIn(lines: readonly string[]): string {
  const said = lines.filter((line) => line.trim() !== "");
  return plain(said.find((line) => !/^ {0,3}#/.test(line)) ?? said[0] ?? "");
}

function sectionText({ section, title }: Pick<MappedUnit, "section" | "title">): string {
  return plain(`${section.replace(/^Section /, "")} ${title}`);
}

function range(first: number, last: number): string {
  return first === last ? `${first}` : `${first}-${last}`;
}

function letterOf({ variants }: ProvenanceMap, variant: number, style: Style): string {
  const index = variants.findIndex((one) => one.variant === variant);
  return style.option(Math.max(0, index), plain(variants[index]?.label ?? `${variant}`));
}

function columns(table: readonly (readonly string[])[], style: Style): string[] {
  const count = table[0]?.length ?? 0;
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...table.map((row) => widthOf(withoutColours(row[column] ?? "")))),
  );
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
  const room = Math.max(20, style.columns - before);
  return table.map((row, index) => {
    const cells = row.map((cell, column) =>
      column === count - 1
        ? fitted(cell, room, style.sign.ellipsis)
        : cell + padded("", (widths[column] ?? 0) - widthOf(withoutColours(cell)) + 2),
    );
    const line = cells.join("").trimEnd();
    return index === 0 ? style.dim(line) : line;
  });
}

function leftOutLines(left: readonly LeftOut[], map: ProvenanceMap, style: Style): string[] {
  if (left.length === 0) return [];
  const rows = left.map((one) => [
    letterOf(map, one.variant, style),
    range(...one.lines),
    fitted(sectionText(one), 30),
    plain(one.point ?? ""),
    plain(one.why),
  ]);
  return ["", style.bold("Left out"), ...columns([LEFT_HEAD, ...rows], style)];
}

const LEFT_HEAD: readonly string[] = ["From", "Its lines", "Section", "Point", "Why"];

/** One paragraph, in full. */
export function unitLines(
  { lines: [first, last], unit }: BlameRow,
  given: Traced,
  style: Style,
): string[] {
  const { document, map, text } = given;
  const words = text.split(/\r?\n/).slice(first - 1, last);
  const row = (title: string, value: string): string => `${style.bold(padded(title, 8))} ${value}`;
  const from = map.variants.find(({ variant }) => variant === unit?.variant);
  return [
    style.bold(`${document}:${range(first, last)}`),
    ...(unit && from
      ? [
          row(
            "From",
            `Variant ${plain(from.label)} (${plain(from.name)})${from.base ? ", the base" : ""}`,
          ),
          row("Section", `${sectionText(unit)}, line ${range(...unit.sourceLines)} there`),
          row("Change", changeText(unit)),
        ]
      : [row("From", style.red("nobody: added or changed since it was merged"))]),
    ...words.map((line) => style.dim(`  ${plain(line)}`)),
  ];
}

function changeText({ change, point, integration }: MappedUnit): string {
  if (change === null) return "none, the base's own words";
  return `#${change} (${integration ?? ""}), for ${plain(point ?? "no point")}   take it back: dissent merge --revert ${change}`;
}
