/** CONTRACT: what all calls to one provider share, across every debate of the process. */
import type { Clock } from "../../clock.ts";
import type { TrafficLimits } from "../endpoint.ts";
import { waitOrAbort } from "./abortable-wait.ts";
import {
  type CacheBoundary,
  DEFAULT_WARMING_POLICY,
  createCacheWarming,
  type WarmingPolicy,
} from "./cache-warming.ts";
import {
  DEFAULT_CIRCUIT_POLICY,
  createCircuitBreaker,
  type CircuitPolicy,
  type ProviderHealth,
} from "./circuit-breaker.ts";
import {
  computeRetryDelay,
  type FailedTry,
  DEFAULT_RETRY_POLICY,
  type RetryPolicy,
} from "./retry.ts";
import { createTrafficGate } from "./traffic-gate.ts";

export interface TrafficOptions {
  /** The provider, as people know it. */
  readonly name: string;
  readonly limits: TrafficLimits;
  /** Whether one call goes ahead of others that begin with the same long text. */
  readonly warming: boolean;
  readonly clock: Clock;
  readonly retries?: Partial<RetryPolicy>;
  readonly circuit?: Partial<CircuitPolicy>;
  readonly warmingPolicy?: Partial<WarmingPolicy>;
}

export interface TrafficRequest {
  /** The most that the request can take. */
  readonly tokens: number;
  /** Ends of the prompt's shared parts, shortest first. */
  readonly boundaries: readonly CacheBoundary[];
}

/** Leave to make one request. */
export interface TrafficPass {
  /** The first word of the answer has come. */
  spoke(): void;
  /** To be called once, however the request ended. */
  leave(end: TrafficRequestEnd): void;
}

export interface TrafficRequestEnd {
  readonly health: ProviderHealth;
  /** Why it failed, for those who are refused because of it. */
  readonly why: string;
  readonly usedTokens: number | null;
}

export interface Traffic {
  /** Waits for its turn; throws a `ModelError` when it is stopped or the provider is left alone. */
  enter(entry: TrafficRequest, signal: AbortSignal): Promise<TrafficPass>;
  /** When to try again; null: not any more. */
  delayAfter(failed: FailedTry): number | null;
  rest(delayMs: number, signal: AbortSignal): Promise<void>;
}

export function createTraffic(setting: TrafficOptions): Traffic {
  const { name, limits, clock } = setting;
  const retries = { ...DEFAULT_RETRY_POLICY, ...setting.retries };
  const circuit = createCircuitBreaker(
    name,
    { ...DEFAULT_CIRCUIT_POLICY, ...setting.circuit },
    clock,
  );
  const gate = createTrafficGate(limits, clock);
  const warming = createCacheWarming(
    { ...DEFAULT_WARMING_POLICY, ...setting.warmingPolicy },
    clock,
  );

  return {
    async enter({ tokens, boundaries }, signal) {
      circuit.check();
      // the cache is waited for outside the gate: inside, those who wait could keep the one they wait for out
      const flame = await warming.join(setting.warming ? boundaries : [], signal);
      try {
        const goOut = await gate.enter(tokens, signal);
        return createTrafficPass(
          flame,
          goOut,
          beginOrGiveUp(
            () => circuit.begin(),
            () => goOut(0),
          ),
        );
      } catch (error) {
        flame.ended();
        throw error;
      }
    },
    delayAfter: (failed) => computeRetryDelay(retries, failed),
    rest: (delayMs, signal) => waitOrAbort(clock, delayMs, signal),
  };
}

type HealthReporter = (verdict: ProviderHealth, why: string) => void;

/** The circuit may have opened while the call waited; it must not keep its place then. */
function beginOrGiveUp(begin: () => HealthReporter, giveUp: () => void): HealthReporter {
  try {
    return begin();
  } catch (error) {
    giveUp();
    throw error;
  }
}

function createTrafficPass(
  flame: { spoke(): void; ended(): void },
  goOut: (usedTokens: number | null) => void,
  report: HealthReporter,
): TrafficPass {
  return {
    spoke: () => flame.spoke(),
    leave({ health: verdict, why, usedTokens }) {
      report(verdict, why);
      flame.ended();
      goOut(usedTokens);
    },
  };
}

/** One `Traffic` for each provider, for all who ask for it by the same name. */
export function createTrafficRegistry(
  clock: Clock,
): (setting: Omit<TrafficOptions, "clock">) => Traffic {
  const known = new Map<string, Traffic>();
  return (setting) => {
    const before = known.get(setting.name);
    if (before) return before;
    const traffic = createTraffic({ ...setting, clock });
    known.set(setting.name, traffic);
    return traffic;
  };
}
