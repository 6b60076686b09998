/** The position chart: who supported what in which step. Rows are seats, columns are the steps that take positions. */
import type {
  PositionMove,
  SeatCard,
  TimelineStep,
  DebateTimeline,
  TimelineTurn,
} from "../debate-timeline.ts";
import { tellAsThen } from "../earlier-told.ts";
import { isThreadedSeat } from "../lanes.ts";
import { findTimelineIndex, takeUntilEvent } from "../timeline-index.ts";
import { isStepAboutPositions, listStepsAt } from "./steps-at.ts";

export interface PositionChart {
  /** A step that has just begun is a column before its first position, as long as positions are asked for in it. */
  readonly columns: readonly TimelineStep[];
  /**
   * Seats that were asked in at least one column, in seat order; a seat that only answers for a position is left out.
   */
  readonly rows: readonly PositionChartRow[];
}

export interface PositionChartRow {
  readonly seat: SeatCard;
  /** One for each column. */
  readonly cells: readonly PositionChartCell[];
}

export interface PositionChartCell {
  readonly step: string;
  /** The position there: taken in this step, otherwise the one before; null if there was none yet. */
  readonly position: string | null;
  /** As stated in this step. */
  readonly confidence: number | null;
  /** The turn in this step, an absence included; null where it was not asked, or has not answered. */
  readonly turn: TimelineTurn | null;
  /** The change that was made in this step. */
  readonly move: PositionMove | null;
  /** Asked in this step, and not answered yet. */
  readonly pending: boolean;
  /** The position is older: it was not asked here, is still to answer, was absent, or spoke of something else. */
  readonly carried: boolean;
}

export function buildPositionChart(timeline: DebateTimeline, at: number): PositionChart {
  const columns = listChartColumns(timeline, at);
  const asked = new Set(columns.flatMap((step) => step.asked.map(({ seat }) => seat)));
  const rows = timeline.seats
    .filter(({ id }) => asked.has(id))
    .map((seat) => ({ seat, cells: buildChartCells(timeline, { seat: seat.id, columns, at }) }));
  return { columns, rows };
}

function listChartColumns(timeline: DebateTimeline, at: number): TimelineStep[] {
  return listStepsAt(timeline, at)
    .filter(({ step }) => isStepAboutPositions(timeline, step, at))
    .map((step) => ({
      ...step,
      asked: step.asked.filter(({ seat }) => isThreadedSeat(seat, timeline.deciding)),
    }));
}

interface ChartRowContext {
  readonly seat: string;
  readonly columns: readonly TimelineStep[];
  readonly at: number;
}

function buildChartCells(
  timeline: DebateTimeline,
  { seat, columns, at }: ChartRowContext,
): PositionChartCell[] {
  const { turnsByStep, moveIn } = findTimelineIndex(timeline);
  let held: string | null = null;
  return columns.map(({ step, asked }) => {
    const turn =
      takeUntilEvent(turnsByStep.get(step) ?? [], at).find((one) => one.seat === seat) ?? null;
    const taken = turn?.said?.position || null;
    held = taken ?? held;
    const move = turn && moveIn.get(turn.key);
    return {
      step,
      position: held,
      confidence: turn?.said?.confidence ?? null,
      turn,
      move: move ? tellAsThen(move, at) : null,
      pending: turn === null && asked.some((one) => one.seat === seat),
      carried: taken === null,
    };
  });
}
