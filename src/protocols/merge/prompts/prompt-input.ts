/** The prompt inputs and replies of `merge` as data, for models that read data instead of prose. */
import type { Brief } from "../../../domain/brief.ts";
import type { Claim } from "../../../domain/claim.ts";
import type { Evidence } from "../../../domain/evidence/evidence.ts";
import type { Participant } from "../../../domain/participant.ts";

export const GRADES = ["Low", "Medium", "High"] as const;
export type Grade = (typeof GRADES)[number];

export const VERDICTS = ["MET", "NOT MET"] as const;
export type CriterionVerdict = (typeof VERDICTS)[number];

export const DIMENSIONS = [
  "completeness",
  "correctness",
  "structure",
  "clarity",
  "risk coverage",
] as const;
export type MergeDimension = (typeof DIMENSIONS)[number];

/** The id under which a variant's words are quoted: `variant-2`. */
export function variantSource(variant: number): string {
  return `variant-${variant}`;
}

/** One of the 25 yes-or-no questions of step 3. */
export interface Criterion {
  /** Such as `correctness-4`. */
  readonly id: string;
  readonly dimension: MergeDimension;
  readonly text: string;
}

/** Answers `merge.write`: a whole variant. */
export interface MergeWriting {
  readonly document: string;
}

/** What can be said where no draft's words alone are best; the last three of a unique contribution. */
export const INSTEAD_CHOICES = [
  "all",
  "combine",
  "neither",
  "cannot-tell",
  "take",
  "leave",
  "fold",
] as const;
export type InsteadChoice = (typeof INSTEAD_CHOICES)[number];

/** The variant that handles a point best, and why. */
export interface Winner {
  readonly point: string;
  /** 0 where `instead` says what should be done. */
  readonly variant: number;
  readonly instead?: InsteadChoice | null;
  /** The words that a combination is made of, in their order. */
  readonly pieces?: readonly { readonly variant: number; readonly quote: string }[] | null;
  /** Title of the section to fold a contribution into. */
  readonly section?: string | null;
  /** Claim id of another advocate's vote on this point, whose combination or section is taken as it is. */
  readonly same_as?: string | null;
  readonly because: string;
}

/** Another winner than the one named before, with what caused it (K5). */
export interface NewWinner extends Winner {
  /** Ids of others' claims; empty where the winner is the same, or was never named before. */
  readonly causes: readonly string[];
  /** Words of the variants that the speaker found by itself; else empty. */
  readonly evidence: readonly Evidence[];
}

/** With a point and a variant it counts as a vote for that variant. */
export interface Concession {
  readonly point: string | null;
  readonly variant: number | null;
  readonly text: string;
}

/** Answers `merge.state`. */
export interface AdvocateStatement {
  readonly summary: string;
  readonly strengths: readonly { readonly text: string; readonly evidence: readonly Evidence[] }[];
  /** The strongest case for each other variant; every one of them is needed. */
  readonly steelmen: readonly { readonly variant: number; readonly text: string }[];
  readonly weaknesses: readonly {
    readonly variant: number;
    readonly text: string;
    readonly evidence: readonly Evidence[];
  }[];
  readonly concessions: readonly Concession[];
  /** One for every point that is voted on. */
  readonly winners: readonly Winner[];
}

/** A word on one criticism of the speaker's own variant. */
export interface CriticismAnswer {
  /** Claim id of the criticism. */
  readonly criticism: string;
  readonly answer: "counter" | "concede" | "partly";
  readonly text: string;
  readonly evidence: readonly Evidence[];
}

/** Answers `merge.rebut`. */
export interface AdvocateRebuttal {
  /** One for every criticism of the speaker's variant. */
  readonly responses: readonly CriticismAnswer[];
  /** What the speaker now thinks of other variants. */
  readonly assessments: readonly { readonly variant: number; readonly text: string }[];
  readonly concessions: readonly Concession[];
  /** Only where the winner is now another, or none was named before. */
  readonly changes: readonly NewWinner[];
}

/** Answers `merge.close`. */
export interface FinalArgument {
  readonly argument: string;
  readonly concessions: readonly Concession[];
  /** One for every point that is still unresolved. */
  readonly winners: readonly NewWinner[];
}

/** Claim, evidence, verdict for one criterion in one variant. */
export interface Appraisal {
  readonly variant: number;
  readonly criterion: string;
  readonly claim: string;
  /** The variant's own words; null where there is no evidence. MET without a quote that occurs there is NOT MET. */
  readonly quote: string | null;
  /** For a criterion about absence: what was looked for and does not occur, with commas between. */
  readonly searched?: string | null;
  readonly verdict: CriterionVerdict;
}

/** Answers `merge.evaluate` (every criterion for every variant) and `merge.re-evaluate` (the disputed ones). */
export interface MergeEvaluation {
  readonly appraisals: readonly Appraisal[];
}

/** A document of the debate; what `documents/` calls a Document is one. */
export interface VariantRead {
  readonly variant: number;
  readonly label: string;
  /** Empty in a blind debate. */
  readonly name: string;
  readonly format: "markdown" | "text";
  readonly text: string;
  readonly blocks: readonly {
    readonly index: number;
    readonly kind: string;
    readonly start: number;
    readonly end: number;
    readonly line: number;
    readonly depth: number;
    readonly title: string;
    readonly section: number;
    readonly parts: readonly { readonly start: number; readonly end: number }[];
  }[];
  readonly sections: readonly {
    readonly index: number;
    readonly depth: number;
    readonly title: string;
    readonly number: string;
    readonly parent: number | null;
    readonly children: readonly number[];
    readonly first: number;
    readonly beyond: number;
    readonly start: number;
    readonly end: number;
    readonly ownEnd: number;
  }[];
}

/** A difference between the variants; what `documents/` calls a Point is one. */
export interface PointRead {
  readonly id: string;
  readonly category: string;
  readonly kind: string;
  readonly severity: Grade;
  readonly summary: string;
  readonly topic: string | null;
  readonly sides: readonly {
    readonly variant: number;
    readonly section: number;
    readonly line: number;
    readonly quote: string;
    readonly start: number;
    readonly end: number;
  }[];
  readonly within: number | null;
  /** Where it is in each variant, passage by passage; absent for whole sections. */
  readonly ranges?: readonly unknown[];
  /** Taken without a vote: only this variant changed it. */
  readonly settled?: number;
  readonly origin: string;
}

/** An advocate's statement as others are shown it. */
export interface StatementHeard extends AdvocateHeard {
  readonly statement: AdvocateStatement;
}

export interface RebuttalHeard extends AdvocateHeard {
  readonly rebuttal: AdvocateRebuttal;
}

interface AdvocateHeard {
  readonly seat: Participant;
  /** The variant it speaks for. */
  readonly variant: number;
  readonly claims: readonly Claim[];
}

interface DebateMatter {
  readonly brief: Brief;
  readonly seat: Participant;
  readonly variants: readonly VariantRead[];
  /** Everything step 1 found, also what is not voted on. */
  readonly points: readonly PointRead[];
  readonly [field: string]: unknown;
}

export interface FindMatter extends DebateMatter {
  readonly kind: "merge.find";
  readonly focus: readonly string[];
}

interface AdvocateMatter extends DebateMatter {
  /** The variant the speaker argues for. */
  readonly own: number;
  /** Ids of the points that need a winner. */
  readonly voted: readonly string[];
  /** Ids that a person gave priority to; often none. */
  readonly priority: readonly string[];
}

export interface MergeStateInput extends AdvocateMatter {
  readonly kind: "merge.state";
}

export interface MergeRebutInput extends AdvocateMatter {
  readonly kind: "merge.rebut";
  readonly statements: readonly StatementHeard[];
  /** Those who have spoken before in this round. */
  readonly earlier: readonly RebuttalHeard[];
  /** Claims against the speaker's variant; each is to be answered. */
  readonly criticisms: readonly Claim[];
  /** Each advocate's current vote on each point. */
  readonly votes: readonly VoteRead[];
}

export interface CloseMatter extends AdvocateMatter {
  readonly kind: "merge.close";
  readonly statements: readonly StatementHeard[];
  readonly rebuttals: readonly RebuttalHeard[];
  readonly votes: readonly VoteRead[];
  /** Ids of the points that are not agreed on; each needs a winner. */
  readonly unresolved: readonly string[];
}

export interface VoteRead {
  readonly by: string;
  readonly point: string;
  readonly variant: number;
  /** As votes are compared; null where the speaker cannot tell. */
  readonly choice: string | null;
}

interface CriteriaMatter {
  readonly brief: Brief;
  readonly seat: Participant;
  /** In the order in which they are shown. */
  readonly variants: readonly VariantRead[];
  readonly criteria: readonly Criterion[];
  readonly [field: string]: unknown;
}

export interface EvaluateMatter extends CriteriaMatter {
  readonly kind: "merge.evaluate";
  readonly pass: "forward" | "reverse";
}

/** Two passes that came to different verdicts; both are shown, in the order they were given. */
export interface Dispute {
  readonly variant: number;
  readonly criterion: string;
  readonly forward: Appraisal;
  readonly reverse: Appraisal;
}

export interface ReEvaluateMatter extends CriteriaMatter {
  readonly kind: "merge.re-evaluate";
  readonly disputes: readonly Dispute[];
}
