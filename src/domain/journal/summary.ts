/** One line about a debate, kept beside its journal so that listing debates reads no journal. */
import { isAwaitedProvider } from "../awaited.ts";
import { type Outcome, isDegradedOutcome } from "../outcome/outcome.ts";
import { isRecordedSpeaker } from "../recorded-replies.ts";
import type { DecisionJudged } from "./annotation-facts.ts";
import type { Event, Fact } from "./event.ts";
import {
  type ShapeCheck,
  anyBoolean,
  anyText,
  integerInRange,
  expectList,
  numberInRange,
  expectObject,
  expectChoice,
  orNull,
  shortId,
} from "./shape.ts";

export interface DebateSummary {
  readonly id: string;
  /** The brief's own id; several debates may have it in common. */
  readonly brief: string;
  readonly question: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly protocol: string;
  readonly status: "running" | "paused" | "waiting" | "settled";
  /** CONSENSUS, CONTESTED… once the debate has ended. */
  readonly label: string | null;
  readonly ending: "decided" | "open" | "failed" | null;
  readonly choice: string | null;
  readonly degraded: boolean;
  /** K20: only the built-in readers spoke. */
  readonly nobodyJudged?: true;
  /** It plays recorded replies and counts as no decision. */
  readonly recorded?: true;
  /** The debate that it was forked from. */
  readonly forkedFrom?: string;
  /** A person's choice, where one was recorded. */
  readonly decided: string | null;
  /** How the decision turned out, if someone has said so. */
  readonly judged?: DecisionJudged["verdict"];
  /** When the choice in force was made, by the panel or by a person; null while there is none. */
  readonly decidedMs: number | null;
  /** What came of it in words, for those who search: the outcome's sentence, the chosen label, a person's reasons. */
  readonly gist: string;
  readonly openedMs: number;
  readonly updatedMs: number;
  readonly calls: number;
  readonly costUsd: number;
}

export function summarizeDebate(events: readonly Event[]): DebateSummary | null {
  return events.reduce<DebateSummary | null>(
    (sum, { fact, atMs }) => updateSummary(sum, fact, atMs),
    null,
  );
}

/** The summary after one more fact; total over facts, so that any prefix of a journal has one. */
export function updateSummary(
  before: DebateSummary | null,
  fact: Fact,
  atMs: number,
): DebateSummary {
  if (fact.type === "debate-opened") return createOpenedSummary(fact, atMs);
  if (before === null) throw new TypeError("A journal begins with debate-opened.");
  switch (fact.type) {
    case "reply-recorded": {
      const heard = isRecordedSpeaker(fact.speaker)
        ? { ...before, recorded: true as const }
        : before;
      if (fact.called === false) return { ...heard, updatedMs: atMs };
      return addCallCost(heard, fact.usage.costUsd, atMs);
    }
    case "reply-rejected":
      if (isAwaitedProvider(fact.speaker.provider)) return { ...before, updatedMs: atMs };
      return addCallCost(before, fact.usage.costUsd, atMs);
    case "participant-absent":
      return {
        ...(fact.called ? addCallCost(before, fact.usage.costUsd, atMs) : before),
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
    case "debate-settled":
      return applySettlement(before, fact.outcome, atMs);
    case "decision-recorded": {
      const { choice, reason } = fact;
      const gist = joinGistLines(before.gist, findOptionLabel(before.options, choice), reason);
      return { ...before, decided: choice, decidedMs: atMs, gist, updatedMs: atMs };
    }
    case "decision-judged":
      return { ...before, judged: fact.verdict, updatedMs: atMs };
    case "footing-noted":
    case "footing-checked":
      return { ...before, updatedMs: atMs };
    case "asks-committed":
    case "round-closed":
    case "clock-read":
    case "outside-read":
    case "artifact-published":
      return before;
  }
}

function createOpenedSummary(
  fact: Extract<Fact, { type: "debate-opened" }>,
  atMs: number,
): DebateSummary {
  return {
    id: fact.debate,
    brief: fact.brief.id,
    question: fact.brief.question,
    options: fact.brief.options.map(({ id, label }) => ({ id, label })),
    protocol: fact.protocol,
    status: "running",
    label: null,
    ending: null,
    choice: null,
    degraded: false,
    decided: null,
    decidedMs: null,
    gist: "",
    openedMs: atMs,
    updatedMs: atMs,
    calls: 0,
    costUsd: 0,
    ...(fact.forkedFrom && { forkedFrom: fact.forkedFrom.debate }),
  };
}

function applySettlement(before: DebateSummary, outcome: Outcome, atMs: number): DebateSummary {
  const { label, ending, choice, summary, choices = [], nobodyJudged } = outcome;
  return {
    ...before,
    status: "settled",
    label,
    ending,
    choice,
    degraded: isDegradedOutcome(outcome),
    ...(nobodyJudged && { nobodyJudged }),
    decidedMs: ending === "decided" && choice !== null ? atMs : null,
    gist: joinGistLines(summary, findOptionLabel([...before.options, ...choices], choice)),
    updatedMs: atMs,
  };
}

function addCallCost(before: DebateSummary, costUsd: number, updatedMs: number): DebateSummary {
  return { ...before, updatedMs, calls: before.calls + 1, costUsd: before.costUsd + costUsd };
}

function findOptionLabel(options: DebateSummary["options"], choice: string | null): string {
  return options.find(({ id }) => id === choice)?.label ?? "";
}

function joinGistLines(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}

// Summaries stored beside journals, read as strictly as any other input.

const timeMs = numberInRange(0, 8_640_000_000_000_000);

const FIELDS: {
  readonly [
    Name in Exclude<keyof DebateSummary, "judged" | "nobodyJudged" | "recorded" | "forkedFrom">
  ]: ShapeCheck;
} = {
  id: shortId,
  brief: shortId,
  question: anyText,
  options: expectList(expectObject({ id: shortId, label: anyText })),
  protocol: shortId,
  status: expectChoice("running", "paused", "waiting", "settled"),
  label: orNull(anyText),
  ending: orNull(expectChoice("decided", "open", "failed")),
  choice: orNull(anyText),
  degraded: anyBoolean,
  decided: orNull(anyText),
  decidedMs: orNull(timeMs),
  gist: anyText,
  openedMs: timeMs,
  updatedMs: timeMs,
  calls: integerInRange(0),
  costUsd: numberInRange(0, Number.MAX_VALUE),
};

const summaryShape = expectObject(FIELDS, {
  judged: expectChoice("right", "wrong", "partial"),
  nobodyJudged: expectChoice(true),
  recorded: expectChoice(true),
  forkedFrom: shortId,
});

/** Undefined where the text is not the summary of a debate. */
export function parseSummary(text: string): DebateSummary | undefined {
  try {
    const summary: unknown = JSON.parse(text);
    return summaryShape(summary) === undefined ? (summary as DebateSummary) : undefined;
  } catch {
    return undefined;
  }
}
