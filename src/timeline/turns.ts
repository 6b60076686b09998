/** Steps and turns from the journal. */
import type { Event, Fact, Usage } from "../domain/journal/event.ts";
import { readStepName } from "../domain/journal/transcript.ts";
import type { DebateRules, TimelineStep, TimelineTurn } from "./debate-timeline.ts";
import { formatStepTitle } from "./step-titles.ts";

export interface StepsAndTurns {
  readonly steps: readonly TimelineStep[];
  readonly turns: readonly TimelineTurn[];
}

type MutableFields<Value> = { -readonly [Field in keyof Value]: Value[Field] };
type RejectedReply = Extract<Fact, { type: "reply-rejected" }>;
type TurnEnding = Extract<Fact, { type: "reply-recorded" | "participant-absent" }>;

export function readStepsAndTurns(events: readonly Event[], rules: DebateRules): StepsAndTurns {
  const steps = new Map<
    string,
    MutableFields<TimelineStep> & { asked: TimelineStep["asked"][number][] }
  >();
  const askedAt = new Map<string, number>();
  const rejected = new Map<string, { at: number; fact: RejectedReply }[]>();
  const held = new Map<string, string>();
  const turns: TimelineTurn[] = [];
  for (const { fact, sequence: at, atMs } of events) {
    switch (fact.type) {
      case "asks-committed": {
        const step = steps.get(readStepName(fact.step)) ?? startTimelineStep(fact, at, rules);
        steps.set(step.step, step);
        step.inherited ||= fact.inherited === true;
        for (const { by: seat, prompt, bytes, reveals } of fact.asks) {
          step.asked.push({ seat, at, prompt, bytes, reveals });
          askedAt.set(formatTurnKey(fact.step, seat), at);
        }
        break;
      }
      case "reply-rejected":
        rejected.set(fact.key, [...(rejected.get(fact.key) ?? []), { at, fact }]);
        break;
      case "reply-recorded":
      case "participant-absent": {
        const turn = createTimelineTurn(fact, {
          at,
          atMs,
          askedAt: askedAt.get(fact.key) ?? at,
          before: held.get(fact.by) ?? null,
          rejected: rejected.get(fact.key) ?? [],
        });
        turns.push(turn);
        noteTurnInStep(turn, steps.get(turn.step), rules);
        if (turn.said?.position) held.set(turn.seat, turn.said.position);
        break;
      }
      case "round-closed": {
        const step = steps.get(fact.step);
        if (step) step.closedAt = at;
        break;
      }
      default:
    }
  }
  return { steps: [...steps.values()], turns };
}

/** Turns of one step are committed one by one, and then the step is the key. */
function formatTurnKey(step: string, seat: string): string {
  return step.includes("/") ? step : `${step}/${seat}`;
}

function startTimelineStep(
  { step: committed, blind }: Extract<Fact, { type: "asks-committed" }>,
  at: number,
  rules: DebateRules,
): MutableFields<TimelineStep> & { asked: TimelineStep["asked"][number][] } {
  const step = readStepName(committed);
  return {
    step,
    title: formatStepTitle(step, rules.titles),
    blind,
    inherited: false,
    at,
    closedAt: null,
    asked: [],
    takesPositions: false,
    takesScores: false,
  };
}

function noteTurnInStep(
  turn: TimelineTurn,
  step: MutableFields<TimelineStep> | undefined,
  rules: DebateRules,
): void {
  if (!step) return;
  step.takesPositions ||= isPositionTurn(turn);
  step.takesScores ||= isScoreTurn(turn, rules.deciding);
}

export function isPositionTurn({ said }: TimelineTurn): boolean {
  return Boolean(said?.position);
}

/** A number is a score where scores decide; elsewhere it says how sure the speaker is. */
export function isScoreTurn({ said }: TimelineTurn, deciding: DebateRules["deciding"]): boolean {
  return deciding?.by === "scores" && said !== null && said.confidence !== null;
}

interface TurnContext {
  readonly at: number;
  readonly atMs: number;
  readonly askedAt: number;
  readonly before: string | null;
  readonly rejected: readonly { readonly at: number; readonly fact: RejectedReply }[];
}

function createTimelineTurn(fact: TurnEnding, around: TurnContext): TimelineTurn {
  const { key, by: seat, speaker } = fact;
  const sent = around.rejected.map((one) => one.fact);
  const calls = fact.called === false ? sent : [...sent, fact];
  const spoke = fact.type === "reply-recorded";
  return {
    at: around.at,
    atMs: around.atMs,
    askedAt: around.askedAt,
    key,
    step: readStepName(key),
    seat,
    said: spoke ? fact.said : null,
    before: around.before,
    claims: spoke ? fact.claims : [],
    reply: spoke ? fact.reply : null,
    absent: spoke ? null : { reason: fact.reason, detail: fact.detail },
    rejected: around.rejected.map(({ at, fact: { problems, raw } }) => ({ at, problems, raw })),
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
