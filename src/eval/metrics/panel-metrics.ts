/** How independent the first answers of a panel are, and what that makes of its vote (R8, R9). */
import {
  computeEffectiveVotes,
  computeMajorityAccuracy,
  computeMean,
} from "../../audit/statistics/statistics.ts";
import { computePhiCoefficient } from "../../audit/strength-calibration.ts";
import type { TalkRecord } from "./flip-metrics.ts";
import { countShare, type CountedShare } from "./rates.ts";

export interface SeatSkill {
  readonly seat: string;
  readonly right: CountedShare;
}

export interface PanelMetrics {
  readonly seats: number;
  readonly skills: readonly SeatSkill[];
  /** Distinct first answers per item and seat. */
  readonly distinct: number | null;
  /** Mean correlation of two seats' errors; null until two seats share 30 items. */
  readonly correlation: number | null;
  readonly pairs: readonly {
    readonly a: string;
    readonly b: string;
    readonly phi: number;
    readonly items: number;
  }[];
  /** Where two seats are both wrong: how often they are wrong alike. */
  readonly sameWrong: CountedShare;
  readonly effectiveVotes: number | null;
  /** What independent seats of this skill would reach, less what the vote reached. */
  readonly lostToCorrelation: number | null;
  /** Weakest and best seat differ by more than 15 points. */
  readonly qualityGap: boolean;
}

const FEWEST_PAIRS = 30;

export function computePanelMetrics(
  talks: readonly TalkRecord[],
  voteAccuracy: number | null,
): PanelMetrics {
  const rows = talks.flatMap(({ turns, truth }) => {
    const first = turns.filter(({ round, position }) => round === 1 && position !== null);
    return truth === null
      ? []
      : [{ truth, held: new Map(first.map(({ seat, position }) => [seat, position ?? ""])) }];
  });
  const seats = [...new Set(rows.flatMap(({ held }) => [...held.keys()]))].sort();
  const skills = seats.map((seat) => {
    const own = rows.filter(({ held }) => held.has(seat));
    return {
      seat,
      right: countShare(
        own.filter(({ held, truth }) => held.get(seat) === truth).length,
        own.length,
      ),
    };
  });
  let bothWrong = 0;
  let alike = 0;
  const pairs = seats.flatMap((a, index) =>
    seats.slice(index + 1).flatMap((b) => {
      const shared = rows.filter(({ held }) => held.has(a) && held.has(b));
      const wrong = shared.filter(
        ({ held, truth }) => held.get(a) !== truth && held.get(b) !== truth,
      );
      bothWrong += wrong.length;
      alike += wrong.filter(({ held }) => held.get(a) === held.get(b)).length;
      const errors = shared.map(
        ({ held, truth }) => [held.get(a) !== truth, held.get(b) !== truth] as const,
      );
      const phi = shared.length < FEWEST_PAIRS ? null : computePhiCoefficient(errors);
      return phi === null ? [] : [{ a, b, phi, items: shared.length }];
    }),
  );
  const correlation = pairs.length === 0 ? null : computeMean(pairs.map(({ phi }) => phi));
  const skill = computeMean(skills.flatMap(({ right }) => right.share ?? []));
  const shares = skills.flatMap(({ right }) => right.share ?? []);
  const distinct = rows.map(({ held }) => new Set(held.values()).size / Math.max(1, held.size));
  return {
    seats: seats.length,
    skills,
    distinct: rows.length === 0 ? null : computeMean(distinct),
    correlation,
    pairs,
    sameWrong: countShare(alike, bothWrong),
    effectiveVotes:
      correlation === null ? null : computeEffectiveVotes(seats.length, Math.max(0, correlation)),
    lostToCorrelation:
      voteAccuracy === null || rows.length === 0 || seats.length === 0
        ? null
        : computeMajorityAccuracy(seats.length, skill) - voteAccuracy,
    qualityGap: rows.length >= FEWEST_PAIRS && Math.max(...shares) - Math.min(...shares) > 0.15,
  };
}
