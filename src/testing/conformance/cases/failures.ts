/** Cases in which the provider refuses, is busy, is broken or hangs up. */
import type { ConformanceBench, ObservedCall } from "../conformance-bench.ts";
import {
  type ConformanceCase,
  reportCaseFailed,
  type CaseResult,
  reportCasePassed,
} from "../conformance-case.ts";
import { expectAnswered, formatCaseSeconds, expectNoAnswer } from "../conformance-expectations.ts";

// long enough for an agent with retries of its own, short enough to wait for
const PATIENCE = { patienceMs: 25_000 };

export const failureCases: readonly ConformanceCase[] = [
  {
    id: "401",
    title: "a refused key is told as such, at once, and not tried again and again",
    async run({ ask }) {
      const happened = await ask({ rules: [{ do: "401" }] }, PATIENCE);
      const finding = expectNoAnswer(happened, ["unavailable", "refused"]);
      return finding.status === "pass" ? checkBoundedRetries(happened, 3) : finding;
    },
  },
  {
    id: "429",
    title: "a limit with Retry-After is waited for, and then it answers",
    run: checkWaitsAndAnswers,
  },
  {
    id: "429-for-ever",
    title: "a limit that stays is given up, after a few tries",
    run: (bench) => checkGivesUp(bench, "429"),
  },
  {
    id: "500",
    title: "a broken provider is given up, after a few tries",
    run: (bench) => checkGivesUp(bench, "500"),
  },
  {
    id: "reset",
    title: "a connection that is torn down is no answer",
    run: (bench) => checkGivesUp(bench, "reset"),
  },
];

/** An agent has retries of its own, which not all of them let us set; the deadline ends those. */
const MOST_TRIES = { api: 6, agent: 60 };

async function checkGivesUp(
  { ask, subject }: ConformanceBench,
  behaviour: string,
): Promise<CaseResult> {
  const happened = await ask({ rules: [{ do: behaviour }] }, PATIENCE);
  const finding = expectNoAnswer(happened);
  return finding.status === "pass"
    ? checkBoundedRetries(happened, MOST_TRIES[subject.kind])
    : finding;
}

/** Retries are fine as long as they end. */
function checkBoundedRetries({ questions, tookMs }: ObservedCall, most: number): CaseResult {
  const tries = `${questions.length} ${questions.length === 1 ? "try" : "tries"}`;
  return questions.length > most
    ? reportCaseFailed(`${tries} in ${formatCaseSeconds(tookMs)}`)
    : reportCasePassed(`${tries}, ${formatCaseSeconds(tookMs)}`);
}

async function checkWaitsAndAnswers({ ask, subject }: ConformanceBench): Promise<CaseResult> {
  let questions = 0;
  // counted here: an agent may word the same question in another way when it puts it again
  const happened = await ask({ play: () => (questions++ === 0 ? "429" : "ok") });
  const finding = expectAnswered(happened);
  if (finding.status !== "pass") return finding;
  const [first, second] = happened.questions;
  if (!first || !second) return reportCaseFailed("it answered without having been limited");
  const waitedMs = second.atMs - first.atMs;
  if (subject.kind === "api" && waitedMs < 1_000) {
    return reportCaseFailed(
      `asked again after ${formatCaseSeconds(waitedMs)}, and 1 s was asked for`,
    );
  }
  if (subject.kind === "api" && happened.tries.length === 0)
    return reportCaseFailed("the wait was not told");
  return reportCasePassed(`asked again after ${formatCaseSeconds(waitedMs)}`);
}
