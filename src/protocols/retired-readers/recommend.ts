/** Round 1: a judge's table, its choice and its case, from the brief. */
import type { ClaimDraft } from "../../../domain/claim.ts";
import type { RecommendMatter } from "../prompts/prompt-input.ts";
import type { LensEvaluation, LensId } from "../rules/lens.ts";
import { type LensAssessment, leadingPoint, nothingToWeigh } from "./bench.ts";
import { doubtsAbout, whatWouldMove } from "./doubts.ts";
import { findingsFor } from "./fall-back.ts";
import { claimText, headline } from "./phrase.ts";
import { type ArgumentPoint, pointsOf } from "./points.ts";
import { readBrief, type OfflineBriefReading } from "./read-brief.ts";
import { type OptionStanding, weigh } from "./weigh.ts";

export interface RecommendedVote {
  readonly option: string;
  readonly confidence: number;
  readonly headline: string;
  readonly claims: readonly ClaimDraft[];
}

export interface RecommendReply extends RecommendedVote {
  readonly evaluations: readonly LensEvaluation[];
  readonly self_challenge: string;
  readonly would_change_my_mind: string;
}

export function recommend({ brief, lens }: RecommendMatter): RecommendReply {
  const reading = readBrief(brief);
  const { findings, weak } = findingsFor(reading, lens);
  const standings = weigh(reading, lens, findings);
  const [best, second] = standings;
  const points = pointsOf(reading, lens, findings);
  if (!best || !second || points.length === 0) throw nothingToWeigh(lens);
  const evaluations = brief.options.flatMap(
    ({ id }) => standings.find(({ option }) => option === id)?.evaluation ?? [],
  );
  const chosen = { reading, lens, standings, points };
  return {
    option: best.option,
    confidence: weak ? WEAK_CONFIDENCE : confidenceOf(lens, best, second),
    headline: weak ? `${SILENT[lens]} ${firstWords(chosen)}` : firstWords(chosen),
    claims: claimsFor(chosen),
    evaluations,
    self_challenge: doubtsAbout(chosen),
    would_change_my_mind: whatWouldMove(chosen),
  };
}

const SILENT: Readonly<Record<LensId, string>> = {
  risk: "The brief says nothing of risk itself, so this is a weak reading:",
  value: "The brief says nothing of value itself, so this is a weak reading:",
  effort: "The brief says nothing of effort itself, so this is a weak reading:",
  plain: "This is a weak reading:",
};

const WEAK_CONFIDENCE = 25;

/** Below what is called HIGH: comparing words is not judging (K20). */
const MOST_CONFIDENCE = 74;

/** From the distance to the second and the number of findings; never certain, for cues are no understanding. */
export function confidenceOf(lens: LensId, best: OptionStanding, second: OptionStanding): number {
  const evidence = Math.min(best.evidence + second.evidence, 10);
  const [first, other] = [best.score, second.score].map(({ over, under }) => over / under);
  if (first === undefined || other === undefined || first === other) return 30 + evidence;
  const distance =
    lens === "effort" ? 1 - other / Math.max(first, Number.EPSILON) : Math.abs(first - other) * 2;
  const computed = Math.round(50 + Math.min(distance, 1) * 3 * evidence + evidence);
  return Math.min(computed, MOST_CONFIDENCE);
}

function firstWords({ reading, lens, standings, points }: LensAssessment): string {
  const [best, second] = standings;
  if (!best || !second) throw nothingToWeigh(lens);
  const point = leadingPoint({ reading, lens, standings, points });
  return headline({ lens, chosen: best.option, rival: second.option, point }, reading);
}

const MOST_CLAIMS = 4;

/** The leading point, what else speaks for the choice, and the worst of each rival. */
function claimsFor(bench: LensAssessment): ClaimDraft[] {
  const { standings, points, reading } = bench;
  const chosen = standings[0]?.option;
  const pros = points.filter(({ option, side }) => option === chosen && side === "supports");
  const worst = standings
    .slice(1)
    .flatMap(
      ({ option }) =>
        points.find((point) => point.option === option && point.side === "attacks") ?? [],
    );
  const picked = [leadingPoint(bench), ...pros.slice(0, 2), ...worst, ...pros.slice(2)];
  return distinct(picked)
    .slice(0, MOST_CLAIMS)
    .map((point) => claimOf(point, reading));
}

function distinct(points: readonly ArgumentPoint[]): ArgumentPoint[] {
  return points.filter(
    (point, index) =>
      points.findIndex(({ passage }) => passage.quote === point.passage.quote) === index,
  );
}

export function claimOf(point: ArgumentPoint, reading: OfflineBriefReading): ClaimDraft {
  const { option, side, passage } = point;
  return {
    text: claimText(point, reading),
    about: option,
    side,
    evidence: [{ source: passage.source, quote: passage.quote }],
  };
}
