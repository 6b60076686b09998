/** Plots as SVG text: no browser and no script is needed to draw them, and each stands beside its table. */
import { escapeXml } from "../../text/xml.ts";

export interface PlotPoint {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly low?: number;
  readonly high?: number;
}

export interface PlotAxes {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  /** A vertical line with its name. */
  readonly mark?: { readonly x: number; readonly name: string };
  readonly diagonal?: boolean;
  /** Points of one name are joined. */
  readonly joined?: boolean;
}

const WIDTH = 640;
const HEIGHT = 320;
const LEFT = 56;
const BOTTOM = 44;
const TOP = 28;
const RIGHT = 150;
const COLOURS = [
  "#1b6ca8",
  "#b3541e",
  "#2a7f4f",
  "#7a3e9d",
  "#8a6d00",
  "#a12f4b",
  "#3c6e71",
  "#555555",
];

export function drawPlot(points: readonly PlotPoint[], axes: PlotAxes): string {
  if (points.length === 0) return "";
  const xs = [...points.map(({ x }) => x), ...(axes.mark ? [axes.mark.x] : [])];
  const xTicks = chooseTicks(Math.min(...xs), Math.max(...xs));
  const [fromX = 0, toX = 1] = [xTicks[0], xTicks.at(-1)];
  const ys = points.flatMap(({ y, low = y, high = y }) => [y, low, high]);
  const yTicks =
    axes.diagonal === true
      ? [0, 0.25, 0.5, 0.75, 1]
      : chooseTicks(Math.min(...ys), Math.max(...ys));
  const [fromY = 0, toY = 1] = [yTicks[0], yTicks.at(-1)];
  const at = (x: number): number => LEFT + ((x - fromX) / (toX - fromX)) * (WIDTH - LEFT - RIGHT);
  const up = (y: number): number =>
    HEIGHT - BOTTOM - ((y - fromY) / (toY - fromY)) * (HEIGHT - TOP - BOTTOM);
  const names = [...new Set(points.map(({ name }) => name))];
  const colour = (name: string): string =>
    COLOURS[names.indexOf(name) % COLOURS.length] ?? "#555555";
  return renderFrame(axes.title, [
    ...xTicks.map(
      (x) =>
        `<text x="${formatCoordinate(at(x))}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${formatTick(x)}</text>`,
    ),
    ...yTicks.map(
      (y) =>
        `<text x="${LEFT - 6}" y="${formatCoordinate(up(y) + 4)}" text-anchor="end">${formatTick(y)}</text><line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${formatCoordinate(up(y))}" y2="${formatCoordinate(up(y))}" class="grid"/>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escapeXml(axes.x)}</text>`,
    `<text x="14" y="${(TOP + HEIGHT - BOTTOM) / 2}" text-anchor="middle" transform="rotate(-90 14 ${(TOP + HEIGHT - BOTTOM) / 2})">${escapeXml(axes.y)}</text>`,
    axes.diagonal === true
      ? `<line x1="${formatCoordinate(at(fromX))}" y1="${formatCoordinate(up(fromX))}" x2="${formatCoordinate(at(toX))}" y2="${formatCoordinate(up(toX))}" class="mark"/>`
      : "",
    axes.mark
      ? `<line x1="${formatCoordinate(at(axes.mark.x))}" x2="${formatCoordinate(at(axes.mark.x))}" y1="${TOP}" y2="${HEIGHT - BOTTOM}" class="mark"/><text x="${formatCoordinate(at(axes.mark.x) + 4)}" y="${TOP + 10}">${escapeXml(axes.mark.name)}</text>`
      : "",
    ...(axes.joined === true
      ? names.map((name) =>
          drawLine(
            points.filter((one) => one.name === name),
            { at, up, colour: colour(name) },
          ),
        )
      : []),
    ...points.map(
      ({ name, x, y, low, high }) =>
        `${low === undefined || high === undefined ? "" : `<line x1="${formatCoordinate(at(x))}" x2="${formatCoordinate(at(x))}" y1="${formatCoordinate(up(low))}" y2="${formatCoordinate(up(high))}" stroke="${colour(name)}"/>`}<circle cx="${formatCoordinate(at(x))}" cy="${formatCoordinate(up(y))}" r="4" fill="${colour(name)}"><title>${escapeXml(name)}: ${formatTick(x)}, ${formatTick(y)}</title></circle>`,
    ),
    ...names.map(
      (name, index) =>
        `<rect x="${WIDTH - RIGHT + 12}" y="${TOP + index * 16 - 8}" width="9" height="9" fill="${colour(name)}"/><text x="${WIDTH - RIGHT + 26}" y="${TOP + index * 16}">${escapeXml(name.slice(0, 20))}</text>`,
    ),
  ]);
}

function drawLine(
  points: readonly PlotPoint[],
  {
    at,
    up,
    colour,
  }: {
    readonly at: (x: number) => number;
    readonly up: (y: number) => number;
    readonly colour: string;
  },
): string {
  const path = points
    .map(({ x, y }) => `${formatCoordinate(at(x))},${formatCoordinate(up(y))}`)
    .join(" ");
  return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.5"/>`;
}

/** Differences with their intervals, one below the other, with a line at none. */
export function drawForest(points: readonly PlotPoint[], title: string): string {
  if (points.length === 0) return "";
  const reach = Math.max(
    0.02,
    ...points.flatMap(({ low = 0, high = 0 }) => [Math.abs(low), Math.abs(high)]),
  );
  const at = (x: number): number => 250 + ((x + reach) / (2 * reach)) * (WIDTH - 290);
  const height = 48 + points.length * 26;
  return renderFrame(
    title,
    [
      `<line x1="${formatCoordinate(at(0))}" x2="${formatCoordinate(at(0))}" y1="${TOP}" y2="${height - 22}" class="mark"/>`,
      ...points.map(({ name, x, low = x, high = x }, index) => {
        const y = TOP + 14 + index * 26;
        return `<text x="240" y="${y + 4}" text-anchor="end">${escapeXml(name.slice(0, 36))}</text><line x1="${formatCoordinate(at(low))}" x2="${formatCoordinate(at(high))}" y1="${y}" y2="${y}" stroke="${COLOURS[0]}" stroke-width="2"/><circle cx="${formatCoordinate(at(x))}" cy="${y}" r="4" fill="${COLOURS[0]}"/>`;
      }),
      ...[-reach, 0, reach].map(
        (x) =>
          `<text x="${formatCoordinate(at(x))}" y="${height - 8}" text-anchor="middle">${(x * 100).toFixed(1)}</text>`,
      ),
    ],
    height,
  );
}

export interface PlotBar {
  readonly name: string;
  readonly parts: readonly { readonly name: string; readonly value: number }[];
}

/** Stacked bars, one per name. */
export function drawBars(bars: readonly PlotBar[], title: string): string {
  const most = Math.max(
    0,
    ...bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)),
  );
  if (bars.length === 0 || most === 0) return "";
  const kinds = [...new Set(bars.flatMap(({ parts }) => parts.map(({ name }) => name)))];
  const height = 48 + bars.length * 24 + 18;
  const rows = bars.map(({ name, parts }, index) => {
    const y = TOP + index * 24;
    let x = 180;
    const drawn = parts.map(({ name: kind, value }) => {
      const width = (value / most) * (WIDTH - 240);
      const part = `<rect x="${formatCoordinate(x)}" y="${y}" width="${formatCoordinate(width)}" height="16" fill="${COLOURS[kinds.indexOf(kind) % COLOURS.length]}"><title>${escapeXml(kind)}: ${formatTick(value)}</title></rect>`;
      x += width;
      return part;
    });
    return `<text x="172" y="${y + 12}" text-anchor="end">${escapeXml(name.slice(0, 26))}</text>${drawn.join("")}<text x="${formatCoordinate(x + 5)}" y="${y + 12}">${formatTick(parts.reduce((sum, { value }) => sum + value, 0))}</text>`;
  });
  const legend = kinds.map(
    (kind, index) =>
      `<rect x="${180 + index * 110}" y="${height - 20}" width="9" height="9" fill="${COLOURS[index % COLOURS.length]}"/><text x="${193 + index * 110}" y="${height - 12}">${escapeXml(kind.slice(0, 16))}</text>`,
  );
  return renderFrame(title, [...rows, ...(kinds.length > 1 ? legend : [])], height);
}

/** Correlations of every two seats as a grid of shades. */
export function drawCorrelations(
  pairs: readonly { readonly a: string; readonly b: string; readonly phi: number }[],
  title: string,
): string {
  const seats = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))].sort();
  if (seats.length < 2) return "";
  const cells = seats.flatMap((a, row) =>
    seats.map((b, column) => {
      const phi =
        a === b
          ? 1
          : (pairs.find((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a))
              ?.phi ?? 0);
      const shade = Math.round(255 - 170 * Math.min(1, Math.abs(phi)));
      return `<rect x="${120 + column * 56}" y="${TOP + row * 28}" width="54" height="26" fill="rgb(${phi < 0 ? `255,${shade},${shade}` : `${shade},${shade},255`})"/><text x="${147 + column * 56}" y="${TOP + 17 + row * 28}" text-anchor="middle">${phi.toFixed(2)}</text>`;
    }),
  );
  const names = seats.map(
    (seat, row) =>
      `<text x="112" y="${TOP + 17 + row * 28}" text-anchor="end">${escapeXml(seat.slice(0, 14))}</text>`,
  );
  return renderFrame(title, [...names, ...cells], TOP + 20 + seats.length * 28);
}

function renderFrame(title: string, parts: readonly string[], height = HEIGHT): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeXml(title)}"><text x="${LEFT}" y="14" class="title">${escapeXml(title)}</text>${parts.join("")}</svg>`;
}

/** Round figures that enclose both ends, about five of them. */
export function chooseTicks(from: number, to: number): number[] {
  const reach = to - from || Math.abs(to) || 1;
  const magnitude = 10 ** Math.floor(Math.log10(reach / 4));
  const step = magnitude * ([1, 2, 5].find((one) => one * magnitude >= reach / 4) ?? 10);
  const first = Math.floor(from / step);
  const count = Math.max(1, Math.ceil(to / step) - first);
  return Array.from({ length: count + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

function formatCoordinate(value: number): string {
  return value.toFixed(1);
}

function formatTick(value: number): string {
  if (Math.abs(value) >= 10_000) return `${Math.round(value / 1_000)}k`;
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2).replace(/\.?0+$/, "");
}
