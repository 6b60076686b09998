/** How each judge scored every option on its own dimensions; the sums are computed again, never by a judge. */
import { type Level, LEVELS } from "../../../domain/level.ts";
import type { SeatCard, TimelineTurn } from "../../../timeline/debate-timeline.ts";
import {
  fieldIn,
  numberIn,
  oneOfIn,
  readRecordedFields,
  type RecordedFields,
  type Row,
  rowsIn,
  textIn,
} from "../../../timeline/reading.ts";
import type { Recommendation } from "../replies.ts";
import {
  bestOf,
  type EffortEvaluation,
  type LensEvaluation,
  type LensId,
  lensOf,
  type PlainEvaluation,
  type RiskEvaluation,
  score,
  type LensScore,
  UNCERTAINTIES,
  type ValueEvaluation,
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

type RecordedEvaluation = RecordedFields<LensEvaluation>;
type RiskRow = RiskEvaluation["rows"][number];
type ValueRow = ValueEvaluation["rows"][number];
type EffortRow = EffortEvaluation["rows"][number];

const WEIGHT: Readonly<Record<Level, number>> = { low: 1, medium: 2, high: 3 };
const MOST_POINTS = 9;

export function scoreCardOf(turn: TimelineTurn, seat: SeatCard | undefined): ScoreCard {
  const lens = lensOf(turn.seat, seat?.stance ?? null);
  const reply = readRecordedFields<Recommendation>(turn.reply);
  const rows: RecordedEvaluation[] = rowsIn(reply, "evaluations").map(({ row }) => row);
  const mostDays = Math.max(0, ...rows.flatMap((row) => daysIn(row)));
  const read = rows.flatMap((row) => {
    const option = textIn(row, "option");
    return option === null ? [] : [{ option, row, scored: scoredOf(lens, row) }];
  });
  const scores = read.flatMap(({ scored }) => scored ?? []);
  const recommends = textIn(reply, "option");
  const best = scores.length === rows.length ? bestOf(lens, scores) : [];
  const mostReturn = Math.max(0, ...scores.map(({ over, under }) => over / under));
  return {
    at: turn.at,
    key: turn.key,
    seat: turn.seat,
    lens,
    better: lens === "risk" ? "less" : "more",
    recommends,
    confidence: numberIn(reply, "confidence"),
    headline: textIn(reply, "headline"),
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

function dimensionsOf(
  lens: LensId,
  evaluation: RecordedEvaluation,
  mostDays: number,
): JudgeScoreDimension[] {
  if (lens === "plain") {
    const plain = readRecordedFields<PlainEvaluation>(evaluation);
    return (["strengths", "weaknesses"] as const).flatMap((kind) => {
      const description = textIn(plain, kind);
      return description === null ? [] : [{ kind, description, given: "", share: 0 }];
    });
  }
  return tableRowsIn(evaluation).flatMap((row) => {
    const kind = textIn(row, "kind");
    if (kind === null) return [];
    const description = textIn(row, "description") ?? "";
    if (lens === "effort") {
      const days = daysOf(row);
      if (days === null) return [];
      const given = `${days} day${days === 1 ? "" : "s"}`;
      return [{ kind, description, given, share: mostDays === 0 ? 0 : days / mostDays }];
    }
    const levels = levelsOf(lens, row);
    if (levels === null) return [];
    const [first, second] = levels;
    const share = (WEIGHT[first] * WEIGHT[second]) / MOST_POINTS;
    return [{ kind, description, given: `${first} × ${second}`, share }];
  });
}

/** The rows of every lens that has a table. */
function tableRowsIn(evaluation: Row): RecordedFields<RiskRow | ValueRow | EffortRow>[] {
  const table = readRecordedFields<RiskEvaluation | ValueEvaluation | EffortEvaluation>(evaluation);
  return rowsIn(table, "rows").map(({ row }) => row);
}

function levelsOf(lens: "risk" | "value", row: Row): readonly [Level, Level] | null {
  const risk = readRecordedFields<RiskRow>(row);
  const value = readRecordedFields<ValueRow>(row);
  const [first, second] =
    lens === "risk"
      ? [oneOfIn(risk, "probability", LEVELS), oneOfIn(risk, "impact", LEVELS)]
      : [oneOfIn(value, "magnitude", LEVELS), oneOfIn(value, "reach", LEVELS)];
  return first && second ? [first, second] : null;
}

function daysOf(row: Row): number | null {
  const days = numberIn(readRecordedFields<EffortRow>(row), "days");
  return days !== null && days >= 0 ? days : null;
}

function daysIn(evaluation: Row): number[] {
  return tableRowsIn(evaluation).flatMap((row) => daysOf(row) ?? []);
}

function effortIn(evaluation: Row): Pick<EffortEvaluation, "uncertainty" | "value"> | null {
  const effort = readRecordedFields<EffortEvaluation>(evaluation);
  const uncertainty = UNCERTAINTIES.find((one) => one === fieldIn(effort, "uncertainty"));
  const value = numberIn(effort, "value");
  return uncertainty === undefined || value === null ? null : { uncertainty, value };
}

/** Null where figures are so large that nothing can be compared with them. */
function scoredOf(lens: LensId, evaluation: RecordedEvaluation): LensScore | null {
  const found = scoreIn(lens, evaluation);
  return found && Number.isFinite(found.over) && Number.isFinite(found.under) ? found : null;
}

function scoreIn(lens: LensId, evaluation: RecordedEvaluation): LensScore | null {
  const option = textIn(evaluation, "option") ?? "";
  switch (lens) {
    case "risk": {
      const stated_total = numberIn(readRecordedFields<RiskEvaluation>(evaluation), "stated_total");
      const levels = readEveryRow(evaluation, (row) => levelsOf(lens, row));
      const rows = levels?.map(([probability, impact]) => ({ probability, impact }));
      return rows ? score(lens, { option, rows, stated_total }) : null;
    }
    case "value": {
      const stated_total = numberIn(
        readRecordedFields<ValueEvaluation>(evaluation),
        "stated_total",
      );
      const levels = readEveryRow(evaluation, (row) => levelsOf(lens, row));
      const rows = levels?.map(([magnitude, reach]) => ({ magnitude, reach }));
      return rows ? score(lens, { option, rows, stated_total }) : null;
    }
    case "effort": {
      const stated = readRecordedFields<EffortEvaluation>(evaluation);
      const effort = effortIn(evaluation);
      const rows = readEveryRow(evaluation, daysOf)?.map((days) => ({ days }));
      if (effort === null || !rows) return null;
      const stated_realistic_days = numberIn(stated, "stated_realistic_days");
      const stated_roi = numberIn(stated, "stated_roi");
      return score(lens, { option, ...effort, rows, stated_realistic_days, stated_roi });
    }
    case "plain": {
      const points = numberIn(readRecordedFields<PlainEvaluation>(evaluation), "score");
      return points === null ? null : score(lens, { option, score: points });
    }
  }
}

/** Null where one cannot be read, or there is none: a sum of the others would be a claim of our own. */
function readEveryRow<Figures>(
  evaluation: Row,
  readRow: (row: Row) => Figures | null,
): Figures[] | null {
  const read = tableRowsIn(evaluation).map((row) => readRow(row));
  const readable = read.filter((figures) => figures !== null);
  return read.length > 0 && readable.length === read.length ? readable : null;
}
