/** A terminal as an SVG picture: each line of the screen is one text element, so its words can be read back. */
import { escapeXml } from "../src/text/xml.ts";
import type { ScreenCell } from "../test/support/processes/terminal-screen.ts";

// pictures join several ordinary spaces
const HARD_SPACE = "\u00a0";
const CELL = { width: 8.4, height: 19 };
const EDGE = 20;
const BAR = 36;
const BACKGROUND = "#14161b";
const TEXT = "#d7dae0";
const COLOURS: Readonly<Record<string, string>> = {
  "31": "#f0796f",
  "32": "#7cc77f",
  "33": "#e2c06b",
  "34": "#7aa8f5",
  "35": "#cf94e0",
  "36": "#66c5cc",
  "37": "#ffffff",
  "94": "#8ab4ff",
};

export interface TextRun {
  readonly text: string;
  readonly colours: string;
}

/** Neighbours of one colour together, without the blanks at the end. */
export function joinCells(line: readonly ScreenCell[]): TextRun[] {
  const end = line.findLastIndex(({ character }) => character.trim() !== "") + 1;
  const runs: TextRun[] = [];
  for (const { character, colours } of line.slice(0, end)) {
    const last = runs.at(-1);
    if (last?.colours === colours) runs[runs.length - 1] = { text: last.text + character, colours };
    else runs.push({ text: character, colours });
  }
  return runs;
}

/** `columns` wide; the title says what was typed. */
export function drawTerminal(
  lines: readonly (readonly TextRun[])[],
  { columns, title }: { readonly columns: number; readonly title: string },
): string {
  const width = Math.round(columns * CELL.width + 2 * EDGE);
  const height = BAR + lines.length * CELL.height + EDGE;
  const dots = ["#f0796f", "#e2c06b", "#7cc77f"].map(
    (fill, index) => `<circle cx="${EDGE + index * 18}" cy="${BAR / 2}" r="5.5" fill="${fill}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="10" fill="${BACKGROUND}"/>`,
    ...dots,
    `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" fill="${TEXT}">`,
    ...lines.map((runs, index) => drawLine(runs, BAR + (index + 0.75) * CELL.height)),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function drawLine(runs: readonly TextRun[], y: number): string {
  let column = 0;
  const spans = runs.map(({ text, colours }) => {
    const at = column;
    column += text.length;
    return `<tspan x="${round(EDGE + at * CELL.width)}" textLength="${round(text.length * CELL.width)}" lengthAdjust="spacingAndGlyphs"${styleRun(colours)}>${escapeXml(text.replaceAll(" ", HARD_SPACE))}</tspan>`;
  });
  return `<text y="${round(y)}">${spans.join("")}</text>`;
}

function styleRun(colours: string): string {
  const codes = colours.split(";");
  const fill = codes.map((code) => COLOURS[code]).find((found) => found !== undefined);
  return [
    fill === undefined ? "" : ` fill="${fill}"`,
    codes.includes("1") ? ' font-weight="700"' : "",
    codes.includes("2") ? ' fill-opacity="0.65"' : "",
  ].join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The words of a picture, line by line. */
export function readTerminalPicture(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>(.*)<\/text>/g)].map(([, inside = ""]) =>
    inside
      .replaceAll(/<[^>]+>/g, "")
      .replaceAll(HARD_SPACE, " ")
      .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
  );
}
