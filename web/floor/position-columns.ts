/** The position of each seat in each step, for the position chart and the table beside it. */
import type {
  PositionLane,
  PositionMove,
  SeatCard,
  TimelineStep,
  DebateTimeline,
} from "../../src/timeline/debate-timeline.ts";
import {
  type PositionChart,
  type PositionChartCell,
  buildPositionChart,
} from "../../src/timeline/snapshot/snapshot.ts";

export interface PositionColumn {
  readonly step: TimelineStep;
  /** Not everyone who was asked in it has answered at the event shown. */
  readonly isOpen: boolean;
  /** Begins after the event shown. */
  readonly isAhead: boolean;
  readonly stands: readonly SeatPosition[];
}

export interface SeatPosition {
  readonly seat: SeatCard;
  readonly kind: "held" | "pending" | "absent";
  /** Its current or last position; null if it never took one. */
  readonly lane: PositionLane | null;
  readonly confidence: number | null;
  /** The change that brought it here. */
  readonly move: PositionMove | null;
}

/** Columns that are still ahead keep their places, so that nothing jumps while the reader moves. */
export function listPositionColumns(
  debateTimeline: DebateTimeline,
  at: number,
): readonly PositionColumn[] {
  const last = listNewestColumns(debateTimeline);
  if (at >= debateTimeline.last) return last;
  const ahead = last.filter(({ step }) => step.at > at);
  return [
    ...createPositionColumns(debateTimeline, buildPositionChart(debateTimeline, at)),
    ...ahead.map(({ step }) => ({ step, isOpen: false, isAhead: true, stands: [] })),
  ];
}

const newestColumnsCache = new WeakMap<DebateTimeline, readonly PositionColumn[]>();

/** Computed once per timeline: a drag asks for an event with every frame. */
export function listNewestColumns(debateTimeline: DebateTimeline): readonly PositionColumn[] {
  const known =
    newestColumnsCache.get(debateTimeline) ??
    createPositionColumns(debateTimeline, buildPositionChart(debateTimeline, debateTimeline.last));
  newestColumnsCache.set(debateTimeline, known);
  return known;
}

function createPositionColumns(
  debateTimeline: DebateTimeline,
  shown: PositionChart,
): PositionColumn[] {
  const lanes = new Map(debateTimeline.lanes.map((lane) => [lane.id, lane]));
  return shown.columns.map((step, place) => {
    const stands = listSeatPositions(shown, place, lanes);
    return { step, isOpen: stands.some(({ kind }) => kind === "pending"), isAhead: false, stands };
  });
}

function listSeatPositions(
  { rows }: PositionChart,
  place: number,
  lanes: ReadonlyMap<string, PositionLane>,
): SeatPosition[] {
  return rows.flatMap(({ seat, cells }): SeatPosition[] => {
    const cell = cells[place];
    const kind = cell && classifyPositionCell(cell);
    if (cell === undefined || kind === null || kind === undefined) return [];
    const lane = lanes.get(cell.position ?? "") ?? null;
    return [{ seat, kind, lane, confidence: cell.confidence, move: cell.move }];
  });
}

/** Null where a thread only passes through. */
function classifyPositionCell({
  pending,
  turn,
  carried,
}: PositionChartCell): SeatPosition["kind"] | null {
  if (pending) return "pending";
  if (turn === null) return null;
  if (turn.absent !== null) return "absent";
  return carried ? null : "held";
}

/** "Scores 2" and "to the lead alone" of "Scores, to the lead alone (2)". */
export function splitStepTitle(title: string): readonly [string, string] {
  const [, named = title, number] = /^(.*) \((\d+)\)$/.exec(title) ?? [];
  const [, head = named, rest = ""] = /^([^,:]+)[,:] (.+)$/.exec(named) ?? [];
  return [number === undefined ? head : `${head} ${number}`, rest];
}

/** What a change rested on, in a few words. */
export function describeMoveCause({
  class: kind,
  cause,
}: Pick<PositionMove, "class" | "cause">): string {
  if (cause === null) return "unexplained";
  switch (kind) {
    case "persuaded":
      return `persuaded by ${cause}`;
    case "reasoned-unverified":
      return `by ${cause}, unquoted`;
    case "self-corrected":
      return `own claim ${cause}`;
    case "capitulated":
      return "unexplained";
  }
}
