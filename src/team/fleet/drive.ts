/**
 * Holds debates for the fleet.
 *
 * FD1. What decides is the journal and its lease: whoever was given a debate that another still drives waits
 *      for the lease, and finds everything that was recorded.
 * FD2. A debate that cannot go on here ends its holding with the reason, in words; it is not tried for ever.
 * FD3. A worker that leaves hands its debates over where they stand; nothing about it is recorded in them.
 */
import type { Clock } from "../../clock.ts";
import type { Engine, Holding } from "../../engine.ts";
import { DissentError, StoreError } from "../../errors.ts";
import { HandedOver } from "../../kernel/suspension.ts";
import { pause } from "../postgres/postgres-connections.ts";
import type { Ending, Holdings, Sent, Wish } from "./holdings.ts";
import { untilReached } from "./patience.ts";

export interface DriverSetting {
  readonly worker: string;
  readonly engine: Engine;
  readonly holdings: Holdings;
  readonly clock: Clock;
  readonly redact: (text: string) => string;
  /** Aborted when this worker hands its debates over. */
  readonly leave: AbortSignal;
  /** A holding that follows at once, to be put into its queue. */
  readonly onNext: (debate: string, sent: Sent) => Promise<void>;
  readonly onEnd: (debate: string, ending: Ending) => void;
}

export interface Driver {
  /** Resolves when this worker has done with it. */
  hold(debate: string, number: number): Promise<void>;
  wish(debate: string, wish: Wish): void;
  /** Whether somebody wished that its turns be dropped. */
  isDropped(debate: string): boolean;
  readonly holding: number;
}

interface Steered {
  readonly pause: AbortController;
  readonly drop: AbortController;
}

interface Came {
  readonly ending: Ending;
  readonly trouble: string | null;
}

const LOOK_AGAIN_MS = 1_000;

export function driver(setting: DriverSetting): Driver {
  const { worker, holdings, clock, leave } = setting;
  const held = new Map<string, Steered>();

  /** Null where it belongs to another worker by now. */
  async function driven(
    { debate, number }: { debate: string; number: number },
    request: Parameters<Engine["hold"]>[0],
  ): Promise<Came | null> {
    for (;;) {
      try {
        if (leave.aborted) return HANDED_OVER;
        return { ending: endingOf(await setting.engine.hold(request)), trouble: null };
      } catch (error) {
        if (error instanceof HandedOver) return HANDED_OVER;
        if (!passes(error)) {
          return { ending: { status: "failed" }, trouble: setting.redact(wordsOf(error)) };
        }
        await pause(clock, LOOK_AGAIN_MS, leave);
        const mine = await holdings.isOf(debate, number, worker).catch(() => true);
        if (!mine) return null;
      }
    }
  }

  return {
    async hold(debate, number) {
      const taken = await untilReached(() => holdings.take(debate, number, worker), setting);
      if (!taken) return;
      const steered = { pause: new AbortController(), drop: new AbortController() };
      held.set(debate, steered);
      if (taken.wish) steer(steered, taken.wish);
      try {
        const steering = { pause: steered.pause.signal, drop: steered.drop.signal };
        const limits = taken.limits ?? undefined;
        const came = await driven(
          { debate, number },
          { debate, steering, ...(limits && { limits }) },
        );
        if (!came) return;
        const next = await untilReached(
          () => holdings.end({ debate, number, worker }, came.ending, came.trouble),
          setting,
        );
        setting.onEnd(debate, came.ending);
        if (next) await untilReached(() => setting.onNext(debate, next), setting);
      } finally {
        // the next holding may have begun here by now
        if (held.get(debate) === steered) held.delete(debate);
      }
    },
    wish(debate, wish) {
      const steered = held.get(debate);
      if (steered) steer(steered, wish);
    },
    isDropped: (debate) => held.get(debate)?.drop.signal.aborted === true,
    get holding() {
      return held.size;
    },
  };
}

function steer({ pause: paused, drop }: Steered, wish: Wish): void {
  paused.abort();
  if (wish === "drop") drop.abort();
}

/** What another process or the database is the cause of, and time mends. */
function passes(error: unknown): boolean {
  return (
    error instanceof StoreError &&
    ["store-lease-held", "store-lease-lost", "store-unavailable", "store-conflict"].includes(
      error.code,
    )
  );
}

const HANDED_OVER: Came = { ending: { status: "handed-over" }, trouble: null };

function endingOf(holding: Holding): Ending {
  switch (holding.status) {
    case "settled":
      return { status: "settled" };
    case "paused":
      return { status: "paused", reason: holding.reason, detail: holding.detail };
    case "waiting":
      return { status: "waiting", detail: holding.detail };
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof DissentError) return error.message;
  return `a defect: ${error instanceof Error ? error.message : String(error)}`;
}
