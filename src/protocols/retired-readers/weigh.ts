/** Turns findings into the table of a lens, and ranks the options by it. */
import { type Level, LEVELS } from "../../domain/level.ts";
import { daysOf } from "./days.ts";
import type { PassageFinding } from "./findings.ts";
import {
  bestOf,
  type OldEffortEvaluation,
  type OldLensEvaluation,
  type OldLensId,
  RISK_KINDS,
  type OldRiskEvaluation,
  score,
  type OldLensScore,
  UNCERTAINTIES,
  VALUE_KINDS,
  type OldValueEvaluation,
} from "./old-lens.ts";
import type { OfflineBriefReading } from "./read-brief.ts";
import { rowText } from "./row-text.ts";

export interface OptionStanding {
  readonly option: string;
  readonly name: string;
  readonly evaluation: OldLensEvaluation;
  readonly score: OldLensScore;
  /** Finer than the score and in integers; more is better. Breaks ties. */
  readonly leaning: number;
  /** How many findings bear on it in this lens. */
  readonly evidence: number;
}

/** All options, best first. Ties are broken by what the texts say, never by letter or position. */
export function weigh(
  reading: OfflineBriefReading,
  lens: OldLensId,
  findings = reading.findings,
): OptionStanding[] {
  const standings = reading.options.map(({ id, name }): OptionStanding => {
    const own = findings.filter(({ option }) => option === id);
    const evaluation = rounded(lens, EVALUATE[lens](id, own, reading));
    const relevant = own.filter(({ measure }) => bearsOn(lens, measure));
    const leaning = leaningOf(lens, relevant);
    const evidence =
      relevant.length +
      (lens === "effort" ? reading.work.filter(({ option }) => option === id).length : 0);
    return { option: id, name, evaluation, score: score(lens, evaluation), leaning, evidence };
  });
  return ranked(standings, lens, reading);
}

function ranked(
  standings: readonly OptionStanding[],
  lens: OldLensId,
  reading: OfflineBriefReading,
): OptionStanding[] {
  const words = (standing: OptionStanding): string => reading.ownWords.get(standing.option) ?? "";
  const byText = standings.toSorted(
    (a, b) =>
      b.leaning - a.leaning ||
      b.evidence - a.evidence ||
      (words(a) < words(b) ? -1 : words(a) > words(b) ? 1 : 0),
  );
  const order: OptionStanding[] = [];
  let left = byText;
  while (left.length > 0) {
    const best = new Set(
      bestOf(
        lens,
        left.map((standing) => standing.score),
      ),
    );
    order.push(...left.filter(({ option }) => best.has(option)));
    left = left.filter(({ option }) => !best.has(option));
  }
  return order;
}

/** Strictly better, on the exact fractions. */
export function isBetter(lens: OldLensId, a: OldLensScore, b: OldLensScore): boolean {
  const best = bestOf(lens, [a, b]);
  return best.length === 1 && best[0] === a.option;
}

export function bearsOn(lens: OldLensId, measure: PassageFinding["measure"]): boolean {
  if (lens === "plain") return true;
  return measure === lens || (lens === "effort" && measure !== "risk");
}

function leaningOf(lens: OldLensId, findings: readonly PassageFinding[]): number {
  return sum(
    findings.map(({ measure, weight }) =>
      measure === "value" && lens !== "risk" ? weight : -weight,
    ),
  );
}

type Evaluate = (
  option: string,
  findings: readonly PassageFinding[],
  reading: OfflineBriefReading,
) => OldLensEvaluation;

const EVALUATE: Readonly<Record<OldLensId, Evaluate>> = {
  risk: (option, findings) => ({
    option,
    rows: RISK_KINDS.map((kind) => {
      const about = findings.filter((one) => one.measure === "risk" && one.kind === kind);
      return { kind, description: rowText("risk", kind, about), ...riskLevels(about) };
    }),
    stated_total: null,
  }),
  value: (option, findings) => ({
    option,
    rows: VALUE_KINDS.map((kind) => {
      const about = findings.filter((one) => one.measure === "value" && one.kind === kind);
      return { kind, description: rowText("value", kind, about), ...valueLevels(about) };
    }),
    stated_total: null,
  }),
  effort: (option, findings, reading) => effortOf(option, findings, reading),
  plain: (option, findings) => {
    const good = findings.filter(({ measure, weight }) =>
      measure === "value" ? weight > 0 : weight < 0,
    );
    const bad = findings.filter((one) => !good.includes(one));
    const score = Math.min(10, Math.max(0, 5 + leaningOf("plain", findings) / 2));
    const [strengths, weaknesses] = [
      rowText("plain", "strength", good),
      rowText("plain", "weakness", bad),
    ];
    return { option, strengths, weaknesses, score };
  },
};

function riskLevels(about: readonly PassageFinding[]): { probability: Level; impact: Level } {
  const harm = about.filter(({ weight }) => weight > 0);
  const worst = most(harm.map(({ weight }) => weight));
  const net = sum(about.map(({ weight }) => weight));
  if (net <= 0) return { probability: "low", impact: "low" };
  const likely = harm.some(({ reach, hard }) => reach === "high" || hard) ? 1 : 0;
  const doubtful = harm.every((one) => one.doubtful) ? 1 : 0;
  const eased = net * 2 <= sum(harm.map(({ weight }) => weight)) ? 1 : 0;
  const frequency = (net >= 6 ? 2 : net >= 3 ? 1 : 0) + likely - doubtful;
  return { probability: level(frequency), impact: level(worst - 1 - eased) };
}

function valueLevels(about: readonly PassageFinding[]): { magnitude: Level; reach: Level } {
  const gains = about.filter(({ weight }) => weight > 0);
  const best = most(gains.map(({ weight }) => weight));
  const net = sum(about.map(({ weight }) => weight));
  if (net <= 0) return { magnitude: "low", reach: "low" };
  const eased = net * 2 <= sum(gains.map(({ weight }) => weight)) ? 1 : 0;
  const widest = most(gains.map(({ reach }) => (reach === null ? 0 : LEVELS.indexOf(reach))));
  const breadth = Math.max(widest, net >= 6 ? 2 : net >= 3 ? 1 : 0);
  return { magnitude: level(best - 1 - eased), reach: level(breadth) };
}

function effortOf(
  option: string,
  findings: readonly PassageFinding[],
  reading: OfflineBriefReading,
): OldEffortEvaluation {
  const { rows, total, stated, vague } = daysOf(option, reading);
  const unknown = sum(
    findings.filter(({ measure }) => measure === "uncertainty").map(({ weight }) => weight),
  );
  const tooMuch = reading.capacity?.days != null && total > reading.capacity.days;
  const steps =
    (unknown >= 5 ? 2 : unknown >= 2 ? 1 : 0) + (stated && !vague ? 0 : 1) + (tooMuch ? 1 : 0);
  const uncertainty = UNCERTAINTIES[Math.min(steps, UNCERTAINTIES.length - 1)] ?? 1;
  return {
    option,
    rows,
    uncertainty,
    value: worthOf(option, findings, reading),
    stated_realistic_days: null,
    stated_roi: null,
  };
}

/** Any option answers the question somehow and is worth something, unless more is said against that than for it. */
const LEAST_WORTH = 1;

/** The value of the value lens, stretched to the whole scale. */
function worthOf(
  option: string,
  findings: readonly PassageFinding[],
  reading: OfflineBriefReading,
): number {
  const { over, under } = score("value", EVALUATE.value(option, findings, reading));
  const nothing = VALUE_KINDS.length;
  const least = leaningOf("value", valuesIn(findings)) < 0 ? 0 : LEAST_WORTH;
  return oneDecimal(least + ((10 - least) * (over - nothing)) / (under - nothing));
}

function valuesIn(findings: readonly PassageFinding[]): PassageFinding[] {
  return findings.filter(({ measure }) => measure === "value");
}

function rounded(lens: OldLensId, evaluation: OldLensEvaluation): OldLensEvaluation {
  const { over, under } = score(lens, evaluation);
  switch (lens) {
    case "risk":
    case "value":
      return {
        ...(evaluation as OldRiskEvaluation | OldValueEvaluation),
        stated_total: oneDecimal((10 * over) / under),
      };
    case "effort":
      return {
        ...(evaluation as OldEffortEvaluation),
        stated_realistic_days: oneDecimal(under),
        stated_roi: Math.round((100 * over) / under) / 100,
      };
    case "plain":
      return evaluation;
  }
}

function level(index: number): Level {
  return LEVELS[Math.min(Math.max(index, 0), LEVELS.length - 1)] ?? "low";
}

/** Not by spreading: a long document has more findings than a call may have arguments. */
function most(numbers: readonly number[]): number {
  return numbers.reduce((largest, number) => Math.max(largest, number), 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function oneDecimal(number: number): number {
  return Math.round(number * 10) / 10;
}
