/** The prompt inputs of `challenge` as data, for models that read data instead of prose. */
import type { Brief } from "../../../domain/brief.ts";
import type { CheckedEvidence, Evidence } from "../../../domain/evidence.ts";
import type { RebuttalChoice, Strength, Verdict } from "../../../domain/objection.ts";
import type { Participant } from "../../../domain/participant.ts";

export const DISPOSITIONS = ["ACCEPT", "PARTIAL", "REJECT"] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/** A challenger's own answer, given before it has seen the opening. */
export interface BlindAnswer {
  readonly answer: string;
  readonly reasoning: string;
  readonly confidence: "high" | "medium" | "low";
  readonly evidence: readonly Evidence[];
}

/** What supports a position and what it rests on. */
export interface OpeningParts {
  readonly reasoning: string;
  readonly confidence: "HIGH" | "MED" | "LOW";
  readonly weaknesses: readonly string[];
  readonly assumptions: readonly string[];
  readonly evidence: readonly Evidence[];
}

export interface ProponentOpening extends OpeningParts {
  readonly position: string;
}

export interface ChallengerCritique {
  readonly verdict: Verdict;
  readonly critique: string;
  readonly evidence: readonly Evidence[];
  readonly alternative: string | null;
  readonly confidence: "high" | "medium" | "low";
  readonly objection_strength: Strength;
  readonly assumptions_challenged: readonly string[];
  /** Why an assumption is true, by its number in the opening. */
  readonly assumptions_upheld: readonly { readonly assumption: number; readonly because: string }[];
}

/** The proponent's word on one objection. */
export interface ObjectionAnswer {
  readonly objection: string;
  readonly critique_summary: string;
  readonly disposition: Disposition;
  readonly explanation: string;
  readonly accepted_part: string | null;
  readonly limit: string | null;
  readonly position_delta: string | null;
  readonly evidence: readonly Evidence[];
}

export interface ProponentResponse {
  readonly answers: readonly ObjectionAnswer[];
  /** The whole position after this response; the same words where nothing changed. */
  readonly position: string;
  readonly changed_because: string | null;
}

export interface ChallengerRebuttal {
  readonly choice: RebuttalChoice;
  readonly reasoning: string;
  readonly clarified_critique: string | null;
  readonly new_information: boolean;
  readonly evidence: readonly Evidence[];
  /** Ids of the proponent's claims that convinced the challenger; empty unless it accepts. */
  readonly because: readonly string[];
}

/** A few words on objections that block nothing. */
export interface ObjectionRemarks {
  readonly remarks: readonly { readonly objection: string; readonly remark: string }[];
}

/** What a party assumes that the other does not. */
export interface AssumptionExposure {
  readonly why: string;
  readonly core_assumption: string;
  readonly leads_to: string;
  readonly other_right_if: string;
  readonly testable_by: string;
  readonly best_if: string;
  readonly risk_if_wrong: string;
  readonly core_disagreement: string;
  readonly common_ground: string;
}

/** One round of an objection: what was answered to it, and what its author said to that. */
export interface ObjectionRound {
  readonly round: number;
  /** Null when the proponent did not respond. */
  readonly answer: (ObjectionAnswer & { readonly claim: string }) | null;
  /** Null when the challenger was absent or was not asked. */
  readonly rebuttal: ChallengerRebuttal | null;
  /** The rebuttal says something its author had not said before; measured, and claimed by it. */
  readonly fresh: boolean;
}

/** A challenge that blocks agreement until its own author withdraws it. */
export interface Objection {
  /** Id of the claim it was first made with, or `O0` where the reply could not be read. */
  readonly id: string;
  readonly challenger: string;
  readonly name: string;
  readonly verdict: Verdict;
  readonly strength: Strength;
  /** The reply could not be read, and nothing readable has come since. */
  readonly unreadable: boolean;
  /** An agreement without substance, treated as a partial one. */
  readonly downgraded: boolean;
  /** Its first readable words. */
  readonly text: string;
  /** Its newest words and the claim with them; null while nothing could be read. */
  readonly newest: { readonly text: string; readonly claim: string } | null;
  readonly evidence: readonly CheckedEvidence[];
  readonly alternative: string | null;
  readonly rounds: readonly ObjectionRound[];
  readonly resolved: boolean;
}

interface Matter {
  readonly brief: Brief;
  readonly [field: string]: unknown;
}

export interface BlindMatter extends Matter {
  readonly kind: "challenge.blind";
  readonly challenger: Participant;
}

export interface OpenMatter extends Matter {
  readonly kind: "challenge.open";
  readonly proponent: Participant;
  /** The user's own words, where they are the position. */
  readonly position: string | null;
}

export interface AttackMatter extends Matter {
  readonly kind: "challenge.attack";
  readonly challenger: Participant;
  readonly opening: ProponentOpening;
  readonly own: BlindAnswer | null;
}

export interface PressMatter extends Matter {
  readonly kind: "challenge.press";
  readonly challenger: Participant;
  readonly opening: ProponentOpening;
  readonly own: ChallengerCritique;
  /** What its agreement lacked. */
  readonly lacking: readonly string[];
}

export interface ChallengeRespondInput extends Matter {
  readonly kind: "challenge.respond";
  readonly proponent: Participant;
  readonly opening: ProponentOpening;
  readonly position: string;
  readonly round: number;
  /** The open ones; each must be answered. */
  readonly objections: readonly Objection[];
}

export interface ChallengeRebutInput extends Matter {
  readonly kind: "challenge.rebut";
  readonly challenger: Participant;
  readonly opening: ProponentOpening;
  readonly position: string;
  /** The position is another than the one the objection was made to. */
  readonly changed: boolean;
  readonly round: number;
  readonly objection: Objection;
  readonly answer: ObjectionAnswer & { readonly claim: string };
}

export interface RemarkMatter extends Matter {
  readonly kind: "challenge.remark";
  readonly proponent: Participant;
  readonly opening: ProponentOpening;
  readonly objections: readonly { readonly id: string; readonly text: string }[];
}

export interface ExposeMatter extends Matter {
  readonly kind: "challenge.expose";
  readonly party: Participant;
  readonly opening: ProponentOpening;
  readonly position: string;
  /** The party's own objection; null for the proponent. */
  readonly own: Objection | null;
  readonly objections: readonly Objection[];
}
