/** Numbers that seats gave, step by step: their satisfaction if that decides, otherwise their confidence. */
import type { SeatCard, TimelineStep, DebateTimeline } from "../debate-timeline.ts";
import { findTimelineIndex, takeUntilEvent } from "../timeline-index.ts";
import { listStepsAt } from "./steps-at.ts";

export interface ScoreTable {
  readonly kind: "satisfaction" | "confidence";
  /** What everyone has to reach; null where nothing turns on it. */
  readonly target: number | null;
  /** Steps in which at least one number was given. */
  readonly columns: readonly TimelineStep[];
  /** Seats that gave at least one, in seat order. */
  readonly rows: readonly ScoreRow[];
}

export interface ScoreRow {
  readonly seat: SeatCard;
  /** One for each column; null where none was given. */
  readonly scores: readonly (number | null)[];
}

export function buildScoreTableAt(timeline: DebateTimeline, at: number): ScoreTable {
  const { turnsByStep } = findTimelineIndex(timeline);
  const given = new Map(
    [...turnsByStep].map(([step, turns]) => [
      step,
      new Map(
        takeUntilEvent(turns, at).flatMap(({ seat, said }): [string, number][] =>
          said === null || said.confidence === null ? [] : [[seat, said.confidence]],
        ),
      ),
    ]),
  );
  const columns = listStepsAt(timeline, at).filter(({ step }) => (given.get(step)?.size ?? 0) > 0);
  const rows = timeline.seats
    .map((seat) => ({
      seat,
      scores: columns.map(({ step }) => given.get(step)?.get(seat.id) ?? null),
    }))
    .filter(({ scores }) => scores.some((score) => score !== null));
  const { deciding } = timeline;
  return {
    kind: deciding?.by === "scores" ? "satisfaction" : "confidence",
    target: deciding?.by === "scores" ? deciding.target : null,
    columns,
    rows,
  };
}
