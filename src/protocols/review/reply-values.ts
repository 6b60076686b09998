/** The words and limits of replies, without their schemas: the page reads them too. */

/** The worst first. */
export const SEVERITIES = ["blocker", "major", "minor"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const FINDING_VERDICTS = ["confirm", "refute", "cannot tell"] as const;
export type FindingVerdict = (typeof FINDING_VERDICTS)[number];

export const AUTHOR_ANSWERS = ["accept", "partial", "reject"] as const;
export type AuthorAnswer = (typeof AUTHOR_ANSWERS)[number];

export const DEFENCE_CHOICES = ["maintain", "withdraw"] as const;

export const FINDING_FATES = [
  "confirmed",
  "disputed",
  "unconfirmed",
  "refuted",
  "withdrawn",
  "settled before",
] as const;
export type FindingFate = (typeof FINDING_FATES)[number];

export const MOST_FINDINGS = 20;
export const MOST_REVIEWERS = 5;
export const MOST_PARTS = 40;

export function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(threshold);
}
