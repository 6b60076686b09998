/** How each judge scored every option on its own dimensions; the sums are computed again, never by a judge. */
import type { Json } from "../../../domain/json.ts";
import { type Level, LEVELS } from "../../../domain/level.ts";
import type { SeatCard, TimelineTurn } from "../../../timeline/debate-timeline.ts";
import { fieldIn, numberIn, oneOfIn, type Row, rowsIn, textIn } from "../../../timeline/reading.ts";
import {
  bestOf,
  type LensEvaluation,
  type LensId,
  lensOf,
  score,
  type LensScore,
  UNCERTAINTIES,
} from "../rules/lens.ts";

/** One judge's table. */
export interface ScoreCard {
  readonly at: number;
  readonly key: string;
  readonly seat: string;
  readonly lens: LensId;
  /** Of risk, less is better. */
  readonly better: "less" | "more";
  readonly recommends: string | null;
  readonly confidence: number | null;
  readonly headline: string | null;
  readonly options: readonly ScoredOption[];
  /** The options that its own scores put first; empty where not all could be read. */
  readonly best: readonly string[];
  /** It recommends something else than its own scores do. */
  readonly conflicts: boolean;
}

export interface ScoredOption {
  readonly option: string;
  readonly dimensions: readonly JudgeScoreDimension[];
  /** In words, such as "risk 6.1/10"; null where its rows cannot be read. */
  readonly shown: string | null;
  /** 0 to 1: of a full table, or of the best return on effort of this judge. */
  readonly share: number | null;
  /** The factor of the days, and the value they were compared with. */
  readonly effort: { readonly uncertainty: number; readonly value: number } | null;
  /** Stated figures that do not follow from its own rows. */
  readonly slips: readonly string[];
}

export interface JudgeScoreDimension {
  readonly kind: string;
  readonly description: string;
  /** Such as "high × low" or "91 days". */
  readonly given: string;
  /** 0 to 1, of the most it can be; days: of the most that this judge gave. */
  readonly share: number;
}

const FACTORS = {
  risk: ["probability", "impact"],
  value: ["magnitude", "reach"],
} as const;

const WEIGHT: Readonly<Record<Level, number>> = { low: 1, medium: 2, high: 3 };
const MOST_POINTS = 9;

export function scoreCardOf(turn: TimelineTurn, seat: SeatCard | undefined): ScoreCard {
  const lens = lensOf(turn.seat, seat?.stance ?? null);
  const rows = rowsIn(turn.reply, "evaluations").map(({ row }) => row);
  const mostDays = Math.max(0, ...rows.flatMap((row) => daysIn(row)));
  const read = rows.flatMap((row) => {
    const option = textIn(row, "option");
    return option === null ? [] : [{ option, row, scored: scoredOf(lens, row) }];
  });
  const scores = read.flatMap(({ scored }) => scored ?? []);
  const recommends = textIn(turn.reply, "option");
  const best = scores.length === rows.length ? bestOf(lens, scores) : [];
  const mostReturn = Math.max(0, ...scores.map(({ over, under }) => over / under));
  return {
    at: turn.at,
    key: turn.key,
    seat: turn.seat,
    lens,
    better: lens === "risk" ? "less" : "more",
    recommends,
    confidence: numberIn(turn.reply, "confidence"),
    headline: textIn(turn.reply, "headline"),
    options: read.map(({ option, row, scored }) => ({
      option,
      dimensions: dimensionsOf(lens, row, mostDays),
      shown: scored?.shown ?? null,
      share: scored && shareOf(scored, lens === "effort" ? mostReturn : 1),
      effort: lens === "effort" ? effortIn(row) : null,
      slips: scored?.slips ?? [],
    })),
    best,
    conflicts: recommends !== null && best.length > 0 && !best.includes(recommends),
  };
}

function shareOf({ over, under }: LensScore, most: number): number {
  return most <= 0 ? 0 : Math.min(1, Math.max(0, over / under / most));
}

function dimensionsOf(lens: LensId, row: Row, mostDays: number): JudgeScoreDimension[] {
  if (lens === "plain") {
    return (["strengths", "weaknesses"] as const).flatMap((kind) => {
      const description = textIn(row, kind);
      return description === null ? [] : [{ kind, description, given: "", share: 0 }];
    });
  }
  return rowsIn(row, "rows").flatMap(({ row: one }) => {
    const kind = textIn(one, "kind");
    if (kind === null) return [];
    const description = textIn(one, "description") ?? "";
    if (lens === "effort") {
      const days = daysOf(one);
      if (days === null) return [];
      const given = `${days} day${days === 1 ? "" : "s"}`;
      return [{ kind, description, given, share: mostDays === 0 ? 0 : days / mostDays }];
    }
    const levels = levelsOf(lens, one);
    if (levels === null) return [];
    const [first, second] = levels;
    const share = (WEIGHT[first] * WEIGHT[second]) / MOST_POINTS;
    return [{ kind, description, given: `${first} × ${second}`, share }];
  });
}

function levelsOf(lens: "risk" | "value", row: Json): readonly [Level, Level] | null {
  const [one, other] = FACTORS[lens];
  const first = oneOfIn(row, one, LEVELS);
  const second = oneOfIn(row, other, LEVELS);
  return first === null || second === null ? null : [first, second];
}

function daysOf(row: Row): number | null {
  const days = numberIn(row, "days");
  return days !== null && days >= 0 ? days : null;
}

function daysIn(row: Row): number[] {
  return rowsIn(row, "rows").flatMap(({ row: one }) => daysOf(one) ?? []);
}

function effortIn(row: Row): ScoredOption["effort"] {
  const uncertainty = UNCERTAINTIES.find((one) => one === fieldIn(row, "uncertainty"));
  const value = numberIn(row, "value");
  return uncertainty === undefined || value === null ? null : { uncertainty, value };
}

/** Null where figures are so large that nothing can be compared with them. */
function scoredOf(lens: LensId, row: Row): LensScore | null {
  const found = scoreIn(lens, row);
  return found && Number.isFinite(found.over) && Number.isFinite(found.under) ? found : null;
}

/** Null where a row cannot be read: a sum of the others would be a claim of our own. */
function scoreIn(lens: LensId, row: Row): LensScore | null {
  const rows = rowsIn(row, "rows").map(({ row: one }) => one);
  const complete = (isReadable: (one: Row) => boolean): boolean =>
    rows.length > 0 && rows.every(isReadable);
  const stated = {
    option: textIn(row, "option") ?? "",
    stated_total: numberIn(row, "stated_total"),
    stated_realistic_days: numberIn(row, "stated_realistic_days"),
    stated_roi: numberIn(row, "stated_roi"),
  };
  switch (lens) {
    case "risk":
    case "value":
      if (!complete((one) => levelsOf(lens, one) !== null)) return null;
      return score(lens, { ...stated, rows } as unknown as LensEvaluation);
    case "effort": {
      const effort = effortIn(row);
      if (effort === null || !complete((one) => daysOf(one) !== null)) return null;
      return score(lens, { ...stated, ...effort, rows } as unknown as LensEvaluation);
    }
    case "plain": {
      const points = numberIn(row, "score");
      if (points === null) return null;
      return score(lens, { ...stated, strengths: "", weaknesses: "", score: points });
    }
  }
}
