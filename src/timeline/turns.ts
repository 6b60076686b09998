/** Steps and turns from the journal. */
import type { Event, Usage } from "../domain/journal/event.ts";
import { type JournalTurn, readJournalSteps } from "../domain/journal/steps.ts";
import type { DebateRules, TimelineStep, TimelineTurn } from "./debate-timeline.ts";
import { formatStepTitle } from "./step-titles.ts";

export interface StepsAndTurns {
  readonly steps: readonly TimelineStep[];
  readonly turns: readonly TimelineTurn[];
}

export function readStepsAndTurns(events: readonly Event[], rules: DebateRules): StepsAndTurns {
  const journal = readJournalSteps(events);
  const turns = new Map(journal.turns.map((turn) => [turn, createTimelineTurn(turn)]));
  const steps = journal.steps.map(({ turns: ended, ...step }): TimelineStep => {
    const heard = ended.flatMap((turn) => turns.get(turn) ?? []);
    return {
      ...step,
      title: formatStepTitle(step.step, rules.titles),
      takesPositions: heard.some(isPositionTurn),
      takesScores: heard.some((turn) => isScoreTurn(turn, rules.deciding)),
    };
  });
  return { steps, turns: [...turns.values()] };
}

export function isPositionTurn({ said }: TimelineTurn): boolean {
  return Boolean(said?.position);
}

/** A number is a score where scores decide; elsewhere it says how sure the speaker is. */
export function isScoreTurn({ said }: TimelineTurn, deciding: DebateRules["deciding"]): boolean {
  return deciding?.by === "scores" && said !== null && said.confidence !== null;
}

function createTimelineTurn({ fact, rejected, step, ...around }: JournalTurn): TimelineTurn {
  const { key, by: seat, speaker } = fact;
  const sent = rejected.map((one) => one.fact);
  const calls = fact.called === false ? sent : [...sent, fact];
  const spoke = fact.type === "reply-recorded";
  return {
    ...around,
    key,
    step,
    seat,
    said: spoke ? fact.said : null,
    claims: spoke ? fact.claims : [],
    reply: spoke ? fact.reply : null,
    absent: spoke ? null : { reason: fact.reason, detail: fact.detail },
    rejected: rejected.map(({ at, fact: { problems, raw } }) => ({ at, problems, raw })),
    unmet: spoke ? fact.unmet : [],
    served: speaker.served ?? speaker.requested,
    provider: speaker.provider,
    latencyMs: sumBilledCalls(calls, ({ latencyMs }) => latencyMs),
    tokens: {
      input: sumBilledCalls(calls, ({ usage }) => usage.inputTokens),
      output: sumBilledCalls(calls, ({ usage }) => usage.outputTokens),
      cached: sumBilledCalls(calls, ({ usage }) => usage.cachedTokens ?? 0),
    },
    costUsd: sumBilledCalls(calls, ({ usage }) => usage.costUsd),
    unpriced: calls.some(({ usage }) => usage.price === "unknown"),
  };
}

interface BilledCall {
  readonly usage: Usage;
  readonly latencyMs: number;
}

function sumBilledCalls(
  calls: readonly BilledCall[],
  amount: (call: BilledCall) => number,
): number {
  return calls.reduce((sum, call) => sum + amount(call), 0);
}
