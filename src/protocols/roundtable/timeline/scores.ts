/** Satisfaction round by round, as it counts: a rise without a cause leaves the earlier score in place. */
import { findCauseProblems } from "../../../domain/change-cause.ts";
import type { Claim } from "../../../domain/claim.ts";
import type { AbsenceReason } from "../../../domain/round.ts";
import type { DebateTimeline, TimelineTurn } from "../../../timeline/debate-timeline.ts";
import {
  numberIn,
  oneOfIn,
  roundOf,
  rowsIn,
  textIn,
  textsIn,
  truthIn,
} from "../../../timeline/reading.ts";
import { messagesIn } from "./messages.ts";

export interface ScoreCardOfRound {
  readonly at: number;
  readonly key: string;
  readonly seat: string;
  readonly round: number;
  readonly stated: number;
  readonly counted: number;
  readonly accepts: boolean;
  readonly words: string | null;
  /** Messages that raised it. */
  readonly because: readonly string[];
  /** What is wrong with a rise that does not count. */
  readonly problems: readonly string[];
  /** A concern that it calls blocking, in its own domain. */
  readonly blocks: boolean;
}

export interface MissingScore {
  readonly at: number;
  readonly seat: string;
  readonly round: number;
  readonly reason: AbsenceReason;
}

/** T9: from this rise on a score has a cause. */
const RISE = 10;

export function scoresIn(debateTimeline: DebateTimeline): ScoreCardOfRound[] {
  const scores: ScoreCardOfRound[] = [];
  for (const turn of debateTimeline.turns) {
    const round = roundOf(turn.step, "scores");
    const stated = numberIn(turn.reply, "SATISFACTION");
    if (round === null || stated === null || stated < 0 || stated > 100) continue;
    const before = scores.findLast(({ seat }) => seat === turn.seat);
    const because = textsIn(turn.reply, "raised_because");
    const rises = before !== undefined && stated - before.counted >= RISE;
    const problems = rises
      ? problemsOf(debateTimeline, turn, { since: before.round, because })
      : [];
    scores.push({
      at: turn.at,
      key: turn.key,
      seat: turn.seat,
      round,
      stated,
      counted: problems.length > 0 && before ? before.counted : stated,
      accepts: oneOfIn(turn.reply, "WOULD_ACCEPT_CURRENT", ["yes", "no"]) === "yes",
      words: textIn(turn.reply, "POSITION"),
      because,
      problems,
      blocks: rowsIn(turn.reply, "REMAINING_CONCERNS").some(
        ({ row }) => truthIn(row, "blocking") === true && isOwn(textIn(row, "domain"), turn.seat),
      ),
    });
  }
  return scores;
}

export function isOwn(domain: string | null, seat: string): boolean {
  return domain !== null && domain.trim().toLowerCase() === seat.toLowerCase();
}

export function missingIn(debateTimeline: DebateTimeline): MissingScore[] {
  return debateTimeline.turns.flatMap(({ at, step, seat, absent }) => {
    const round = roundOf(step, "scores");
    return round === null || !absent ? [] : [{ at, seat, round, reason: absent.reason }];
  });
}

/** K5: a rise names a message that was new, readable to the speaker, and someone else's. */
function problemsOf(
  debateTimeline: DebateTimeline,
  turn: TimelineTurn,
  { since, because }: { since: number; because: readonly string[] },
): string[] {
  if (because.length === 0) return ["it names no message that raised it"];
  const readable = readableTo(debateTimeline, turn);
  return findCauseProblems(
    { claims: because, evidence: [] },
    {
      by: turn.seat,
      visible: readable.map(({ claim }) => claim),
      seenBefore: new Set(
        readable
          .filter(({ round, byLead }) => (byLead ? round < since : round <= since))
          .map(({ claim }) => claim.id),
      ),
    },
  );
}

interface Readable {
  readonly claim: Claim;
  readonly round: number;
  readonly byLead: boolean;
}

/** Its own words, what was sent to all, and what was sent to it by name. */
function readableTo(debateTimeline: DebateTimeline, reader: TimelineTurn): Readable[] {
  const sent = new Map(messagesIn(debateTimeline).map((message) => [message.id, message.to]));
  const before = debateTimeline.turns.filter(({ at }) => at < reader.at);
  return before.flatMap(({ step, seat, claims }): Readable[] => {
    const talked = roundOf(step, "discussion");
    const proposed = roundOf(step, "compromise");
    const scored = roundOf(step, "scores");
    const round = step === "positions" ? 0 : (talked ?? proposed ?? scored);
    if (round === null || (scored !== null && seat !== reader.seat)) return [];
    return claims
      .filter(({ id }) => {
        const to = sent.get(id) ?? "all";
        return seat === reader.seat || to === "all" || to.includes(reader.seat);
      })
      .map((claim) => ({ claim, round, byLead: proposed !== null }));
  });
}
