/** Ends of calls that are made anywhere in the fleet: one look at the database for all that are waited for. */
import type { Clock } from "../../clock.ts";
import { sleepUnlessAborted } from "../postgres/postgres-connections.ts";

/** What the engine says of a call that is over. */
export interface FinishedWorkflow {
  readonly id: string;
  readonly output: unknown;
  /** Somebody dropped it. */
  readonly cancelled: boolean;
  /** Why there is no output, where something went wrong. */
  readonly failure: string | null;
}

export interface ResultPoller {
  /** Resolves when the call is over. */
  wait(id: string): Promise<FinishedWorkflow>;
  /** Nobody waits for it any more. */
  forget(id: string): void;
  close(): void;
}

// a look costs a millisecond for hundreds of calls, and a call takes seconds
const LOOK_EVERY_MS = 60;
const AFTER_A_FAILURE_MS = 500;
const MOST_IDS_PER_POLL = 400;

export function createResultPoller(
  look: (ids: readonly string[]) => Promise<readonly FinishedWorkflow[]>,
  clock: Clock,
): ResultPoller {
  const waiting = new Map<
    string,
    { promise: Promise<FinishedWorkflow>; resolve: (over: FinishedWorkflow) => void }
  >();
  const closing = new AbortController();
  let looking = false;

  async function lookOn(): Promise<void> {
    looking = true;
    while (waiting.size > 0 && !closing.signal.aborted) {
      const found = await lookOnce().catch(() => false);
      await sleepUnlessAborted(clock, found ? LOOK_EVERY_MS : AFTER_A_FAILURE_MS, closing.signal);
    }
    looking = false;
  }

  async function lookOnce(): Promise<boolean> {
    const ids = [...waiting.keys()];
    for (let at = 0; at < ids.length; at += MOST_IDS_PER_POLL) {
      for (const over of await look(ids.slice(at, at + MOST_IDS_PER_POLL))) {
        waiting.get(over.id)?.resolve(over);
        waiting.delete(over.id);
      }
    }
    return true;
  }

  return {
    wait(id) {
      const known = waiting.get(id);
      if (known) return known.promise;
      const { promise, resolve } = Promise.withResolvers<FinishedWorkflow>();
      waiting.set(id, { promise, resolve });
      if (!looking) void lookOn();
      return promise;
    },
    forget: (id) => void waiting.delete(id),
    close: () => closing.abort(),
  };
}
