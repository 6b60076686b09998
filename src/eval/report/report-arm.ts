/** The figures of one arm. */
import { FLIP_CLASSES, type FlipClass } from "../../audit/measures/position-flips.ts";
import { computeMean } from "../../audit/statistics/statistics.ts";
import type { EvalArm } from "../arms/parse-arm.ts";
import type { EvalCell } from "../cells/read-cell.ts";
import type { CellScore } from "../cells/score-cell.ts";
import type { EvalItem } from "../items/eval-item.ts";
import {
  type CalibrationMetrics,
  computeAccuracyBy,
  computeCalibration,
  computeRiskCoverage,
  type LabelledAccuracy,
  listForecasts,
} from "../metrics/calibration-metrics.ts";
import {
  computeConformity,
  computeFlipMetrics,
  type ConformityMetrics,
  findLeader,
  type FlipMetrics,
} from "../metrics/flip-metrics.ts";
import { computePanelMetrics, type PanelMetrics } from "../metrics/panel-metrics.ts";
import { type CountedShare, countShare, measureShare } from "../metrics/rates.ts";
import { drawClusteredInterval, FEWEST_ITEMS } from "../statistics/paired-comparison.ts";

export interface ScoredItem {
  readonly cell: EvalCell;
  readonly item: EvalItem;
  readonly score: CellScore;
}

export interface RoundAccuracy {
  readonly round: number;
  readonly mean: CountedShare;
  readonly vote: CountedShare;
}

export interface ArmReport {
  readonly name: string;
  readonly kind: EvalArm["kind"];
  readonly items: number;
  /** Items with a known answer; of reviews, planted flaws. */
  readonly accuracy: CountedShare;
  /** Fewer than 30 items: a share, and no claim. */
  readonly claimed: boolean;
  readonly withoutUnparsed: CountedShare;
  readonly unparsed: CountedShare;
  /** Mean over clusters; null without clusters. */
  readonly macro: number | null;
  readonly coverage: CountedShare;
  readonly selective: CountedShare;
  readonly riskCoverage: number | null;
  readonly audited: CountedShare;
  /** Against the blind vote of the same debates. */
  readonly regret: number | null;
  readonly oracle: CountedShare;
  readonly byRound: readonly RoundAccuracy[];
  readonly flips: FlipMetrics | null;
  readonly conformity: ConformityMetrics | null;
  readonly flipClasses: Readonly<Record<FlipClass, number>>;
  readonly panel: PanelMetrics | null;
  readonly calibration: CalibrationMetrics | null;
  readonly byStrength: readonly LabelledAccuracy[];
  readonly byLabel: readonly LabelledAccuracy[];
  readonly byMargin: readonly LabelledAccuracy[];
  readonly dissents: number;
  readonly fidelity: number | null;
  readonly verified: CountedShare;
  readonly otherFindings: number;
  readonly rounds: readonly LabelledAccuracy[];
  readonly absences: number;
  readonly retries: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  readonly wallMs: number;
  /** Tokens per right answer, or per flaw found; null where nothing was right. */
  readonly tokensPerRight: number | null;
}

export function reportArm(
  arm: EvalArm,
  all: readonly ScoredItem[],
  seed: string | number,
): ArmReport {
  const known = all.filter(({ score }) => score.score !== null);
  const accuracy = countAccuracy(known, seed);
  const talks = known.map(({ cell, item }) => ({
    item: item.id,
    truth: item.answer,
    turns: cell.turns,
  }));
  const choices = talks.filter((_, index) => known[index]?.item.kind === "choice");
  const hasRounds = choices.some(({ turns }) => turns.some(({ round }) => round > 1));
  const blind = known.filter(({ score }) => score.blind !== null);
  const tokens = sumItems(all, ({ cell }) => cell.cost.inputTokens + cell.cost.outputTokens);
  const right = sumItems(known, ({ score, item }) => (score.score ?? 0) * weighFlaws(item));
  return {
    name: arm.name,
    kind: arm.kind,
    items: all.length,
    accuracy,
    claimed: accuracy.of >= FEWEST_ITEMS,
    withoutUnparsed: countAccuracy(
      known.filter(({ score }) => !score.unparsed),
      seed,
    ),
    unparsed: measureShare(all, ({ score }) => score.unparsed),
    macro: computeMacro(known),
    coverage: measureShare(known, ({ score }) => score.decided !== null),
    selective: measureShare(
      known.filter(({ score }) => score.decided !== null),
      ({ score }) => score.decided === 1,
    ),
    riskCoverage: computeRiskCoverage(known),
    audited: measureShare(
      known.filter(({ score }) => score.audited !== null),
      ({ score }) => score.audited === 1,
    ),
    regret:
      blind.length === 0
        ? null
        : computeMean(blind.map(({ score }) => (score.score ?? 0) - (score.blind ?? 0))),
    oracle: measureShare(choices, ({ turns, truth }) =>
      turns.some(({ round, position }) => round === 1 && position === truth),
    ),
    byRound: reportRounds(choices),
    flips: hasRounds ? computeFlipMetrics(choices, seed) : null,
    conformity: hasRounds ? computeConformity(choices) : null,
    flipClasses: countFlipClasses(all),
    panel:
      choices.length === 0
        ? null
        : computePanelMetrics(choices, reportRounds(choices)[0]?.vote.share ?? null),
    calibration: computeCalibration(listForecasts(known)),
    byStrength: computeAccuracyBy(known, ({ strength }) => strength),
    byLabel: computeAccuracyBy(known, ({ label }) => label),
    byMargin: computeAccuracyBy(known, ({ margin }) => margin.toFixed(2)),
    ...reportProcess(all),
    tokensPerRight: right === 0 ? null : tokens / right,
  };
}

function weighFlaws({ kind, flaws }: EvalItem): number {
  return kind === "review" ? flaws.length : 1;
}

function sumItems(all: readonly ScoredItem[], of: (one: ScoredItem) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}

/** Of reviews every planted flaw is one case, and flaws of one text are drawn together. */
function countAccuracy(known: readonly ScoredItem[], seed: string | number): CountedShare {
  const reviews = known.filter(({ item }) => item.kind === "review");
  if (reviews.length === 0)
    return countShare(known.filter(({ score }) => score.score === 1).length, known.length);
  const found = reviews.map(({ score }) =>
    score.flaws.map(({ finding }) => Number(finding !== null)),
  );
  const flat = found.flat();
  const counted = countShare(
    flat.reduce((total, one) => total + one, 0),
    flat.length,
  );
  return { ...counted, interval: drawClusteredInterval(found, { seed }) };
}

function computeMacro(known: readonly ScoredItem[]): number | null {
  const clusters = Map.groupBy(known, ({ item }) => item.cluster);
  if (clusters.size < 2) return null;
  return computeMean(
    [...clusters.values()].map((own) => computeMean(own.map(({ score }) => score.score ?? 0))),
  );
}

interface KnownTalk {
  readonly truth: string | null;
  readonly turns: EvalCell["turns"];
}

/** A talk that ended earlier keeps its last positions: otherwise later rounds would be of the hard items alone. */
function reportRounds(talks: readonly KnownTalk[]): RoundAccuracy[] {
  const last = Math.max(0, ...talks.flatMap(({ turns }) => turns.map(({ round }) => round)));
  return Array.from({ length: last }, (_, index) => {
    const round = index + 1;
    const rows = talks
      .map(({ turns, truth }) => ({ truth, held: listPositionsAt(turns, round) }))
      .filter(({ held }) => held.length > 0);
    const seats = rows.flatMap(({ held, truth }) => held.map((position) => position === truth));
    return {
      round,
      mean: measureShare(seats, (isRight) => isRight),
      vote: measureShare(
        rows,
        ({ held, truth }) => findLeader(held.filter((one) => one !== null)) === truth,
      ),
    };
  });
}

/** Every seat's position after a round: that of the round, or of the last one in which it was asked. */
function listPositionsAt(turns: EvalCell["turns"], round: number): (string | null)[] {
  const latest = new Map<string, EvalCell["turns"][number]>();
  for (const turn of turns) {
    const before = latest.get(turn.seat);
    if (turn.round <= round && (before === undefined || turn.round > before.round))
      latest.set(turn.seat, turn);
  }
  return [...latest.values()].map(({ position }) => position);
}

function countFlipClasses(all: readonly ScoredItem[]): Record<FlipClass, number> {
  const flips = all.flatMap(({ cell }) => cell.flips);
  const counts = FLIP_CLASSES.map(
    (name) => [name, flips.filter((flip) => flip.class === name).length] as const,
  );
  return Object.fromEntries(counts) as Record<FlipClass, number>;
}

function reportProcess(all: readonly ScoredItem[]) {
  const fidelities = all.flatMap(({ cell }) => cell.fidelity ?? []);
  return {
    dissents: sumItems(all, ({ cell }) => cell.dissents),
    fidelity: fidelities.length === 0 ? null : computeMean(fidelities),
    verified: countShare(
      sumItems(all, ({ cell }) => cell.verifiedClaims),
      sumItems(all, ({ cell }) => cell.claims),
    ),
    otherFindings: sumItems(all, ({ score }) => score.other),
    rounds: computeAccuracyBy(all, ({ rounds }) => `${rounds}`),
    absences: sumItems(all, ({ cell }) => cell.absences),
    retries: sumItems(all, ({ cell }) => cell.retries),
    calls: sumItems(all, ({ cell }) => cell.cost.calls),
    inputTokens: sumItems(all, ({ cell }) => cell.cost.inputTokens),
    outputTokens: sumItems(all, ({ cell }) => cell.cost.outputTokens),
    costUsd: sumItems(all, ({ cell }) => cell.cost.costUsd),
    wallMs: sumItems(all, ({ cell }) => cell.cost.wallMs),
  };
}
