/** What an evaluation has spent and done so far, and whether it has to stop. */
import { type Clock, systemClock } from "../../clock.ts";
import { computeAccounts } from "../../domain/journal/accounts.ts";
import type { Event } from "../../domain/journal/event.ts";
import type { Steering } from "../../engine.ts";

export interface EvalCaps {
  readonly calls: number | null;
  readonly tokens: number | null;
  readonly usd: number | null;
}

export interface EvalProgress {
  readonly done: number;
  readonly total: number;
  readonly calls: number;
  readonly tokens: number;
  readonly usd: number;
  /** Null until one has ended here. */
  readonly leftMs: number | null;
}

export type EvalStop = "limit" | "interrupted" | "waiting";

export interface RunStateOptions {
  readonly caps: EvalCaps;
  readonly concurrency: number;
  readonly clock?: Clock;
  readonly steering?: Steering;
  readonly onProgress?: (progress: EvalProgress) => void;
}

export interface RunState {
  readonly begin: (already: readonly Event[]) => EvalCaps;
  readonly end: (events: readonly Event[], already: readonly Event[]) => void;
  readonly count: (events: readonly Event[]) => void;
  readonly stop: (why: EvalStop) => void;
  readonly stopped: () => EvalStop | null;
  readonly done: () => number;
}

export function createRunState(run: RunStateOptions, total: number): RunState {
  const { caps, concurrency, clock = systemClock } = run;
  const startedMs = clock.nowMs();
  const spent = { calls: 0, tokens: 0, usd: 0 };
  let done = 0;
  let ranHere = 0;
  let stopped: EvalStop | null = null;
  const add = (events: readonly Event[], sign: 1 | -1): void => {
    const { calls, inputTokens, outputTokens, costUsd } = computeAccounts(events);
    spent.calls += sign * calls;
    spent.tokens += sign * (inputTokens + outputTokens);
    spent.usd += sign * costUsd;
  };
  const share = (cap: number | null, used: number, own: number): number | null =>
    cap === null ? null : own + Math.max(0, (cap - used) / concurrency);
  const report = (): void => {
    const tookMs = clock.nowMs() - startedMs;
    const leftMs = ranHere === 0 ? null : (tookMs / ranHere) * (total - done);
    run.onProgress?.({ done, total, ...spent, leftMs });
  };
  return {
    begin(already) {
      const { calls, inputTokens, outputTokens, costUsd } = computeAccounts(already);
      const whole = share(caps.calls, spent.calls, calls);
      const tokens = share(caps.tokens, spent.tokens, inputTokens + outputTokens);
      return {
        calls: whole === null ? null : Math.max(1, Math.floor(whole)),
        tokens: tokens === null ? null : Math.max(1, Math.floor(tokens)),
        usd: share(caps.usd, spent.usd, costUsd),
      };
    },
    end(events, already) {
      add(already, -1);
      add(events, 1);
      done += 1;
      ranHere += 1;
      report();
    },
    count(events) {
      add(events, 1);
    },
    stop(why) {
      stopped ??= why;
    },
    stopped: () => {
      const over =
        (caps.calls !== null && spent.calls >= caps.calls) ||
        (caps.tokens !== null && spent.tokens >= caps.tokens) ||
        (caps.usd !== null && caps.usd > 0 && spent.usd >= caps.usd);
      if (over && done < total) stopped ??= "limit";
      if (run.steering?.pause.aborted === true) stopped ??= "interrupted";
      return stopped;
    },
    done: () => done,
  };
}
