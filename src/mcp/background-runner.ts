/**
 * The debates that this process runs in the background.
 *
 * MK1. A debate runs at most once here, and calls that wait for it never delay it: they come and go.
 * MK2. When the host is gone, turns in flight get a moment to finish and are then cancelled; every debate can be
 *      resumed.
 * MK3. A debate leaves the same files on disk as on the command line.
 */
import { type AppContext, openProjectApp } from "../app/app-context.ts";
import { writeResults } from "../app/results/write-results.ts";
import type { Clock } from "../clock.ts";
import type { Dissent } from "../dissent.ts";
import type { Event } from "../domain/journal/event.ts";
import type { RunRequest } from "../engine.ts";
import { DissentError, SetupError, StoreError } from "../errors.ts";

export interface McpBackgroundRunner {
  /** Holds a debate in the background; does nothing where this process holds it already. */
  start(debate: string): void;
  /** Settles when this process no longer holds it; at once where it never did. */
  waitUntilEnded(debate: string): Promise<void>;
  isRunning(debate: string): boolean;
  /** What stopped it the last time, in words. */
  findTrouble(debate: string): string | undefined;
  /** Told every event that is committed here. */
  subscribe(debate: string, listener: (event: Event) => void): () => void;
  close(): Promise<void>;
}

export interface McpRunnerOptions {
  readonly context: AppContext;
  readonly clock: Clock;
  /** Opens the project's debates; each holding has its own, so that it sees the keys and endpoints of its time. */
  readonly appFor?: () => Dissent;
  /** How long turns in flight may land once the host is gone. */
  readonly graceMs?: number;
  readonly log: (line: string) => void;
}

interface McpBackgroundRun {
  readonly ended: Promise<void>;
  readonly pause: AbortController;
  readonly drop: AbortController;
}

// a host that leaves waits about two seconds before it kills
const CLOSE_GRACE_MS = 1_000;

export function createMcpBackgroundRunner(setting: McpRunnerOptions): McpBackgroundRunner {
  const { clock, graceMs = CLOSE_GRACE_MS } = setting;
  const held = new Map<string, McpBackgroundRun>();
  const troubles = new Map<string, string>();
  const listeners = new Map<string, Set<(event: Event) => void>>();
  let closing = false;

  return {
    start(debate) {
      if (closing) throw new SetupError("not-resumable", "The server is closing.");
      if (held.has(debate)) return;
      troubles.delete(debate);
      const steering = { pause: new AbortController(), drop: new AbortController() };
      const ended = runUntilRest(setting, {
        debate,
        steering: { pause: steering.pause.signal, drop: steering.drop.signal },
        onEvent(event) {
          for (const listener of listeners.get(debate) ?? []) listener(event);
        },
      })
        .then((trouble) => {
          if (trouble !== null) troubles.set(debate, trouble);
        })
        .finally(() => held.delete(debate));
      held.set(debate, { ...steering, ended });
    },

    async waitUntilEnded(debate) {
      await held.get(debate)?.ended;
    },

    isRunning: (debate) => held.has(debate),
    findTrouble: (debate) => troubles.get(debate),

    subscribe(debate, listener) {
      const all = listeners.get(debate) ?? new Set();
      listeners.set(debate, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0) listeners.delete(debate);
      };
    },

    async close() {
      closing = true;
      const all = [...held.values()];
      for (const { pause } of all) pause.abort();
      const cancel = clock.after(graceMs, () => {
        for (const { drop } of all) drop.abort();
      });
      await Promise.all(all.map(({ ended }) => ended));
      cancel();
    },
  };
}

/** Never fails: what went wrong is logged, and returned in the words that an agent may read. */
async function runUntilRest(
  { context, log, appFor = () => openProjectApp(context) }: McpRunnerOptions,
  request: RunRequest,
): Promise<string | null> {
  const { debate } = request;
  try {
    const app = appFor();
    try {
      const { status } = await app.run(request);
      if (status !== "settled") return null;
      const { warnings } = await writeResults(context, await app.read(debate), { outs: [] });
      for (const warning of warnings) log(`${debate}: ${warning}`);
      return null;
    } finally {
      await app.close();
    }
  } catch (error) {
    // another process holds it, and whoever asks is told how it goes there
    if (error instanceof StoreError && error.code === "store-lease-held") return null;
    log(`${debate}: ${error instanceof DissentError ? error.message : formatDefect(error)}`);
    return error instanceof DissentError
      ? error.message
      : "It stopped by a defect; the server's log says more.";
  }
}

function formatDefect(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
