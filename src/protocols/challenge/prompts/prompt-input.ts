/** The prompt inputs of `challenge` as data, for models that read data instead of prose. */
import type { Brief } from "../../../domain/brief.ts";
import type { CheckedEvidence } from "../../../domain/evidence/evidence.ts";
import type { RebuttalChoice, Strength } from "../../../domain/outcome/objection.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { BlindAnswerReply, ChallengeReply, ObjectionAnswer } from "../replies.ts";
import type { OpeningConfidence } from "../reply-values.ts";

/** A part of the position. Its number stays the same as long as the part is there. */
export interface PositionPart {
  readonly number: number;
  readonly text: string;
  readonly confidence: OpeningConfidence | null;
  /** What is left undecided about it; null where nothing is. */
  readonly open: string | null;
}

/** A weakness that the opening concedes, or an assumption it rests on. */
export interface OpeningPoint {
  readonly id: string;
  readonly text: string;
  readonly evidence?: readonly CheckedEvidence[];
}

export interface ShownOpening {
  readonly parts: readonly PositionPart[];
  readonly reasoning: string;
  readonly confidence: OpeningConfidence;
  readonly weaknesses: readonly OpeningPoint[];
  readonly assumptions: readonly OpeningPoint[];
}

/** One round of an objection: what was answered to it, and what its author said to that. */
export interface ObjectionRound {
  readonly round: number;
  /** Null when the proponent did not respond. */
  readonly answer: GivenAnswer | null;
  /** Null when the challenger was absent, was not asked, or left it out. */
  readonly rebuttal: ObjectionRebuttal | null;
}

/** The proponent's word on an objection, with the claim it was given as. */
export interface GivenAnswer extends Omit<ObjectionAnswer, "evidence"> {
  readonly claim: string;
  readonly evidence: readonly CheckedEvidence[];
}

export interface ObjectionRebuttal {
  readonly choice: RebuttalChoice;
  readonly reason: string;
  readonly strength: Strength;
  readonly settled_by: string | null;
  readonly because: readonly string[];
  readonly because_parts: readonly number[];
  /** It says something its author had not said before; measured, and claimed by it. */
  readonly fresh: boolean;
  /** K5: why an ACCEPT does not count; empty where it does. */
  readonly problems: readonly string[];
  readonly claim: string | null;
}

/** Nothing readable was said; an agreement gave no grounds; a refusal named no point. */
export type MissingWords = "unreadable" | "downgraded" | "bare";

/** One point against the position. Only its author can withdraw it. */
export interface Objection {
  /** Id of the claim it was first made with, or `operator-0` where there are no words to it. */
  readonly id: string;
  readonly challenger: string;
  readonly name: string;
  readonly missing: MissingWords | null;
  /** 0 for the challenge, else the round after which it was made. */
  readonly madeIn: number;
  /** Its author's first words: a headline, and the argument in full. */
  readonly text: string;
  readonly detail: string;
  /** As it was filed, and as it is now. */
  readonly filed: Strength;
  readonly strength: Strength;
  /** It stood in the way of agreement when it was made. */
  readonly blocked: boolean;
  readonly parts: readonly number[];
  /** The conceded weakness that it says is worse. */
  readonly point: string | null;
  readonly evidence: readonly CheckedEvidence[];
  readonly alternative: string | null;
  readonly settled_by: string | null;
  readonly rounds: readonly ObjectionRound[];
  readonly state: "open" | "resolved" | "minor";
}

/** Objections that say the same, answered once under the id of the first. */
export interface JoinedObjection {
  readonly id: string;
  readonly members: readonly Objection[];
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
  /** The user's own plan in parts, where it is the position. */
  readonly parts: readonly PositionPart[] | null;
}

export interface AttackMatter extends Matter {
  readonly kind: "challenge.attack" | "challenge.refute";
  readonly challenger: Participant;
  readonly opening: ShownOpening;
  readonly parts: readonly PositionPart[];
  readonly version: number;
  readonly own: BlindAnswerReply | null;
}

export interface PressMatter extends Matter {
  readonly kind: "challenge.press";
  readonly challenger: Participant;
  readonly opening: ShownOpening;
  readonly parts: readonly PositionPart[];
  readonly version: number;
  readonly own: ChallengeReply;
  /** What its agreement lacked. */
  readonly lacking: readonly string[];
}

export interface ChallengeRespondInput extends Matter {
  readonly kind: "challenge.respond";
  readonly proponent: Participant;
  readonly parts: readonly PositionPart[];
  readonly round: number;
  /** New versions are wanted; else only whether the plan holds as written. */
  readonly rewrite: boolean;
  /** The open ones; each must be answered. */
  readonly objections: readonly JoinedObjection[];
}

export interface ChallengeRebutInput extends Matter {
  readonly kind: "challenge.rebut";
  readonly challenger: Participant;
  readonly round: number;
  /** The reader's own open objections, each with the answer to it. */
  readonly objections: readonly Objection[];
}

export interface RemarkMatter extends Matter {
  readonly kind: "challenge.remark";
  readonly proponent: Participant;
  readonly objections: readonly { readonly id: string; readonly text: string }[];
}

export interface ExposeMatter extends Matter {
  readonly kind: "challenge.expose";
  readonly party: Participant;
  /** The party's own open objections; null for the proponent. */
  readonly own: readonly Objection[] | null;
  readonly objections: readonly Objection[];
}
