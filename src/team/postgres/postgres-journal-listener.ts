/**
 * Follows journals with LISTEN, and polls where that is not enough.
 *
 * PL1. A watcher clears its mark before it reads, so a line that arrives in between marks it again.
 * PL2. A notification only wakes a watcher: lines are read by number, so a lost, late or repeated notification causes
 *      neither a gap nor a repetition.
 */
import { setMaxListeners } from "node:events";

import { type Clock, sleepUnlessAborted } from "../../clock.ts";
import type { JournalLine } from "../../store.ts";
import { type NotificationListener, listenForNotifications } from "./notifications.ts";
import type { PostgresConnections } from "./postgres-connections.ts";

export interface JournalFollowRequest {
  readonly key: string;
  readonly from: number;
  readonly signal: AbortSignal;
  readonly read: (from: number) => Promise<readonly JournalLine[]>;
}

export interface JournalListener {
  follow(following: JournalFollowRequest): AsyncGenerator<JournalLine>;
  /** Wakes those who watch a debate; all of them for an empty key. */
  wake(key: string): void;
  close(): Promise<void>;
}

interface JournalWatcher {
  readonly key: string;
  marked: boolean;
  wake: () => void;
}

// lines come by notification; this is for those that were lost on the way
export const LOOK_AFTER_MS = 5_000;
// while there is no connection to be notified on
const LOOK_ALONE_MS = 500;

export function createJournalListener(setting: {
  readonly channel: string;
  readonly connections: Pick<PostgresConnections, "connect">;
  readonly clock: Clock;
}): JournalListener {
  const { clock } = setting;
  const watchers = new Set<JournalWatcher>();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  let listener: NotificationListener | undefined;

  function wake(key: string): void {
    for (const watcher of watchers) {
      if (key !== "" && watcher.key !== key) continue;
      watcher.marked = true;
      watcher.wake();
    }
  }

  async function waitForChange(watcher: JournalWatcher, signal: AbortSignal): Promise<void> {
    if (watcher.marked) return;
    const either = AbortSignal.any([signal, closing.signal]);
    const woken = new AbortController();
    watcher.wake = () => woken.abort();
    const delayMs = listener?.isListening() ? LOOK_AFTER_MS : LOOK_ALONE_MS;
    await sleepUnlessAborted(clock, delayMs, AbortSignal.any([either, woken.signal]));
    watcher.wake = () => {};
  }

  return {
    wake,

    async *follow({ key, from, signal, read }) {
      const watcher: JournalWatcher = { key, marked: false, wake: () => {} };
      const isOver = (): boolean => signal.aborted || closing.signal.aborted;
      if (isOver()) return;
      watchers.add(watcher);
      // nobody was notified of what was added before it listened
      listener ??= listenForNotifications({
        ...setting,
        onMessage: wake,
        onListening: () => wake(""),
      });
      let next = from;
      try {
        while (!isOver()) {
          watcher.marked = false;
          const fresh = await read(next);
          for (const line of fresh) {
            if (isOver()) return;
            yield line;
          }
          next += fresh.length;
          if (fresh.length === 0) await waitForChange(watcher, signal);
        }
      } finally {
        watchers.delete(watcher);
      }
    },

    async close() {
      closing.abort();
      await listener?.close();
    },
  };
}
