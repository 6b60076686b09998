/** F17: how many calls a debate may need. The published figures are upper bounds, compared with the actual number. */
import type { CallBounds } from "../../../protocol.ts";
import type { BoardHearing } from "./board-debate.ts";
import type { Drafted } from "./synthesis.ts";

export interface PublishedCalls {
  readonly phase_1: CallBounds;
  readonly phase_2: CallBounds;
  readonly phase_3: CallBounds;
  readonly total: CallBounds;
  /** The most that gate reviews and polls can add. */
  readonly overhead: { readonly gates: number; readonly polls: number };
}

/** Six seats: 6, 12 to 60, 7 to 12; 25 to 78 together. */
export function callBounds(
  seats: number,
  { min_rounds = 2, max_rounds = 10 }: { min_rounds?: number; max_rounds?: number } = {},
): PublishedCalls {
  const phase_1 = { min: seats, max: seats };
  const phase_2 = { min: min_rounds * seats, max: max_rounds * seats };
  const phase_3 = { min: seats + 1, max: 2 * seats };
  const phases = [phase_1, phase_2, phase_3];
  return {
    phase_1,
    phase_2,
    phase_3,
    total: {
      min: phases.reduce((sum, { min }) => sum + min, 0),
      max: phases.reduce((sum, { max }) => sum + max, 0),
    },
    overhead: { gates: max_rounds - 1, polls: (max_rounds - min_rounds + 1) * seats },
  };
}

export interface CallCount {
  readonly phase_1: number;
  readonly phase_2: number;
  readonly phase_3: number;
  readonly overhead: { readonly gates: number; readonly polls: number };
}

/** Counts what was asked, absences included and repairs not; more than the bounds is a defect. */
export function countCalls(hearing: BoardHearing, drafted: Drafted | null): CallCount {
  const asked = (round: { spoken: readonly unknown[]; absent: readonly unknown[] }): number =>
    round.spoken.length + round.absent.length;
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  const phase_3 = drafted
    ? drafted.tries.length +
      sum([drafted.reviews, drafted.rechecks].map((round) => (round ? asked(round) : 0))) +
      (drafted.correction ? 1 : 0)
    : 0;
  const count: CallCount = {
    phase_1: asked(hearing.statements),
    phase_2: sum(hearing.rounds.map(asked)),
    phase_3,
    overhead: {
      gates: hearing.gates.length,
      polls: sum(hearing.polls.map(({ ballots }) => asked(ballots))),
    },
  };
  const bounds = callBounds(hearing.seats.length, hearing.settings);
  for (const phase of ["phase_1", "phase_2", "phase_3"] as const) {
    if (count[phase] <= bounds[phase].max) continue;
    throw new TypeError(
      `${phase} took ${count[phase]} calls, and ${bounds[phase].max} is the most.`,
    );
  }
  return count;
}

export const CALLS_NOTE =
  "The published least of phase 3, N+1, counts the synthesis, N-1 reviews and one gate review; " +
  "gate reviews and polls are listed as overhead, repairs are not counted.";
