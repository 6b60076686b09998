/** The prompt inputs of `board` as data, for models that read data instead of prose. */
import type { Brief } from "../../../domain/brief.ts";
import type { Claim } from "../../../domain/claim.ts";
import type { Participant } from "../../../domain/participant.ts";

/** Where the brief has no options, a seat judges what it proposes. */
export const VERDICTS = ["adopt", "reject", "defer"] as const;

/** Where the brief has options: none of them, or it cannot be told. */
export const NO_OPTION = "none";

export const GATE_DECISIONS = ["CONTINUE", "HALT", "ESCALATE"] as const;
export type GateDecision = (typeof GATE_DECISIONS)[number];

/** Whether a text says of its reader what they said. */
export const ACCURACIES = ["yes", "incomplete", "no"] as const;

/** What a seat makes of a decision. */
export const STANDS = ["go along", "dissent"] as const;

/** A claim about what the brief proposes as a whole, where no option is meant. */
export const PROPOSAL = "proposal";

/** What a point is, beside its words. */
export type BoardPointKind =
  | "reason"
  | "assumption"
  | "doubt"
  | "condition"
  | "next step"
  | "risk"
  | "alternative"
  | "moonshot"
  | "stepping stone"
  | "agreement"
  | "disagreement"
  | "dissent";

export interface BoardPoint extends Claim {
  readonly kind: BoardPointKind;
}

/** A formal dissent that its owner has not withdrawn. */
export interface OpenDissent {
  readonly id: string;
  readonly text: string;
  readonly about: string;
  readonly round: number;
}

/** A participant's position at some point of the debate, in their own words. */
export interface BoardVoice {
  readonly seat: Participant;
  readonly position: string;
  readonly choice: string;
  readonly confidence: number;
  readonly conditions: readonly string[];
  readonly next_step: string | null;
  /** Everything they have said so far, with ids. */
  readonly claims: readonly BoardPoint[];
  readonly dissents: readonly OpenDissent[];
}

/** How much of a round was new, counted by code. */
export interface RoundFigures {
  readonly round: number;
  readonly voices: number;
  readonly points: number;
  readonly new_points: number;
  /** Evidence that checks out and was given for the first time. */
  readonly new_evidence: number;
  readonly new_risks: number;
  readonly changes: number;
  readonly dissents_filed: number;
  readonly dissents_withdrawn: number;
  /** Nothing of the above moved, and at most a quarter of the points is new. */
  readonly stale: boolean;
}

export interface BoardStateInput {
  readonly kind: "board.state";
  readonly brief: Brief;
  readonly seat: Participant;
  readonly [field: string]: unknown;
}

export interface BoardRespondInput {
  readonly kind: "board.respond";
  readonly brief: Brief;
  readonly seat: Participant;
  readonly round: number;
  readonly own: BoardVoice;
  readonly peers: readonly BoardVoice[];
  /** Whether they have challenged anyone yet. */
  readonly challenged: boolean;
  readonly [field: string]: unknown;
}

export interface GateMatter {
  readonly kind: "board.gate";
  readonly rounds: readonly RoundFigures[];
  /** Rounds to be judged now. */
  readonly unjudged: readonly number[];
  /** Rounds judged before to have brought nothing new. */
  readonly stale: readonly number[];
  readonly [field: string]: unknown;
}

export interface PollMatter {
  readonly kind: "board.poll";
  readonly seat: Participant;
  readonly round: number;
  readonly own: BoardVoice;
  readonly figures: RoundFigures;
  readonly [field: string]: unknown;
}

export interface SynthesizeMatter {
  readonly kind: "board.synthesize";
  readonly brief: Brief;
  readonly seat: Participant;
  readonly own: BoardVoice | null;
  readonly voices: readonly BoardVoice[];
  /** Formal dissents that the synthesis must answer. */
  readonly dissents: readonly OpenDissent[];
  readonly risks: readonly BoardPoint[];
  /** What can be rejected: other options, positions that were held, alternatives. */
  readonly alternatives: readonly { readonly id: string; readonly text: string }[];
  /** Set in the correction: the first version's verdict, which stays. */
  readonly verdict: string | null;
  readonly [field: string]: unknown;
}

export interface BoardReviewInput {
  readonly kind: "board.review";
  readonly seat: Participant;
  readonly own: BoardVoice;
  readonly verdict: string;
  /** The whole document, dissents included. */
  readonly document: string;
  readonly [field: string]: unknown;
}
