/** What is being said in debates that somebody looks at, as it comes from the workers (live.ts). */
import type { Clock } from "../../clock.ts";
import type { LiveEvent } from "../../engine.ts";
import { sleepUnlessAborted } from "../postgres/postgres-connections.ts";
import type { FleetDatabase } from "./fleet-database.ts";
import { listenForNotifications } from "./notifications.ts";

export interface LiveListener {
  follow(debate: string, onLive: (event: LiveEvent) => void): () => void;
  close(): Promise<void>;
}

const LOOKS_MS = 25_000;
const RENEW_EVERY_MS = 10_000;

export function createLiveListener(database: FleetDatabase, clock: Clock): LiveListener {
  const { schema } = database;
  const listeners = new Map<string, Set<(event: LiveEvent) => void>>();
  const closing = new AbortController();
  let post: ReturnType<typeof listenForNotifications> | undefined;
  let renewing: Promise<void> | undefined;

  function onMessage(payload: string): void {
    const { debate, events } = parseLiveMessage(payload);
    for (const listen of listeners.get(debate) ?? []) events.forEach(listen);
  }

  async function renew(): Promise<void> {
    while (listeners.size > 0 && !closing.signal.aborted) {
      await lookOn().catch(() => {});
      await sleepUnlessAborted(clock, RENEW_EVERY_MS, closing.signal);
    }
    renewing = undefined;
  }

  async function lookOn(): Promise<void> {
    await database.transaction((run) =>
      run(
        `INSERT INTO ${schema}.onlookers (debate, until_ms)
         SELECT debate, ${schema}.now_ms() + $2::bigint FROM unnest($1::text[]) AS given (debate)
         ORDER BY debate ON CONFLICT (debate) DO UPDATE SET until_ms = excluded.until_ms`,
        [[...listeners.keys()], LOOKS_MS],
      ),
    );
  }

  return {
    follow(debate, onLive) {
      post ??= listenForNotifications({
        connections: database,
        clock,
        channel: database.liveChannel,
        onMessage,
      });
      const all = listeners.get(debate) ?? new Set();
      listeners.set(debate, all.add(onLive));
      if (renewing) lookOn().catch(() => {});
      renewing ??= renew();
      return () => {
        all.delete(onLive);
        if (all.size === 0) listeners.delete(debate);
      };
    },
    async close() {
      closing.abort();
      await Promise.all([post?.close(), renewing]);
    },
  };
}

function parseLiveMessage(payload: string): { debate: string; events: readonly LiveEvent[] } {
  try {
    const { debate, events } = JSON.parse(payload) as { debate: string; events: LiveEvent[] };
    return { debate, events };
  } catch {
    return { debate: "", events: [] };
  }
}
