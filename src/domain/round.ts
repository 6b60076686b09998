/** Who answered in a round, who was absent, and why. */
import type { Claim } from "./claim.ts";

export const ABSENCE_REASONS = [
  "timed-out",
  "refused",
  "unreadable",
  "unavailable",
  "over-budget",
  /** Another model than the requested one answered. */
  "another-model",
] as const;
export type AbsenceReason = (typeof ABSENCE_REASONS)[number];

export interface Spoken<Reply> {
  readonly kind: "spoken";
  /** Step key, such as `openings/risk`. */
  readonly key: string;
  readonly by: string;
  readonly reply: Reply;
  readonly claims: readonly Claim[];
  /** Duties still unmet after they were asked for once. */
  readonly unmet: readonly string[];
  /** The first reply was invalid and had to be asked for again (K3). */
  readonly repaired: boolean;
}

export interface Absence {
  readonly kind: "absent";
  readonly key: string;
  readonly by: string;
  readonly reason: AbsenceReason;
  readonly detail: string;
  readonly repaired: boolean;
}

export type Turn<Reply> = Spoken<Reply> | Absence;

export interface Round<Reply> {
  readonly step: string;
  readonly spoken: readonly Spoken<Reply>[];
  readonly absent: readonly Absence[];
}

export function createRound<Reply>(step: string, turns: readonly Turn<Reply>[]): Round<Reply> {
  return {
    step,
    spoken: turns.filter((turn) => turn.kind === "spoken"),
    absent: turns.filter((turn) => turn.kind === "absent"),
  };
}

export function findSpokenTurn<Reply>(round: Round<Reply>, by: string): Spoken<Reply> | undefined {
  return round.spoken.find((turn) => turn.by === by);
}

/** "timed out", as a sentence wants it. */
export function describeAbsenceReason(reason: AbsenceReason): string {
  switch (reason) {
    case "timed-out":
      return "timed out";
    case "refused":
      return "refused to answer";
    case "unreadable":
      return "gave no readable answer";
    case "unavailable":
      return "was unavailable";
    case "over-budget":
      return "was not asked, the budget was spent";
    case "another-model":
      return "had another model answer in its place";
  }
}
