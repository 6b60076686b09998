/** The debates that this process holds for the page: each at most once, all of them paused before it ends. */
import type { Dissent } from "../dissent.ts";
import type { Event, Limits } from "../domain/event.ts";
import type { LiveEvent } from "../engine.ts";
import { DissentError } from "../errors.ts";
import type { LiveHub } from "./live-hub.ts";
import { Refusal } from "./refusal.ts";

export interface Taking {
  readonly limits?: Partial<Limits>;
  /** Holds it in place of the server's own. */
  readonly app?: Dissent;
}

export interface Holder {
  /** Resolves once the debate is under way or over; rejects where it cannot be taken up. */
  take(debate: string, taking?: Taking): Promise<void>;
  /** Refuses where another process holds it; does nothing where nobody does. */
  pause(debate: string, how: { readonly drop: boolean }): Promise<void>;
  holds(debate: string): boolean;
  /** Whether anyone does, be it another process. */
  isHeld(debate: string): Promise<boolean>;
  isHolding(): boolean;
  /** Resolves when nobody holds it, so that something can be added to its journal; refuses where another process does. */
  free(debate: string): Promise<void>;
  /** What stopped it the last time, in words. */
  troubleOf(debate: string): string | undefined;
  /** Joins a debate that this process holds elsewhere, such as in its terminal. */
  join(debate: string, steer: { readonly pause: () => void; readonly drop: () => void }): Joined;
  /** Pauses all, and resolves when every turn in flight has landed; a second call drops them. */
  close(): Promise<void>;
}

export interface Joined {
  readonly onEvent: (event: Event) => void;
  readonly onLive: (event: LiveEvent) => void;
  readonly leave: () => void;
}

export interface HolderSetting {
  readonly app: Dissent;
  readonly hub: LiveHub;
  readonly redact: (text: string) => string;
  /** What went wrong where nobody waits for it. */
  readonly onTrouble?: (debate: string, error: unknown) => void;
}

interface Held {
  readonly pause: () => void;
  readonly drop: () => void;
  readonly ended: Promise<void>;
}

/** All that is held, and what went wrong. */
interface Keeping extends Required<HolderSetting> {
  readonly held: Map<string, Held>;
  readonly troubles: Map<string, string>;
}

export function holder({ onTrouble = () => {}, ...setting }: HolderSetting): Holder {
  const held = new Map<string, Held>();
  const keeping: Keeping = { ...setting, onTrouble, held, troubles: new Map() };
  const { app, hub, troubles } = keeping;
  let closing = false;

  async function isHeldElsewhere(debate: string): Promise<boolean> {
    const listed = (await app.list({ search: debate })).find(({ id }) => id === debate);
    return listed?.held === true;
  }

  async function refuseElsewhere(debate: string, hint: string): Promise<void> {
    if (!(await isHeldElsewhere(debate))) return;
    throw new Refusal("held-elsewhere", `${debate} is held by another process.`, hint);
  }

  return {
    async take(debate, taking = {}) {
      if (closing) throw new Refusal("held-elsewhere", "The server is closing.");
      if (!held.has(debate)) await taken(keeping, debate, taking);
    },

    async pause(debate, { drop }) {
      const found = held.get(debate);
      if (!found) return refuseElsewhere(debate, "Press Ctrl-C there.");
      found.pause();
      if (drop) found.drop();
    },

    async free(debate) {
      await held.get(debate)?.ended;
      await refuseElsewhere(debate, "Wait until it pauses there.");
    },

    holds: (debate) => held.has(debate),
    isHeld: async (debate) => (await isHeldElsewhere(debate)) || held.has(debate),
    isHolding: () => held.size > 0,
    troubleOf: (debate) => troubles.get(debate),

    join(debate, steer) {
      const over = Promise.withResolvers<void>();
      held.set(debate, { ...steer, ended: over.promise });
      hub.held(debate, true);
      return {
        onEvent: (event) => hub.land(debate, event),
        onLive: (event) => hub.hear(debate, event),
        leave() {
          release(keeping, debate);
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
async function taken(
  keeping: Keeping,
  debate: string,
  { limits, app = keeping.app }: Taking,
): Promise<void> {
  const { hub, held, troubles } = keeping;
  const [pause, drop] = [new AbortController(), new AbortController()];
  const begun = Promise.withResolvers<void>();
  let hasBegun = false;
  troubles.delete(debate);
  const ended = app
    .hold({
      debate,
      steering: { pause: pause.signal, drop: drop.signal },
      ...(limits && { limits }),
      onEvent(event) {
        hub.land(debate, event);
        if (hasBegun) return;
        hasBegun = true;
        hub.held(debate, true);
        begun.resolve();
      },
      onLive: (event) => hub.hear(debate, event),
    })
    .then(
      () => begun.resolve(),
      (error: unknown) => (hasBegun ? fail(keeping, debate, error) : begun.reject(error)),
    )
    .finally(() => (hasBegun ? release(keeping, debate) : held.delete(debate)));
  held.set(debate, { pause: () => pause.abort(), drop: () => drop.abort(), ended });
  await begun.promise;
}

function release({ held, hub }: Keeping, debate: string): void {
  held.delete(debate);
  hub.clear(debate);
  hub.held(debate, false);
}

function fail({ troubles, hub, redact, onTrouble }: Keeping, debate: string, error: unknown): void {
  const message = redact(error instanceof DissentError ? error.message : DEFECT);
  troubles.set(debate, message);
  hub.tell(debate, { type: "trouble", message });
  onTrouble(debate, error);
}

const DEFECT = "The debate stopped by a defect; the terminal says more.";
