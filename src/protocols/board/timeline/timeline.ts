/** A board for its panels: the phases, what each round added, gate reviews, polls and dissents. */
import type { Claim } from "../../../domain/claim.ts";
import type { AbsenceReason } from "../../../domain/round.ts";
import { reaches, TWO_THIRDS, countVotesNeeded } from "../../../domain/tally.ts";
import type { DebateTimeline, TimelineTurn } from "../../../timeline/debate-timeline.ts";
import {
  fieldIn,
  inStep,
  numberIn,
  oneOfIn,
  roundOf,
  rowsIn,
  textIn,
  truthIn,
} from "../../../timeline/reading.ts";
import { cutTimelineAt } from "../../../timeline/snapshot/cut-timeline.ts";
import { GATE_DECISIONS, type GateDecision } from "../prompts/prompt-input.ts";
import { type BoardClosing, closingIn } from "./closing.ts";
import { newClaims } from "./novelty.ts";
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

/** How much of a round was new, counted as for the gate reviewer. */
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
  /** Conceded: withdrawn in a later response; silence concedes nothing. */
  readonly standing: boolean;
  /** By the seat that is there to oppose. */
  readonly assigned: boolean;
}

export function boardAt(whole: DebateTimeline, at: number): BoardStory {
  const debateTimeline = cutTimelineAt(whole, at);
  return {
    phases: phasesIn(debateTimeline),
    rounds: roundsIn(debateTimeline, newClaims(whole)),
    gates: gatesIn(debateTimeline),
    polls: pollsIn(debateTimeline),
    opposition: oppositionIn(debateTimeline),
    dissents: dissentsIn(debateTimeline),
    closing: closingIn(debateTimeline),
  };
}

function roundsIn(debateTimeline: DebateTimeline, fresh: ReadonlySet<Claim>): BoardRound[] {
  const { turns } = debateTimeline;
  const numbers = new Set(turns.flatMap(({ step }) => roundOf(step, "responses") ?? []));
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
        dissents: spoken.filter(({ reply }) => textIn(fieldIn(reply, "formal_dissent"), "text"))
          .length,
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
    const round = roundOf(turn.step, "gate");
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
    const round = roundOf(step.step, "poll");
    const seats = step.asked.map(({ seat }) => seat);
    if (round === null) return [];
    const cast = inStep(debateTimeline, step.step);
    const ballots = seats.map((seat) =>
      ballotOf(
        seat,
        cast.find((turn) => turn.seat === seat),
      ),
    );
    const yes = ballots.filter(({ vote }) => vote === "yes").length;
    const awaited = ballots.filter(({ vote }) => vote === null).length;
    const passes = reaches(TWO_THIRDS, yes, seats.length);
    const cannot = !reaches(TWO_THIRDS, yes + awaited, seats.length);
    return [
      {
        at: step.at,
        round,
        ballots,
        yes,
        asked: seats.length,
        needed: countVotesNeeded(TWO_THIRDS, seats.length),
        passed: passes ? true : cannot ? false : null,
      },
    ];
  });
}

function ballotOf(seat: string, turn: TimelineTurn | undefined): BallotCard {
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

function dissentsIn({ seats, turns }: DebateTimeline): DissentCard[] {
  return seats.flatMap(({ id, role }): DissentCard[] => {
    const responses = turns.flatMap(({ at, step, seat, reply }) => {
      const round = roundOf(step, "responses");
      if (seat !== id || round === null || reply === null) return [];
      const dissent = fieldIn(reply, "formal_dissent");
      return [{ at, round, words: textIn(dissent, "text"), against: textIn(dissent, "against") }];
    });
    const made = responses.findLast(({ words }) => words !== null);
    if (made?.words == null) return [];
    const standing = responses.at(-1)?.round === made.round;
    return [{ ...made, words: made.words, seat: id, standing, assigned: role === "contrarian" }];
  });
}
