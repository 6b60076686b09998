/** The prompt inputs of a roundtable as data, for models that read data instead of prose. */
import type { Brief } from "../../../domain/brief.ts";
import type { CheckedEvidence } from "../../../domain/evidence.ts";
import type { Participant } from "../../../domain/participant.ts";

/** Everyone, or the ids of those who may read it. */
export type Addressees = "all" | readonly string[];

export const MESSAGE_KINDS = ["concern", "proposal", "answer", "question"] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export interface TableConcern {
  readonly id: string;
  readonly by: string;
  readonly text: string;
  /** Id of the specialist in whose domain it lies. */
  readonly domain: string;
  readonly resolved_by: string;
  readonly blocking: boolean;
  readonly evidence: readonly CheckedEvidence[];
}

/** A sealed position, as everyone is shown it once all are in. */
export interface TablePosition {
  readonly id: string;
  readonly by: string;
  readonly option: string | null;
  readonly position: string;
  readonly reasoning: string;
  readonly would_change_my_mind: string;
  readonly evidence: readonly CheckedEvidence[];
  readonly concerns: readonly TableConcern[];
}

export interface TableMessage {
  readonly id: string;
  readonly by: string;
  readonly to: Addressees;
  readonly round: number;
  readonly kind: MessageKind;
  readonly text: string;
  readonly resolved_by: string | null;
  /** Ids of statements it answers, as far as its reader may know them. */
  readonly answers: readonly string[];
  readonly acknowledges: readonly string[];
  readonly evidence: readonly CheckedEvidence[];
}

/** A score as the lead is shown it. */
export interface TableScore {
  readonly by: string;
  readonly round: number;
  readonly satisfaction: number;
  /** What counts, where a rise had no cause. */
  readonly counted: number;
  readonly option: string | null;
  readonly position: string;
  readonly accepts: boolean;
  readonly concerns: readonly TableConcern[];
}

/** What one seat has in front of it: nothing that was not addressed to it. */
export interface SeatView {
  readonly brief: Brief;
  readonly seat: Participant;
  /** The label of its own words, if names are hidden. */
  readonly self?: string;
  readonly specialists: readonly Participant[];
  readonly round: number;
  readonly positions: readonly TablePosition[];
  readonly messages: readonly TableMessage[];
  /** Its own scores so far, oldest first. */
  readonly scores: readonly TableScore[];
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
  /** Ids of messages that answer this seat and wait for its word. */
  readonly owed: readonly string[];
  readonly [field: string]: unknown;
}

export interface ScoreMatter {
  readonly kind: "roundtable.score";
  readonly view: SeatView;
  readonly target: number;
  /** Ids of messages that reached this seat since it last scored. */
  readonly fresh: readonly string[];
  readonly [field: string]: unknown;
}

/** What the lead has in front of it: everything. */
export interface LeadView {
  readonly brief: Brief;
  readonly specialists: readonly Participant[];
  readonly positions: readonly TablePosition[];
  readonly messages: readonly TableMessage[];
  readonly scores: readonly TableScore[];
}

export interface CompromiseMatter {
  readonly kind: "roundtable.compromise";
  readonly view: LeadView;
  readonly [field: string]: unknown;
}

export interface AdrDraft {
  readonly title: string;
  readonly context: string;
  readonly decision: string;
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
  readonly accurate: boolean;
  readonly correction: string | null;
}

export interface DraftMatter {
  readonly kind: "roundtable.draft";
  readonly view: LeadView;
  readonly outcome: string;
  readonly choice: string | null;
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
  readonly draft: AdrDraft;
  readonly score: TableScore | null;
  readonly [field: string]: unknown;
}
