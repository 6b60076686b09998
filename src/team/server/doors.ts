/**
 * Whoever comes with tokens that nobody knows is made to wait, and no database is asked for them.
 *
 * D1. That shuts nobody out whose token was good a moment ago, though both come from the same address.
 */
import { hash } from "node:crypto";

import type { Clock } from "../../clock.ts";
import { Wait } from "../../server/refusal.ts";
import type { Grant } from "../tokens/grant.ts";
import type { Team } from "../tokens/team.ts";
import { buckets } from "./buckets.ts";
import { neighbourhood } from "./client-address.ts";

export interface Doors {
  /** Null where nobody knows the token; refuses to look where too many of those came from there. */
  open(token: string, address: string): Promise<Grant | null>;
}

export interface DoorSetting {
  readonly team: Pick<Team, "grantOf">;
  readonly clock: Clock;
  readonly failuresPerMinute: number;
}

const GOOD_FOR_MS = 300_000;
const MOST_GOOD = 10_000;

export function doors({ team, clock, failuresPerMinute }: DoorSetting): Doors {
  const failures = buckets({ atOnce: failuresPerMinute, perMinute: failuresPerMinute, clock });
  const good = new Map<string, number>();

  function isGood(key: string): boolean {
    return clock.nowMs() - (good.get(key) ?? Number.NEGATIVE_INFINITY) < GOOD_FOR_MS;
  }

  function remember(key: string): void {
    good.delete(key);
    good.set(key, clock.nowMs());
    const [oldest] = good.keys();
    if (good.size > MOST_GOOD && oldest !== undefined) good.delete(oldest);
  }

  return {
    async open(token, address) {
      const from = neighbourhood(address);
      const key = hash("sha256", token);
      const wait = isGood(key) ? 0 : failures.look(from);
      if (wait > 0) {
        throw new Wait("too-many-requests", "Too many unknown tokens came from there.", wait);
      }
      const grant = await team.grantOf(token);
      if (grant) remember(key);
      else {
        good.delete(key);
        failures.take(from);
      }
      return grant;
    },
  };
}
