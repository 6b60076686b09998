/** The state of a merge, stage by stage: each step adds its results and changes nothing before it. */
import type { VariantAnalysis } from "../../../documents/analyse/analyse-variants.ts";
import type { RefactorPlan } from "../../../documents/apply/change-plan.ts";
import type { MergeResult } from "../../../documents/apply/merge-result.ts";
import type { ComparisonPoint } from "../../../documents/comparison-point.ts";
import type { ParsedDocument } from "../../../documents/document.ts";
import type { VariantMetrics } from "../../../documents/metrics/variant-metrics.ts";
import type { Brief } from "../../../domain/brief.ts";
import { type Evidence, createQuoteChecker } from "../../../domain/evidence/evidence.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Round, Turn } from "../../../domain/round.ts";
import type { EscalationAnswer } from "../../../protocol.ts";
import { type MergeCorrection, type MergeFinding } from "../prompts/finding-input.ts";
import { variantSource } from "../prompts/prompt-input.ts";
import type {
  EvaluationReply,
  FinalArgumentReply,
  FindingsReply,
  AdvocateRebuttalReply,
  AdvocateStatementReply,
  WritingReply,
} from "../replies.ts";
import type { MergeSettings } from "../settings.ts";
import { ADVOCATE, ANALYST, AUTHOR, EVALUATOR, ancestorSource, originalSource } from "./seats.ts";
import type { BaseChoice } from "./select-base.ts";

export interface MergeDebateTable {
  readonly brief: Brief;
  readonly settings: MergeSettings;
  /** One per variant, in the order of input. */
  readonly advocates: readonly Participant[];
  /** Empty where drafts were given. */
  readonly authors: readonly Participant[];
  readonly analyst: Participant | null;
  readonly evaluator: Participant | null;
  /** When the merge began; the only time its documents name. */
  readonly atMs: number;
}

/** One of the documents to be merged. */
export interface MergeVariant {
  readonly document: ParsedDocument;
  readonly advocate: Participant;
  /** The name in provenance comments: "Variant B (b.md)", or only the letter in a blind merge. */
  readonly title: string;
  /** Name of its copy among the artifacts (A3). */
  readonly copy: string;
  /** Key of the turn that wrote it; null for a given draft. */
  readonly writtenIn: string | null;
}

export interface Gathered extends MergeDebateTable {
  readonly writings: readonly Round<WritingReply>[];
  readonly variants: readonly MergeVariant[];
}

/** A48: what a person decided at a stop. */
export interface MergeOverride extends EscalationAnswer {
  readonly stop: "after-diff" | "after-debate" | "after-base" | "after-plan";
  /** What the answer changed, in words. */
  readonly effect: string;
}

/** A finding of the analyst that nobody votes on, and why. */
export interface Unverified {
  readonly finding: MergeFinding;
  readonly why: string;
}

/** A correction of the analyst that was not made, and why. */
export interface RefusedCorrection {
  readonly correction: MergeCorrection;
  readonly why: string;
}

export interface ComparedMerge extends Gathered {
  readonly analysis: VariantAnalysis;
  readonly found: Turn<FindingsReply> | null;
  readonly unverified: readonly Unverified[];
  readonly refused: readonly RefusedCorrection[];
  /** Code's points and the analyst's valid ones. */
  readonly points: readonly ComparisonPoint[];
  readonly voted: readonly ComparisonPoint[];
  /** Ids of points that a person gave priority to. */
  readonly priority: readonly string[];
  readonly overrides: readonly MergeOverride[];
}

export interface Debated extends ComparedMerge {
  /** Null where there was nothing to debate. */
  readonly statements: Round<AdvocateStatementReply> | null;
  /** Those who were absent at first, asked once more (A43). */
  readonly statementsAgain: Round<AdvocateStatementReply> | null;
  readonly rebuttals: Round<AdvocateRebuttalReply> | null;
  readonly finals: Round<FinalArgumentReply> | null;
}

export interface Scored extends Debated {
  readonly metrics: readonly VariantMetrics[];
  readonly forward: Turn<EvaluationReply> | null;
  readonly reverse: Turn<EvaluationReply> | null;
  readonly again: Turn<EvaluationReply> | null;
}

export interface Based extends Scored {
  readonly base: BaseChoice;
}

export interface PlannedMerge extends Based {
  readonly plan: RefactorPlan;
  /** Ids of points that were agreed for another variant and that code cannot put in place. */
  readonly byHand: readonly string[];
}

export interface Finished extends PlannedMerge {
  readonly merged: MergeResult;
}

export function createMergeTable(
  participants: readonly Participant[],
  brief: Brief,
  { settings, atMs }: Pick<MergeDebateTable, "settings" | "atMs">,
): MergeDebateTable {
  const seated = (role: string): Participant[] => participants.filter((one) => one.role === role);
  const only = (role: string): Participant | null => seated(role)[0] ?? null;
  return {
    brief,
    settings,
    advocates: seated(ADVOCATE),
    authors: seated(AUTHOR),
    analyst: only(ANALYST),
    evaluator: only(EVALUATOR),
    atMs,
  };
}

export function listDocuments({ variants }: Gathered): ParsedDocument[] {
  return variants.map(({ document }) => document);
}

/** Numbers of all drafts but one. */
export function listOtherVariants(gathered: Gathered, own: number): number[] {
  return listDocuments(gathered)
    .map(({ variant }) => variant)
    .filter((variant) => variant !== own);
}

interface Quotable {
  readonly texts: ReadonlyMap<string, string>;
  readonly check: (evidence: Evidence) => boolean;
}

// the same for every stage of one merge, which all have the same variants
const quotables = new WeakMap<readonly MergeVariant[], Quotable>();

function quotableIn({ variants, brief }: Gathered): Quotable {
  const known = quotables.get(variants);
  if (known) return known;
  const source = originalSource(brief);
  const ancestor = ancestorSource(brief);
  const texts = new Map([
    ...variants.map(({ document }) => [variantSource(document.variant), document.text] as const),
    ...(source ? [["source", source.text] as const] : []),
    ...(ancestor ? [["ancestor", ancestor.text] as const] : []),
  ]);
  const check = createQuoteChecker(texts);
  const quotable = { texts, check: (evidence: Evidence) => check(evidence).verified };
  quotables.set(variants, quotable);
  return quotable;
}

/** Every text that can be quoted, by source id (K7). */
export function quotableTexts(gathered: Gathered): ReadonlyMap<string, string> {
  return quotableIn(gathered).texts;
}

export function isQuoted(gathered: Gathered, evidence: Evidence): boolean {
  return quotableIn(gathered).check(evidence);
}

export function variantNumbered({ variants }: Gathered, variant: number): MergeVariant | undefined {
  return variants.find(({ document }) => document.variant === variant);
}

/** "Variant B". */
export function calledBy(gathered: Gathered, variant: number): string {
  const label = variantNumbered(gathered, variant)?.document.label;
  return `Variant ${label ?? variant}`;
}

export function findVariantNumber({ variants }: Gathered, advocate: string): number {
  const found = variants.find((one) => one.advocate.id === advocate);
  if (!found) throw new TypeError(`${advocate} argues for no variant.`);
  return found.document.variant;
}

export function findMergeName(table: MergeDebateTable, id: string): string {
  const { advocates, authors, analyst, evaluator } = table;
  return [...advocates, ...authors, analyst, evaluator].find((one) => one?.id === id)?.name ?? id;
}
