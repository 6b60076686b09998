/**
 * Short messages between the processes of a fleet, sent with NOTIFY.
 *
 * FP1. A message only speeds up what would be noticed anyway: a lost one costs time and nothing else.
 */
import { type Clock, sleepUnlessAborted } from "../../clock.ts";
import { waitForGoodbye, type PostgresConnections } from "./postgres-connections.ts";

export interface NotificationListener {
  /** Whether a message would be received now. */
  isListening(): boolean;
  close(): Promise<void>;
}

export interface NotificationListenerOptions {
  readonly connections: Pick<PostgresConnections, "connect">;
  readonly clock: Clock;
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  /** Called when it starts to listen, at first and after each disconnect: earlier messages were missed. */
  readonly onListening?: () => void;
}

const AGAIN_AFTER_MS = 500;

export function listenForNotifications(setting: NotificationListenerOptions): NotificationListener {
  const { clock } = setting;
  const closing = new AbortController();
  let isListening = false;

  async function listen(): Promise<void> {
    while (!closing.signal.aborted) {
      await once().catch(() => {});
      await sleepUnlessAborted(clock, AGAIN_AFTER_MS, closing.signal);
    }
  }

  /** Until the connection ends. */
  async function once(): Promise<void> {
    const client = await setting.connections.connect();
    try {
      const ended = new Promise<void>((resolve) => {
        client.once("end", resolve);
        client.once("error", () => resolve());
        closing.signal.addEventListener("abort", () => resolve(), { once: true });
        if (closing.signal.aborted) resolve();
      });
      client.on("notification", ({ payload = "" }) => setting.onMessage(payload));
      await client.query(`LISTEN ${setting.channel}`);
      isListening = true;
      setting.onListening?.();
      await ended;
    } finally {
      isListening = false;
      client.unref();
      await waitForGoodbye(client.end(), clock);
    }
  }

  const listener = listen();
  return {
    isListening: () => isListening,
    async close() {
      closing.abort();
      await listener;
    },
  };
}

/** Who cannot send it now lets the others find out by themselves (FP1). */
export async function sendNotification(
  { read }: Pick<PostgresConnections, "read">,
  channel: string,
  payload: string,
): Promise<void> {
  await read("SELECT pg_notify($1, $2)", [channel, payload]).catch(() => {});
}
