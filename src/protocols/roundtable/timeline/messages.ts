/** What was said at a roundtable, in pieces with ids: positions, concerns, messages and the lead's proposals. */
import type { DebateTimeline, TimelineTurn } from "../../../timeline/debate-timeline.ts";
import {
  fieldIn,
  inStep,
  oneOfIn,
  roundOf,
  rowsIn,
  textIn,
  textsIn,
  truthIn,
} from "../../../timeline/reading.ts";
import { type Addressees, type MessageKind, MESSAGE_KINDS } from "../prompts/prompt-input.ts";

export interface TableMessageCard {
  readonly at: number;
  readonly key: string;
  readonly id: string;
  readonly by: string;
  /** 0 for the first positions. */
  readonly round: number;
  readonly to: Addressees;
  readonly kind: MessageKind | null;
  readonly words: string;
  readonly resolvedBy: string | null;
  /** Ids of what it answers, and of what it considers resolved. */
  readonly answers: readonly string[];
  readonly acknowledges: readonly string[];
}

export interface PositionCard {
  readonly at: number;
  readonly seat: string;
  readonly id: string | null;
  readonly words: string | null;
  readonly wouldChange: string | null;
}

/** Raised with a first position, or beside a score to the lead alone. */
export interface StatedConcern {
  readonly at: number;
  readonly id: string | null;
  readonly seat: string;
  readonly round: number;
  readonly words: string;
  readonly domain: string | null;
  readonly resolvedBy: string | null;
  readonly blocking: boolean;
}

export interface CompromiseCard {
  readonly at: number;
  /** The round after which it was proposed. */
  readonly round: number;
  readonly disagreement: string | null;
  readonly proposals: readonly {
    readonly id: string | null;
    readonly words: string;
    readonly builtFrom: readonly string[];
  }[];
}

export function positionsIn(debateTimeline: DebateTimeline): PositionCard[] {
  return inStep(debateTimeline, "positions").flatMap(({ at, seat, reply, claims }) =>
    reply === null
      ? []
      : [
          {
            at,
            seat,
            id: claims[0]?.id ?? null,
            words: textIn(reply, "position"),
            wouldChange: textIn(reply, "would_change_my_mind"),
          },
        ],
  );
}

export function messagesIn(debateTimeline: DebateTimeline): TableMessageCard[] {
  return debateTimeline.turns.flatMap((turn) => {
    const round = roundOf(turn.step, "discussion");
    return round === null ? [] : sentIn(turn, round);
  });
}

function sentIn({ at, key, seat, reply, claims }: TimelineTurn, round: number): TableMessageCard[] {
  return rowsIn(reply, "messages").flatMap(({ row, place }) => {
    const words = textIn(row, "text");
    const id = claims[place]?.id;
    if (words === null || id === undefined) return [];
    const named = textsIn(row, "to");
    return [
      {
        at,
        key,
        id,
        by: seat,
        round,
        to: fieldIn(row, "to") === "all" || named.length === 0 ? "all" : named,
        kind: oneOfIn(row, "kind", MESSAGE_KINDS),
        words,
        resolvedBy: textIn(row, "resolved_by"),
        answers: textsIn(row, "answers"),
        acknowledges: textsIn(row, "acknowledges"),
      },
    ];
  });
}

/** First those of the sealed positions, then those beside scores, as they were stated. */
export function concernsIn(debateTimeline: DebateTimeline): StatedConcern[] {
  return debateTimeline.turns.flatMap((turn) => {
    if (turn.step === "positions") return statedIn(turn, { field: "concerns", round: 0 });
    const round = roundOf(turn.step, "scores");
    return round === null ? [] : statedIn(turn, { field: "REMAINING_CONCERNS", round });
  });
}

function statedIn(
  turn: TimelineTurn,
  { field, round }: { field: string; round: number },
): StatedConcern[] {
  // the first claim of a position is the position itself
  const skipped = round === 0 ? 1 : 0;
  return rowsIn(turn.reply, field).flatMap(({ row, place }) => {
    const words = textIn(row, "text");
    if (words === null) return [];
    return [
      {
        at: turn.at,
        id: turn.claims[place + skipped]?.id ?? null,
        seat: turn.seat,
        round,
        words,
        domain: textIn(row, "domain"),
        resolvedBy: textIn(row, "resolved_by"),
        blocking: truthIn(row, "blocking") === true,
      },
    ];
  });
}

export function compromisesIn(debateTimeline: DebateTimeline): CompromiseCard[] {
  return debateTimeline.turns.flatMap(({ at, step, reply, claims }) => {
    const round = roundOf(step, "compromise");
    if (round === null || reply === null) return [];
    return [
      {
        at,
        round,
        disagreement: textIn(reply, "core_disagreement"),
        proposals: rowsIn(reply, "compromises").flatMap(({ row, place }) => {
          const words = textIn(row, "text");
          // the first claim is the disagreement
          const id = claims[place + 1]?.id ?? null;
          return words === null ? [] : [{ id, words, builtFrom: textsIn(row, "built_from") }];
        }),
      },
    ];
  });
}
