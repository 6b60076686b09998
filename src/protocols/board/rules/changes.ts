/** K5, F22: what changed whose position, and which points were dropped without an answer. */
import { listQuotableTexts } from "../../../domain/brief.ts";
import { findCauseProblems, type ChangeContext } from "../../../domain/change-cause.ts";
import { createQuoteChecker } from "../../../domain/evidence.ts";
import type { PositionChange } from "../../../domain/outcome.ts";
import { type Spoken, findSpokenTurn } from "../../../domain/round.ts";
import type { BoardResponse, BoardStatement } from "../replies.ts";
import { claimsBefore, type BoardHearing, heldBy } from "./board-debate.ts";

/** What a seat last said before a round, and in which round; 0 is its statement. */
export interface EarlierBoardTurn {
  readonly round: number;
  readonly turn: Spoken<BoardStatement | BoardResponse>;
}

export function earlierTurn(
  hearing: BoardHearing,
  seat: string,
  round: number,
): EarlierBoardTurn | undefined {
  for (let at = round - 1; at >= 1; at--) {
    const answered = hearing.rounds[at - 1];
    const turn = answered && findSpokenTurn(answered, seat);
    if (turn) return { round: at, turn };
  }
  const turn = findSpokenTurn(hearing.statements, seat);
  return turn && { round: 0, turn };
}

/** What a seat could see in a round, and which of it was new to it. */
export function surroundingsOf(hearing: BoardHearing, seat: string, round: number): ChangeContext {
  const earlier = earlierTurn(hearing, seat, round);
  const seen = earlier && earlier.round > 0 ? claimsBefore(hearing, earlier.round) : [];
  return {
    by: seat,
    visible: claimsBefore(hearing, round),
    seenBefore: new Set(seen.map(({ id }) => id)),
  };
}

type Quoted = (evidence: { source: string; quote: string }) => boolean;

/** What is wrong with the stated cause; empty if it is valid. */
export function causeFaults(
  cause: BoardResponse["changed_because"],
  around: ChangeContext,
  quoted: Quoted,
): string[] {
  return findCauseProblems(
    cause && {
      claims: cause.claims,
      evidence: cause.evidence.map((one) => ({ ...one, verified: quoted(one) })),
    },
    around,
  );
}

/** Every change of position, in order. No vote reverts here; an unexplained one is shown as such. */
export function changesIn(hearing: BoardHearing): PositionChange[] {
  return movesIn(hearing).flatMap(({ by, round, before, reply, faults }) => {
    const [from, to] = [heldBy(before), heldBy(reply)];
    if (from === to) return [];
    const sound = faults.length === 0;
    return [
      {
        by,
        round,
        from,
        to,
        reason: sound ? (reply.changed_because?.explanation ?? "") : faults.join("; "),
        causes: sound ? (reply.changed_because?.claims ?? []) : [],
        standing: sound ? ("explained" as const) : ("unexplained" as const),
      },
    ];
  });
}

export interface Capitulation {
  readonly by: string;
  readonly round: number;
  readonly dropped: "formal dissent" | "disagreement";
  /** Whom it had disagreed with; for a dissent, what it had been against. */
  readonly against: string;
}

/** Objections that vanished though nobody had moved and no cause was named. */
export function capitulationsIn(hearing: BoardHearing): Capitulation[] {
  return movesIn(hearing).flatMap(({ by, round, since, before, reply, faults }) => {
    if (!("disagreements" in before) || faults.length === 0) return [];
    const dissent =
      before.formal_dissent !== null && reply.formal_dissent === null
        ? [
            {
              by,
              round,
              dropped: "formal dissent" as const,
              against: before.formal_dissent.against,
            },
          ]
        : [];
    const opposed = new Set(reply.disagreements.map((one) => one.with));
    const dropped = [...new Set(before.disagreements.map((one) => one.with))].filter(
      (peer) => !opposed.has(peer) && !hasMoved(hearing, peer, { since, round }),
    );
    return [
      ...dissent,
      ...dropped.map((against) => ({ by, round, dropped: "disagreement" as const, against })),
    ];
  });
}

interface Move {
  readonly by: string;
  readonly round: number;
  /** The round of what it said before; 0 is its statement. */
  readonly since: number;
  readonly before: BoardStatement | BoardResponse;
  readonly reply: BoardResponse;
  readonly faults: readonly string[];
}

function movesIn(hearing: BoardHearing): Move[] {
  const quotes = createQuoteChecker(listQuotableTexts(hearing.brief));
  return hearing.rounds.flatMap(({ spoken }, index) =>
    spoken.flatMap(({ by, reply }) => {
      const round = index + 1;
      const earlier = earlierTurn(hearing, by, round);
      if (!earlier) return [];
      const around = surroundingsOf(hearing, by, round);
      const faults = causeFaults(reply.changed_because, around, (one) => quotes(one).verified);
      return [{ by, round, since: earlier.round, before: earlier.turn.reply, reply, faults }];
    }),
  );
}

/** Between two rounds the peer gave up the position that was disagreed with. */
function hasMoved(
  hearing: BoardHearing,
  peer: string,
  { since, round }: { since: number; round: number },
): boolean {
  const then = earlierTurn(hearing, peer, since);
  const now = earlierTurn(hearing, peer, round);
  if (!then || !now) return false;
  return heldBy(then.turn.reply) !== heldBy(now.turn.reply);
}
