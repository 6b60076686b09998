/**
 * The position chart as coordinates: lanes for options, columns for steps, a node for every position, threads between
 * them.
 */
import type {
  DebateSnapshot,
  DebateTimeline,
  PositionLane,
} from "../../src/timeline/debate-timeline.ts";
import { roundToTenth } from "../kit/format-text.ts";
import { computeMarkWidth } from "../kit/lane-mark.tsx";
import { type ChartNote, placeChartNotes } from "./position-chart-notes.ts";
import {
  type PositionColumn,
  type SeatPosition,
  listNewestColumns,
  listPositionColumns,
} from "./position-columns.ts";

export const NODE_RADIUS = 14;
/** With its ring. */
export const NODE_REACH = 18;

export const CHART_HEAD_HEIGHT = 46;
const PITCH = 38;
const LANE_PAD = 20;
const SMALLEST_LANE = 58;
const UNUSED_LANE = 34;
const GAP = 6;
const ROW_WITHOUT_LANE = 50;
/** Closer together, threads between nodes can no longer be followed. */
const CLOSEST = 70;
const FARTHEST = 290;
/** Of 13 px letters, on average. */
const LETTER = 7.2;
const TITLE_LETTER = 7.3;
const TIGHT_LETTER = 6.6;
const ROOMY = 130;
/** From here on, lanes and names are cut shorter so that all columns stay in view. */
const MANY = 6;

export interface PositionChartLayout {
  readonly width: number;
  readonly height: number;
  readonly lanes: readonly ChartLane[];
  readonly columns: readonly ChartColumn[];
  readonly nodes: readonly ChartNode[];
  readonly threads: readonly ChartThread[];
  readonly notes: readonly ChartNote[];
  /** The place of seats without a position; null if there are none. */
  readonly outside: { readonly y: number; readonly height: number } | null;
  /** Room for names at both ends, in letters. */
  readonly nameLetters: number;
  readonly laneLetters: number;
  /** Wide enough apart to write confidence beside every node, and a title on one line. */
  readonly roomy: boolean;
  /** So many columns that names and lanes are cut short. */
  readonly isMany: boolean;
  /** Columns that are not drawn, at either end. */
  readonly left: { readonly before: number; readonly after: number };
}

export interface ChartLane {
  readonly lane: PositionLane;
  readonly y: number;
  readonly height: number;
}

export interface ChartColumn {
  readonly column: PositionColumn;
  readonly x: number;
  /** How many letters fit over it. */
  readonly letters: number;
}

export interface ChartNode {
  readonly stand: SeatPosition;
  readonly column: number;
  readonly x: number;
  readonly y: number;
}

export interface ChartThread {
  readonly from: ChartNode;
  readonly to: ChartNode;
  readonly kind: "held" | "crossing" | "pending";
  readonly path: string;
}

/** More steps than anyone can follow at once: those around the event shown are drawn. */
const MOST_COLUMNS = 16;

export function computePositionChart(
  debateTimeline: DebateTimeline,
  snapshot: DebateSnapshot,
  width: number,
): PositionChartLayout {
  const all = listPositionColumns(debateTimeline, snapshot.at);
  const newest = listNewestColumns(debateTimeline);
  const first = findFirstShownColumn(all);
  const columns = all.slice(first, first + MOST_COLUMNS);
  const known = debateTimeline.lanes.filter(({ at }) => at <= snapshot.at);
  const lanes = placeLanes(known, countMaxLaneSeats(newest));
  const isLost = columns.some(({ stands }) => stands.some(({ lane }) => lane === null));
  const bottom = CHART_HEAD_HEIGHT + lanes.reduce((sum, { height }) => sum + height + GAP, 0);
  const outside = isLost ? { y: bottom, height: ROW_WITHOUT_LANE } : null;
  const across = placeColumns(columns, { newest, lanes: known, width });
  const nodes = placeNodes(across.columns, lanes, outside);
  const threads = createThreads(nodes);
  return {
    ...across,
    height: bottom - GAP + (outside === null ? 0 : ROW_WITHOUT_LANE + GAP) + 2,
    lanes,
    outside,
    nodes,
    threads,
    notes: placeChartNotes(threads, nodes, {
      top: CHART_HEAD_HEIGHT,
      bottom: bottom - GAP,
      width: across.width,
    }),
    left: { before: first, after: all.length - first - columns.length },
  };
}

/** The newest one that has started is near the end of what is drawn. */
function findFirstShownColumn(all: readonly PositionColumn[]): number {
  const newest = all.findLastIndex(({ isAhead }) => !isAhead);
  return Math.max(0, Math.min(newest - MOST_COLUMNS + 4, all.length - MOST_COLUMNS));
}

/** The most seats ever in a lane at once: it keeps its height while the reader moves through the debate. */
function countMaxLaneSeats(newest: readonly PositionColumn[]): ReadonlyMap<string, number> {
  const room = new Map<string, number>();
  for (const { stands } of newest) {
    const here = new Map<string, number>();
    for (const { lane } of stands) {
      if (lane !== null) here.set(lane.id, (here.get(lane.id) ?? 0) + 1);
    }
    for (const [lane, many] of here) room.set(lane, Math.max(room.get(lane) ?? 0, many));
  }
  return room;
}

function placeLanes(
  lanes: readonly PositionLane[],
  room: ReadonlyMap<string, number>,
): ChartLane[] {
  let y = CHART_HEAD_HEIGHT;
  return lanes.map((lane) => {
    const many = room.get(lane.id) ?? 0;
    const height = many === 0 ? UNUSED_LANE : Math.max(SMALLEST_LANE, many * PITCH + LANE_PAD);
    const placed = { lane, y, height };
    y += height + GAP;
    return placed;
  });
}

type ColumnLayout = Pick<
  PositionChartLayout,
  "columns" | "width" | "nameLetters" | "laneLetters" | "roomy" | "isMany"
>;

interface ColumnLayoutInput {
  /** As they are at the newest event, so that nothing jumps while the reader goes back. */
  readonly newest: readonly PositionColumn[];
  readonly lanes: readonly PositionLane[];
  readonly width: number;
}

function placeColumns(
  columns: readonly PositionColumn[],
  { newest, lanes, width }: ColumnLayoutInput,
): ColumnLayout {
  const isMany = columns.length > MANY;
  const nameLetters = isMany ? 13 : 16;
  const longest = Math.max(0, ...lanes.map(({ label }) => label.length));
  const laneLetters = clampNumber(6, longest, isMany ? 11 : 16);
  const sign = Math.max(0, ...lanes.map(({ letter }) => computeMarkWidth(letter))) + 26;
  const room = { nameLetters, isMany };
  const left = sign + laneLetters * LETTER + computeLabelWidth(newest[0], room) + NODE_REACH + 18;
  const right = NODE_REACH + 12 + Math.max(40, computeLabelWidth(newest.at(-1), room));
  const gaps = Math.max(1, columns.length - 1);
  const pitch = clampNumber(CLOSEST, (width - left - right) / gaps, FARTHEST);
  const spread = columns.length <= 1 ? 0 : pitch * gaps;
  const whole = Math.max(width, Math.ceil(left + spread + right));
  // few columns are centred in the remaining space
  const start = left + (whole - left - right - spread) / 2;
  const roomy = pitch >= ROOMY;
  const letters =
    columns.length <= 1 ? 40 : Math.floor((pitch - 2) / (roomy ? TITLE_LETTER : TIGHT_LETTER));
  const spare = Math.floor((start - left) / LETTER);
  return {
    width: whole,
    columns: columns.map((column, index) => ({ column, x: start + index * pitch, letters })),
    nameLetters,
    laneLetters: Math.min(30, laneLetters + spare),
    roomy,
    isMany,
  };
}

/** Of the names beside the nodes of a column, with the notes beside them at any event. */
function computeLabelWidth(
  column: PositionColumn | undefined,
  { nameLetters, isMany }: LabelOptions,
): number {
  const stands = column?.stands ?? [];
  const names = stands.map(({ seat }) => Math.min(nameLetters, seat.name.length));
  const isSure = stands.some(({ confidence }) => confidence !== null);
  const state = Math.max(isSure ? "100%".length : 0, isMany ? 0 : TO_ANSWER.length);
  return (Math.max(0, ...names) + 1 + state) * LETTER;
}

interface LabelOptions {
  readonly nameLetters: number;
  readonly isMany: boolean;
}

const TO_ANSWER = "to answer";

/** The note beside a name: the confidence, or why there is none. */
export function formatNodeState(
  { kind, confidence }: SeatPosition,
  unit: "" | "%",
  isMany: boolean,
): string {
  if (kind === "absent") return "absent";
  if (kind === "pending") return isMany ? "…" : TO_ANSWER;
  return confidence === null ? "" : `${Math.round(confidence)}${unit}`;
}

function placeNodes(
  columns: readonly ChartColumn[],
  lanes: readonly ChartLane[],
  outside: PositionChartLayout["outside"],
): ChartNode[] {
  const height = new Map<string, number>();
  const nodes: ChartNode[] = [];
  for (const [column, { x, column: shown }] of columns.entries()) {
    const places = [
      ...lanes.map(({ lane, ...box }) => ({ ...box, id: lane.id })),
      ...(outside === null ? [] : [{ ...outside, id: null }]),
    ];
    for (const { id, ...place } of places) {
      const here = shown.stands
        .filter(({ lane }) => (lane?.id ?? null) === id)
        // a seat from above stays above, so that threads cross as little as possible
        .toSorted((a, b) => (height.get(a.seat.id) ?? 0) - (height.get(b.seat.id) ?? 0));
      const step = Math.min(
        PITCH,
        (place.height - 2 * NODE_REACH - 2) / Math.max(1, here.length - 1),
      );
      for (const [index, stand] of here.entries()) {
        const shift = index - (here.length - 1) / 2;
        const middle = place.y + place.height / 2;
        // seats without a lane are side by side: it is nobody's position
        const isAside = id === null;
        nodes.push({
          stand,
          column,
          x: roundToTenth(isAside ? x + shift * PITCH : x),
          y: roundToTenth(isAside ? middle : middle + shift * step),
        });
      }
    }
    for (const { stand, y } of nodes) height.set(stand.seat.id, y);
  }
  return nodes;
}

function createThreads(nodes: readonly ChartNode[]): ChartThread[] {
  const before = new Map<string, ChartNode>();
  const threads: ChartThread[] = [];
  for (const to of nodes) {
    const from = before.get(to.stand.seat.id);
    before.set(to.stand.seat.id, to);
    if (from === undefined) continue;
    const isCrossing = to.stand.kind === "held" && to.stand.move !== null;
    const kind = to.stand.kind !== "held" ? "pending" : isCrossing ? "crossing" : "held";
    threads.push({ from, to, kind, path: formatThreadPath(from, to) });
  }
  return threads;
}

function formatThreadPath(from: ChartNode, to: ChartNode): string {
  const bend = roundToTenth((to.x - from.x) * 0.5);
  return `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
}

function clampNumber(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
