/** The prompt inputs of a roundtable as data: what a speaker has in front of it, and nothing else. */
import type { Brief } from "../../../domain/brief.ts";
import type { CheckedEvidence } from "../../../domain/evidence/evidence.ts";
import type { Participant } from "../../../domain/participant.ts";

/** Everyone, or the one who may read it and must answer. */
export type Addressee = string;

export const EVERYONE = "all";

export const MESSAGE_KINDS = ["proposal", "answer", "question", "counter_case"] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** What has an id besides messages. */
export type StatementKind =
  | MessageKind
  | "position"
  | "concern"
  | "core disagreement"
  | "compromise";

/** A concern as the ledger has it. */
export interface TableConcern {
  readonly id: string;
  readonly by: string;
  readonly text: string;
  readonly detail: string | null;
  /** Id of the specialist in whose domain it lies. */
  readonly domain: string;
  readonly option: string | null;
  readonly resolved_by: string;
  readonly blocking: boolean;
  /** Round in which it was raised, 0 for the first positions. */
  readonly round: number;
  readonly evidence: readonly CheckedEvidence[];
  /** Ids of messages that answer it and of proposals that say they meet it, as far as its reader knows them. */
  readonly answers: readonly string[];
}

/** A sealed position, as everyone is shown it once all are in. */
export interface TablePosition {
  readonly id: string;
  readonly by: string;
  readonly option: string | null;
  readonly position: string;
  readonly reasoning: string;
  readonly would_change_my_mind: string;
  readonly missing_material: readonly string[];
  readonly evidence: readonly CheckedEvidence[];
  readonly concerns: readonly TableConcern[];
}

export interface TableMessage {
  readonly id: string;
  readonly by: string;
  readonly to: Addressee;
  readonly round: number;
  readonly kind: StatementKind;
  readonly text: string;
  readonly detail: string | null;
  readonly option: string | null;
  readonly resolved_by: string | null;
  /** Ids of statements it answers, as far as its reader may know them. */
  readonly answers: readonly string[];
  readonly evidence: readonly CheckedEvidence[];
}

/** T0: what is on the table. */
export interface TableProposal {
  readonly id: string;
  readonly version: number;
  /** The round before which it was written. */
  readonly round: number;
  readonly option: string | null;
  readonly headline: string;
  readonly answer: string;
  readonly answers: readonly string[];
  readonly changes: readonly { readonly what: string; readonly because: readonly string[] }[];
  readonly not_satisfied: string;
}

/** A score as its speaker and the lead are shown it. */
export interface TableScore {
  readonly by: string;
  readonly round: number;
  readonly satisfaction: number;
  /** What counts, where a rise had no cause or the score was held back. */
  readonly counted: number;
  readonly option: string | null;
  readonly position: string;
  readonly accepts: boolean;
  readonly still_best: string;
}

/** What one specialist has in front of it: nothing that was not addressed to it. */
export interface SeatView {
  readonly brief: Brief;
  readonly seat: Participant;
  /** The label of its own words, if names are hidden. */
  readonly self?: string;
  readonly specialists: readonly Participant[];
  readonly round: number;
  /** Null until the lead has written one. */
  readonly proposal: TableProposal | null;
  /** In full before the first round; afterwards none. */
  readonly positions: readonly TablePosition[];
  /** In full: what is new, and what waits for this seat's answer. */
  readonly messages: readonly TableMessage[];
  /** In one line each: what was said in the round before. */
  readonly headlines: readonly TableMessage[];
  /** Its own open concerns. */
  readonly concerns: readonly TableConcern[];
  readonly last: TableScore | null;
  /** What it had said would change its mind. */
  readonly registered: string | null;
}

export interface PositionMatter {
  readonly kind: "roundtable.position";
  readonly brief: Brief;
  readonly seat: Participant;
  readonly specialists: readonly Participant[];
  readonly [field: string]: unknown;
}

export interface DiscussMatter {
  readonly kind: "roundtable.discuss";
  readonly view: SeatView;
  /** Ids of messages that were sent to this seat and wait for its answer. */
  readonly owed: readonly string[];
  /** The option whose strongest counter-case this seat was assigned; null if it was not. */
  readonly assigned: { readonly option: string | null } | null;
  readonly [field: string]: unknown;
}

export interface ScoreMatter {
  readonly kind: "roundtable.score";
  readonly view: SeatView;
  readonly target: number;
  /** Ids that can explain a rise: what reached this seat since its last explained score. */
  readonly fresh: readonly string[];
  /** The last score that it explained; null before the first. */
  readonly explained: number | null;
  readonly [field: string]: unknown;
}

/** What the lead has in front of it. */
export interface LeadView {
  readonly brief: Brief;
  readonly specialists: readonly Participant[];
  /** Before the first proposal only. */
  readonly positions: readonly TablePosition[];
  readonly proposal: TableProposal | null;
  /** Of the last round. */
  readonly messages: readonly TableMessage[];
  /** All that are open. */
  readonly concerns: readonly TableConcern[];
  readonly scores: readonly TableScore[];
}

export interface ProposalMatter {
  readonly kind: "roundtable.propose";
  readonly view: LeadView;
  readonly version: number;
  readonly stalled: boolean;
  readonly [field: string]: unknown;
}

export interface AdrDraft {
  readonly context: string;
  readonly implementation_guidance: readonly {
    readonly specialist: string;
    readonly task: string;
  }[];
  readonly consequences: {
    readonly positive: readonly string[];
    readonly negative: readonly string[];
    readonly neutral: readonly string[];
  };
}

export interface AdrCorrection {
  readonly by: string;
  readonly accurate: string;
  readonly correction: string | null;
}

export interface DraftMatter {
  readonly kind: "roundtable.draft";
  readonly view: LeadView;
  readonly outcome: string;
  readonly [field: string]: unknown;
}

export interface ReviseMatter {
  readonly kind: "roundtable.revise";
  readonly view: LeadView;
  readonly draft: AdrDraft;
  readonly corrections: readonly AdrCorrection[];
  readonly [field: string]: unknown;
}

export interface RoundtableReviewInput {
  readonly kind: "roundtable.review";
  readonly brief: Brief;
  readonly seat: Participant;
  readonly proposal: TableProposal | null;
  readonly draft: AdrDraft;
  readonly [field: string]: unknown;
}
