/** The parts of an objection: a verdict, its strength, and its author's reaction to the answer. */
import type { Json } from "../json.ts";

export const VERDICTS = ["agree", "partial", "disagree"] as const;
export type Verdict = (typeof VERDICTS)[number];

export const STRENGTHS = ["strong", "moderate", "minor"] as const;
export type Strength = (typeof STRENGTHS)[number];

export const REBUTTAL_CHOICES = ["ACCEPT", "MAINTAIN", "ESCALATE"] as const;
export type RebuttalChoice = (typeof REBUTTAL_CHOICES)[number];

/** H12: whether a challenge blocks agreement: it refuses, or has an objection above minor; null if it is none. */
export function objectsIn(reply: Json): boolean | null {
  if (typeof reply !== "object" || reply === null) return null;
  const { verdict, objections } = reply as Readonly<Record<string, Json>>;
  if (!VERDICTS.some((one) => one === verdict) || !Array.isArray(objections)) return null;
  const isBare = verdict === "partial" && objections.length === 0;
  return verdict === "disagree" || isBare || objections.some(isAboveMinor);
}

function isAboveMinor(objection: Json): boolean {
  if (typeof objection !== "object" || objection === null) return false;
  const { strength } = objection as Readonly<Record<string, Json>>;
  return strength === "strong" || strength === "moderate";
}
