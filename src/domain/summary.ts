import type { Event, Fact } from "./event.ts";
/** One line about a debate, kept beside its journal so that a list needs no journal. */
import { isDegraded } from "./outcome.ts";

export interface DebateSummary {
  readonly id: string;
  readonly question: string;
  readonly protocol: string;
  readonly status: "running" | "paused" | "waiting" | "settled";
  /** CONSENSUS, CONTESTED… once settled. */
  readonly label: string | null;
  readonly ending: "decided" | "open" | "failed" | null;
  readonly choice: string | null;
  readonly degraded: boolean;
  /** A person's choice, where one was recorded. */
  readonly decided: string | null;
  readonly openedMs: number;
  readonly updatedMs: number;
  readonly calls: number;
  readonly costUsd: number;
}

export function summaryOf(events: readonly Event[]): DebateSummary | null {
  return events.reduce<DebateSummary | null>(
    (sum, { fact, atMs }) => summaryAfter(sum, fact, atMs),
    null,
  );
}

/** The summary after one more fact; total over facts, so that any prefix of a journal has one. */
export function summaryAfter(
  before: DebateSummary | null,
  fact: Fact,
  atMs: number,
): DebateSummary {
  if (fact.type === "debate-opened") return opened(fact, atMs);
  if (before === null) throw new TypeError("A journal begins with debate-opened.");
  switch (fact.type) {
    case "reply-recorded":
      return fact.called === false
        ? { ...before, updatedMs: atMs }
        : { ...billed(before, fact.usage.costUsd), updatedMs: atMs };
    case "reply-rejected":
      if (fact.speaker.provider === "person") return { ...before, updatedMs: atMs };
      return { ...billed(before, fact.usage.costUsd), updatedMs: atMs };
    case "participant-absent":
      return {
        ...(fact.called ? billed(before, fact.usage.costUsd) : before),
        degraded: true,
        updatedMs: atMs,
      };
    case "debate-paused":
      return { ...before, status: "paused", updatedMs: atMs };
    case "debate-resumed":
    case "escalation-answered":
    case "person-answered":
      return { ...before, status: "running", updatedMs: atMs };
    case "escalation-raised":
    case "answer-awaited":
      return { ...before, status: "waiting", updatedMs: atMs };
    case "debate-settled": {
      const { label, ending, choice } = fact.outcome;
      const degraded = isDegraded(fact.outcome);
      return { ...before, status: "settled", label, ending, choice, degraded, updatedMs: atMs };
    }
    case "decision-recorded":
      return { ...before, decided: fact.choice, updatedMs: atMs };
    case "footing-noted":
    case "footing-checked":
    case "decision-judged":
      return { ...before, updatedMs: atMs };
    case "asks-committed":
    case "round-closed":
    case "clock-read":
    case "artifact-published":
      return before;
  }
}

function opened(fact: Extract<Fact, { type: "debate-opened" }>, atMs: number): DebateSummary {
  return {
    id: fact.debate,
    question: fact.brief.question,
    protocol: fact.protocol,
    status: "running",
    label: null,
    ending: null,
    choice: null,
    degraded: false,
    decided: null,
    openedMs: atMs,
    updatedMs: atMs,
    calls: 0,
    costUsd: 0,
  };
}

function billed(before: DebateSummary, costUsd: number): DebateSummary {
  return { ...before, calls: before.calls + 1, costUsd: before.costUsd + costUsd };
}
