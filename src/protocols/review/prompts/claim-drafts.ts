/** Replies as claims, in the order in which the rules look them up again. */
import type { ClaimDraft } from "../../../domain/claim.ts";
import type { ReplySummary } from "../../../domain/journal/event.ts";
import { CHANGE_SOURCE, formatFileSource } from "../change/change.ts";
import type {
  AnswerToFinding,
  AuthorReply,
  DefenceReply,
  ReviewFindingsReply,
  VerdictsReply,
} from "../replies.ts";
import { findFindingPlace, type JoinedFinding } from "../rules/findings.ts";
import type { ReviewTable } from "../rules/table.ts";
import { claimsVerdict, listAskedEntries } from "../rules/verdicts.ts";

/** One claim for each finding, found or not, so that the two lists stay aligned. */
export function draftFindings(
  { change }: ReviewTable,
  { findings }: ReviewFindingsReply,
): ClaimDraft[] {
  return findings.map((filed) => {
    const found = findFindingPlace(change, filed);
    const source =
      "why" in found ? filed.file : formatFileSource(found.file.number, found.place.side);
    const quote = "why" in found ? filed.quote : found.place.words;
    return {
      text: filed.claim,
      detail: filed.scenario,
      about: CHANGE_SOURCE,
      side: "attacks",
      evidence: [{ kind: "quote", source, quote }, ...filed.evidence],
    };
  });
}

function listIds(findings: readonly JoinedFinding[]): ReadonlySet<string> {
  return new Set(findings.map(({ id }) => id));
}

export function draftVerdicts(
  findings: readonly JoinedFinding[],
  { verdicts }: VerdictsReply,
): ClaimDraft[] {
  return listAskedEntries(verdicts, listIds(findings))
    .filter(claimsVerdict)
    .map(({ finding, verdict, reason, evidence }) => ({
      text: reason,
      about: finding,
      side: verdict === "refute" ? "attacks" : "supports",
      evidence,
    }));
}

export function draftAnswers(
  findings: readonly JoinedFinding[],
  { answers }: AuthorReply,
): ClaimDraft[] {
  return listAskedEntries<AnswerToFinding>(answers, listIds(findings)).map(
    ({ finding, answer, reason, evidence }) => ({
      text: reason,
      about: finding,
      side: answer === "reject" ? "attacks" : "supports",
      evidence,
    }),
  );
}

export function draftDefences(
  findings: readonly JoinedFinding[],
  { defences }: DefenceReply,
): ClaimDraft[] {
  return listAskedEntries(defences, listIds(findings)).map(
    ({ finding, choice, reason, evidence }) => ({
      text: reason,
      about: finding,
      side: choice === "maintain" ? "supports" : "attacks",
      evidence,
    }),
  );
}

/** Nobody votes here: what a reviewer said in a line, and the words behind it. */
export function summarizeWords(head: string, words: string): ReplySummary {
  const line = [head, words].filter((part) => part !== "").join(": ");
  return { position: null, confidence: null, words: line, wouldChange: null };
}
