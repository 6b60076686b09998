/** How each judge scored every option on its own dimensions; the sums are computed again, never by a judge. */
import { LEVELS } from "../../../domain/outcome/level.ts";
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
  textsIn,
} from "../../../timeline/reading.ts";
import type { JudgeResponse, Recommendation } from "../replies.ts";
import { formatGivenFigures } from "../rules/given-figures.ts";
import {
  listBestOptions,
  countDays,
  countRiskPoints,
  countValuePoints,
  EFFECTS,
  type EffortEvaluation,
  type EffortRow,
  type LensEvaluation,
  type LensId,
  findLens,
  type LensScore,
  type PlainEvaluation,
  RATINGS,
  type RiskEvaluation,
  type RiskRow,
  scoreForLens,
  type ValueEvaluation,
  type ValueRow,
} from "../rules/lens.ts";
import { correctEstimate, type EffortEstimate, readEstimate } from "./estimates.ts";

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
  readonly conditions: readonly string[];
  /** Months over which effort is counted. */
  readonly horizon: number | null;
  readonly options: readonly ScoredOption[];
  /** The options that its own scores put first; empty where not all could be read. */
  readonly best: readonly string[];
  /** It recommends something else than its own scores do. */
  readonly conflicts: boolean;
  /** Why it does so. */
  readonly conflictReason: string | null;
}

export interface ScoredOption {
  readonly option: string;
  readonly dimensions: readonly JudgeScoreDimension[];
  /** In words, such as "risk 6.1/10"; null where its rows cannot be read. */
  readonly shown: string | null;
  /** 0 to 1: of a full table, or of the best return on effort of this judge. */
  readonly share: number | null;
  /** The factor of the days, and the value they were compared with. */
  readonly effort: EffortEstimate | null;
}

export interface JudgeScoreDimension {
  /** By which it can be attacked; null in journals that had none. */
  readonly id: string | null;
  readonly kind: string;
  readonly description: string;
  /** Such as "high × low" or "91 days". */
  readonly given: string;
  /** 0 to 1, of the most it can be; days: of the most that this judge gave. */
  readonly share: number;
  /** What it was before the judge corrected it, and why. */
  readonly corrected: { readonly from: string; readonly reason: string } | null;
}

const MOST_POINTS = 9;

/** One row with its figures, read field by field; null where they cannot be read. */
interface ReadRow {
  readonly id: string | null;
  readonly kind: string;
  readonly description: string;
  readonly row: RiskRow | ValueRow | EffortRow | null;
  readonly corrected: JudgeScoreDimension["corrected"];
}

interface ReadOption {
  readonly option: string;
  readonly rows: readonly ReadRow[];
  readonly effort: EffortEstimate | null;
  /** The points of a judge without a table. */
  readonly points: number | null;
}

/** The table of round 1, with what the judge corrected in round 2 where that counts. */
export function createScoreCard(
  turn: TimelineTurn,
  seat: SeatCard | undefined,
  response: TimelineTurn | null = null,
): ScoreCard {
  const lens = findLens(turn.seat, seat?.stance ?? null);
  const reply = readRecordedFields<Recommendation>(turn.reply);
  const read = readOptions(lens, turn, readRecordedFields<JudgeResponse>(response?.reply));
  const scores = read.map((one) => scoreOption(lens, one));
  const known = scores.filter((one) => one !== null);
  const recommends = textIn(reply, "option");
  const best = known.length === scores.length ? listBestOptions(lens, known) : [];
  const mostReturn = Math.max(0, ...known.map(({ over, under }) => over / under));
  const mostDays = Math.max(
    0,
    ...read.flatMap(({ rows }) => rows.map(({ row }) => countRowDays(row))),
  );
  return {
    at: turn.at,
    key: turn.key,
    seat: turn.seat,
    lens,
    better: lens === "risk" ? "less" : "more",
    recommends,
    confidence: numberIn(reply, "confidence"),
    headline: textIn(reply, "headline"),
    conditions: textsIn(reply, "conditions"),
    horizon: numberIn(readRecordedFields<{ horizon_months: number }>(turn.reply), "horizon_months"),
    options: read.map(({ option, rows, effort }, place) => {
      const scored = scores[place] ?? null;
      return {
        option,
        dimensions: rows.map((row) => createDimension(row, mostDays)),
        shown: scored?.shown ?? null,
        share: scored && computeScoreShare(scored, lens === "effort" ? mostReturn : 1),
        effort,
      };
    }),
    best,
    conflicts: recommends !== null && best.length > 0 && !best.includes(recommends),
    conflictReason: textIn(reply, "against_own_scores"),
  };
}

function computeScoreShare({ over, under }: LensScore, most: number): number {
  return most <= 0 ? 0 : Math.min(1, Math.max(0, over / under / most));
}

function createDimension({ row, ...shown }: ReadRow, mostDays: number): JudgeScoreDimension {
  const given = row === null ? "" : formatGivenFigures(row);
  return { ...shown, given, share: measureRowShare(row, mostDays) };
}

function measureRowShare(row: ReadRow["row"], mostDays: number): number {
  if (row === null) return 0;
  if ("days" in row) return mostDays === 0 ? 0 : countRowDays(row) / mostDays;
  const points = "effect" in row ? Math.abs(countValuePoints(row)) : countRiskPoints(row);
  return points / MOST_POINTS;
}

function countRowDays(row: ReadRow["row"]): number {
  return row !== null && "days" in row ? countDays(row) : 0;
}

/** Rows get their ids after the case, the claims and the doubt. */
const BEFORE_ROWS = 2;

function readOptions(
  lens: LensId,
  turn: TimelineTurn,
  response: RecordedFields<JudgeResponse>,
): ReadOption[] {
  const reply = readRecordedFields<Recommendation>(turn.reply);
  let place = rowsIn(reply, "claims").length + BEFORE_ROWS;
  const nextId = (): string | null => {
    const claim = turn.claims[place++];
    return claim?.aside === true ? claim.id : null;
  };
  const options = rowsIn(reply, "evaluations").flatMap(({ row: evaluation }): ReadOption[] => {
    const option = textIn(readRecordedFields<PlainEvaluation>(evaluation), "option");
    if (option === null) return [];
    const plain = readRecordedFields<PlainEvaluation>(evaluation);
    if (lens === "plain") {
      const rows = (["strengths", "weaknesses"] as const).flatMap((kind): ReadRow[] => {
        const description = textIn(plain, kind);
        if (description === null) return [];
        return [{ id: nextId(), kind, description, row: null, corrected: null }];
      });
      const points = findCorrections(response, rows)
        .map((one) => numberIn(one, "score"))
        .at(-1);
      return [{ option, rows, effort: null, points: points ?? numberIn(plain, "score") }];
    }
    const table = readRecordedFields<RiskEvaluation>(evaluation);
    const rows = rowsIn(table, "rows").flatMap(({ row }): ReadRow[] => {
      const kind = textIn(row, "kind");
      const id = nextId();
      if (kind === null) return [];
      const description = textIn(row, "description") ?? "";
      const before = readFigures(lens, row);
      const [correction] = findCorrections(response, [{ id }]).slice(-1);
      const after = correction ? readFigures(lens, correction) : null;
      const reason = correction ? textIn(correction, "reason") : null;
      if (before === null || after === null) {
        return [{ id, kind, description, row: before, corrected: null }];
      }
      const corrected = { from: formatGivenFigures(before), reason: reason ?? "" };
      return [{ id, kind, description, row: after, corrected }];
    });
    const effort = lens === "effort" ? readEstimate(evaluation) : null;
    return [{ option, rows, effort, points: null }];
  });
  // estimates have their ids after all rows
  return options.map((one) => {
    if (one.effort === null) return one;
    const id = nextId();
    const [made] = findCorrections(response, [{ id }]).slice(-1);
    return { ...one, effort: correctEstimate({ ...one.effort, id }, made) };
  });
}

type Correction = RecordedFields<{ claim: string; reason: string; score: number }>;

function findCorrections(
  response: RecordedFields<JudgeResponse>,
  rows: readonly { readonly id: string | null }[],
): Correction[] {
  const made = readRecordedFields<{ corrections: readonly object[] }>(response);
  return rowsIn(made, "corrections")
    .map(({ row }) => readRecordedFields<{ claim: string; reason: string; score: number }>(row))
    .filter((row) => rows.some(({ id }) => id !== null && id === textIn(row, "claim")));
}

/** Only the figures matter to a sum; words and kinds are shown as they are. */
function readFigures(lens: LensId, row: Row): ReadRow["row"] {
  const words = { kind: "technical", description: "" } as const;
  if (lens === "risk") {
    const risk = readRecordedFields<RiskRow>(row);
    const probability = oneOfIn(risk, "probability", RATINGS);
    const impact = oneOfIn(risk, "impact", RATINGS);
    return probability && impact && { ...words, probability, impact };
  }
  if (lens === "value") {
    const value = readRecordedFields<ValueRow>(row);
    const effect = oneOfIn(value, "effect", EFFECTS);
    const magnitude = oneOfIn(value, "magnitude", LEVELS);
    const reach = oneOfIn(value, "reach", LEVELS);
    const isWhole =
      (magnitude && reach) || (effect !== null && effect !== "gain" && effect !== "loss");
    return effect && isWhole ? { ...words, kind: "growth", effect, magnitude, reach } : null;
  }
  const effort = readRecordedFields<EffortRow>(row);
  const given = fieldIn(effort, "days");
  const isDays = (typeof given === "number" && given >= 0) || given === "unknown" || given === null;
  if (!isDays || !Object.hasOwn(row, "days")) return null;
  return { ...words, kind: "testing", days: given };
}

/** Null where one row cannot be read, or there is none: a sum of the others would be a claim of our own. */
function scoreOption(lens: LensId, { option, rows, effort, points }: ReadOption): LensScore | null {
  const found = createScore(lens, { option, rows, effort, points });
  return found && Number.isFinite(found.over) && Number.isFinite(found.under) ? found : null;
}

function createScore(lens: LensId, { option, rows, effort, points }: ReadOption): LensScore | null {
  if (lens === "plain")
    return points === null ? null : scoreForLens(lens, { option, score: points });
  const figures = rows.flatMap(({ row }) => row ?? []);
  if (figures.length === 0 || figures.length < rows.length) return null;
  if (lens === "effort" && effort === null) return null;
  const evaluation = { option, rows: figures, ...effort } as
    | RiskEvaluation
    | ValueEvaluation
    | EffortEvaluation;
  return scoreForLens(lens, evaluation satisfies LensEvaluation);
}
