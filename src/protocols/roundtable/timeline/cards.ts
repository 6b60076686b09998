/** What the page shows of a roundtable, piece by piece: positions, versions, messages, concerns and scores. */
import type { AbsenceReason } from "../../../domain/round.ts";
import type { StatementKind } from "../prompts/prompt-input.ts";

export interface PositionCard {
  readonly at: number;
  readonly seat: string;
  readonly id: string | null;
  readonly words: string;
  readonly reasoning: string;
  readonly wouldChange: string | null;
  readonly missing: readonly string[];
}

/** T0: a version of the proposal. */
export interface ProposalCard {
  readonly at: number;
  readonly id: string;
  readonly version: number;
  /** The round that it was written for. */
  readonly round: number;
  readonly option: string | null;
  readonly headline: string;
  readonly answer: string;
  readonly meets: readonly string[];
  readonly changes: readonly { readonly what: string; readonly because: readonly string[] }[];
  readonly notSatisfied: string;
  /** Null unless the scores had stalled. */
  readonly disagreement: string | null;
}

/** T0: a round for which the lead wrote nothing. */
export interface SilentLead {
  readonly at: number;
  readonly round: number;
  readonly reason: AbsenceReason;
}

export interface TableMessageCard {
  readonly at: number;
  readonly key: string;
  readonly id: string;
  readonly by: string;
  readonly round: number;
  /** "all", or the one who may read it. */
  readonly to: string;
  readonly kind: StatementKind;
  readonly words: string;
  readonly detail: string | null;
  readonly resolvedBy: string | null;
  readonly answers: readonly string[];
}

/** A concern as the ledger has it. */
export interface ConcernCard {
  /** When it was raised. */
  readonly at: number;
  readonly id: string;
  readonly seat: string;
  readonly words: string;
  readonly detail: string | null;
  /** 0 for the first positions. */
  readonly round: number;
  readonly domain: string;
  readonly option: string | null;
  readonly resolvedBy: string;
  readonly blocking: boolean;
  /** T17: in another's domain it is written down and blocks nothing. */
  readonly own: boolean;
  /** Ids of messages that answer it, and of versions that say they meet it. */
  readonly answers: readonly string[];
  /** Its owner's words when they closed it. */
  readonly settled: {
    readonly round: number;
    readonly because: readonly string[];
    readonly why: string;
  } | null;
  /** Why it was written down and blocks nothing. */
  readonly logged: string | null;
  readonly state: "open" | "answered" | "settled";
}

export interface ScoreCardOfRound {
  readonly at: number;
  readonly key: string;
  readonly seat: string;
  readonly round: number;
  /** The version that it is about; 0 where none was on the table. */
  readonly version: number;
  readonly stated: number;
  readonly counted: number;
  readonly accepts: boolean;
  readonly words: string | null;
  /** What raised it. */
  readonly because: readonly string[];
  /** What is wrong with a change that does not count. */
  readonly problems: readonly string[];
  /** T9: why a score at the target does not count as one. */
  readonly heldBack: readonly string[];
  readonly stillBest: string;
}

export interface MissingScore {
  readonly at: number;
  readonly seat: string;
  readonly round: number;
  readonly reason: AbsenceReason;
}

/** T10: over the last rounds the mean hardly rose, and no fewer are below the target. */
export interface StallCard {
  readonly at: number;
  readonly round: number;
}

/** T27: a mandatory seat that can only be overruled by name. */
export interface VetoCard {
  readonly at: number;
  readonly seat: string;
  /** Null where it never gave a score. */
  readonly score: number | null;
  readonly absent: boolean;
  readonly objections: readonly { readonly id: string | null; readonly words: string }[];
}
