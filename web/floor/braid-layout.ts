/** The braid as coordinates: lanes for options, columns for steps, a node for every stand, threads between them. */
import type { Lane, Moment, Story } from "../../src/timeline/story.ts";
import { shapeWidth } from "../kit/hue.ts";
import { placeNotes, type PlacedNote } from "./braid-notes.ts";
import { type Column, columnsOf, newestColumns, type Stand } from "./standing.ts";

export const RADIUS = 14;
/** With its ring. */
export const REACH = 18;

export const HEAD = 46;
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

export interface BraidPicture {
  readonly width: number;
  readonly height: number;
  readonly lanes: readonly PlacedLane[];
  readonly columns: readonly PlacedColumn[];
  readonly nodes: readonly Node[];
  readonly threads: readonly Thread[];
  readonly notes: readonly PlacedNote[];
  /** Where those stand who took no position yet; null where there are none. */
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

export interface PlacedLane {
  readonly lane: Lane;
  readonly y: number;
  readonly height: number;
}

export interface PlacedColumn {
  readonly column: Column;
  readonly x: number;
  /** How many letters fit over it. */
  readonly letters: number;
}

export interface Node {
  readonly stand: Stand;
  readonly column: number;
  readonly x: number;
  readonly y: number;
}

export interface Thread {
  readonly from: Node;
  readonly to: Node;
  readonly kind: "held" | "crossing" | "pending";
  readonly path: string;
}

/** More steps than anyone can follow at once: those around the moment are drawn. */
const MOST_COLUMNS = 16;

export function braidOf(story: Story, moment: Moment, width: number): BraidPicture {
  const all = columnsOf(story, moment.at);
  const newest = newestColumns(story);
  const first = firstShown(all);
  const columns = all.slice(first, first + MOST_COLUMNS);
  const known = story.lanes.filter(({ at }) => at <= moment.at);
  const lanes = placeLanes(known, roomNeeded(newest));
  const isLost = columns.some(({ stands }) => stands.some(({ lane }) => lane === null));
  const bottom = HEAD + lanes.reduce((sum, { height }) => sum + height + GAP, 0);
  const outside = isLost ? { y: bottom, height: ROW_WITHOUT_LANE } : null;
  const across = placeColumns(columns, { newest, lanes: known, width });
  const nodes = placeNodes(across.columns, lanes, outside);
  const threads = threadsOf(nodes);
  return {
    ...across,
    height: bottom - GAP + (outside === null ? 0 : ROW_WITHOUT_LANE + GAP) + 2,
    lanes,
    outside,
    nodes,
    threads,
    notes: placeNotes(threads, nodes, { top: HEAD, bottom: bottom - GAP, width: across.width }),
    left: { before: first, after: all.length - first - columns.length },
  };
}

/** The newest that has begun stands near the end of what is drawn. */
function firstShown(all: readonly Column[]): number {
  const newest = all.findLastIndex(({ isAhead }) => !isAhead);
  return Math.max(0, Math.min(newest - MOST_COLUMNS + 4, all.length - MOST_COLUMNS));
}

/** The most that ever stand in a lane at once: it keeps its height while the reader moves through the debate. */
function roomNeeded(newest: readonly Column[]): ReadonlyMap<string, number> {
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

function placeLanes(lanes: readonly Lane[], room: ReadonlyMap<string, number>): PlacedLane[] {
  let y = HEAD;
  return lanes.map((lane) => {
    const many = room.get(lane.id) ?? 0;
    const height = many === 0 ? UNUSED_LANE : Math.max(SMALLEST_LANE, many * PITCH + LANE_PAD);
    const placed = { lane, y, height };
    y += height + GAP;
    return placed;
  });
}

type Across = Pick<
  BraidPicture,
  "columns" | "width" | "nameLetters" | "laneLetters" | "roomy" | "isMany"
>;

interface Ends {
  /** As they are at the newest event, so that nothing jumps while the reader goes back. */
  readonly newest: readonly Column[];
  readonly lanes: readonly Lane[];
  readonly width: number;
}

function placeColumns(columns: readonly Column[], { newest, lanes, width }: Ends): Across {
  const isMany = columns.length > MANY;
  const nameLetters = isMany ? 13 : 16;
  const longest = Math.max(0, ...lanes.map(({ label }) => label.length));
  const laneLetters = between(6, longest, isMany ? 11 : 16);
  const sign = Math.max(0, ...lanes.map(({ letter }) => shapeWidth(letter))) + 26;
  const room = { nameLetters, isMany };
  const left = sign + laneLetters * LETTER + labelWidth(newest[0], room) + REACH + 18;
  const right = REACH + 12 + Math.max(40, labelWidth(newest.at(-1), room));
  const gaps = Math.max(1, columns.length - 1);
  const pitch = between(CLOSEST, (width - left - right) / gaps, FARTHEST);
  const spread = columns.length <= 1 ? 0 : pitch * gaps;
  const whole = Math.max(width, Math.ceil(left + spread + right));
  // few columns stand in the middle of what is left
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

/** Of the names beside the nodes of a column, with what stands beside them at any moment. */
function labelWidth(column: Column | undefined, { nameLetters, isMany }: Room): number {
  const stands = column?.stands ?? [];
  const names = stands.map(({ seat }) => Math.min(nameLetters, seat.name.length));
  const isSure = stands.some(({ confidence }) => confidence !== null);
  const state = Math.max(isSure ? "100%".length : 0, isMany ? 0 : TO_ANSWER.length);
  return (Math.max(0, ...names) + 1 + state) * LETTER;
}

interface Room {
  readonly nameLetters: number;
  readonly isMany: boolean;
}

const TO_ANSWER = "to answer";

/** What stands beside a name: how sure it is, or why there is nothing to say about that. */
export function stateOf({ kind, confidence }: Stand, unit: "" | "%", isMany: boolean): string {
  if (kind === "absent") return "absent";
  if (kind === "pending") return isMany ? "…" : TO_ANSWER;
  return confidence === null ? "" : `${Math.round(confidence)}${unit}`;
}

function placeNodes(
  columns: readonly PlacedColumn[],
  lanes: readonly PlacedLane[],
  outside: BraidPicture["outside"],
): Node[] {
  const height = new Map<string, number>();
  const nodes: Node[] = [];
  for (const [column, { x, column: shown }] of columns.entries()) {
    const places = [
      ...lanes.map(({ lane, ...box }) => ({ ...box, id: lane.id })),
      ...(outside === null ? [] : [{ ...outside, id: null }]),
    ];
    for (const { id, ...place } of places) {
      const here = shown.stands
        .filter(({ lane }) => (lane?.id ?? null) === id)
        // whoever comes from above stays above, so that threads cross no more than they must
        .toSorted((a, b) => (height.get(a.seat.id) ?? 0) - (height.get(b.seat.id) ?? 0));
      const step = Math.min(PITCH, (place.height - 2 * REACH - 2) / Math.max(1, here.length - 1));
      for (const [index, stand] of here.entries()) {
        const shift = index - (here.length - 1) / 2;
        const middle = place.y + place.height / 2;
        // without a lane they stand side by side: it is no place that anyone holds
        const isAside = id === null;
        nodes.push({
          stand,
          column,
          x: round(isAside ? x + shift * PITCH : x),
          y: round(isAside ? middle : middle + shift * step),
        });
      }
    }
    for (const { stand, y } of nodes) height.set(stand.seat.id, y);
  }
  return nodes;
}

function threadsOf(nodes: readonly Node[]): Thread[] {
  const before = new Map<string, Node>();
  const threads: Thread[] = [];
  for (const to of nodes) {
    const from = before.get(to.stand.seat.id);
    before.set(to.stand.seat.id, to);
    if (from === undefined) continue;
    const isCrossing = to.stand.kind === "held" && to.stand.move !== null;
    const kind = to.stand.kind !== "held" ? "pending" : isCrossing ? "crossing" : "held";
    threads.push({ from, to, kind, path: pathBetween(from, to) });
  }
  return threads;
}

function pathBetween(from: Node, to: Node): string {
  const bend = round((to.x - from.x) * 0.5);
  return `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
