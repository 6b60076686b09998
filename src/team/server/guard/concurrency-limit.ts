/**
 * Limits expensive requests: planning, which reads the configuration, the database and sometimes models, runs a few
 * at a time; and debates start at a pace that does not fill a disk.
 */
import type { Clock } from "../../../clock.ts";
import type { DEBATE_ROUTES } from "../../../server/debate-routes.ts";
import { RetryLaterRefusal } from "../../../server/refusal.ts";
import type { RouteCall, RouteHandlers } from "../../../server/route.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { getAuthenticatedToken } from "./requester.ts";
import type { ServerLimits } from "./server-limits.ts";

type DebateHandlers = RouteHandlers<typeof DEBATE_ROUTES>;

export interface HandlerLimitOptions {
  readonly bounds: Pick<ServerLimits, "atWork" | "waiting" | "startsPerMinute">;
  readonly clock: Clock;
}

export function limitDebateHandlers(
  handlers: DebateHandlers,
  { bounds, clock }: HandlerLimitOptions,
): DebateHandlers {
  const pass = createConcurrencyLimit(bounds);
  const { startsPerMinute } = bounds;
  const starts = createRateLimiter({ atOnce: startsPerMinute, perMinute: startsPerMinute, clock });
  const inTurn =
    <Body>(handler: (call: RouteCall<Body>) => unknown) =>
    (call: RouteCall<Body>): Promise<unknown> =>
      pass(async () => handler(call));
  const begun = <Body>(handler: (call: RouteCall<Body>) => unknown) => {
    const inside = inTurn(handler);
    return (call: RouteCall<Body>): Promise<unknown> => {
      const wait = starts.take(getAuthenticatedToken(call.c).grant.id);
      if (wait === 0) return inside(call);
      throw new RetryLaterRefusal("too-many-requests", "This token begins too many debates.", wait);
    };
  };
  const { plan, start, ask, fork, revert } = handlers;
  return {
    ...handlers,
    plan: inTurn(plan),
    start: begun(start),
    ask: begun(ask),
    fork: begun(fork),
    revert: begun(revert),
  };
}

// Lets a few clients do what is costly at a time; some wait, and the rest are asked to retry.

type ConcurrencyLimit = <Value>(work: () => Promise<Value>) => Promise<Value>;

export function createConcurrencyLimit({
  atWork,
  waiting,
}: {
  atWork: number;
  waiting: number;
}): ConcurrencyLimit {
  let inside = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (inside >= atWork) {
      if (line.length >= waiting)
        throw new RetryLaterRefusal("busy", "The server has too much to do.", 5);
      // a leaving caller hands its place over, so that nobody slips in between
      await new Promise<void>((resolve) => line.push(resolve));
    } else inside++;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else inside--;
    }
  };
}
