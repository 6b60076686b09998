/** K5, F22: what moved whom, and what was dropped without being answered. */
import { quotable } from "../../domain/brief.ts";
import { causeProblems, type Surroundings } from "../../domain/change.ts";
import { quoteChecker } from "../../domain/evidence.ts";
import type { Change } from "../../domain/outcome.ts";
import { type Spoken, turnOf } from "../../domain/round.ts";
import { claimsBefore, type Hearing, heldBy } from "./hearing.ts";
import type { Response, Statement } from "./replies.ts";

/** What a seat last said before a round, and in which round; 0 is its statement. */
export interface Earlier {
  readonly round: number;
  readonly turn: Spoken<Statement | Response>;
}

export function earlierTurn(hearing: Hearing, seat: string, round: number): Earlier | undefined {
  for (let at = round - 1; at >= 1; at--) {
    const answered = hearing.rounds[at - 1];
    const turn = answered && turnOf(answered, seat);
    if (turn) return { round: at, turn };
  }
  const turn = turnOf(hearing.statements, seat);
  return turn && { round: 0, turn };
}

/** What a seat could see in a round, and which of it was new to it. */
export function surroundingsOf(hearing: Hearing, seat: string, round: number): Surroundings {
  const earlier = earlierTurn(hearing, seat, round);
  const seen = earlier && earlier.round > 0 ? claimsBefore(hearing, earlier.round) : [];
  return {
    by: seat,
    visible: claimsBefore(hearing, round),
    seenBefore: new Set(seen.map(({ id }) => id)),
  };
}

type Quoted = (evidence: { source: string; quote: string }) => boolean;

/** What is wrong with the stated cause; empty when it holds. */
export function causeFaults(
  cause: Response["changed_because"],
  around: Surroundings,
  quoted: Quoted,
): string[] {
  return causeProblems(
    cause && {
      claims: cause.claims,
      evidence: cause.evidence.map((one) => ({ ...one, verified: quoted(one) })),
    },
    around,
  );
}

/** Every change of what a seat holds, in order. No vote reverts here; an unexplained one is shown as such. */
export function changesIn(hearing: Hearing): Change[] {
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
export function capitulationsIn(hearing: Hearing): Capitulation[] {
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
  readonly before: Statement | Response;
  readonly reply: Response;
  readonly faults: readonly string[];
}

function movesIn(hearing: Hearing): Move[] {
  const quotes = quoteChecker(quotable(hearing.brief));
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

/** Between two rounds the peer came to hold something else than what was disagreed with. */
function hasMoved(
  hearing: Hearing,
  peer: string,
  { since, round }: { since: number; round: number },
): boolean {
  const then = earlierTurn(hearing, peer, since);
  const now = earlierTurn(hearing, peer, round);
  if (!then || !now) return false;
  return heldBy(then.turn.reply) !== heldBy(now.turn.reply);
}
