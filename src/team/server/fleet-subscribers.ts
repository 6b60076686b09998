/** Lets pages follow debates that the fleet runs: their text, whether a worker runs them, and what stopped them. */
import type { Clock } from "../../clock.ts";
import type { LiveHub, FollowLiveDebate } from "../../server/live-hub.ts";
import type { FleetAccess } from "./fleet-runner.ts";

export interface FleetSubscriberOptions {
  readonly hub: LiveHub;
  readonly fleet: FleetAccess;
  readonly clock: Clock;
  readonly redact: (text: string) => string;
}

const LOOK_EVERY_MS = 2_000;

interface FleetDebateWatch {
  /** Sent to late subscribers. */
  trouble: string | null;
  stop(): void;
}

/** One look every other second for each debate that is looked at, however many look on. */
export function createFleetSubscribers({
  hub,
  fleet,
  clock,
  redact,
}: FleetSubscriberOptions): FollowLiveDebate {
  const looks = new Map<string, FleetDebateWatch>();

  async function look(debate: string, looking: FleetDebateWatch): Promise<void> {
    const { state, trouble } = await fleet.standing(debate);
    hub.setRunning(debate, state !== "idle");
    if (state === "idle") hub.clear(debate);
    const message = state === "idle" && trouble !== null ? redact(trouble) : null;
    if (message !== null && message !== looking.trouble)
      hub.broadcast(debate, { type: "trouble", message });
    looking.trouble = message;
  }

  function begin(debate: string): FleetDebateWatch {
    let cancel = (): void => {};
    const again = (): void => {
      // a database that is briefly unreadable is checked again
      look(debate, looking)
        .catch(() => {})
        .finally(() => {
          if (looks.get(debate) === looking) cancel = clock.after(LOOK_EVERY_MS, again);
        });
    };
    const stops = [
      fleet.follow(debate, (event) => hub.publishLive(debate, event)),
      fleet.onChange(debate, () => void look(debate, looking).catch(() => {})),
      () => cancel(),
    ];
    const looking: FleetDebateWatch = {
      trouble: null,
      stop() {
        looks.delete(debate);
        for (const stop of stops) stop();
        hub.clear(debate);
      },
    };
    looks.set(debate, looking);
    again();
    return looking;
  }

  return (debate, listen) => {
    const leave = hub.follow(debate, listen);
    const looking = looks.get(debate);
    if (!looking) begin(debate);
    else if (looking.trouble !== null) listen({ type: "trouble", message: looking.trouble });
    return () => {
      leave();
      if (hub.countFollowers(debate) === 0) looks.get(debate)?.stop();
    };
  };
}
