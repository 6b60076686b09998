/**
 * Makes clients with unknown tokens wait, without asking the database.
 *
 * AT1. It does not lock out anyone whose token was valid a moment ago, even at the same address.
 */
import { hash } from "node:crypto";

import type { Clock } from "../../../clock.ts";
import { RetryLaterRefusal } from "../../../server/refusal.ts";
import type { Team } from "../../tokens/team.ts";
import type { TokenGrant } from "../../tokens/token-grant.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { computeAddressGroup } from "./requester.ts";

export interface AuthThrottle {
  /** Null where nobody knows the token; refuses to look where too many of those came from there. */
  authenticate(token: string, address: string): Promise<TokenGrant | null>;
}

export interface AuthThrottleOptions {
  readonly team: Pick<Team, "findGrant">;
  readonly clock: Clock;
  readonly failuresPerMinute: number;
}

const GOOD_FOR_MS = 300_000;
const MOST_GOOD = 10_000;

export function createAuthThrottle({
  team,
  clock,
  failuresPerMinute,
}: AuthThrottleOptions): AuthThrottle {
  const failures = createRateLimiter({
    atOnce: failuresPerMinute,
    perMinute: failuresPerMinute,
    clock,
  });
  const good = new Map<string, number>();

  function isGood(key: string): boolean {
    return clock.nowMs() - (good.get(key) ?? Number.NEGATIVE_INFINITY) < GOOD_FOR_MS;
  }

  function rememberRefusal(key: string): void {
    good.delete(key);
    good.set(key, clock.nowMs());
    const [oldest] = good.keys();
    if (good.size > MOST_GOOD && oldest !== undefined) good.delete(oldest);
  }

  return {
    async authenticate(token, address) {
      const from = computeAddressGroup(address);
      const key = hash("sha256", token);
      const wait = isGood(key) ? 0 : failures.peek(from);
      if (wait > 0) {
        throw new RetryLaterRefusal(
          "too-many-requests",
          "Too many unknown tokens came from there.",
          wait,
        );
      }
      const grant = await team.findGrant(token);
      if (grant) rememberRefusal(key);
      else {
        good.delete(key);
        failures.take(from);
      }
      return grant;
    },
  };
}
