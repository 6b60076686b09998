/** Expectations about how a question ended, in words for the table. */
import { ModelError } from "../../model.ts";
import { isReadyReply } from "../../models/ready-request.ts";
import { cutText } from "../../text/cut-text.ts";
import type { ObservedCall } from "./conformance-bench.ts";
import { reportCaseFailed, type CaseResult, reportCasePassed } from "./conformance-case.ts";

/** It gave the answer that the loopback had for it. */
export function expectAnswered(happened: ObservedCall): CaseResult {
  const { text, error, questions, tookMs } = happened;
  if (error !== undefined) return reportCaseFailed(`no answer: ${formatCaseError(error)}`);
  if (questions.length === 0) return reportCaseFailed("it answered, but asked somebody else");
  return isReadyReply(text ?? "")
    ? reportCasePassed(formatCaseSeconds(tookMs))
    : reportCaseFailed(`another answer than was given: ${cutText(text ?? "", 200)}`);
}

/** No text may count as an answer, and the failure is one that a debate can record. */
export function expectNoAnswer(happened: ObservedCall, reasons?: readonly string[]): CaseResult {
  const { text, error, unheard } = happened;
  if (unheard) return reportCaseFailed(`the question did not arrive: ${formatCaseError(error)}`);
  if (error === undefined) {
    // the text is read by the kernel, which finds no reply in it
    return isReadyReply(text ?? "")
      ? reportCaseFailed("it counts as an answer")
      : reportCasePassed("unreadable, not counted");
  }
  if (!(error instanceof ModelError))
    return reportCaseFailed(`not a ModelError: ${formatCaseError(error)}`);
  if (reasons && !reasons.includes(error.reason)) {
    return reportCaseFailed(`told as "${error.reason}": ${formatCaseError(error)}`);
  }
  return reportCasePassed(
    `${error.reason}${happened.questions.length > 1 ? `, ${happened.questions.length} tries` : ""}`,
  );
}

/** Time it may take to obey the signal: nobody is kept waiting for a program to die. */
const LATEST_MS = 1_000;

export function expectStoppedAtOnce(happened: ObservedCall): CaseResult {
  const { lateMs } = happened;
  // a process that got too much of it may end by itself before it is asked to
  const finding = expectNoAnswer(happened, ["timed-out", "unavailable", "unreadable"]);
  if (finding.status !== "pass") return finding;
  return lateMs > LATEST_MS
    ? reportCaseFailed(`it took ${formatCaseSeconds(lateMs)} to obey the signal`)
    : reportCasePassed(`after ${formatCaseSeconds(lateMs)}`);
}

export function formatCaseSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

export function formatCaseError(error: unknown): string {
  return error instanceof Error ? cutText(error.message, 200) : "nothing was said";
}
