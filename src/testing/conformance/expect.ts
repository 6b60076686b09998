/** What can be said of a question's end, in words for the table. */
import { ModelError } from "../../model.ts";
import type { Happened } from "./bench.ts";
import { failed, type Finding, passed } from "./case.ts";
import { isReady } from "./tiny-ask.ts";

/** It gave the answer that the loopback had for it. */
export function answered(happened: Happened): Finding {
  const { text, error, questions, tookMs } = happened;
  if (error !== undefined) return failed(`no answer: ${messageOf(error)}`);
  if (questions.length === 0) return failed("it answered, but asked somebody else");
  return isReady(text ?? "")
    ? passed(seconds(tookMs))
    : failed(`another answer than was given: ${shortened(text ?? "")}`);
}

/** Nothing that was said may count as an answer, and the failure is one that a debate can record. */
export function silent(happened: Happened, reasons?: readonly string[]): Finding {
  const { text, error, unheard } = happened;
  if (unheard) return failed(`the question did not arrive: ${messageOf(error)}`);
  if (error === undefined) {
    // the text is read by the kernel, which finds no reply in it
    return isReady(text ?? "")
      ? failed("it counts as an answer")
      : passed("unreadable, not counted");
  }
  if (!(error instanceof ModelError)) return failed(`not a ModelError: ${messageOf(error)}`);
  if (reasons && !reasons.includes(error.reason)) {
    return failed(`told as "${error.reason}": ${messageOf(error)}`);
  }
  return passed(
    `${error.reason}${happened.questions.length > 1 ? `, ${happened.questions.length} tries` : ""}`,
  );
}

/** Time it may take to obey the signal: nobody is kept waiting for a program to die. */
const LATEST_MS = 1_000;

export function stoppedAtOnce(happened: Happened): Finding {
  const { lateMs } = happened;
  // one that has had too much of it may end by itself before it is told to
  const finding = silent(happened, ["timed-out", "unavailable", "unreadable"]);
  if (finding.status !== "pass") return finding;
  return lateMs > LATEST_MS
    ? failed(`it took ${seconds(lateMs)} to obey the signal`)
    : passed(`after ${seconds(lateMs)}`);
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? shortened(error.message) : "nothing was said";
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
