/** K5, F22: what changed whose position, and which points were dropped without an answer. */
import { type Brief, listQuotableTexts } from "../../../domain/brief.ts";
import type { Claim } from "../../../domain/claim.ts";
import { createQuoteChecker, type Evidence } from "../../../domain/evidence/evidence.ts";
import { type ChangeContext, findCauseProblems } from "../../../domain/outcome/change-cause.ts";
import type { PositionChange } from "../../../domain/outcome/outcome.ts";
import { findSpokenTurn } from "../../../domain/round.ts";
import { meetsCondition } from "../../../text/met-condition.ts";
import { PROPOSAL } from "../prompts/prompt-input.ts";
import type { BoardResponse } from "../replies.ts";
import {
  type BoardHearing,
  type BoardTurn,
  claimsBefore,
  findLastRound,
  heldBy,
  listSeatTurns,
} from "./board-debate.ts";
import { readPointWords } from "./points.ts";
import { rememberPerHearing } from "./remember.ts";

/** What a seat last said before a round, and in which round; 0 is its statement. */
export interface EarlierBoardTurn {
  readonly round: number;
  readonly turn: BoardTurn;
}

export function earlierTurn(
  hearing: BoardHearing,
  seat: string,
  round: number,
): EarlierBoardTurn | undefined {
  const at = findLastRound(hearing, seat, round);
  if (at === undefined) return undefined;
  const spoken = at === 0 ? hearing.statements : hearing.rounds[at - 1];
  const turn: BoardTurn | undefined = spoken && findSpokenTurn<BoardTurn["reply"]>(spoken, seat);
  return turn && { round: at, turn };
}

/** K5: what a seat could see in a round, which of it was new to it, and what bears on its move. */
export function describeMove(
  hearing: BoardHearing,
  { seat, round, left, taken }: { seat: string; round: number; left: string; taken: string },
): ChangeContext {
  const earlier = findLastRound(hearing, seat, round) ?? 0;
  const seen = earlier > 0 ? claimsBefore(hearing, earlier) : [];
  const visible = claimsBefore(hearing, round);
  const stated = findSpokenTurn(hearing.statements, seat)?.reply.would_change_my_mind ?? "";
  const bears = (claim: Claim): boolean =>
    bearsOnMove(findLean(claim, visible, hearing), { left, taken, brief: hearing.brief }) ||
    meetsCondition(stated, readPointWords(claim));
  return {
    by: seat,
    visible,
    seenBefore: new Set(seen.map(({ id }) => id)),
    move: { left, taken, bears },
  };
}

/** What a claim speaks of in the end, and on which side: an attack on an attack defends. */
export interface ClaimLean {
  readonly subject: string;
  readonly supports: boolean;
}

export function findLean(
  { about, side }: Pick<Claim, "about" | "side">,
  claims: readonly Claim[],
  hearing: BoardHearing,
): ClaimLean {
  let subject = about;
  let supports = side === "supports";
  const seen = new Set<string>();
  for (;;) {
    const id = subject;
    const target = claims.find((one) => one.id === id);
    if (!target || seen.has(id)) break;
    seen.add(id);
    supports = supports === (target.side === "supports");
    subject = target.about;
  }
  const [first] = listSeatTurns(hearing, subject);
  return { subject: first ? heldBy(hearing.brief, first.reply) : subject, supports };
}

function bearsOnMove(
  { subject, supports }: ClaimLean,
  { left, taken, brief }: { left: string; taken: string; brief: Brief },
): boolean {
  if (brief.options.length > 0)
    return subject === PROPOSAL || subject === (supports ? taken : left);
  if (subject === "defer") return true;
  const favours = subject === "reject" ? !supports : supports;
  return favours ? taken === "adopt" || left === "reject" : left === "adopt" || taken === "reject";
}

/** What is wrong with the stated cause; empty if it is valid. */
export function causeFaults(
  cause: BoardResponse["changed_because"],
  around: ChangeContext,
  quoted: (evidence: Evidence) => boolean,
): string[] {
  return findCauseProblems(
    cause && {
      claims: cause.claims,
      evidence: cause.evidence.map((one) => ({ ...one, verified: quoted(one) })),
    },
    around,
  );
}

/** K7: claims can be quoted as well as sources. */
export function listClaimTexts(claims: readonly Claim[]): ReadonlyMap<string, string> {
  return new Map(claims.map((claim) => [claim.id, readPointWords(claim)]));
}

/** Every change of position, in order. No vote reverts here; an unexplained one is shown as such. */
export const changesIn = rememberPerHearing(listChanges);

function listChanges(hearing: BoardHearing): readonly PositionChange[] {
  const quotes = createQuoteChecker(
    new Map([...listQuotableTexts(hearing.brief), ...listClaimTexts(claimsBefore(hearing))]),
  );
  return hearing.rounds.flatMap(({ spoken }, index) =>
    spoken.flatMap(({ by, reply }): PositionChange[] => {
      const round = index + 1;
      const before = earlierTurn(hearing, by, round)?.turn.reply;
      if (!before) return [];
      const [from, to] = [heldBy(hearing.brief, before), heldBy(hearing.brief, reply)];
      if (from === to) return [];
      const around = describeMove(hearing, { seat: by, round, left: from, taken: to });
      const faults = causeFaults(reply.changed_because, around, (one) => quotes(one).verified);
      const sound = faults.length === 0;
      return [
        {
          by,
          round,
          from,
          to,
          reason: sound ? (reply.changed_because?.explanation ?? "") : faults.join("; "),
          causes: sound ? (reply.changed_because?.claims ?? []) : [],
          standing: sound ? "explained" : "unexplained",
        },
      ];
    }),
  );
}
