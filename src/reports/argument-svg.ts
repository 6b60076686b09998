/**
 * AP1: the argument of a debate as an SVG picture. Every claim stands beside what it is about, so lines are short.
 * Words of models are text and nothing else: no markup, no link, no script.
 */
import type { Audit } from "../audit/audit.ts";
import type { Transcript } from "../domain/journal/transcript.ts";
import { cutAtWord, cutText } from "../text/cut-text.ts";
import { sanitizeLine } from "../text/markdown.ts";
import { escapeXml } from "../text/xml.ts";
import { buildArgumentPicture, type PictureEdge, type PictureNode } from "./argument-picture.ts";

const EDGE = 24;
const TOP = 130;
const GAP = { x: 44, y: 10, group: 26 };
const COLUMN_WIDTHS = [230, 350];
const LINE = 17;
/** Where a line meets a box: at its first words. */
const ARROW_HEIGHT = 19;
const PADDING = 11;
const LABEL_CHARACTERS = 140;
const CHARACTER_WIDTH = 7;

interface PlacedBox extends PictureNode {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
  /** What it is about; null for what is argued about. */
  readonly target: { readonly id: string; readonly kind: PictureEdge["kind"] } | null;
}

export function formatSvgPicture(transcript: Transcript, audit: Audit): string {
  const picture = buildArgumentPicture(transcript, audit);
  const { title, verdict, strength, edges, more } = picture;
  const boxes = placeBoxes(picture);
  const width = Math.max(860, ...boxes.map((box) => box.x + box.width)) + EDGE;
  const height = Math.max(TOP, ...boxes.map((box) => box.y + box.height)) + (more > 0 ? 50 : EDGE);
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const characters = Math.floor((width - 2 * EDGE) / CHARACTER_WIDTH);
  const body = [
    `<title>${escapeXml(sanitizeLine(title))}</title>`,
    `<desc>${escapeXml(`${sanitizeLine(`${verdict} ${strength}`)} ${edges.length} links between ${boxes.length} boxes.`)}</desc>`,
    STYLE,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    `<text class="title" x="${EDGE}" y="36">${escapeXml(cutAtWord(sanitizeLine(title), characters * 0.72))}</text>`,
    ...[verdict, strength].map(
      (line, index) =>
        `<text class="verdict" x="${EDGE}" y="${60 + index * 20}">${escapeXml(cutAtWord(sanitizeLine(line), characters))}</text>`,
    ),
    LEGEND,
    ...boxes.map((box) => drawLine(box, byId)),
    ...boxes.map(drawBox),
    ...(more > 0
      ? [`<text class="verdict" x="${EDGE}" y="${height - 20}">${more} more in the record</text>`]
      : []),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">\n${body.join("\n")}\n</svg>\n`;
}

const STYLE = `<style>
text{font:13px system-ui,sans-serif;fill:#1d2129}
.title{font-size:19px;font-weight:650}.verdict{fill:#5a616d}
.paper{fill:#fff}rect{fill:#f7f7f8;stroke:#d3d6dc}
.choice rect{fill:#e9eff9;stroke:#5b7fb8}.chosen rect{fill:#e1f2e5;stroke:#2b7a3e;stroke-width:2}
.choice text,.chosen text{font-weight:600}
path{fill:none;stroke:#2b7a3e;stroke-width:1.5}path.attacks{stroke:#b3261e;stroke-dasharray:5 4}
.bar{stroke:none;fill:#2b7a3e}.bar.attacks{fill:#b3261e}
</style>`;
const LEGEND = `<g class="legend"><path d="M${EDGE} 104h34"/><text class="verdict" x="${EDGE + 42}" y="108">supports</text><path class="attacks" d="M${EDGE + 118} 104h34"/><text class="verdict" x="${EDGE + 160}" y="108">attacks</text></g>`;

/** What is argued about on the left, each claim to the right of what it is about, the first level with it. */
function placeBoxes({
  nodes,
  edges,
}: {
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
}): PlacedBox[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const edgeFrom = new Map(edges.map((edge) => [edge.from, edge]));
  const claimsOn = Map.groupBy(edges, ({ to }) => to);
  const placed = new Map<string, PlacedBox>();

  /** Places a box and all that hangs on it from a height on; returns where that ends. */
  const place = (node: PictureNode, column: number, top: number): number => {
    const lines = breakLabel(node.label, widthAt(column));
    const height = lines.length * LINE + 2 * PADDING;
    const edge = column === 0 ? undefined : edgeFrom.get(node.id);
    placed.set(node.id, {
      ...node,
      x: leftAt(column),
      y: top,
      width: widthAt(column),
      height,
      lines,
      target: edge === undefined ? null : { id: edge.to, kind: edge.kind },
    });
    let next = top;
    for (const { from } of sortSides(claimsOn.get(node.id) ?? [])) {
      const claim = byId.get(from);
      // claims about each other would never end
      if (claim && !placed.has(from)) next = place(claim, column + 1, next) + GAP.y;
    }
    return Math.max(top + height, next - GAP.y);
  };

  let top = TOP;
  for (const node of nodes) {
    const isRoot = node.kind !== "claim" || !edgeFrom.has(node.id);
    if (isRoot) top = place(node, 0, top) + GAP.group;
  }
  for (const node of nodes) {
    if (!placed.has(node.id)) top = place(node, 0, top) + GAP.group;
  }
  return [...placed.values()];
}

/** What speaks for it first. */
function sortSides(edges: readonly PictureEdge[]): PictureEdge[] {
  return [
    ...edges.filter(({ kind }) => kind === "supports"),
    ...edges.filter(({ kind }) => kind === "attacks"),
  ];
}

function widthAt(column: number): number {
  return COLUMN_WIDTHS[Math.min(column, COLUMN_WIDTHS.length - 1)] ?? 0;
}

function leftAt(column: number): number {
  let left = EDGE;
  for (let at = 0; at < column; at++) left += widthAt(at) + GAP.x;
  return left;
}

function breakLabel(label: string, width: number): string[] {
  const most = Math.floor((width - 2 * PADDING) / CHARACTER_WIDTH);
  const lines: string[] = [];
  for (const word of cutAtWord(sanitizeLine(label), LABEL_CHARACTERS).split(" ")) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && joined.length <= most) lines[lines.length - 1] = joined;
    // one long word is cut: it has no room on any line
    else lines.push(cutText(word, most));
  }
  return lines;
}

function drawBox({ x, y, width, height, lines, label, kind, target }: PlacedBox): string {
  const bar =
    target === null
      ? ""
      : `<rect class="bar ${target.kind}" x="${x}" y="${y}" width="4" height="${height}"/>`;
  const words = lines.map(
    (line, index) =>
      `<text x="${x + PADDING + 2}" y="${y + PADDING + 13 + index * LINE}">${escapeXml(line)}</text>`,
  );
  return `<g class="${kind}"><title>${escapeXml(sanitizeLine(label))}</title><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${kind === "claim" ? 2 : 10}"/>${bar}${words.join("")}</g>`;
}

function drawLine({ x, y, target }: PlacedBox, byId: ReadonlyMap<string, PlacedBox>): string {
  const end = target && byId.get(target.id);
  if (!target || !end) return "";
  const [startX, startY] = [end.x + end.width, end.y + ARROW_HEIGHT];
  // the two kinds run beside each other
  const bend = (startX + x) / 2 + (target.kind === "supports" ? -4 : 4);
  return `<path class="${target.kind}" d="M${startX} ${startY}H${bend}V${y + ARROW_HEIGHT}H${x}"/>`;
}
