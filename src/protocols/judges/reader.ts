/**
 * The built-in reader of `judges`: it counts what the brief itself marks as for or against an option, quotes it, says
 * what is missing, and never changes its vote. It rates nothing, and its votes decide nothing (K20).
 */
import type { Brief } from "../../domain/brief.ts";
import type { PromptInput } from "../../model.ts";
import { type MarkedPoint, readMarkedPoints } from "../marked-brief.ts";
import type { JudgePosition, JudgeRespondInput, RecommendInput } from "./prompts/prompt-input.ts";
import type { JudgeResponse, Recommendation } from "./replies.ts";
import { shortenToHeadline } from "./rules/headline.ts";
import {
  EFFORT_KINDS,
  type LensEvaluation,
  type LensId,
  RISK_KINDS,
  USUAL_HORIZON,
  VALUE_KINDS,
} from "./rules/lens.ts";

export const judgesReaders: Readonly<Record<string, (input: PromptInput) => unknown>> = {
  "judges.recommend": (input) => recommend(input as RecommendInput),
  "judges.respond": (input) => respond(input as JudgeRespondInput),
};

/** Below what anyone would act on: counting marks is not judging. */
const CONFIDENCE = { marked: 30, unmarked: 10 } as const;
const MOST_CLAIMS = 4;

function recommend({ brief, lens }: RecommendInput): unknown {
  const { points, missing } = readMarkedPoints(brief);
  const counts = countMarks(brief, points);
  const chosen = chooseOption(counts, lens);
  const isMarked = points.some(({ option }) => option !== null);
  const against = points.find(({ option, side }) => option === chosen && side === "against");
  return {
    ...(lens === "effort" && { horizon_months: USUAL_HORIZON }),
    evaluations: brief.options.map(({ id }) => leaveUnrated(id, lens)),
    option: chosen,
    conditions: [],
    confidence: isMarked ? CONFIDENCE.marked : CONFIDENCE.unmarked,
    headline: isMarked
      ? `${CHOSEN_BY[lens]}: ${chosen}.`
      : `The brief marks nothing for or against an option. ${chosen} is named so that ${SUBJECT[lens]} is heard.`,
    claims: claimMarks(points, chosen, missing),
    against_own_scores: null,
    missing: null,
    self_challenge: against
      ? `The brief marks this against ${chosen}: ${quoteMark(against)}`
      : `The brief marks nothing against ${chosen}, which may be an omission.`,
    would_change_my_mind: "Points that the brief marks for another option, or against this one.",
  } satisfies Omit<Recommendation, "evaluations"> & { evaluations: LensEvaluation[] };
}

const CHOSEN_BY: Readonly<Record<LensId, string>> = {
  risk: "Least risk by the brief's own marks, with the fewest points against it",
  value: "Most value by the brief's own marks, with the most points for it",
  effort: "Best return on effort by the brief's own marks, points for less points against",
  plain: "Best by the brief's own marks, points for less points against",
};

const SUBJECT: Readonly<Record<LensId, string>> = {
  risk: "the risk",
  value: "the value",
  effort: "the effort",
  plain: "this stance",
};

interface MarkCount {
  readonly option: string;
  readonly pros: number;
  readonly cons: number;
}

function countMarks(brief: Brief, points: readonly MarkedPoint[]): MarkCount[] {
  return brief.options.map(({ id }) => {
    const own = points.filter(({ option }) => option === id);
    const pros = own.filter(({ side }) => side === "for").length;
    return { option: id, pros, cons: own.length - pros };
  });
}

/** By the marks; where they tell nothing, each lens takes another option, so that every option is heard. */
function chooseOption(counts: readonly MarkCount[], lens: LensId): string {
  const worth = ({ pros, cons }: MarkCount): number => {
    if (lens === "risk") return -cons;
    return lens === "value" ? pros : pros - cons;
  };
  const most = Math.max(...counts.map(worth));
  const best = counts.filter((count) => worth(count) === most);
  const place = best.length === counts.length ? PLACES[lens] : 0;
  return best[place % best.length]?.option ?? "";
}

const PLACES: Readonly<Record<LensId, number>> = { risk: 0, value: 1, effort: 2, plain: 0 };

function claimMarks(
  points: readonly MarkedPoint[],
  chosen: string,
  missing: readonly string[],
): Recommendation["claims"] {
  const own = points.filter(({ option, side }) => option === chosen && side === "for");
  const others = points.filter(
    ({ option, side }) => option !== null && option !== chosen && side === "against",
  );
  const claims = [...own, ...others].slice(0, MOST_CLAIMS).map((point) => {
    const about = point.option ?? chosen;
    const words = `The brief marks this ${point.side} ${about}: ${quoteMark(point)}`;
    const headline = shortenToHeadline(words);
    return {
      headline,
      detail: headline === words ? "" : words,
      about,
      side: point.side === "for" ? ("supports" as const) : ("attacks" as const),
      evidence: [{ kind: "quote" as const, source: point.source, quote: point.quote }],
    };
  });
  if (claims.length > 0) return claims;
  const detail = missing.join(" ");
  const headline = `No mark of the brief speaks for ${chosen} or against another option.`;
  return [{ headline, detail, about: chosen, side: "supports", evidence: [] }];
}

function quoteMark({ quote }: MarkedPoint): string {
  return `“${quote}”`;
}

/** Nothing is rated, for that would be a judgement. */
export function leaveUnrated(option: string, lens: LensId): LensEvaluation {
  const description = `The built-in reader does not rate option ${option}.`;
  switch (lens) {
    case "risk": {
      const rating = { probability: "does_not_apply", impact: "does_not_apply" } as const;
      return { option, rows: RISK_KINDS.map((kind) => ({ kind, description, ...rating })) };
    }
    case "value": {
      const rating = { effect: "does_not_apply", magnitude: null, reach: null } as const;
      return { option, rows: VALUE_KINDS.map((kind) => ({ kind, description, ...rating })) };
    }
    case "effort": {
      const rows = EFFORT_KINDS.map((kind) => ({ kind, description, days: null }));
      return { option, rows, uncertainty: 1, value: 0 };
    }
    case "plain":
      return { option, strengths: description, weaknesses: description, score: 0 };
  }
}

function respond({ brief, own, peers, hidden }: JudgeRespondInput): unknown {
  const { points } = readMarkedPoints(brief);
  return {
    challenges: peers.map((peer) => challengePeer(peer, points)),
    concedes: [],
    ...(!hidden && { corrections: [], withdraws: [] }),
    option: own.option,
    conditions: [...own.conditions],
    confidence: own.confidence,
    headline: own.headline,
    claims: [],
    self_challenge: null,
    would_change_my_mind: null,
    against_own_scores: null,
    missing: null,
    changed_because: null,
    confidence_because: null,
  } satisfies JudgeResponse;
}

/** What the brief marks against the option that is held; else that nothing is marked, which proves nothing. */
function challengePeer(
  { judge, option, points }: JudgePosition,
  marks: readonly MarkedPoint[],
): JudgeResponse["challenges"][number] {
  const attacked = points.find(({ part, claim }) => part === "claim" && claim.about === option);
  const claim = (attacked ?? points[0])?.claim.id ?? judge.id;
  const mark = marks.find((one) => one.option === option && one.side === "against");
  const counter_argument = mark
    ? `${claim} leaves out what the brief marks against ${option}, ${quoteMark(mark)}, and ${judge.id} does not weigh it.`
    : `${claim} leaves out what speaks against ${option}: the brief marks nothing there, so ${claim} rests on a gap.`;
  return {
    judge: judge.id,
    claim,
    counter_argument,
    evidence: mark ? [{ kind: "quote", source: mark.source, quote: mark.quote }] : [],
  };
}
