/** Who sits in a review, what they look at, and what was said so far. */
import type { Brief } from "../../../domain/brief.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Round, Turn } from "../../../domain/round.ts";
import { type ChangePart, splitChange } from "../change/change-parts.ts";
import { type Change, EARLIER_SOURCE, readChange } from "../change/change.ts";
import type { AuthorReply, DefenceReply, ReviewFindingsReply, VerdictsReply } from "../replies.ts";
import type { ReviewSettings } from "../settings.ts";
import { type EarlierFinding, readEarlierFindings } from "./earlier-findings.ts";

export const REVIEWER = "reviewer";
export const AUTHOR = "author";

export interface ReviewTable {
  readonly brief: Brief;
  readonly settings: ReviewSettings;
  readonly reviewers: readonly Participant[];
  /** Answers for the change; null where nobody does. */
  readonly author: Participant | null;
  readonly change: Change;
  readonly parts: readonly ChangePart[];
  /** What earlier reviews of the same branch settled. */
  readonly earlier: readonly EarlierFinding[];
}

/** What was said of one part of the change. */
export interface PartReview {
  readonly part: ChangePart;
  readonly findings: Round<ReviewFindingsReply>;
  readonly cross: Round<VerdictsReply> | null;
  readonly answers: Turn<AuthorReply> | null;
  readonly defence: Round<DefenceReply> | null;
  readonly rulings: Round<VerdictsReply> | null;
}

export interface Review extends ReviewTable {
  readonly reviewed: readonly PartReview[];
}

export function createReviewTable(
  participants: readonly Participant[],
  brief: Brief,
  settings: ReviewSettings,
): ReviewTable {
  const change = readChange(brief, settings);
  return {
    brief,
    settings,
    reviewers: participants.filter(({ role }) => role === REVIEWER),
    author: participants.find(({ role }) => role === AUTHOR) ?? null,
    change,
    parts: splitChange(change.files, settings.part_bytes),
    earlier: readEarlierFindings(brief.sources.find(({ id }) => id === EARLIER_SOURCE)?.text),
  };
}

/** The step of a part; a change of one part needs no number. */
export function namePartStep({ parts }: ReviewTable, step: string, part: ChangePart): string {
  return parts.length === 1 ? step : `${step}-${part.number}`;
}

/** Every turn, in the order it was asked for. */
export function listReviewTurns({ reviewed }: Pick<Review, "reviewed">): Turn<unknown>[] {
  return reviewed.flatMap(listPartTurns);
}

function listPartTurns(one: PartReview): Turn<unknown>[] {
  const { findings, cross, answers, defence, rulings } = one;
  return [findings, cross, answers, defence, rulings].flatMap((said): Turn<unknown>[] => {
    if (said === null) return [];
    return "kind" in said ? [said] : [...said.spoken, ...said.absent];
  });
}

/** Keys of the turns of a part whose words a prompt shows. */
export function listSpokenKeys(one: PartReview): string[] {
  return listPartTurns(one).flatMap((turn) => (turn.kind === "spoken" ? [turn.key] : []));
}

export function findReviewerName({ reviewers, author }: ReviewTable, id: string): string {
  return [...reviewers, ...(author ? [author] : [])].find((one) => one.id === id)?.name ?? id;
}
