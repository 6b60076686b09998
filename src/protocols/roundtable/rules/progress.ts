/** T8-T10, T21-T23, T30, K2: whether the roundtable agrees, moves, or has stalled. Exact, in integers. */
import { VETO_BELOW } from "./limits.ts";
import type { CountedScore, ScoreRound } from "./scoring.ts";
import { findProposal, type RoundtableDebateTable, type Talk } from "./table.ts";

/** T8: the scoring guide, in the seed's words. */
export const BANDS = [
  { from: 90, name: "ready to approve", meaning: "Ready to approve, minor polish only" },
  { from: 70, name: "close", meaning: "Close, specific concerns remain" },
  { from: 50, name: "significant disagreement", meaning: "Significant disagreement" },
  { from: 30, name: "major objections", meaning: "Major objections" },
  { from: 0, name: "fundamental opposition", meaning: "Fundamental opposition" },
] as const;
export type SatisfactionBand = (typeof BANDS)[number]["name"];

export function findBand(score: number): SatisfactionBand {
  return BANDS.find(({ from }) => score >= from)?.name ?? "fundamental opposition";
}

/** Why the rounds ended. */
export type HaltReason = "consensus" | "stall" | "rounds" | "time" | "silence" | "no-proposal";

/** A specialist's current score: an absence changes nothing, and never having scored is 0. */
export function readStanding(rounds: readonly ScoreRound[], by: string): number {
  return findLastScore(rounds, by)?.counted ?? 0;
}

export function findLastScore(rounds: readonly ScoreRound[], by: string): CountedScore | undefined {
  return rounds
    .findLast(({ scores }) => scores.some((score) => score.by === by))
    ?.scores.find((score) => score.by === by);
}

/** T9: all of the original roster, in the latest round. An absent one has not agreed. */
export function isConsensus(
  { specialists }: RoundtableDebateTable,
  rounds: readonly ScoreRound[],
): boolean {
  const latest = rounds.at(-1)?.scores ?? [];
  return specialists.every(({ id }) => latest.some(({ by, ready }) => by === id && ready));
}

/** Everyone would accept, nobody is below the veto, and it is still no consensus. */
export function isWithReservations(
  table: RoundtableDebateTable,
  rounds: readonly ScoreRound[],
): boolean {
  const latest = rounds.at(-1)?.scores ?? [];
  return (
    !isConsensus(table, rounds) &&
    table.specialists.every(({ id }) =>
      latest.some(({ by, accepts, counted }) => by === id && accepts && counted >= VETO_BELOW),
    )
  );
}

export function sumScores(
  { specialists }: RoundtableDebateTable,
  rounds: readonly ScoreRound[],
): number {
  return specialists.reduce((sum, { id }) => sum + readStanding(rounds, id), 0);
}

/** T27-T28: those in the veto band, or without any answer. */
export function listBelowVeto(
  { specialists }: RoundtableDebateTable,
  rounds: readonly ScoreRound[],
): string[] {
  return specialists.filter(({ id }) => readStanding(rounds, id) < VETO_BELOW).map(({ id }) => id);
}

/** For display, to two places; nothing is decided on a rounded mean. */
export function roundMean(sum: number, count: number): number {
  return Math.round((sum * 100) / count) / 100;
}

function countBelow(
  { specialists, settings }: RoundtableDebateTable,
  rounds: readonly ScoreRound[],
): number {
  return specialists.filter(({ id }) => readStanding(rounds, id) < settings.target).length;
}

const PROGRESS = 5;

/** T10, T30: over the last rounds the mean rose by less than five, and no fewer are below the target. */
export function isStalled(table: RoundtableDebateTable, rounds: readonly ScoreRound[]): boolean {
  const window = table.settings.stall_rounds;
  if (rounds.length <= window) return false;
  const before = rounds.slice(0, rounds.length - (window - 1));
  const rise = sumScores(table, rounds) - sumScores(table, before);
  return (
    rise < PROGRESS * table.specialists.length &&
    countBelow(table, rounds) >= countBelow(table, before)
  );
}

/** A specialist that gave no score twice running was asked once more, and is not waited for any longer. */
function isSilent({ specialists }: RoundtableDebateTable, rounds: readonly ScoreRound[]): boolean {
  const [before, latest] = rounds.slice(-2);
  if (!before || !latest) return false;
  return specialists.some(
    ({ id }) => ![...before.scores, ...latest.scores].some(({ by }) => by === id),
  );
}

/** T0: the lead was asked twice and has put nothing on the table. */
function isWithoutProposal(talk: Talk): boolean {
  return talk.exchanges.length >= 2 && findProposal(talk) === null;
}

/** Whichever comes first; a stall ends the rounds only after the lead was asked for a compromise. */
export function findHalt(
  table: RoundtableDebateTable,
  { talk, rounds, minutes }: { talk: Talk; rounds: readonly ScoreRound[]; minutes: number },
): HaltReason | null {
  const { max_rounds, total_minutes } = table.settings;
  if (isConsensus(table, rounds)) return "consensus";
  if (isWithoutProposal(talk)) return "no-proposal";
  if (talk.exchanges.at(-1)?.stalled === true && isStalled(table, rounds)) return "stall";
  if (rounds.length >= max_rounds) return "rounds";
  if (minutes >= total_minutes) return "time";
  return isSilent(table, rounds) ? "silence" : null;
}

const MINUTE_MS = 60_000;

/**
 * T20, T22: minutes spent, from the clock readings after each stretch. A stretch cannot take longer than its
 * answers and their repairs may, so that a debate that slept over night has not used up its two hours.
 */
export function countMinutes(
  { settings }: RoundtableDebateTable,
  readingsMs: readonly number[],
): number {
  return readingsMs.slice(1).reduce((total, readMs, index) => {
    const tookMs = Math.max(0, readMs - (readingsMs[index] ?? readMs));
    const most =
      index === 0 ? 2 * settings.initial_position_minutes : 6 * settings.response_minutes;
    return total + Math.min(tookMs / MINUTE_MS, most);
  }, 0);
}
