/** Formats the sources of a merged document's paragraphs as terminal columns. */
import {
  type TerminalStyle,
  measureColumns,
  padToColumns,
  sanitizeForTerminal,
  stripColours,
  truncateToColumns,
} from "../../../cli/terminal/terminal-style.ts";
import type { BlameRow } from "../../../documents/provenance/line-blame.ts";
import type {
  LeftOutPassage,
  MappedUnit,
  ProvenanceMap,
} from "../../../documents/provenance/map-provenance.ts";
import type { TracedDocument } from "../files/provenance-file.ts";

export function formatBlameTable(
  { document, text, map, blame }: TracedDocument,
  style: TerminalStyle,
): string[] {
  const lines = text.split(/\r?\n/);
  const rows = groupBlameRows(blame.rows);
  const table = rows.map((row) => formatBlameCells(row, { map, lines, style }));
  return [
    style.bold(document),
    ...map.variants.map(({ variant, name, base }) => {
      const letter = formatColouredVariant(map, variant, style);
      return `${letter} ${sanitizeForTerminal(name)}${base ? style.dim("  base") : ""}`;
    }),
    ...(blame.untouched
      ? []
      : [style.red(`changed since it was merged: ${describeLaterChanges(blame)}`)]),
    "",
    ...alignBlameColumns([BLAME_COLUMNS, ...table], style),
    ...formatOmittedUnits(blame.leftOut, map, style),
  ];
}

const BLAME_COLUMNS: readonly string[] = [
  "Lines",
  "From",
  "Section",
  "Its lines",
  "Change",
  "Words",
];

function describeLaterChanges({ rows, gone }: TracedDocument["blame"]): string {
  const added = rows.filter(({ unit }) => unit === null).length;
  const places = `${added} ${added === 1 ? "place" : "places"} with other words`;
  return gone.length === 0 ? places : `${places}, ${gone.length} paragraphs or items gone`;
}

/** Items and paragraphs of one section that one change brought are one row. */
function groupBlameRows(rows: readonly BlameRow[]): BlameRow[] {
  const joined: BlameRow[] = [];
  for (const row of rows) {
    const last = joined.at(-1);
    if (last && isSameOrigin(last.unit, row.unit)) {
      joined[joined.length - 1] = {
        lines: [last.lines[0], row.lines[1]],
        unit: joinRowUnits(last, row),
      };
    } else joined.push(row);
  }
  return joined;
}

function isSameOrigin(a: MappedUnit | null, b: MappedUnit | null): boolean {
  return (
    a !== null &&
    b !== null &&
    a.variant === b.variant &&
    a.section === b.section &&
    a.change === b.change &&
    b.sourceLines[0] >= a.sourceLines[0]
  );
}

function joinRowUnits({ unit: first }: BlameRow, { unit: last }: BlameRow): MappedUnit | null {
  if (!first || !last) return first;
  return { ...first, sourceLines: [first.sourceLines[0], last.sourceLines[1]] };
}

function formatBlameCells(
  { lines: [first, last], unit }: BlameRow,
  { map, lines, style }: { map: ProvenanceMap; lines: readonly string[]; style: TerminalStyle },
): string[] {
  const words = extractFirstWords(lines.slice(first - 1, last));
  if (!unit)
    return [
      formatLineRange(first, last),
      style.red("?"),
      style.red("changed since"),
      "",
      "",
      words,
    ];
  const { variant, sourceLines, change, point, integration } = unit;
  return [
    formatLineRange(first, last),
    formatColouredVariant(map, variant, style),
    truncateToColumns(formatSectionTitle(unit), 30),
    formatLineRange(...sourceLines),
    change === null
      ? style.dim("base")
      : `#${change} ${integration ?? ""} ${sanitizeForTerminal(point ?? "")}`,
    words,
  ];
}

/** The first line under a title, which is in another column already. */
function extractFirstWords(lines: readonly string[]): string {
  const said = lines.filter((line) => line.trim() !== "");
  return sanitizeForTerminal(said.find((line) => !/^ {0,3}#/.test(line)) ?? said[0] ?? "");
}

function formatSectionTitle({ section, title }: Pick<MappedUnit, "section" | "title">): string {
  return sanitizeForTerminal(`${section.replace(/^Section /, "")} ${title}`);
}

function formatLineRange(first: number, last: number): string {
  return first === last ? `${first}` : `${first}-${last}`;
}

function formatColouredVariant(
  { variants }: ProvenanceMap,
  variant: number,
  style: TerminalStyle,
): string {
  const index = variants.findIndex((one) => one.variant === variant);
  return style.option(
    Math.max(0, index),
    sanitizeForTerminal(variants[index]?.label ?? `${variant}`),
  );
}

function alignBlameColumns(table: readonly (readonly string[])[], style: TerminalStyle): string[] {
  const count = table[0]?.length ?? 0;
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...table.map((row) => measureColumns(stripColours(row[column] ?? "")))),
  );
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
  const room = Math.max(20, style.columns - before);
  return table.map((row, index) => {
    const cells = row.map((cell, column) =>
      column === count - 1
        ? truncateToColumns(cell, room, style.sign.ellipsis)
        : cell + padToColumns("", (widths[column] ?? 0) - measureColumns(stripColours(cell)) + 2),
    );
    const line = cells.join("").trimEnd();
    return index === 0 ? style.dim(line) : line;
  });
}

function formatOmittedUnits(
  left: readonly LeftOutPassage[],
  map: ProvenanceMap,
  style: TerminalStyle,
): string[] {
  if (left.length === 0) return [];
  const rows = left.map((one) => [
    formatColouredVariant(map, one.variant, style),
    formatLineRange(...one.lines),
    truncateToColumns(formatSectionTitle(one), 30),
    sanitizeForTerminal(one.point ?? ""),
    sanitizeForTerminal(one.why),
  ]);
  return ["", style.bold("Left out"), ...alignBlameColumns([OMITTED_COLUMNS, ...rows], style)];
}

const OMITTED_COLUMNS: readonly string[] = ["From", "Its lines", "Section", "Point", "Why"];

/** One paragraph, in full. */
export function formatBlameUnit(
  { lines: [first, last], unit }: BlameRow,
  given: TracedDocument,
  style: TerminalStyle,
): string[] {
  const { document, map, text } = given;
  const words = text.split(/\r?\n/).slice(first - 1, last);
  const row = (title: string, value: string): string =>
    `${style.bold(padToColumns(title, 8))} ${value}`;
  const from = map.variants.find(({ variant }) => variant === unit?.variant);
  return [
    style.bold(`${document}:${formatLineRange(first, last)}`),
    ...(unit && from
      ? [
          row(
            "From",
            `Variant ${sanitizeForTerminal(from.label)} (${sanitizeForTerminal(from.name)})${from.base ? ", the base" : ""}`,
          ),
          row(
            "Section",
            `${formatSectionTitle(unit)}, line ${formatLineRange(...unit.sourceLines)} there`,
          ),
          row("Change", describeUnitChange(unit)),
        ]
      : [row("From", style.red("no draft: added or changed since the merge"))]),
    ...words.map((line) => style.dim(`  ${sanitizeForTerminal(line)}`)),
  ];
}

function describeUnitChange({ change, point, integration }: MappedUnit): string {
  if (change === null) return "none, the base's own words";
  return `#${change} (${integration ?? ""}), for ${sanitizeForTerminal(point ?? "no point")}   take it back: dissent merge --revert ${change}`;
}
