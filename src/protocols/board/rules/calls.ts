/** F17: how many calls a debate may need: the seed's three phases, and gate reviews and polls apart from them. */
import type { CallBounds } from "../../../protocol.ts";
import type { BoardHearing } from "./board-debate.ts";
import type { Drafted } from "./closing/synthesis.ts";

export interface PublishedCalls {
  readonly phase_1: CallBounds;
  readonly phase_2: CallBounds;
  readonly phase_3: CallBounds;
  /** The three phases together, as the seed publishes them. */
  readonly phases: CallBounds;
  /** The most that gate reviews and polls can add. */
  readonly overhead: { readonly gates: number; readonly polls: number };
  /** Everything: no debate takes more. */
  readonly total: CallBounds;
}

/** Six seats: 6, 12 to 60, 7 to 12; 25 to 78 together. The least of phase 3 counts the gate review before it. */
export function callBounds(
  seats: number,
  { min_rounds = 2, max_rounds = 10 }: { min_rounds?: number; max_rounds?: number } = {},
): PublishedCalls {
  const phase_1 = { min: seats, max: seats };
  const phase_2 = { min: min_rounds * seats, max: max_rounds * seats };
  const phase_3 = { min: seats + 1, max: 2 * seats };
  const all = [phase_1, phase_2, phase_3];
  const phases = {
    min: all.reduce((sum, { min }) => sum + min, 0),
    max: all.reduce((sum, { max }) => sum + max, 0),
  };
  const overhead = { gates: max_rounds - 1, polls: (max_rounds - min_rounds + 1) * seats };
  const total = { min: phases.min, max: phases.max + overhead.gates + overhead.polls };
  return { phase_1, phase_2, phase_3, phases, overhead, total };
}

export interface CallCount {
  readonly phase_1: number;
  readonly phase_2: number;
  readonly phase_3: number;
  readonly overhead: { readonly gates: number; readonly polls: number };
  readonly total: number;
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
  const phase_1 = asked(hearing.statements);
  const phase_2 = sum(hearing.rounds.map(asked));
  const overhead = {
    gates: hearing.gates.length,
    polls: sum(hearing.polls.map(({ ballots }) => asked(ballots))),
  };
  const total = phase_1 + phase_2 + phase_3 + overhead.gates + overhead.polls;
  const bounds = callBounds(hearing.seats.length, hearing.settings);
  requireWithin("phase 1", phase_1, bounds.phase_1.max);
  requireWithin("phase 2", phase_2, bounds.phase_2.max);
  requireWithin("phase 3", phase_3, bounds.phase_3.max);
  requireWithin("gate reviews", overhead.gates, bounds.overhead.gates);
  requireWithin("polls", overhead.polls, bounds.overhead.polls);
  return { phase_1, phase_2, phase_3, overhead, total };
}

function requireWithin(what: string, count: number, most: number): void {
  if (count > most) throw new TypeError(`${what} took ${count} calls, and ${most} is the most.`);
}

export const CALLS_NOTE =
  "The published least of phase 3, N+1, counts the synthesis, N-1 reviews and the gate review before them; " +
  "gate reviews and polls are listed apart, repairs are not counted.";
