/** The braid: who held what in which step. Rows are seats, columns are the steps in which positions are taken. */
import { isThreaded } from "./lanes.ts";
import { registerOf, until } from "./register.ts";
import { isAboutPositions, stepsAt } from "./steps-at.ts";
import type { Move, SeatCard, Step, Story, Turn } from "./story.ts";

export interface Braid {
  /** A step that has just begun is a column before its first position, as long as positions are asked for in it. */
  readonly columns: readonly Step[];
  /** Seats that were asked in at least one column, in seat order; whoever only answers for a position is none. */
  readonly rows: readonly BraidRow[];
}

export interface BraidRow {
  readonly seat: SeatCard;
  /** One for each column. */
  readonly cells: readonly BraidCell[];
}

export interface BraidCell {
  readonly step: string;
  /** What is held there: taken in this step, else what was held before; null where nothing was held yet. */
  readonly position: string | null;
  /** As stated in this step. */
  readonly confidence: number | null;
  /** The turn in this step, an absence included; null where it was not asked, or has not answered. */
  readonly turn: Turn | null;
  /** The change that was made in this step. */
  readonly move: Move | null;
  /** Asked in this step, and not answered yet. */
  readonly pending: boolean;
  /** The position is older: it was not asked here, is still to answer, was absent, or spoke of something else. */
  readonly carried: boolean;
}

export function positionsByStep(story: Story, at: number): Braid {
  const columns = columnsAt(story, at);
  const asked = new Set(columns.flatMap((step) => step.asked.map(({ seat }) => seat)));
  const rows = story.seats
    .filter(({ id }) => asked.has(id))
    .map((seat) => ({ seat, cells: cellsOf(story, { seat: seat.id, columns, at }) }));
  return { columns, rows };
}

function columnsAt(story: Story, at: number): Step[] {
  return stepsAt(story, at)
    .filter(({ step }) => isAboutPositions(story, step, at))
    .map((step) => ({
      ...step,
      asked: step.asked.filter(({ seat }) => isThreaded(seat, story.deciding)),
    }));
}

interface Row {
  readonly seat: string;
  readonly columns: readonly Step[];
  readonly at: number;
}

function cellsOf(story: Story, { seat, columns, at }: Row): BraidCell[] {
  const { turnsOf, moveIn } = registerOf(story);
  let held: string | null = null;
  return columns.map(({ step, asked }) => {
    const turn = until(turnsOf.get(step) ?? [], at).find((one) => one.seat === seat) ?? null;
    const taken = turn?.said?.position || null;
    held = taken ?? held;
    return {
      step,
      position: held,
      confidence: turn?.said?.confidence ?? null,
      turn,
      move: (turn && moveIn.get(turn.key)) ?? null,
      pending: turn === null && asked.some((one) => one.seat === seat),
      carried: taken === null,
    };
  });
}
