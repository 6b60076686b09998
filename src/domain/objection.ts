/** The parts of an objection: a verdict, its strength, and its author's reaction to the answer. */
import type { Json } from "./json.ts";

export const VERDICTS = ["agree", "partial", "disagree"] as const;
export type Verdict = (typeof VERDICTS)[number];

export const STRENGTHS = ["strong", "moderate", "minor"] as const;
export type Strength = (typeof STRENGTHS)[number];

export const REBUTTAL_CHOICES = ["ACCEPT", "MAINTAIN", "ESCALATE"] as const;
export type RebuttalChoice = (typeof REBUTTAL_CHOICES)[number];

/** H12, H23: whether these words of a challenger block agreement; null where they are neither challenge nor rebuttal. */
export function objectsIn(reply: Json): boolean | null {
  if (typeof reply !== "object" || reply === null) return null;
  const { verdict, objection_strength: strength, choice } = reply as Readonly<Record<string, Json>>;
  if (REBUTTAL_CHOICES.some((one) => one === choice)) return choice !== "ACCEPT";
  if (!STRENGTHS.some((one) => one === strength)) return null;
  const isModerate = verdict === "partial" && strength === "moderate";
  return verdict === "disagree" || strength === "strong" || isModerate;
}
