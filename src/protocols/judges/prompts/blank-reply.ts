/** The form for a person who is a judge: every option and kind is filled in, only the judgement is missing. */
import type { Brief } from "../../../domain/brief.ts";
import type { Json } from "../../../domain/json.ts";
import { EFFORT_KINDS, type LensId, RISK_KINDS, VALUE_KINDS } from "../rules/lens.ts";
import type { JudgePosition } from "./prompt-input.ts";

export function blankRecommendation({ options }: Brief, lens: LensId): Json {
  return {
    option: "",
    confidence: 50,
    headline: "",
    claims: [{ text: "", about: "", side: "supports", evidence: [{ source: "brief", quote: "" }] }],
    self_challenge: "",
    would_change_my_mind: "",
    evaluations: options.map(({ id }) => blankEvaluation(id, lens)),
  };
}

export function blankResponse(own: JudgePosition, peers: readonly JudgePosition[]): Json {
  return {
    option: own.option,
    confidence: own.confidence,
    headline: own.headline,
    claims: [],
    challenges: peers.map(({ judge, claims }) => ({
      judge: judge.id,
      claim: claims[0]?.id ?? judge.id,
      counter_argument: "",
      evidence: [],
    })),
    changed_because: null,
  };
}

function blankEvaluation(option: string, lens: LensId): Json {
  switch (lens) {
    case "risk": {
      const row = { description: "", probability: "medium", impact: "medium" };
      return { option, rows: RISK_KINDS.map((kind) => ({ kind, ...row })), stated_total: null };
    }
    case "value": {
      const row = { description: "", magnitude: "medium", reach: "medium" };
      return { option, rows: VALUE_KINDS.map((kind) => ({ kind, ...row })), stated_total: null };
    }
    case "effort": {
      const rows = EFFORT_KINDS.map((kind) => ({ kind, description: "", days: 1 }));
      const stated = { stated_realistic_days: null, stated_roi: null };
      return { option, rows, uncertainty: 1.5, value: 5, ...stated };
    }
    case "plain":
      return { option, strengths: "", weaknesses: "", score: 5 };
  }
}
