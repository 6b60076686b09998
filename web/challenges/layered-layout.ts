/**
 * A layered graph layout: columns are steps, nodes of a column are ordered so that few lines cross, and a line over
 * several columns keeps its own lane in those between.
 */
import { roundToTenth } from "../kit/format-text.ts";
import {
  type EdgeRouteStop,
  type LayerDimensions,
  type LayerSlot,
  type PlacedBox,
  collectNeighbours,
  orderLayerColumns,
  placeLayerNodes,
} from "./layer-placement.ts";

export interface LayoutBox {
  readonly id: string;
  readonly column: number;
  readonly height: number;
}

export type { LayerDimensions, PlacedBox };

export interface LayoutLine {
  readonly from: string;
  readonly to: string;
}

export interface LayeredLayout {
  readonly places: ReadonlyMap<string, PlacedBox>;
  /** By the index of the line: an SVG path. */
  readonly paths: readonly string[];
  readonly columns: readonly number[];
  readonly width: number;
  readonly height: number;
}

const PASSING_LANE_HEIGHT = 12;

export function computeLayeredLayout(
  boxes: readonly LayoutBox[],
  lines: readonly LayoutLine[],
  measure: LayerDimensions,
): LayeredLayout {
  const columnsById = new Map(boxes.map(({ id, column }) => [id, column]));
  const count = Math.max(0, ...boxes.map(({ column }) => column)) + 1;
  const columns: LayerSlot[][] = Array.from({ length: boxes.length === 0 ? 0 : count }, () => []);
  for (const { id, column, height } of boxes) columns[column]?.push({ id, height, passing: false });
  const routes = lines.map((line, index) => findLineRoute(line, index, columnsById));
  for (const route of routes) {
    for (const { id, column } of route.slice(1, -1))
      columns[column]?.push({ id, height: PASSING_LANE_HEIGHT, passing: true });
  }
  const neighbours = collectNeighbours(routes);
  const ordered = orderLayerColumns(columns, neighbours);
  const computeX = (column: number): number =>
    measure.start + column * (measure.width + measure.gap);
  const placed = placeLayerNodes(ordered, { measure, neighbours, computeX });
  return {
    places: new Map(
      boxes.flatMap(({ id }) => (placed.has(id) ? [[id, placed.get(id) ?? ORIGIN_BOX]] : [])),
    ),
    paths: routes.map((route) => formatLinePath(route, placed, measure)),
    columns: columns.map((_, column) => computeX(column)),
    width: columns.length === 0 ? 0 : computeX(columns.length - 1) + measure.width + 1,
    height: Math.max(measure.top, ...[...placed.values()].map(({ y, height }) => y + height)) + 1,
  };
}

const ORIGIN_BOX: PlacedBox = { x: 0, y: 0, height: 0 };

/** Every column it touches, from its origin to its target. */
function findLineRoute(
  line: LayoutLine,
  index: number,
  columnsById: ReadonlyMap<string, number>,
): EdgeRouteStop[] {
  const from = columnsById.get(line.from);
  const to = columnsById.get(line.to);
  if (from === undefined || to === undefined) return [];
  const step = Math.sign(to - from);
  const between = Array.from({ length: Math.max(0, Math.abs(to - from) - 1) }, (_, passed) => {
    const column = from + step * (passed + 1);
    return { id: `line ${index} in ${column}`, column };
  });
  return [{ id: line.from, column: from }, ...between, { id: line.to, column: to }];
}

function formatLinePath(
  route: readonly EdgeRouteStop[],
  placed: ReadonlyMap<string, PlacedBox>,
  { width, gap }: LayerDimensions,
): string {
  const [first, ...rest] = route.map(({ id }) => placed.get(id) ?? ORIGIN_BOX);
  const last = rest.at(-1);
  if (!first || !last) return "";
  const middle = ({ y, height }: PlacedBox): number => y + height / 2;
  if (first.x === last.x)
    return formatSameColumnPath(first, last, { edge: first.x + width, out: gap / 2.4 });
  const leftward = last.x < first.x;
  let x = leftward ? first.x : first.x + width;
  let y = middle(first);
  let path = `M${x} ${roundToTenth(y)}`;
  for (const stop of rest) {
    const isLast = stop === last;
    const enter = leftward ? stop.x + width : stop.x;
    const bend = (enter - x) / 2;
    path += ` C${roundToTenth(x + bend)} ${roundToTenth(y)} ${roundToTenth(enter - bend)} ${roundToTenth(middle(stop))} ${enter} ${roundToTenth(middle(stop))}`;
    y = middle(stop);
    x = leftward ? stop.x : stop.x + width;
    if (!isLast) path += ` H${x}`;
  }
  return path;
}

/** Between two nodes of one column: out at its far side and in again. */
function formatSameColumnPath(
  first: PlacedBox,
  last: PlacedBox,
  { edge, out }: { edge: number; out: number },
): string {
  const from = roundToTenth(first.y + first.height / 2);
  const to = roundToTenth(last.y + last.height / 2);
  return `M${edge} ${from} C${roundToTenth(edge + out)} ${from} ${roundToTenth(edge + out)} ${to} ${edge} ${to}`;
}
