/** Places notes about changes of mind so that they cover neither a node nor each other. */
import type { ChartNode, ChartThread } from "./position-chart-layout.ts";
import { describeMoveCause } from "./position-columns.ts";

export interface ChartNote {
  readonly thread: ChartThread;
  /** "A to C" */
  readonly lead: string;
  /** "persuaded by V3"; empty where there is no room for more. */
  readonly rest: string;
  /** Middle of the note. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface NoteBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const NOTE_HEIGHT = 24;

/** Of 12.5 px letters, on average, with those of the lead being bold. */
const LETTER = 6.6;
const PAD = 24;
const NODE = 40;
/** No note reaches farther than this from the middle of another. */
const FAR = 220;

/** Along the thread, best first. */
const PLACES = [0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72];
const SHIFTS = [0, -14, 14, -26, 26, -40, 40];

interface NoteBounds {
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
}

export function placeChartNotes(
  threads: readonly ChartThread[],
  nodes: readonly ChartNode[],
  bounds: NoteBounds,
): ChartNote[] {
  const taken: NoteBox[] = nodes.map(({ x, y }) => ({ x, y, width: NODE, height: NODE }));
  return threads
    .filter(({ kind }) => kind === "crossing")
    .map((thread) => {
      const note = placeThreadNote(thread, taken, bounds);
      taken.push({ ...note, height: NOTE_HEIGHT });
      return note;
    });
}

function placeThreadNote(
  thread: ChartThread,
  all: readonly NoteBox[],
  bounds: NoteBounds,
): ChartNote {
  const words = listNoteWordings(thread);
  const taken = all.filter(({ x }) => x > thread.from.x - FAR && x < thread.to.x + FAR);
  let best: { note: ChartNote; cost: number } | undefined;
  for (const [index, { lead, rest }] of words.entries()) {
    const width = (lead.length + (rest === "" ? 0 : rest.length + 1)) * LETTER + PAD;
    for (const [place, along] of PLACES.entries()) {
      const on = computeThreadPoint(thread, along);
      for (const [shift, by] of SHIFTS.entries()) {
        const box = clampBoxToBounds({ x: on.x, y: on.y + by, width, height: NOTE_HEIGHT }, bounds);
        const covered = taken.reduce((sum, other) => sum + computeOverlapArea(box, other), 0);
        // covering something is worse than saying less, and that is worse than standing aside
        const cost = covered * 10 + index * 400 + place * 4 + shift * 9;
        if (best === undefined || cost < best.cost) {
          best = { cost, note: { thread, lead, rest, x: box.x, y: box.y, width } };
        }
      }
    }
  }
  if (best === undefined) throw new TypeError("A note has at least one wording.");
  return best.note;
}

/** From all that can be said to the least that must be. */
function listNoteWordings({ from, to }: ChartThread): { lead: string; rest: string }[] {
  const move = to.stand.move;
  const lead = `${from.stand.lane?.letter ?? "?"} to ${to.stand.lane?.letter ?? "?"}`;
  if (move === null) return [{ lead, rest: "" }];
  return [
    { lead, rest: describeMoveCause(move) },
    { lead, rest: move.cause ?? "unexplained" },
    { lead: move.cause ?? "unexplained", rest: "" },
  ];
}

function computeThreadPoint({ from, to }: ChartThread, t: number): { x: number; y: number } {
  // the curve of the thread: its handles are level with its ends
  const s = 1 - t;
  const middle = (from.x + to.x) / 2;
  const x = s ** 3 * from.x + 3 * s * t * middle + t ** 3 * to.x;
  const y = s ** 2 * (s + 3 * t) * from.y + t ** 2 * (t + 3 * s) * to.y;
  return { x, y };
}

function clampBoxToBounds(box: NoteBox, { top, bottom, width }: NoteBounds): NoteBox {
  const half = box.width / 2;
  return {
    ...box,
    x: Math.max(half + 2, Math.min(width - half - 2, box.x)),
    y: Math.max(top + NOTE_HEIGHT / 2, Math.min(bottom - NOTE_HEIGHT / 2, box.y)),
  };
}

function computeOverlapArea(a: NoteBox, b: NoteBox): number {
  const x = (a.width + b.width) / 2 - Math.abs(a.x - b.x);
  const y = (a.height + b.height) / 2 - Math.abs(a.y - b.y);
  return x <= 0 || y <= 0 ? 0 : x * y;
}
