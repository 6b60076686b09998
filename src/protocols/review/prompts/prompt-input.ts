/** What the asks of `review` are rendered from, for models that read data rather than prose. */
import type { Brief } from "../../../domain/brief.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { ChangePart } from "../change/change-parts.ts";
import type { JoinedFinding } from "../rules/findings.ts";
import type { JudgedFinding } from "../rules/judge-findings.ts";

interface ReviewInput {
  readonly brief: Brief;
  readonly part: ChangePart;
  readonly participant: Participant;
  readonly [field: string]: unknown;
}

export interface FindInput extends ReviewInput {
  readonly kind: "review.find";
}

export interface ExamineInput extends ReviewInput {
  readonly kind: "review.examine";
  readonly findings: readonly JoinedFinding[];
}

export interface AnswerInput extends ReviewInput {
  readonly kind: "review.answer";
  readonly findings: readonly JoinedFinding[];
}

export interface DefendInput extends ReviewInput {
  readonly kind: "review.defend";
  readonly findings: readonly JudgedFinding[];
}

export interface RuleInput extends ReviewInput {
  readonly kind: "review.rule";
  readonly findings: readonly JudgedFinding[];
}
