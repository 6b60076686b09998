/** Lets pages look on: what is said here, and whether anyone holds the debate, be it another process. */
import type { Clock } from "../clock.ts";
import type { PageLive } from "../page/payload.ts";
import type { Holder } from "./holder.ts";
import type { LiveHub } from "./live-hub.ts";

export interface OnlookerSetting {
  readonly hub: LiveHub;
  readonly holder: Holder;
  readonly clock: Clock;
}

export type Follow = (debate: string, listen: (event: PageLive) => void) => () => void;

const LOOK_EVERY_MS = 2_000;

/** One look every other second for each debate that is looked at, however many look on. */
export function onlookers({ hub, holder, clock }: OnlookerSetting): Follow {
  const looks = new Map<string, () => void>();

  async function look(debate: string): Promise<void> {
    hub.held(debate, await holder.isHeld(debate));
  }

  function schedule(debate: string): void {
    const cancel = clock.after(LOOK_EVERY_MS, () => {
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
    const message = holder.troubleOf(debate);
    if (message !== undefined) listen({ type: "trouble", message });
    if (!looks.has(debate)) {
      schedule(debate);
      look(debate).catch(() => {});
    }
    return () => {
      leave();
      if (hub.followers(debate) > 0) return;
      looks.get(debate)?.();
      looks.delete(debate);
    };
  };
}
