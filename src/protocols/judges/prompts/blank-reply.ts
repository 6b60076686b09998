/** The form for a person who is a judge: every option and kind is filled in, only the judgement is missing. */
import type { Brief } from "../../../domain/brief.ts";
import type { Json } from "../../../domain/json.ts";
import {
  EFFORT_KINDS,
  type LensId,
  RISK_KINDS,
  USUAL_HORIZON,
  VALUE_KINDS,
} from "../rules/lens.ts";
import type { JudgePosition } from "./prompt-input.ts";

export function blankRecommendation({ options }: Brief, lens: LensId): Json {
  const evidence = [{ kind: "quote", source: "brief", quote: "" }];
  return {
    option: "",
    conditions: [],
    confidence: 50,
    headline: "",
    claims: [{ headline: "", detail: "", about: "", side: "supports", evidence }],
    self_challenge: "",
    would_change_my_mind: "",
    against_own_scores: null,
    missing: null,
    ...(lens === "effort" && { horizon_months: USUAL_HORIZON }),
    evaluations: options.map(({ id }) => blankEvaluation(id, lens)),
  };
}

export function blankResponse(
  own: JudgePosition,
  peers: readonly JudgePosition[],
  hidden: boolean,
): Json {
  return {
    option: own.option,
    conditions: [...own.conditions],
    confidence: own.confidence,
    headline: own.headline,
    claims: [],
    challenges: peers.map(({ judge, points }) => ({
      judge: judge.id,
      claim: points[0]?.claim.id ?? judge.id,
      counter_argument: "",
      evidence: [],
    })),
    concedes: [],
    ...(!hidden && { corrections: [], withdraws: [] }),
    changed_because: null,
    confidence_because: null,
    against_own_scores: null,
    missing: null,
    self_challenge: null,
    would_change_my_mind: null,
  };
}

function blankEvaluation(option: string, lens: LensId): Json {
  switch (lens) {
    case "risk": {
      const row = { description: "", probability: "medium", impact: "medium" };
      return { option, rows: RISK_KINDS.map((kind) => ({ kind, ...row })) };
    }
    case "value": {
      const row = { description: "", effect: "gain", magnitude: "medium", reach: "medium" };
      return { option, rows: VALUE_KINDS.map((kind) => ({ kind, ...row })) };
    }
    case "effort": {
      const rows = EFFORT_KINDS.map((kind) => ({ kind, description: "", days: 1 }));
      return { option, rows, uncertainty: 1.5, value: 5 };
    }
    case "plain":
      return { option, strengths: "", weaknesses: "", score: 5 };
  }
}
