/** The debates that this process runs for the page: each at most once, and all paused before the process ends. */
import type { Dissent } from "../dissent.ts";
import type { Event, Limits } from "../domain/journal/event.ts";
import type { LiveEvent } from "../engine.ts";
import { DissentError } from "../errors.ts";
import type { LiveHub } from "./live-hub.ts";
import { RequestRefusal } from "./refusal.ts";

export interface BackgroundRunOptions {
  readonly limits?: Partial<Limits>;
  /** Holds it in place of the server's own. */
  readonly app?: Dissent;
}

export interface BackgroundRunner {
  /** Resolves once the debate is under way or over; rejects where it cannot be taken up. */
  start(debate: string, taking?: BackgroundRunOptions): Promise<void>;
  /** Refuses where another process holds it; does nothing where nobody does. */
  pause(debate: string, how: { readonly drop: boolean }): Promise<void>;
  isRunningHere(debate: string): boolean;
  /** Whether anyone does, be it another process. */
  isRunningAnywhere(debate: string): Promise<boolean>;
  hasRuns(): boolean;
  /** Resolves when nobody holds it, so that something can be added to its journal; refuses where another process does. */
  waitUntilFree(debate: string): Promise<void>;
  /** What stopped it the last time, in words. */
  findTrouble(debate: string): string | undefined;
  /** Joins a debate that this process holds elsewhere, such as in its terminal. */
  join(debate: string, steer: { readonly pause: () => void; readonly drop: () => void }): JoinedRun;
  /** Pauses all, and resolves when every turn in flight has landed; a second call drops them. */
  close(): Promise<void>;
}

export interface JoinedRun {
  readonly onEvent: (event: Event) => void;
  readonly onLive: (event: LiveEvent) => void;
  readonly leave: () => void;
}

export interface BackgroundRunnerOptions {
  readonly app: Dissent;
  readonly hub: LiveHub;
  readonly redact: (text: string) => string;
  /** What went wrong where nobody waits for it. */
  readonly onTrouble?: (debate: string, error: unknown) => void;
}

interface BackgroundRun {
  readonly pause: () => void;
  readonly drop: () => void;
  readonly ended: Promise<void>;
}

/** All that is held, and what went wrong. */
interface BackgroundRunnerState extends Required<BackgroundRunnerOptions> {
  readonly held: Map<string, BackgroundRun>;
  readonly troubles: Map<string, string>;
}

export function createBackgroundRunner({
  onTrouble = () => {},
  ...setting
}: BackgroundRunnerOptions): BackgroundRunner {
  const held = new Map<string, BackgroundRun>();
  const keeping: BackgroundRunnerState = { ...setting, onTrouble, held, troubles: new Map() };
  const { app, hub, troubles } = keeping;
  let closing = false;

  async function isHeldElsewhere(debate: string): Promise<boolean> {
    const listed = (await app.list({ search: debate })).find(({ id }) => id === debate);
    return listed?.held === true;
  }

  async function refuseElsewhere(debate: string, hint: string): Promise<void> {
    if (!(await isHeldElsewhere(debate))) return;
    throw new RequestRefusal("held-elsewhere", `${debate} is held by another process.`, hint);
  }

  return {
    async start(debate, taking = {}) {
      if (closing) throw new RequestRefusal("held-elsewhere", "The server is closing.");
      if (!held.has(debate)) await startBackgroundRun(keeping, debate, taking);
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

    isRunningHere: (debate) => held.has(debate),
    isRunningAnywhere: async (debate) => (await isHeldElsewhere(debate)) || held.has(debate),
    hasRuns: () => held.size > 0,
    findTrouble: (debate) => troubles.get(debate),

    join(debate, steer) {
      const over = Promise.withResolvers<void>();
      held.set(debate, { ...steer, ended: over.promise });
      hub.setRunning(debate, true);
      return {
        onEvent: (event) => hub.completeTurn(debate, event),
        onLive: (event) => hub.publishLive(debate, event),
        leave() {
          releaseBackgroundRun(keeping, debate);
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

/** Until its first event someone waits to hear whether it can be held; what goes wrong later is told to all. */
async function startBackgroundRun(
  keeping: BackgroundRunnerState,
  debate: string,
  { limits, app = keeping.app }: BackgroundRunOptions,
): Promise<void> {
  const { hub, held, troubles } = keeping;
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
        hub.completeTurn(debate, event);
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
        hasBegun ? reportFailedRun(keeping, debate, error) : begun.reject(error),
    )
    .finally(() => (hasBegun ? releaseBackgroundRun(keeping, debate) : held.delete(debate)));
  held.set(debate, { pause: () => pause.abort(), drop: () => drop.abort(), ended });
  await begun.promise;
}

function releaseBackgroundRun({ held, hub }: BackgroundRunnerState, debate: string): void {
  held.delete(debate);
  hub.clear(debate);
  hub.setRunning(debate, false);
}

function reportFailedRun(
  { troubles, hub, redact, onTrouble }: BackgroundRunnerState,
  debate: string,
  error: unknown,
): void {
  const message = redact(error instanceof DissentError ? error.message : RUN_DEFECT_MESSAGE);
  troubles.set(debate, message);
  hub.broadcast(debate, { type: "trouble", message });
  onTrouble(debate, error);
}

const RUN_DEFECT_MESSAGE = "The debate stopped by a defect; the terminal says more.";
