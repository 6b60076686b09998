/** K10: how a debate ended. Disagreement is one of the good endings. */
import type { Json } from "../json.ts";
import type { AbsenceReason } from "../round.ts";
import type { Tally } from "./tally.ts";

export const CONFIDENCES = ["HIGH", "MEDIUM", "LOW", "REQUIRES_INPUT"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** Words of a dissenter that survive into every outcome document, copied and never edited (K6). */
export interface DissentingOpinion {
  readonly by: string;
  readonly holds: string;
  readonly words: string;
  /** The claims it rests on, in the dissenter's words. */
  readonly grounds: readonly { readonly id: string; readonly text: string }[];
  /** Set where the dissenter was absent at the end and its last words are older: "round 1 only". */
  readonly stage: string | null;
  /** What the dissenter said when asked about these words; absent where nobody was asked. */
  readonly attested?: "confirmed" | "corrected" | "unattested";
  /** In the dissenter's words, beside its dissent and never in its place. */
  readonly correction?: string;
}

export interface PositionChange {
  readonly by: string;
  readonly round: number;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  /** Claim ids that passed the cause check. */
  readonly causes: readonly string[];
  /** A change whose cause was not valid; it was reverted if the protocol says so. */
  readonly standing: "explained" | "reverted" | "unexplained";
}

export interface RecordedAbsence {
  readonly by: string;
  readonly step: string;
  readonly reason: AbsenceReason;
  readonly detail: string;
}

/** The blind vote, and whether the rest of the debate changed it (K18). */
export interface BlindBaseline {
  readonly distribution: Readonly<Record<string, readonly string[]>>;
  readonly choice: string | null;
  readonly changed: boolean;
}

export interface OutcomeCondition {
  readonly by: string;
  readonly text: string;
}

/** What must hold for the outcome; who chose another option set their conditions for that one. */
export function listOutcomeConditions({
  conditions = [],
  dissents,
  choice,
  ending,
}: Pick<Outcome, "conditions" | "dissents" | "choice" | "ending">): readonly OutcomeCondition[] {
  if (ending !== "decided" || choice === null) return conditions;
  const elsewhere = new Set(dissents.filter(({ holds }) => holds !== choice).map(({ by }) => by));
  return conditions.filter(({ by }) => !elsewhere.has(by));
}

/** False for "C-002: combined" and then "combined": the same choice in other words. */
export function isAnotherChoice({ from, to }: { from: string; to: string }): boolean {
  return !from.endsWith(`: ${to}`);
}

export interface Outcome {
  /** Seen by people: CONSENSUS, CONTESTED, TRADEOFF… */
  readonly label: string;
  /** Decided: exit 0. Open: a person must decide, exit 10. Failed: too few voices, exit 3. */
  readonly ending: "decided" | "open" | "failed";
  /** The option that carried, if any. */
  readonly choice: string | null;
  readonly confidence: Confidence;
  /** K20: only the built-in readers spoke, so nothing is decided. */
  readonly nobodyJudged?: true;
  /** Decided against what was put before the panel, such as a plan that does not hold: exit 11. */
  readonly refuted?: true;
  /** One sentence without the label. */
  readonly summary: string;
  readonly present: number;
  readonly expected: number;
  readonly absences: readonly RecordedAbsence[];
  readonly tallies: readonly Tally[];
  readonly dissents: readonly DissentingOpinion[];
  readonly changes: readonly PositionChange[];
  readonly baseline: BlindBaseline | null;
  /** What must hold for what a speaker recommends, in their words; those behind the choice first. */
  readonly conditions?: readonly OutcomeCondition[];
  /** The text that was decided on, or put to all last, word for word; where a protocol has one. */
  readonly wording?: string;
  /** Why a person has to decide although the panel agreed, and what they do; only where the ending is open. */
  readonly unsettled?: { readonly because: string; readonly next: string };
  /** Things a reader must know: reverted votes, flagged arithmetic, drift. */
  readonly notes: readonly string[];
  readonly rounds: number;
  /** A verdict apart from the votes, where the protocol has one: given in two orders, and whether they agree. */
  readonly judge?: {
    readonly by: string;
    readonly choice: string | null;
    readonly consistent: boolean;
  };
  /** What a person can decide between, where the brief has no options of its own. */
  readonly choices?: readonly { readonly id: string; readonly label: string }[];
  /** The protocol's own result, with the field names of its source. */
  readonly result: Readonly<Record<string, Json>>;
}

/** What a person can decide where neither the brief nor the protocol names choices. */
export const OPEN_CHOICES: NonNullable<Outcome["choices"]> = [
  { id: "accept", label: "go ahead with the last position" },
  { id: "reject", label: "do not go ahead" },
  { id: "defer", label: "decide later" },
];

/** K4: reached without everyone. */
export function isDegradedOutcome({ absences }: Pick<Outcome, "absences">): boolean {
  return absences.length > 0;
}

/** An outcome with nothing but its kind, for a protocol to fill in. */
export function outcome(
  essentials: Pick<Outcome, "label" | "ending" | "summary" | "present" | "expected"> &
    Partial<Outcome>,
): Outcome {
  return {
    choice: null,
    confidence: "LOW",
    absences: [],
    tallies: [],
    dissents: [],
    changes: [],
    baseline: null,
    notes: [],
    rounds: 0,
    result: {},
    ...essentials,
  };
}
