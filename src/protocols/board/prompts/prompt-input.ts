/** The prompt inputs of `board` as data, for models that read data instead of prose. */
import type { Brief } from "../../../domain/brief.ts";
import type { Claim } from "../../../domain/claim.ts";
import type { Participant } from "../../../domain/participant.ts";

/** What a seat thinks of what the brief proposes, where the brief offers no options. */
export const VERDICTS = ["approve", "conditional", "reject"] as const;
export type BoardVerdict = (typeof VERDICTS)[number];

export const GATE_DECISIONS = ["CONTINUE", "HALT", "ESCALATE"] as const;
export type GateDecision = (typeof GATE_DECISIONS)[number];

/** A claim about what the brief proposes as a whole, where no option is meant. */
export const PROPOSAL = "proposal";

/** A participant's position at some point of the debate, in their own words. */
export interface BoardVoice {
  readonly seat: Participant;
  readonly position: string;
  readonly option: string | null;
  readonly verdict: BoardVerdict | null;
  readonly confidence: number;
  readonly risks: readonly string[];
  /** Everything it has claimed so far, with ids. */
  readonly claims: readonly Claim[];
  readonly dissent: { readonly text: string; readonly against: string } | null;
}

/** How much of a round was new, counted by code. */
export interface RoundFigures {
  readonly round: number;
  readonly voices: number;
  readonly claims: number;
  readonly new_claims: number;
  /** Passages quoted for the first time. */
  readonly new_quotes: number;
  /** Claims answered for the first time. */
  readonly newly_answered: number;
  readonly changes: number;
  readonly formal_dissents: number;
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
  readonly voices: readonly BoardVoice[];
  readonly alternatives: readonly { readonly by: string; readonly text: string }[];
  /** The label of the writer's own words, if names are hidden. */
  readonly self?: string;
  /** What the reviewers found wrong with the first version; none in the first. */
  readonly objections: readonly { readonly by: string; readonly text: string }[];
  readonly [field: string]: unknown;
}

export interface BoardReviewInput {
  readonly kind: "board.review";
  readonly seat: Participant;
  readonly own: BoardVoice;
  /** The whole document, dissents included. */
  readonly document: string;
  readonly [field: string]: unknown;
}
