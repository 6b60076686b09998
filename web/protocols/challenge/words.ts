/** Signs and words for what is done with an objection. */
import type { RebuttalChoice } from "../../../src/domain/objection.ts";
import type { Disposition } from "../../../src/protocols/challenge/challenging.ts";
import type { ObjectionCard } from "../../../src/protocols/challenge/timeline/objections.ts";

export const ANSWERS: Readonly<Record<Disposition, { sign: string; word: string }>> = {
  ACCEPT: { sign: "A", word: "accepted" },
  PARTIAL: { sign: "P", word: "accepted in part" },
  REJECT: { sign: "R", word: "rejected" },
};

export const CHOICES: Readonly<Record<RebuttalChoice, { sign: string; word: string }>> = {
  ACCEPT: { sign: "✓", word: "withdraws" },
  MAINTAIN: { sign: "=", word: "maintains" },
  ESCALATE: { sign: "!", word: "states it anew" },
};

export const FATES: Readonly<Record<ObjectionCard["fate"], string>> = {
  open: "open",
  withdrawn: "withdrawn",
  maintained: "maintained",
  escalated: "stated anew",
  unreadable: "could not be read",
};
