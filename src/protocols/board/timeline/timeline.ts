/** A board for its panels: the phases, what each round added, gate reviews, polls and dissents. */
import type { Claim } from "../../../domain/claim.ts";
import type { Json } from "../../../domain/json.ts";
import { reachesShare, TWO_THIRDS, countVotesNeeded } from "../../../domain/outcome/tally.ts";
import type { AbsenceReason } from "../../../domain/round.ts";
import type { DebateTimeline, TimelineTurn } from "../../../timeline/debate-timeline.ts";
import {
  fieldIn,
  inStep,
  numberIn,
  oneOfIn,
  parseRoundNumber,
  readResultRow,
  rowsIn,
  textIn,
  truthIn,
} from "../../../timeline/reading.ts";
import { cutTimelineAt } from "../../../timeline/snapshot/cut-timeline.ts";
import { GATE_DECISIONS, type GateDecision } from "../prompts/prompt-input.ts";
import { type BoardClosing, closingIn } from "./closing.ts";
import { findNewClaims } from "./novelty.ts";
import { type Phase, phasesIn } from "./phases.ts";

export interface BoardStory {
  readonly phases: readonly Phase[];
  readonly rounds: readonly BoardRound[];
  readonly gates: readonly GateCard[];
  readonly polls: readonly PollCard[];
  readonly opposition: readonly OppositionCard[];
  readonly dissents: readonly DissentCard[];
  readonly closing: BoardClosing;
}

/** How much of a round was new, counted as for the gate reviewer. A dissent that is repeated is filed once more here. */
export interface BoardRound {
  readonly at: number;
  readonly round: number;
  readonly voices: number;
  readonly claims: number;
  readonly fresh: number;
  readonly moves: number;
  readonly dissents: number;
  readonly asksToEnd: readonly string[];
  readonly absent: readonly { readonly seat: string; readonly reason: AbsenceReason }[];
}

export interface GateCard {
  readonly at: number;
  readonly round: number;
  readonly by: string;
  readonly decision: GateDecision | null;
  readonly reason: string | null;
  readonly judged: readonly { readonly round: number; readonly news: boolean }[];
  /** F27: its word counts only after two rounds running without news. */
  readonly counts: boolean;
  readonly absent: AbsenceReason | null;
}

export interface PollCard {
  readonly at: number;
  readonly round: number;
  readonly ballots: readonly BallotCard[];
  readonly yes: number;
  readonly asked: number;
  readonly needed: number;
  /** Null while ballots are missing that could change it. */
  readonly passed: boolean | null;
}

export interface BallotCard {
  readonly seat: string;
  /** Null while it is awaited. */
  readonly at: number | null;
  readonly vote: "yes" | "no" | "absent" | null;
  readonly reason: string | null;
}

/** A seat that is there to oppose, or to aim higher. */
export interface OppositionCard {
  readonly at: number;
  readonly seat: string;
  readonly role: "contrarian" | "moonshot";
  readonly position: string | null;
  readonly alternative: string | null;
  readonly moonshot: string | null;
  readonly steppingStone: string | null;
}

export interface DissentCard {
  readonly at: number;
  readonly seat: string;
  readonly round: number;
  readonly words: string;
  readonly against: string | null;
  readonly id: string | null;
  /** False once its owner has withdrawn it with a valid cause; silence withdraws nothing. */
  readonly standing: boolean;

  /** By the seat that is there to oppose. */
  readonly assigned: boolean;
}

export function boardAt(whole: DebateTimeline, at: number): BoardStory {
  const debateTimeline = cutTimelineAt(whole, at);
  return {
    phases: phasesIn(debateTimeline),
    rounds: roundsIn(debateTimeline, findNewClaims(whole)),
    gates: gatesIn(debateTimeline),
    polls: pollsIn(debateTimeline),
    opposition: oppositionIn(debateTimeline),
    dissents: dissentsIn(debateTimeline),
    closing: closingIn(debateTimeline),
  };
}

function roundsIn(debateTimeline: DebateTimeline, fresh: ReadonlySet<Claim>): BoardRound[] {
  const { turns } = debateTimeline;
  const numbers = new Set(turns.flatMap(({ step }) => parseRoundNumber(step, "responses") ?? []));
  return [...numbers]
    .sort((a, b) => a - b)
    .map((round) => {
      const spoken = inStep(debateTimeline, `responses-${round}`);
      const claims = spoken.flatMap((turn) => turn.claims);
      const last = spoken.at(-1)?.at ?? 0;
      return {
        at: last,
        round,
        voices: spoken.filter(({ reply }) => reply !== null).length,
        claims: claims.length,
        fresh: claims.filter((claim) => fresh.has(claim)).length,
        moves: debateTimeline.moves.filter(
          ({ step, at }) => step === `responses-${round}` && at <= last,
        ).length,
        dissents: spoken.flatMap(({ reply }) => filedIn(reply)).length,
        asksToEnd: spoken
          .filter(({ reply }) => truthIn(reply, "request_synthesis") === true)
          .map(({ seat }) => seat),
        absent: spoken.flatMap(({ seat, absent }) =>
          absent ? [{ seat, reason: absent.reason }] : [],
        ),
      };
    });
}

function gatesIn({ settings, turns }: DebateTimeline): GateCard[] {
  const least = numberIn(settings, "min_rounds") ?? 2;
  const stale = new Set<number>();
  return turns.flatMap((turn): GateCard[] => {
    const round = parseRoundNumber(turn.step, "gate");
    if (round === null) return [];
    const judged = rowsIn(turn.reply, "rounds").flatMap(({ row }) => {
      const [number, news] = [numberIn(row, "round"), truthIn(row, "new_information")];
      return number === null || news === null ? [] : [{ round: number, news }];
    });
    for (const one of judged) if (!one.news) stale.add(one.round);
    const decision = oneOfIn(turn.reply, "decision", GATE_DECISIONS);
    const circular = stale.has(round) && stale.has(round - 1) && round >= least;
    const counts = decision === "CONTINUE" || (decision !== null && circular);
    const reason = textIn(turn.reply, "reason");
    const absent = turn.absent?.reason ?? null;
    return [{ at: turn.at, round, by: turn.seat, decision, reason, judged, counts, absent }];
  });
}

function pollsIn(debateTimeline: DebateTimeline): PollCard[] {
  return debateTimeline.steps.flatMap((step): PollCard[] => {
    const round = parseRoundNumber(step.step, "poll");
    const seats = step.asked.map(({ seat }) => seat);
    if (round === null) return [];
    const cast = inStep(debateTimeline, step.step);
    const ballots = seats.map((seat) =>
      readBallot(
        seat,
        cast.find((turn) => turn.seat === seat),
      ),
    );
    const yes = ballots.filter(({ vote }) => vote === "yes").length;
    const awaited = ballots.filter(({ vote }) => vote === null).length;
    // K4: two thirds of the whole roster, whoever was lost on the way
    const roster = debateTimeline.seats.filter(({ role }) => role !== "gate").length;
    const passes = reachesShare(TWO_THIRDS, yes, roster);
    const cannot = !reachesShare(TWO_THIRDS, yes + awaited, roster);
    return [
      {
        at: step.at,
        round,
        ballots,
        yes,
        asked: roster,
        needed: countVotesNeeded(TWO_THIRDS, roster),
        passed: passes ? true : cannot ? false : null,
      },
    ];
  });
}

function readBallot(seat: string, turn: TimelineTurn | undefined): BallotCard {
  if (!turn) return { seat, at: null, vote: null, reason: null };
  const vote = oneOfIn(turn.reply, "vote", ["yes", "no"]) ?? "absent";
  return { seat, at: turn.at, vote, reason: textIn(turn.reply, "reason") };
}

function oppositionIn(debateTimeline: DebateTimeline): OppositionCard[] {
  return inStep(debateTimeline, "statements").flatMap(({ at, seat, reply }): OppositionCard[] => {
    const role = debateTimeline.seats.find(({ id }) => id === seat)?.role;
    if ((role !== "contrarian" && role !== "moonshot") || reply === null) return [];
    return [
      {
        at,
        seat,
        role,
        position: textIn(reply, "position"),
        alternative: textIn(reply, "alternative"),
        moonshot: textIn(reply, "moonshot"),
        steppingStone: textIn(reply, "stepping_stone"),
      },
    ];
  });
}

interface FiledDissent {
  readonly words: string;
  readonly against: string | null;
}

/** What a response filed; a journal of older rules had one field for it. */
function filedIn(reply: Json | null): FiledDissent[] {
  const rows = rowsIn(reply, "formal_dissents").map(({ row }) => row);
  const older = fieldIn(reply, "formal_dissent");
  return [...rows, ...(older === null ? [] : [older])].flatMap((row) => {
    const words = textIn(row, "text");
    return words === null
      ? []
      : [{ words, against: textIn(row, "about") ?? textIn(row, "against") }];
  });
}

function dissentsIn(debateTimeline: DebateTimeline): DissentCard[] {
  const { seats, turns, end } = debateTimeline;
  // which withdrawals had a valid cause is only said by the outcome
  const settled = new Map(
    rowsIn(readResultRow(debateTimeline), "dissents").map(({ row }) => [
      textIn(row, "id"),
      textIn(row, "status"),
    ]),
  );
  return seats.flatMap(({ id: owner, role }): DissentCard[] => {
    const assigned = role === "contrarian";
    const cards: DissentCard[] = [];
    for (const { at, step, seat, reply, claims } of turns) {
      const round = parseRoundNumber(step, "responses");
      if (seat !== owner || round === null || reply === null) continue;
      const withdrawn = rowsIn(reply, "withdrawn_dissents").map(({ row }) => textIn(row, "claim"));
      for (const [place, card] of cards.entries())
        if (end === null && withdrawn.includes(card.id))
          cards[place] = { ...card, standing: false };
      for (const { words, against } of filedIn(reply)) {
        if (cards.some((card) => card.words === words)) continue;
        const id = claims.find((claim) => [claim.text, claim.detail].includes(words))?.id ?? null;
        const standing = settled.get(id) !== "withdrawn";
        cards.push({ at, id, seat: owner, round, words, against, standing, assigned });
      }
    }
    return cards;
  });
}
