/**
 * Sends the text of turns in flight from the worker that receives it to subscribers.
 *
 * FL1. Nothing is sent about a debate without subscribers.
 */
import { type Clock, sleepUnlessAborted } from "../../clock.ts";
import type { LiveEvent } from "../../engine.ts";
import { listenForNotifications, sendNotification } from "../postgres/notifications.ts";
import type { FleetDatabase } from "./fleet-database.ts";

export interface LiveSender {
  hear(debate: string, event: LiveEvent): void;
  /** Nothing more is said in this turn. */
  land(debate: string, key: string): void;
  close(): Promise<void>;
}

const SEND_EVERY_MS = 200;
const LOOK_EVERY_MS = 1_000;
// PostgreSQL carries less than 8000 bytes at once
const MOST_BYTES = 7_000;

export function createLiveSender(setting: {
  readonly database: FleetDatabase;
  readonly clock: Clock;
}): LiveSender {
  const { database, clock } = setting;
  const waiting = new Map<string, LiveEvent[]>();
  const speaking = new Map<string, Set<string>>();
  const closing = new AbortController();
  let watched = new Set<string>();
  let lookedMs = Number.NEGATIVE_INFINITY;
  let going: Promise<void> | undefined;

  async function look(): Promise<void> {
    if (clock.nowMs() - lookedMs < LOOK_EVERY_MS) return;
    lookedMs = clock.nowMs();
    watched = await findWatchedDebates(database, [
      ...new Set([...speaking.keys(), ...waiting.keys()]),
    ]);
  }

  async function send(): Promise<void> {
    await look();
    const all = [...waiting];
    waiting.clear();
    for (const [debate, events] of all) {
      if (!watched.has(debate)) continue;
      for (const part of splitIntoMessages(joinTextEvents(events))) {
        await sendNotification(
          database,
          database.liveChannel,
          JSON.stringify({ debate, events: part }),
        );
      }
    }
  }

  async function go(): Promise<void> {
    while (speaking.size + waiting.size > 0 && !closing.signal.aborted) {
      await send().catch(() => {});
      await sleepUnlessAborted(clock, SEND_EVERY_MS, closing.signal);
    }
    going = undefined;
  }

  return {
    hear(debate, event) {
      speaking.set(debate, (speaking.get(debate) ?? new Set()).add(event.key));
      if (event.type !== "text-heard" || watched.has(debate)) {
        const before = waiting.get(debate);
        if (before) before.push(event);
        else waiting.set(debate, [event]);
      }
      going ??= go();
    },
    land(debate, key) {
      const turns = speaking.get(debate);
      turns?.delete(key);
      if (turns?.size !== 0) return;
      speaking.delete(debate);
    },
    async close() {
      closing.abort();
      await going;
    },
  };
}

/** Those of the debates that somebody looks at. */
async function findWatchedDebates(
  { read, schema }: FleetDatabase,
  debates: readonly string[],
): Promise<Set<string>> {
  const rows = await read<{ debate: string }>(
    `SELECT debate FROM ${schema}.onlookers
     WHERE debate = ANY ($1::text[]) AND until_ms > ${schema}.now_ms()`,
    [debates],
  );
  return new Set(rows.map(({ debate }) => debate));
}

/** Words of one turn that follow each other become one piece. */
function joinTextEvents(events: readonly LiveEvent[]): LiveEvent[] {
  const all: LiveEvent[] = [];
  for (const event of events) {
    const last = all.at(-1);
    if (event.type === "text-heard" && last?.type === "text-heard" && last.key === event.key) {
      all[all.length - 1] = { ...event, text: last.text + event.text };
    } else all.push(event);
  }
  return all;
}

/** In pieces that can be carried; a long speech is cut between them. */
function* splitIntoMessages(events: readonly LiveEvent[]): Generator<LiveEvent[]> {
  for (const event of events) {
    if (event.type !== "text-heard") yield [event];
    else {
      for (let at = 0; at < event.text.length; at += CUT) {
        yield [{ ...event, text: event.text.slice(at, at + CUT) }];
      }
    }
  }
}

// six bytes for a character that JSON escapes
const CUT = Math.floor(MOST_BYTES / 6) - 100;

// What is being said in debates that somebody looks at, as it comes from the workers (live.ts).

interface LiveListener {
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
