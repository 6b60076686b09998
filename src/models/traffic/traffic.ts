/** CONTRACT: what all calls to one provider share, in every debate of the process. */
import type { Clock } from "../../clock.ts";
import type { TrafficLimits } from "../endpoint.ts";
import { CIRCUIT, circuitOf, type CircuitPolicy, type Verdict } from "./circuit.ts";
import { gateOf } from "./gate.ts";
import { rest } from "./rest.ts";
import { delayAfter, type FailedTry, RETRIES, type RetryPolicy } from "./retry.ts";
import { type Boundary, WARMING, warmingOf, type WarmingPolicy } from "./warming.ts";

export interface TrafficSetting {
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

export interface Entry {
  /** The most that the request can take. */
  readonly tokens: number;
  /** Ends of the prompt's shared parts, shortest first. */
  readonly boundaries: readonly Boundary[];
}

/** Leave to make one request. */
export interface Pass {
  /** The first word of the answer has come. */
  spoke(): void;
  /** To be called once, however the request ended. */
  leave(end: End): void;
}

export interface End {
  readonly verdict: Verdict;
  /** Why it failed, for those who are refused because of it. */
  readonly why: string;
  readonly usedTokens: number | null;
}

export interface Traffic {
  /** Waits for its turn; throws a `ModelError` when it is stopped or the provider is left alone. */
  enter(entry: Entry, signal: AbortSignal): Promise<Pass>;
  /** When to try again; null: not any more. */
  delayAfter(failed: FailedTry): number | null;
  rest(delayMs: number, signal: AbortSignal): Promise<void>;
}

export function trafficOf(setting: TrafficSetting): Traffic {
  const { name, limits, clock } = setting;
  const retries = { ...RETRIES, ...setting.retries };
  const circuit = circuitOf(name, { ...CIRCUIT, ...setting.circuit }, clock);
  const gate = gateOf(limits, clock);
  const warming = warmingOf({ ...WARMING, ...setting.warmingPolicy }, clock);

  return {
    async enter({ tokens, boundaries }, signal) {
      circuit.check();
      // the cache is waited for outside the gate: inside, those who wait could keep the one they wait for out
      const flame = await warming.join(setting.warming ? boundaries : [], signal);
      try {
        const goOut = await gate.enter(tokens, signal);
        return passOf(
          flame,
          goOut,
          beginOr(
            () => circuit.begin(),
            () => goOut(0),
          ),
        );
      } catch (error) {
        flame.ended();
        throw error;
      }
    },
    delayAfter: (failed) => delayAfter(retries, failed),
    rest: (delayMs, signal) => rest(clock, delayMs, signal),
  };
}

type Report = (verdict: Verdict, why: string) => void;

/** The circuit may have opened while the call waited; it must not keep its place then. */
function beginOr(begin: () => Report, giveUp: () => void): Report {
  try {
    return begin();
  } catch (error) {
    giveUp();
    throw error;
  }
}

function passOf(
  flame: { spoke(): void; ended(): void },
  goOut: (usedTokens: number | null) => void,
  report: Report,
): Pass {
  return {
    spoke: () => flame.spoke(),
    leave({ verdict, why, usedTokens }) {
      report(verdict, why);
      flame.ended();
      goOut(usedTokens);
    },
  };
}

/** One `Traffic` for each provider, for all who ask for it by the same name. */
export function trafficByName(clock: Clock): (setting: Omit<TrafficSetting, "clock">) => Traffic {
  const known = new Map<string, Traffic>();
  return (setting) => {
    const before = known.get(setting.name);
    if (before) return before;
    const traffic = trafficOf({ ...setting, clock });
    known.set(setting.name, traffic);
    return traffic;
  };
}
