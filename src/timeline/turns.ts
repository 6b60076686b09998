/** Steps and turns as the journal holds them. */
import type { Event, Fact, Usage } from "../domain/event.ts";
import { stepOf } from "../domain/transcript.ts";
import type { Rules, Step, Turn } from "./story.ts";
import { titleOf } from "./titles.ts";

export interface Spoken {
  readonly steps: readonly Step[];
  readonly turns: readonly Turn[];
}

type Building<Value> = { -readonly [Field in keyof Value]: Value[Field] };
type Rejected = Extract<Fact, { type: "reply-rejected" }>;
type Ending = Extract<Fact, { type: "reply-recorded" | "participant-absent" }>;

export function spokenIn(events: readonly Event[], rules: Rules): Spoken {
  const steps = new Map<string, Building<Step> & { asked: Step["asked"][number][] }>();
  const askedAt = new Map<string, number>();
  const rejected = new Map<string, { at: number; fact: Rejected }[]>();
  const held = new Map<string, string>();
  const turns: Turn[] = [];
  for (const { fact, sequence: at, atMs } of events) {
    switch (fact.type) {
      case "asks-committed": {
        const step = steps.get(stepOf(fact.step)) ?? begun(fact, at, rules);
        steps.set(step.step, step);
        step.inherited ||= fact.inherited === true;
        for (const { by: seat, prompt, bytes, reveals } of fact.asks) {
          step.asked.push({ seat, at, prompt, bytes, reveals });
          askedAt.set(keyOf(fact.step, seat), at);
        }
        break;
      }
      case "reply-rejected":
        rejected.set(fact.key, [...(rejected.get(fact.key) ?? []), { at, fact }]);
        break;
      case "reply-recorded":
      case "participant-absent": {
        const turn = turnOf(fact, {
          at,
          atMs,
          askedAt: askedAt.get(fact.key) ?? at,
          before: held.get(fact.by) ?? null,
          rejected: rejected.get(fact.key) ?? [],
        });
        turns.push(turn);
        note(turn, steps.get(turn.step), rules);
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
function keyOf(step: string, seat: string): string {
  return step.includes("/") ? step : `${step}/${seat}`;
}

function begun(
  { step: committed, blind }: Extract<Fact, { type: "asks-committed" }>,
  at: number,
  rules: Rules,
): Building<Step> & { asked: Step["asked"][number][] } {
  const step = stepOf(committed);
  return {
    step,
    title: titleOf(step, rules.titles),
    blind,
    inherited: false,
    at,
    closedAt: null,
    asked: [],
    takesPositions: false,
    takesScores: false,
  };
}

function note(turn: Turn, step: Building<Step> | undefined, rules: Rules): void {
  if (!step) return;
  step.takesPositions ||= takesPosition(turn);
  step.takesScores ||= givesScore(turn, rules.deciding);
}

export function takesPosition({ said }: Turn): boolean {
  return Boolean(said?.position);
}

/** A number is a score where scores decide; elsewhere it says how sure the speaker is. */
export function givesScore({ said }: Turn, deciding: Rules["deciding"]): boolean {
  return deciding?.by === "scores" && said !== null && said.confidence !== null;
}

interface Around {
  readonly at: number;
  readonly atMs: number;
  readonly askedAt: number;
  readonly before: string | null;
  readonly rejected: readonly { readonly at: number; readonly fact: Rejected }[];
}

function turnOf(fact: Ending, around: Around): Turn {
  const { key, by: seat, speaker } = fact;
  const sent = around.rejected.map((one) => one.fact);
  const calls = fact.called === false ? sent : [...sent, fact];
  const spoke = fact.type === "reply-recorded";
  return {
    at: around.at,
    atMs: around.atMs,
    askedAt: around.askedAt,
    key,
    step: stepOf(key),
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
    latencyMs: total(calls, ({ latencyMs }) => latencyMs),
    tokens: {
      input: total(calls, ({ usage }) => usage.inputTokens),
      output: total(calls, ({ usage }) => usage.outputTokens),
      cached: total(calls, ({ usage }) => usage.cachedTokens ?? 0),
    },
    costUsd: total(calls, ({ usage }) => usage.costUsd),
    unpriced: calls.some(({ usage }) => usage.price === "unknown"),
  };
}

interface Call {
  readonly usage: Usage;
  readonly latencyMs: number;
}

function total(calls: readonly Call[], amount: (call: Call) => number): number {
  return calls.reduce((sum, call) => sum + amount(call), 0);
}
