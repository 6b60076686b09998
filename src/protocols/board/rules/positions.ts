/** K18: each seat's position on its own, its position at the end, who leads, and what the debate changed. */
import type { BlindBaseline } from "../../../domain/outcome/outcome.ts";
import { type Tally, tally, TWO_THIRDS } from "../../../domain/outcome/tally.ts";
import { NO_OPTION } from "../prompts/prompt-input.ts";
import {
  type BoardHearing,
  type BoardTurn,
  heldBy,
  lastTurn,
  pointsBefore,
  readFirstChoice,
} from "./board-debate.ts";
import { findLastStage } from "./closing/dissents.ts";
import { findTerm, readPointWords, readTerm } from "./points.ts";

export interface BoardFinalPosition {
  readonly by: string;
  readonly role: string;
  readonly holds: string;
  readonly position: string;
  readonly conditions: readonly string[];
  /** What it would choose if a condition is not met; null if it does not say. */
  readonly otherwise: string | null;
  readonly next_step: string | null;
  /** Set if the seat did not answer in the last round. */
  readonly stage: string | null;
}

export function finalPositions(hearing: BoardHearing): BoardFinalPosition[] {
  const known = pointsBefore(hearing);
  return hearing.seats.flatMap(({ id, name }) => {
    const last = lastTurn(hearing, id);
    if (!last) return [];
    const { position, conditions, otherwise, next_step } = last.reply;
    return [
      {
        by: id,
        role: name,
        holds: heldBy(hearing.brief, last.reply),
        position,
        conditions: conditions.map((entry) => readTerm(known, entry, id)),
        otherwise: otherwise === null ? null : readFirstChoice(hearing.brief, otherwise),
        next_step: next_step === null ? null : readTerm(known, next_step, id),
        stage: findLastStage(hearing, id),
      },
    ];
  });
}

/** A condition or next step, and who asks for it with their last words. */
export interface SharedTerm {
  readonly id: string;
  readonly kind: "condition" | "next step";
  readonly text: string;
  readonly by: string;
  readonly held_by: readonly string[];
}

/** F6: mixed choices are compared by what they ask for first, and on which conditions. The most shared come first. */
export function listSharedTerms(hearing: BoardHearing): SharedTerm[] {
  const known = pointsBefore(hearing);
  const terms = new Map<string, SharedTerm>();
  for (const { id } of hearing.seats) {
    const { conditions = [], next_step = null } = lastTurn(hearing, id)?.reply ?? {};
    for (const entry of [...conditions, ...(next_step === null ? [] : [next_step])]) {
      const term = findTerm(known, entry, id);
      if (!term || (term.kind !== "condition" && term.kind !== "next step")) continue;
      const before = terms.get(term.id)?.held_by ?? [];
      const held_by = [...new Set([...before, id])];
      const text = readPointWords(term);
      terms.set(term.id, { id: term.id, kind: term.kind, text, by: term.by, held_by });
    }
  }
  return [...terms.values()].toSorted((a, b) => b.held_by.length - a.held_by.length);
}

export function firstTally(hearing: BoardHearing): Tally {
  return tallyPositions(hearing, hearing.statements.spoken);
}

/** Only who spoke in the last round is counted: an older word is shown, never added (K4). */
export function finalTally(hearing: BoardHearing): Tally {
  return tallyPositions(hearing, (hearing.rounds.at(-1) ?? hearing.statements).spoken);
}

/** None of the options is a vote for none. */
function tallyPositions(hearing: BoardHearing, spoken: readonly BoardTurn[]): Tally {
  const votes = spoken.flatMap(({ by, reply }) => {
    const option = heldBy(hearing.brief, reply);
    const isVote = option !== NO_OPTION || hearing.brief.options.some(({ id }) => id === option);
    return isVote ? [{ by, option }] : [];
  });
  return tally(votes, TWO_THIRDS);
}

/** Whoever holds what, by their last words, absent or not. */
export function countHolders(hearing: BoardHearing): Map<string, string[]> {
  const holders = new Map<string, string[]>();
  for (const { by, holds } of finalPositions(hearing))
    holders.set(holds, [...(holders.get(holds) ?? []), by]);
  return holders;
}

/** What most hold after a round; null where two lead. Round 0 is the blind one. */
export function findLeader(hearing: BoardHearing, round: number): string | null {
  const then = { ...hearing, rounds: hearing.rounds.slice(0, round) };
  const ranked = [...countHolders(then)].toSorted(([, a], [, b]) => b.length - a.length);
  const [first, second] = ranked;
  return first && first[1].length > (second?.[1].length ?? 0) ? first[0] : null;
}

/** F28: whether this round brought a new leader, whom nobody has attacked as such yet. */
export function isLeaderNew(hearing: BoardHearing): boolean {
  const round = hearing.rounds.length;
  const leader = findLeader(hearing, round);
  return leader !== null && leader !== findLeader(hearing, round - 1);
}

/** With a synthesis, the blind majority against its verdict; without, against the final positions. */
export function computeBoardBaseline(hearing: BoardHearing, verdict: string | null): BlindBaseline {
  const first = firstTally(hearing);
  const final = verdict ?? finalTally(hearing).carried;
  return {
    distribution: first.distribution,
    choice: first.carried,
    changed: first.carried !== final,
  };
}

/** Seats that answered in the last round. */
export function countPresent({ statements, rounds }: BoardHearing): number {
  return (rounds.at(-1) ?? statements).spoken.length;
}
