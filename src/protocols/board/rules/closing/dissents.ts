/** F14-F16, F21, K6: who dissents, in whose words, and whether the dissent was only assigned. */
import type { Claim } from "../../../../domain/claim.ts";
import type { DissentingOpinion } from "../../../../domain/outcome/outcome.ts";
import type { Participant } from "../../../../domain/participant.ts";
import { findSpokenTurn } from "../../../../domain/round.ts";
import { listWords } from "../../../../text/substance.ts";
import type { BoardResponse } from "../../replies.ts";
import {
  claimsBefore,
  type BoardHearing,
  findLastRound,
  heldBy,
  lastTurn,
  listSeatTurns,
} from "../board-debate.ts";
import { listTurnPoints, readPointWords } from "../points.ts";
import { findEmptyReason } from "../reasons.ts";
import { rememberPerHearing } from "../remember.ts";

/** A formal dissent, copied from the response that made it. */
export interface FormalDissent {
  readonly id: string;
  readonly seat: Participant;
  readonly text: string;
  readonly about: string;
  readonly round: number;
  /** Only its owner withdraws it, with a cause. Silence and absence withdraw nothing (K4, K5). */
  readonly status: "standing" | "withdrawn";
  readonly withdrawal: {
    readonly round: number;
    readonly because: readonly string[];
    readonly reason: string;
  } | null;
  /** Rounds in which its owner tried to withdraw it without a valid cause. */
  readonly attempts: readonly number[];
  /** The seat is there to oppose; its dissent counts because it was upheld to the end. */
  readonly assigned: boolean;
}

/** Every one that was made, in the order of the seats and of the rounds. */
export const formalDissents = rememberPerHearing(listFormalDissents);

function listFormalDissents(hearing: BoardHearing): readonly FormalDissent[] {
  return hearing.seats.flatMap((seat) => {
    const ledger: FormalDissent[] = [];
    hearing.rounds.forEach((round, index) => {
      const turn = findSpokenTurn(round, seat.id);
      if (!turn) return;
      for (const withdrawal of turn.reply.withdrawn_dissents)
        applyWithdrawal(ledger, withdrawal, { hearing, round: index + 1 });
      for (const point of listTurnPoints(turn)) {
        const text = readPointWords(point);
        if (point.kind !== "dissent" || isRestated(text, ledger)) continue;
        ledger.push({
          id: point.id,
          seat,
          text,
          about: point.about,
          round: index + 1,
          status: "standing",
          withdrawal: null,
          attempts: [],
          assigned: seat.role === "contrarian",
        });
      }
    });
    return ledger;
  });
}

/** Who repeats a dissent that stands, word for word, has made it once. */
function isRestated(text: string, ledger: readonly FormalDissent[]): boolean {
  const words = listWords(text).join(" ");
  return ledger.some((one) => one.status === "standing" && listWords(one.text).join(" ") === words);
}

type Withdrawal = BoardResponse["withdrawn_dissents"][number];

function applyWithdrawal(
  ledger: FormalDissent[],
  withdrawal: Withdrawal,
  { hearing, round }: { hearing: BoardHearing; round: number },
): void {
  const place = ledger.findIndex(
    ({ id, status }) => id === withdrawal.claim && status === "standing",
  );
  const dissent = ledger[place];
  if (!dissent) return;
  const { because, reason } = withdrawal;
  ledger[place] =
    findWithdrawalFaults(withdrawal, dissent, { hearing, round }).length === 0
      ? { ...dissent, status: "withdrawn", withdrawal: { round, because, reason } }
      : { ...dissent, attempts: [...dissent.attempts, round] };
}

/** K5: what answered a dissent came from someone else, after it was made, and is about it. */
export function findWithdrawalFaults(
  { because, reason }: Withdrawal,
  dissent: Pick<FormalDissent, "id" | "seat" | "about" | "round">,
  { hearing, round }: { hearing: BoardHearing; round: number },
): string[] {
  const visible = claimsBefore(hearing, round);
  const known = new Set(claimsBefore(hearing, dissent.round).map(({ id }) => id));
  const causes = because.flatMap((id) => {
    const claim = visible.find((one) => one.id === id);
    if (!claim) return [`${id} is not among the points you were shown`];
    if (claim.by === dissent.seat.id) return [`${id} is your own point`];
    if (known.has(id)) return [`${id} was known to you when you made the dissent`];
    return isAnswerTo(claim, dissent, visible)
      ? []
      : [`${id} does not speak of what you dissent from`];
  });
  const empty = findEmptyReason(reason);
  return [...causes, ...(empty === null ? [] : [`the reason says nothing: ${empty}`])];
}

/** It is about the dissent, about what the dissent is about, or about something else its owner said. */
function isAnswerTo(
  claim: Claim,
  { id, about, seat }: Pick<FormalDissent, "id" | "about" | "seat">,
  visible: readonly Claim[],
): boolean {
  const seen = new Set<string>();
  let next: Claim | undefined = claim;
  while (next && !seen.has(next.id)) {
    seen.add(next.id);
    if (next.about === id || next.about === about || next.about === seat.id) return true;
    const target: string = next.about;
    next = visible.find((one) => one.id === target);
    if (next?.by === seat.id) return true;
  }
  return false;
}

export function standingDissents(hearing: BoardHearing): FormalDissent[] {
  return formalDissents(hearing).filter(({ status }) => status === "standing");
}

/** What the contrarian was there to say, where they opposed and do not formally dissent at the end. */
export interface AssignedOpposition {
  readonly by: string;
  readonly text: string;
  readonly alternative: string | null;
}

export function assignedOpposition(
  hearing: BoardHearing,
  verdict: string | null,
): AssignedOpposition[] {
  const upheld = new Set(standingDissents(hearing).map(({ seat }) => seat.id));
  return hearing.seats
    .filter(({ id, role }) => role === "contrarian" && !upheld.has(id))
    .flatMap(({ id }) => {
      const last = lastTurn(hearing, id);
      if (!last) return [];
      // who agreed with everyone is not printed as an opponent
      const opposes = heldBy(hearing.brief, last.reply) !== verdict || hasChallenged(hearing, id);
      const statement = findSpokenTurn(hearing.statements, id)?.reply;
      const alternative = statement && "alternative" in statement ? statement.alternative : null;
      return opposes ? [{ by: id, text: last.reply.position, alternative }] : [];
    });
}

/** F12: a dissent from the synthesis, in the reviewer's own words. */
export interface ClosingDissent {
  readonly by: string;
  readonly text: string;
}

/** Dissents of an outcome: one entry per seat with all its words. Without a decision, everyone's last answer is a case. */
export function outcomeDissents(
  hearing: BoardHearing,
  { decided, closing }: { decided: boolean; closing: readonly ClosingDissent[] },
): DissentingOpinion[] {
  const standing = standingDissents(hearing);
  return hearing.seats.flatMap(({ id }) => {
    const texts = [
      ...standing.filter(({ seat }) => seat.id === id).map(({ text }) => text),
      ...closing.filter(({ by }) => by === id).map(({ text }) => text),
    ];
    const last = lastTurn(hearing, id);
    if (!last || (decided && texts.length === 0)) return [];
    return [
      {
        by: id,
        holds: heldBy(hearing.brief, last.reply),
        words: texts.length === 0 ? last.reply.position : texts.join("\n\n"),
        grounds: last.claims.map(({ id: claim, text }) => ({ id: claim, text })),
        stage: findLastStage(hearing, id),
      },
    ];
  });
}

/** Set if a seat did not answer in the last round. */
export function findLastStage(hearing: BoardHearing, seat: string): string | null {
  const last = findLastRound(hearing, seat) ?? 0;
  if (last === hearing.rounds.length) return null;
  return last === 0 ? "statement only" : `round ${last}`;
}

/** F9: whether a seat has challenged anyone with a reason so far. */
export function hasChallenged(hearing: BoardHearing, seat: string): boolean {
  const claims = new Map(claimsBefore(hearing).map((claim) => [claim.id, claim]));
  return listSeatTurns(hearing, seat).some(
    ({ reply }) =>
      "disagreements" in reply &&
      reply.disagreements.some(
        ({ point, counter_reason }) =>
          findEmptyReason(counter_reason, {
            judged: judgedWords(claims.get(point)),
            mayAgree: false,
          }) === null,
      ),
  );
}

export function judgedWords(claim: Pick<Claim, "text" | "detail"> | undefined): string {
  return claim ? readPointWords(claim) : "";
}

/** F9: seats that never challenged anyone with a reason in phase 2. */
export function unmetChallenges(hearing: BoardHearing): string[] {
  if (hearing.rounds.length === 0) return [];
  return hearing.seats
    .filter(({ id }) => findSpokenTurn(hearing.statements, id) && !hasChallenged(hearing, id))
    .map(({ id }) => id);
}
