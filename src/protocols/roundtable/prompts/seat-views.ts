/** What each seat is shown, and the keys of the turns it comes from. */
import type { Participant } from "../../../domain/participant.ts";
import type { CountedScore, ScoreRound } from "../rules/scoring.ts";
import {
  messageOf,
  positionOf,
  readableBy,
  type TableStatement,
  statementsIn,
  type RoundtableDebateTable,
  type Talk,
} from "../rules/table.ts";
import type { LeadView, SeatView, TableMessage, TableScore } from "./prompt-input.ts";

/** A round under way: what was said until now, and the scores of the rounds before. */
export interface DiscussionProgress {
  readonly table: RoundtableDebateTable;
  readonly talk: Talk;
  readonly rounds: readonly ScoreRound[];
  readonly number: number;
}

export interface ShownMessages {
  /** The same for everyone: broadcasts, with the ids that everyone knows. */
  readonly broadcasts: readonly TableMessage[];
  /** By this seat or to it by name. */
  readonly direct: readonly TableMessage[];
  readonly view: SeatView;
  readonly reveals: readonly string[];
}

export function shownTo(
  { table, talk, rounds, number }: DiscussionProgress,
  seat: Participant,
): ShownMessages {
  const statements = statementsIn(table, talk);
  const isMessage = ({ form }: TableStatement): boolean => form === "message";
  const readable = readableBy(seat.id, statements).filter(isMessage);
  const broadcasts = inPublic(statements).filter(isMessage);
  const direct = readable.filter(({ to }) => to !== "all");
  const own = rounds.flatMap(({ scores }) => scores.filter(({ by }) => by === seat.id));
  return {
    broadcasts: broadcasts.map(messageOf),
    direct: direct.map(messageOf),
    view: {
      brief: table.brief,
      seat,
      specialists: table.specialists,
      round: number,
      positions: talk.positions.spoken.map(positionOf),
      messages: readable.map(messageOf),
      scores: own.map(scoreOf),
    },
    reveals: keysOf([
      ...talk.positions.spoken,
      ...broadcasts,
      ...direct,
      ...(own.length === 0 ? [] : own.slice(-1)),
    ]),
  };
}

export interface ShownToLead {
  readonly view: LeadView;
  readonly reveals: readonly string[];
}

/** T6: the lead alone reads everything. */
export function shownToLead({
  table,
  talk,
  rounds,
}: Omit<DiscussionProgress, "number">): ShownToLead {
  const messages = statementsIn(table, talk).filter(({ form }) => form === "message");
  const latest = table.specialists.flatMap(({ id }) => {
    const scores = rounds.flatMap((round) => round.scores.filter(({ by }) => by === id));
    return scores.slice(-1);
  });
  return {
    view: {
      brief: table.brief,
      specialists: table.specialists,
      positions: talk.positions.spoken.map(positionOf),
      messages: messages.map(messageOf),
      scores: latest.map(scoreOf),
    },
    reveals: keysOf([...talk.positions.spoken, ...messages, ...latest]),
  };
}

export function scoreOf(score: CountedScore): TableScore {
  const { by, round, stated, counted, option, position, accepts } = score;
  const concerns = score.concerns.map((concern) => {
    const { id, text, domain, resolved_by, blocking, evidence } = concern;
    return { id, by, text, domain, resolved_by, blocking, evidence };
  });
  return { by, round, satisfaction: stated, counted, option, position, accepts, concerns };
}

/** Broadcasts as anyone may see them. */
function inPublic(statements: readonly TableStatement[]): TableStatement[] {
  const common = statements.filter(({ to }) => to === "all");
  const known = new Set(common.map(({ id }) => id));
  return common.map((statement) => ({
    ...statement,
    answers: statement.answers.filter((id) => known.has(id)),
    acknowledges: statement.acknowledges.filter((id) => known.has(id)),
  }));
}

function keysOf(said: readonly { readonly key: string }[]): string[] {
  return [...new Set(said.map(({ key }) => key))];
}
