/** What is happening right now, by debate, for every subscribed page; late subscribers get it again. */
import type { BackgroundRunner } from "../app/commands/background-runner.ts";
import type { Clock } from "../clock.ts";
import type { Event } from "../domain/journal/event.ts";
import type { LiveEvent } from "../engine.ts";
import { createLiveTextBuffer } from "../kernel/calls/live-text-buffer.ts";
import type { PageLiveEvent } from "../page/page-payload.ts";

export interface LiveHub {
  /** Receives what the engine reports about a debate that this process runs. */
  publishLive(debate: string, event: LiveEvent): void;
  /** A turn that is in the journal is no longer in flight. */
  completeTurn(debate: string, event: Event): void;
  /** It no longer has anything in flight. */
  clear(debate: string): void;
  /** Tells everyone who looks on. */
  broadcast(debate: string, event: PageLiveEvent): void;
  /** Whether a process runs the debate, sent when it changes. */
  setRunning(debate: string, held: boolean): void;
  /** Subscribes from now on, beginning with the text so far; the returned function unsubscribes. */
  follow(debate: string, listen: (event: PageLiveEvent) => void): () => void;
  /** How many look on. */
  countFollowers(debate: string): number;
}

export function createLiveHub(): LiveHub {
  const words = createLiveTextBuffer();
  const listeners = new Map<string, Set<(event: PageLiveEvent) => void>>();
  const holding = new Map<string, boolean>();

  function tell(debate: string, event: PageLiveEvent): void {
    for (const listen of listeners.get(debate) ?? []) listen(event);
  }

  return {
    broadcast: tell,
    completeTurn: (debate, event) => words.completeTurn(debate, event),
    clear: (debate) => words.clear(debate),
    publishLive(debate, event) {
      words.recordLiveEvent(debate, event);
      tell(debate, event);
    },
    setRunning(debate, held) {
      if (!listeners.has(debate) || holding.get(debate) === held) return;
      holding.set(debate, held);
      tell(debate, { type: "held", held });
    },
    follow(debate, listen) {
      const all = listeners.get(debate) ?? new Set();
      listeners.set(debate, all);
      for (const event of words.listLiveEvents(debate)) listen(event);
      const held = holding.get(debate);
      if (held !== undefined) listen({ type: "held", held });
      all.add(listen);
      return () => {
        all.delete(listen);
        if (all.size > 0) return;
        listeners.delete(debate);
        holding.delete(debate);
      };
    },
    countFollowers: (debate) => listeners.get(debate)?.size ?? 0,
  };
}

// Lets pages follow a debate: the text of its turns, and whether any process is running it.

export interface SubscriberOptions {
  readonly hub: LiveHub;
  readonly runner: BackgroundRunner;
  readonly clock: Clock;
}

export type FollowLiveDebate = (
  debate: string,
  listen: (event: PageLiveEvent) => void,
) => () => void;

const RUNNING_POLL_MS = 2_000;

/** One look every other second for each debate that is looked at, however many look on. */
export function createLiveSubscribers({
  hub,
  runner: debateRunner,
  clock,
}: SubscriberOptions): FollowLiveDebate {
  const looks = new Map<string, () => void>();

  async function look(debate: string): Promise<void> {
    hub.setRunning(debate, await debateRunner.isRunningAnywhere(debate));
  }

  function schedule(debate: string): void {
    const cancel = clock.after(RUNNING_POLL_MS, () => {
      // a database that cannot be read for a moment is looked at again
      look(debate)
        .catch(() => {})
        .finally(() => {
          if (looks.has(debate)) schedule(debate);
        });
    });
    looks.set(debate, cancel);
  }

  return (debate, listen) => {
    const leave = hub.follow(debate, listen);
    const message = debateRunner.findTrouble(debate);
    if (message !== undefined) listen({ type: "trouble", message });
    if (!looks.has(debate)) {
      schedule(debate);
      look(debate).catch(() => {});
    }
    return () => {
      leave();
      if (hub.countFollowers(debate) > 0) return;
      looks.get(debate)?.();
      looks.delete(debate);
    };
  };
}
