/** Lets pages follow a debate: the text of its turns, and whether any process is running it. */
import type { BackgroundRunner } from "../app/commands/background-runner.ts";
import type { Clock } from "../clock.ts";
import type { PageLiveEvent } from "../page/page-payload.ts";
import type { LiveHub } from "./live-hub.ts";

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
      // a database that is briefly unreadable is checked again
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
