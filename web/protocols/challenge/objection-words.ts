/** Signs and words for what is done with an objection. */
import type { RebuttalChoice } from "../../../src/domain/outcome/objection.ts";
import type { Disposition } from "../../../src/protocols/challenge/reply-values.ts";
import type { ObjectionCard } from "../../../src/protocols/challenge/timeline/objections.ts";

export const ANSWERS: Readonly<Record<Disposition, { sign: string; word: string }>> = {
  ACCEPT: { sign: "A", word: "accepted" },
  PARTIAL: { sign: "P", word: "accepted in part" },
  REJECT: { sign: "R", word: "rejected" },
};

export const CHOICES: Readonly<Record<RebuttalChoice, { sign: string; word: string }>> = {
  ACCEPT: { sign: "✓", word: "withdraws" },
  MAINTAIN: { sign: "=", word: "maintains" },
  ESCALATE: { sign: "!", word: "says it was missed" },
};

type Fate = ObjectionCard["fate"];

const FATES: Readonly<Record<Fate, string>> = {
  open: "open",
  resolved: "withdrawn",
  minor: "minor",
  lowered: "minor rest",
  granted: "granted",
  maintained: "maintained",
  escalated: "stated again",
  unreadable: "could not be read",
};

/** An answer that neither grants nor convinces is an answer all the same. */
export function describeFate({ fate, rounds }: Pick<ObjectionCard, "fate" | "rounds">): string {
  if (fate !== "open") return FATES[fate];
  return rounds.some(({ answer }) => answer !== null) ? "answered" : "unanswered";
}

/** What still stands against the position comes first. */
const ORDER: readonly Fate[] = [
  "open",
  "escalated",
  "maintained",
  "granted",
  "unreadable",
  "lowered",
  "minor",
  "resolved",
];

const STRENGTH_ORDER = ["strong", "moderate", "minor"];

export function rankObjections(objections: readonly ObjectionCard[]): ObjectionCard[] {
  return objections.toSorted(
    (one, other) =>
      ORDER.indexOf(one.fate) - ORDER.indexOf(other.fate) ||
      STRENGTH_ORDER.indexOf(one.strength) - STRENGTH_ORDER.indexOf(other.strength),
  );
}

/** Red: nobody answered it, or its author insists. */
export function isDisputed(objection: Pick<ObjectionCard, "fate" | "rounds">): boolean {
  return ["unanswered", FATES.maintained, FATES.escalated].includes(describeFate(objection));
}

/** "2 maintained, 14 granted, 2 withdrawn" */
export function countObjectionFates(objections: readonly ObjectionCard[]): string {
  if (objections.length === 0) return "nobody objects";
  const counts = Map.groupBy(rankObjections(objections), describeFate);
  return [...counts].map(([word, { length }]) => `${length} ${word}`).join(", ");
}
