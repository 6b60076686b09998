/**
 * The debates that this process runs in the background.
 *
 * MK1. A debate runs at most once here, and a caller that waits for it never delays it: callers come and go.
 * MK2. Every debate is paused before the process ends, so it can be resumed.
 */
import { findListedDebate } from "../../debates/find-debate.ts";
import type { Dissent } from "../../dissent.ts";
import type { Event, Limits } from "../../domain/journal/event.ts";
import type { LiveEvent } from "../../engine.ts";
import { DissentError, StoreError } from "../../errors.ts";
import { CommandRefusal } from "./command-refusal.ts";

/** What a surface needs from the runner of its debates: this process, or a team's fleet. */
export interface BackgroundRunner {
  /** Resolves once the debate runs or has ended; rejects if it cannot be run. */
  start(debate: string, taking?: { readonly limits?: Partial<Limits> }): Promise<void>;
  /** Throws if another process runs it; does nothing if nobody does. */
  pause(debate: string, how: { readonly drop: boolean }): Promise<void>;
  isRunningHere(debate: string): boolean;
  /** Whether anyone does, be it another process. */
  isRunningAnywhere(debate: string): Promise<boolean>;
  hasRuns(): boolean;
  /** Resolves once nobody runs it, so that events can be added to its journal; throws if another process runs it. */
  waitUntilFree(debate: string): Promise<void>;
  /** What stopped it the last time, in words. */
  findTrouble(debate: string): string | undefined;
  /** Joins a debate that this process already runs elsewhere, such as in its terminal. */
  join(debate: string, steer: { readonly pause: () => void; readonly drop: () => void }): JoinedRun;
  /** Pauses all, and resolves when every turn in flight has landed; a second call drops them. */
  close(): Promise<void>;
}

/** Runs debates in this process. */
export interface LocalRunner extends BackgroundRunner {
  /** Resolves when this process no longer runs it; at once where it never did. */
  waitUntilEnded(debate: string): Promise<void>;
  /** Called with every event committed here, until the returned function is called. */
  subscribe(debate: string, listener: (event: Event) => void): () => void;
}

export interface JoinedRun {
  readonly onEvent: (event: Event) => void;
  readonly onLive: (event: LiveEvent) => void;
  readonly leave: () => void;
}

/** Called as runs progress, for subscribers. */
export interface RunObserver {
  completeTurn(debate: string, event: Event): void;
  publishLive(debate: string, event: LiveEvent): void;
  setRunning(debate: string, running: boolean): void;
  clear(debate: string): void;
  broadcast(debate: string, event: { readonly type: "trouble"; readonly message: string }): void;
}

export interface BackgroundRunnerOptions {
  readonly app: Pick<Dissent, "run" | "list">;
  readonly hub?: RunObserver;
  readonly redact: (text: string) => string;
  /** Called with what went wrong where nobody waits for it. */
  readonly onTrouble?: (debate: string, error: unknown) => void;
  /** Nobody waits for the start: an error that prevents it is reported like any other. */
  readonly unattended?: boolean;
  /** What is said of a defect in place of its own words. */
  readonly defectNotice?: string;
}

interface BackgroundRun {
  readonly pause: () => void;
  readonly drop: () => void;
  readonly ended: Promise<void>;
}

/** All that runs, who listens, and what went wrong. */
interface BackgroundRunnerState extends Required<BackgroundRunnerOptions> {
  readonly held: Map<string, BackgroundRun>;
  readonly troubles: Map<string, string>;
  readonly listeners: Map<string, Set<(event: Event) => void>>;
}

export function createBackgroundRunner(options: BackgroundRunnerOptions): LocalRunner {
  const state: BackgroundRunnerState = {
    hub: SILENT_OBSERVER,
    onTrouble: () => {},
    unattended: false,
    defectNotice: "The debate stopped by a defect; the terminal says more.",
    ...options,
    held: new Map(),
    troubles: new Map(),
    listeners: new Map(),
  };
  const { app, hub, held, troubles, listeners } = state;
  let closing = false;

  async function isHeld(debate: string): Promise<boolean> {
    return (await findListedDebate(app, debate))?.held === true;
  }

  async function refuseElsewhere(debate: string, hint: string): Promise<void> {
    if (!(await isHeld(debate))) return;
    throw new CommandRefusal("held-elsewhere", `${debate} is held by another process.`, hint);
  }

  return {
    async start(debate, { limits } = {}) {
      if (closing) throw new CommandRefusal("held-elsewhere", "The server is closing.");
      if (!held.has(debate)) await startBackgroundRun(state, debate, limits);
    },

    async pause(debate, { drop }) {
      const found = held.get(debate);
      if (!found) return refuseElsewhere(debate, "Press Ctrl-C there.");
      found.pause();
      if (drop) found.drop();
    },

    async waitUntilFree(debate) {
      await held.get(debate)?.ended;
      await refuseElsewhere(debate, "Wait until it pauses there.");
    },

    waitUntilEnded: async (debate) => held.get(debate)?.ended,
    isRunningHere: (debate) => held.has(debate),
    isRunningAnywhere: async (debate) => (await isHeld(debate)) || held.has(debate),
    hasRuns: () => held.size > 0,
    findTrouble: (debate) => troubles.get(debate),

    subscribe(debate, listener) {
      const all = listeners.get(debate) ?? new Set();
      listeners.set(debate, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0) listeners.delete(debate);
      };
    },

    join(debate, steer) {
      const over = Promise.withResolvers<void>();
      held.set(debate, { ...steer, ended: over.promise });
      hub.setRunning(debate, true);
      return {
        onEvent: (event) => publishEvent(state, debate, event),
        onLive: (event) => hub.publishLive(debate, event),
        leave() {
          releaseBackgroundRun(state, debate);
          over.resolve();
        },
      };
    },

    async close() {
      const again = closing;
      closing = true;
      for (const { pause, drop } of held.values()) {
        pause();
        if (again) drop();
      }
      await Promise.all([...held.values()].map(({ ended }) => ended));
    },
  };
}

/** Until its first event the caller waits to learn whether it can run; later errors are reported to everyone. */
async function startBackgroundRun(
  state: BackgroundRunnerState,
  debate: string,
  limits: Partial<Limits> | undefined,
): Promise<void> {
  const { app, hub, held, troubles, unattended } = state;
  const [pause, drop] = [new AbortController(), new AbortController()];
  const begun = Promise.withResolvers<void>();
  let hasBegun = false;
  troubles.delete(debate);
  const ended = app
    .run({
      debate,
      steering: { pause: pause.signal, drop: drop.signal },
      ...(limits && { limits }),
      onEvent(event) {
        publishEvent(state, debate, event);
        if (hasBegun) return;
        hasBegun = true;
        hub.setRunning(debate, true);
        begun.resolve();
      },
      onLive: (event) => hub.publishLive(debate, event),
    })
    .then(
      () => begun.resolve(),
      (error: unknown) =>
        hasBegun || unattended ? reportFailedRun(state, debate, error) : begun.reject(error),
    )
    .finally(() => (hasBegun ? releaseBackgroundRun(state, debate) : held.delete(debate)));
  held.set(debate, { pause: () => pause.abort(), drop: () => drop.abort(), ended });
  if (!unattended) await begun.promise;
}

function publishEvent(
  { hub, listeners }: BackgroundRunnerState,
  debate: string,
  event: Event,
): void {
  hub.completeTurn(debate, event);
  for (const listener of listeners.get(debate) ?? []) listener(event);
}

function releaseBackgroundRun({ held, hub }: BackgroundRunnerState, debate: string): void {
  held.delete(debate);
  hub.clear(debate);
  hub.setRunning(debate, false);
}

function reportFailedRun(
  { troubles, hub, redact, onTrouble, defectNotice }: BackgroundRunnerState,
  debate: string,
  error: unknown,
): void {
  // another process runs it, and the caller follows it there
  if (error instanceof StoreError && error.code === "store-lease-held") return;
  const message = redact(error instanceof DissentError ? error.message : defectNotice);
  troubles.set(debate, message);
  hub.broadcast(debate, { type: "trouble", message });
  onTrouble(debate, error);
}

const SILENT_OBSERVER: RunObserver = {
  completeTurn: () => {},
  publishLive: () => {},
  setRunning: () => {},
  clear: () => {},
  broadcast: () => {},
};
