/**
 * The gate to one provider: limits on concurrent calls, requests per second and minute, and tokens.
 *
 * TL1. Calls pass in the order they came; a small one does not overtake a large one, which would starve it.
 * TL2. A wait stops at once on its signal; while nobody waits there is no timer.
 */
import type { Clock } from "../../clock.ts";
import type { TrafficLimits } from "../endpoint.ts";
import { createStoppedError } from "./abortable-wait.ts";
import { createSlidingWindow, createTokenBucket } from "./rate-limits.ts";

export interface TrafficGate {
  /** Resolves with a release function, which takes the tokens that were really used, if known. */
  enter(tokens: number, signal: AbortSignal): Promise<(usedTokens: number | null) => void>;
}

interface WaitingCall {
  readonly tokens: number;
  readonly admit: () => void;
}

export function createTrafficGate(limits: TrafficLimits, clock: Clock): TrafficGate {
  const atOnce = limits.concurrency ?? Number.POSITIVE_INFINITY;
  const room = createGateCapacity(limits, clock);
  const queue: WaitingCall[] = [];
  let inside = 0;
  let cancelTimer = (): void => {};

  const admitAll = (): void => {
    cancelTimer();
    cancelTimer = () => {};
    for (let [head] = queue; head && inside < atOnce; [head] = queue) {
      const nowMs = clock.nowMs();
      const waitMs = room.waitMs(head.tokens, nowMs);
      if (waitMs > 0) {
        cancelTimer = clock.after(waitMs, admitAll);
        return;
      }
      room.draw(head.tokens, nowMs);
      inside += 1;
      queue.shift();
      head.admit();
    }
  };

  const wayOut = (reserved: number): ((usedTokens: number | null) => void) => {
    let left = false;
    return (usedTokens) => {
      if (left) return;
      left = true;
      inside -= 1;
      if (usedTokens !== null) room.tokens.giveBack(reserved - usedTokens, clock.nowMs());
      admitAll();
    };
  };

  return {
    enter(wanted, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(createStoppedError(signal));
          return;
        }
        const stop = (): void => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(createStoppedError(signal));
          admitAll();
        };
        const waiting: WaitingCall = {
          tokens: wanted,
          admit: () => {
            signal.removeEventListener("abort", stop);
            resolve(wayOut(wanted));
          },
        };
        signal.addEventListener("abort", stop, { once: true });
        queue.push(waiting);
        admitAll();
      });
    },
  };
}

/** What there is room for, by all limits together. */
function createGateCapacity(limits: TrafficLimits, clock: Clock) {
  const lately = createSlidingWindow(limits.requestsPerSecond, 1_000);
  const requests = createTokenBucket(limits.requestsPerMinute, clock.nowMs());
  const tokens = createTokenBucket(limits.tokensPerMinute, clock.nowMs());
  return {
    tokens,
    waitMs: (wanted: number, nowMs: number): number =>
      Math.max(lately.waitMs(nowMs), requests.waitMs(1, nowMs), tokens.waitMs(wanted, nowMs)),
    draw(wanted: number, nowMs: number): void {
      lately.enter(nowMs);
      requests.draw(1, nowMs);
      tokens.draw(wanted, nowMs);
    },
  };
}
