/**
 * J1-J4: classifies the question by keywords on word boundaries. Scope comes first and always wins; the matched words
 * are reported, so that nobody has to guess why.
 */

export const CLASSES = [
  "SCOPE_CRITICAL",
  "UX_PREFERENCE",
  "TECH_DEFAULT",
  "BUSINESS_RULE",
] as const;
export type QuestionClass = (typeof CLASSES)[number];

export interface QuestionClassification {
  readonly classification: QuestionClass;
  readonly matched_indicator: string | null;
  readonly confidence: "HIGH" | "MEDIUM" | "LOW";
  /** The question has several sentences; the first one decided. */
  readonly compound: boolean;
}

const INDICATORS: readonly (readonly [QuestionClass, readonly string[]])[] = [
  [
    "SCOPE_CRITICAL",
    splitPhrases(`whether to include, whether to support, in scope, out of scope, should we support, do we need,
      mvp, minimum viable, phase 1, phase 2, future, later, v1, v2, must have, nice to have, required,
      optional, critical, essential, limit, maximum, minimum, boundary, threshold, cap, feature flag,
      toggle, enable, disable, support for`),
  ],
  [
    "UX_PREFERENCE",
    splitPhrases(`layout, color, colour, design, screen, button, icon, font, placement, style, navigation,
      wording, copy, tone, look and feel, animation, theme`),
  ],
  [
    "TECH_DEFAULT",
    splitPhrases(`database, framework, library, api, protocol, format, encoding, cache, timeout, retry, storage,
      index, algorithm, language, runtime, deployment, queue`),
  ],
  [
    "BUSINESS_RULE",
    splitPhrases(`price, pricing, discount, policy, approval, permission, role, billing, refund, contract,
      compliance, tax, eligibility`),
  ],
];

function splitPhrases(phrases: string): string[] {
  return phrases.split(/,\s+/);
}

export function classifyQuestion(question: string): QuestionClassification {
  const sentences = question.split(/(?<=[.?!])\s+/).filter((sentence) => sentence.trim() !== "");
  const first = sentences[0] ?? question;
  const compound = sentences.length > 1;
  for (const [classification, indicators] of INDICATORS) {
    const matched = indicators.find((indicator) => onBoundaries(indicator).test(first));
    if (matched !== undefined) {
      const confidence = matched.includes(" ") ? "HIGH" : "MEDIUM";
      return { classification, matched_indicator: matched, confidence, compound };
    }
  }
  return { classification: "BUSINESS_RULE", matched_indicator: null, confidence: "LOW", compound };
}

function onBoundaries(indicator: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${indicator}(?![\\p{L}\\p{N}])`, "iu");
}
