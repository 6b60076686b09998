/**
 * What plans, and so asks the configuration, the database and sometimes models, is done a few at a time; and debates
 * are begun at a pace that does not fill a disk.
 */
import type { Clock } from "../../clock.ts";
import type { Call, Handlers } from "../../server/bind.ts";
import { Wait } from "../../server/refusal.ts";
import type { DEBATE_ROUTES } from "../../server/route-table.ts";
import { knownAsker } from "./asker.ts";
import type { Bounds } from "./bounds.ts";
import { buckets } from "./buckets.ts";
import { turnstile } from "./turnstile.ts";

type DebateHandlers = Handlers<typeof DEBATE_ROUTES>;

export interface TurnSetting {
  readonly bounds: Pick<Bounds, "atWork" | "waiting" | "startsPerMinute">;
  readonly clock: Clock;
}

export function turned(handlers: DebateHandlers, { bounds, clock }: TurnSetting): DebateHandlers {
  const pass = turnstile(bounds);
  const { startsPerMinute } = bounds;
  const starts = buckets({ atOnce: startsPerMinute, perMinute: startsPerMinute, clock });
  const inTurn =
    <Body>(handler: (call: Call<Body>) => unknown) =>
    (call: Call<Body>): Promise<unknown> =>
      pass(async () => handler(call));
  const begun = <Body>(handler: (call: Call<Body>) => unknown) => {
    const inside = inTurn(handler);
    return (call: Call<Body>): Promise<unknown> => {
      const wait = starts.take(knownAsker(call.c).grant.id);
      if (wait === 0) return inside(call);
      throw new Wait("too-many-requests", "This token begins too many debates.", wait);
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
