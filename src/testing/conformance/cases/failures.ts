/** Cases in which the provider refuses, is busy, is broken or hangs up. */
import type { Bench, Happened } from "../bench.ts";
import { type Case, failed, type Finding, passed } from "../case.ts";
import { answered, seconds, silent } from "../expect.ts";

// long enough for an agent with retries of its own, short enough to wait for
const PATIENCE = { patienceMs: 25_000 };

export const failureCases: readonly Case[] = [
  {
    id: "401",
    title: "a refused key is told as such, at once, and not tried again and again",
    async run({ ask }) {
      const happened = await ask({ rules: [{ do: "401" }] }, PATIENCE);
      const finding = silent(happened, ["unavailable", "refused"]);
      return finding.status === "pass" ? bounded(happened, 3) : finding;
    },
  },
  {
    id: "429",
    title: "a limit with Retry-After is waited for, and then it answers",
    run: waitsAndAnswers,
  },
  {
    id: "429-for-ever",
    title: "a limit that stays is given up, after a few tries",
    run: (bench) => givesUp(bench, "429"),
  },
  {
    id: "500",
    title: "a broken provider is given up, after a few tries",
    run: (bench) => givesUp(bench, "500"),
  },
  {
    id: "reset",
    title: "a connection that is torn down is no answer",
    run: (bench) => givesUp(bench, "reset"),
  },
];

/** An agent has retries of its own, which not all of them let us set; the deadline ends those. */
const MOST_TRIES = { api: 6, agent: 60 };

async function givesUp({ ask, subject }: Bench, behaviour: string): Promise<Finding> {
  const happened = await ask({ rules: [{ do: behaviour }] }, PATIENCE);
  const finding = silent(happened);
  return finding.status === "pass" ? bounded(happened, MOST_TRIES[subject.kind]) : finding;
}

/** Retries are fine as long as they end. */
function bounded({ questions, tookMs }: Happened, most: number): Finding {
  const tries = `${questions.length} ${questions.length === 1 ? "try" : "tries"}`;
  return questions.length > most
    ? failed(`${tries} in ${seconds(tookMs)}`)
    : passed(`${tries}, ${seconds(tookMs)}`);
}

async function waitsAndAnswers({ ask, subject }: Bench): Promise<Finding> {
  let questions = 0;
  // counted here: an agent may word the same question in another way when it puts it again
  const happened = await ask({ play: () => (questions++ === 0 ? "429" : "ok") });
  const finding = answered(happened);
  if (finding.status !== "pass") return finding;
  const [first, second] = happened.questions;
  if (!first || !second) return failed("it answered without having been limited");
  const waitedMs = second.atMs - first.atMs;
  if (subject.kind === "api" && waitedMs < 1_000) {
    return failed(`asked again after ${seconds(waitedMs)}, and 1 s was asked for`);
  }
  if (subject.kind === "api" && happened.tries.length === 0) return failed("the wait was not told");
  return passed(`asked again after ${seconds(waitedMs)}`);
}
