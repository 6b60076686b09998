/** Round 2: challenges to every other judge, then a defence, or a revision with a cause. */
import type { Evidence } from "../../../domain/evidence.ts";
import type { JudgePosition, JudgeRespondInput } from "../prompts/prompt-input.ts";
import type { LensId } from "../rules/lens.ts";
import { type LensAssessment, leadingPoint } from "./bench.ts";
import { type JudgeChallenge, challengesTo } from "./challenges.ts";
import { findingsFor } from "./fall-back.ts";
import { type Persuasion, persuasionsFrom } from "./persuasion.ts";
import { heldHeadline, nameOf } from "./phrase.ts";
import { pointsOf } from "./points.ts";
import { readBrief, type OfflineBriefReading } from "./read-brief.ts";
import { claimOf, confidenceOf, type RecommendedVote } from "./recommend.ts";
import { asSentence, quoted } from "./sentences.ts";
import { isBetter, type OptionStanding, weigh } from "./weigh.ts";

export interface RespondReply extends RecommendedVote {
  readonly challenges: readonly JudgeChallenge[];
  readonly changed_because: {
    readonly claims: readonly string[];
    readonly evidence: readonly Evidence[];
    readonly explanation: string;
  } | null;
}

export function respond({ brief, lens, own, peers }: JudgeRespondInput): RespondReply {
  const reading = readBrief(brief);
  const { findings } = findingsFor(reading, lens);
  const before = weigh(reading, lens, findings);
  const persuasions = persuasionsFrom(peers, own, reading);
  const after = weigh(reading, lens, [...findings, ...persuasions.map(({ finding }) => finding)]);
  const points = pointsOf(reading, lens, findings);
  const causes = causesOfChange({ own, before, after, persuasions });
  const option = causes.length > 0 ? (after[0]?.option ?? own.option) : own.option;
  const bench: LensAssessment = { reading, lens, points, standings: withFirst(after, option) };
  return {
    challenges: challengesTo(peers, { ...bench, option }),
    option,
    confidence: confidenceAfter(bench, own, causes.length > 0),
    headline: causes.length > 0 ? revised(bench, own, causes) : held(bench, own),
    claims: furtherClaims(bench, own),
    changed_because:
      causes.length > 0 ? causeOf(causes, { from: own.option, to: option, reading, lens }) : null,
  };
}

interface Turn {
  readonly own: JudgePosition;
  readonly before: readonly OptionStanding[];
  readonly after: readonly OptionStanding[];
  readonly persuasions: readonly Persuasion[];
}

/** The persuasions that put another option strictly ahead; none while the own choice still leads. */
function causesOfChange({ own, before, after, persuasions }: Turn): Persuasion[] {
  const [best] = after;
  const was = before.find(({ option }) => option === own.option);
  const wasBest = before.find(({ option }) => option === best?.option);
  const now = after.find(({ option }) => option === own.option);
  if (!best || !now || !was || !wasBest || best.option === own.option) return [];
  if (!isBetter(own.lens, best.score, now.score) || isBetter(own.lens, wasBest.score, was.score))
    return [];
  return persuasions.filter(({ finding }) => {
    const good = finding.measure === "value" ? finding.weight > 0 : finding.weight < 0;
    return good ? finding.option === best.option : finding.option === own.option;
  });
}

function withFirst(standings: readonly OptionStanding[], option: string): OptionStanding[] {
  return [
    ...standings.filter((standing) => standing.option === option),
    ...standings.filter((standing) => standing.option !== option),
  ];
}

/** Having moved, or being overtaken without a cause that counts, a judge is less sure than before. */
function confidenceAfter(
  { lens, standings }: LensAssessment,
  own: JudgePosition,
  moved: boolean,
): number {
  const [first, second] = standings;
  if (!first || !second || isBetter(lens, second.score, first.score))
    return Math.max(own.confidence - 15, 10);
  const computed = confidenceOf(lens, first, second);
  return moved ? Math.min(computed, 65) : Math.min(computed, own.confidence);
}

function held(bench: LensAssessment, { option }: JudgePosition): string {
  const { reading, lens, points, standings } = bench;
  const name = nameOf(reading, option);
  if (points.length === 0) {
    return asSentence(`${name} stays my choice, for the brief bears out nothing the others say`);
  }
  // the worst of all options led in round 1; what the defence must answer is the option next to its own
  const rival = standings[1]?.option;
  const nearest = points.find((point) => point.option === rival && point.side === "attacks");
  const point = (lens === "risk" ? nearest : undefined) ?? leadingPoint(bench);
  return heldHeadline({ lens, chosen: option, point }, reading);
}

function revised(
  { reading, lens, standings }: LensAssessment,
  own: JudgePosition,
  causes: readonly Persuasion[],
): string {
  const to = nameOf(reading, standings[0]?.option ?? "");
  const clause = strongest(causes)?.clause ?? "";
  return asSentence(`${clause}, so ${to} ${NOW[lens]} ${nameOf(reading, own.option)} after all`);
}

function strongest(causes: readonly Persuasion[]): Persuasion | undefined {
  return causes.toSorted((a, b) => Math.abs(b.finding.weight) - Math.abs(a.finding.weight))[0];
}

const NOW: Readonly<Record<LensId, string>> = {
  risk: "is safer than",
  value: "is worth more than",
  effort: "returns more for the work than",
  plain: "has more in its favour than",
};

interface Move {
  readonly from: string;
  readonly to: string;
  readonly reading: OfflineBriefReading;
  readonly lens: LensId;
}

function causeOf(
  causes: readonly Persuasion[],
  { from, to, reading, lens }: Move,
): RespondReply["changed_because"] {
  const claims = [...new Set(causes.map(({ claim }) => claim))];
  const shown = claims.map((id) => {
    return `${id} shows ${quoted(causes.find(({ claim }) => claim === id)?.clause ?? "")}`;
  });
  const [old, now] = [nameOf(reading, from), nameOf(reading, to)];
  const explanation = `${listed(shown)}, which I had not counted; with that, ${now} ${NOW[lens]} ${old}.`;
  return { claims, evidence: [], explanation };
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

const MOST_FURTHER_CLAIMS = 2;

/** What was not said in round 1: for the choice, or against the others. */
function furtherClaims(
  { points, reading, standings }: LensAssessment,
  own: JudgePosition,
): RecommendedVote["claims"] {
  const option = standings[0]?.option;
  const said = new Set(own.claims.flatMap(({ evidence }) => evidence.map(({ quote }) => quote)));
  return points
    .filter((point) => (point.option === option) === (point.side === "supports"))
    .filter(({ passage }) => !said.has(passage.quote))
    .filter(
      ({ passage }, index, all) =>
        all.findIndex((other) => other.passage.quote === passage.quote) === index,
    )
    .slice(0, MOST_FURTHER_CLAIMS)
    .map((point) => claimOf(point, reading));
}
