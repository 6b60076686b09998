/** What is happening right now, by debate, for every page that looks on; whoever comes late is told it again. */
import type { Event } from "../domain/event.ts";
import type { LiveEvent } from "../engine.ts";
import { spoken } from "../kernel/spoken.ts";
import type { PageLive } from "../page/payload.ts";

export interface LiveHub {
  /** Takes what the engine says of a debate that this process holds. */
  hear(debate: string, event: LiveEvent): void;
  /** A turn that has landed in the journal is no longer under way. */
  land(debate: string, event: Event): void;
  /** Nothing of it is under way any more. */
  clear(debate: string): void;
  /** Tells everyone who looks on. */
  tell(debate: string, event: PageLive): void;
  /** Whether a process holds the debate, told where it is new. */
  held(debate: string, held: boolean): void;
  /** Hears from now on, beginning with what was said so far; the returned function ends it. */
  follow(debate: string, listen: (event: PageLive) => void): () => void;
  /** How many look on. */
  followers(debate: string): number;
}

export function liveHub(): LiveHub {
  const words = spoken();
  const listeners = new Map<string, Set<(event: PageLive) => void>>();
  const holding = new Map<string, boolean>();

  function tell(debate: string, event: PageLive): void {
    for (const listen of listeners.get(debate) ?? []) listen(event);
  }

  return {
    tell,
    land: (debate, event) => words.land(debate, event),
    clear: (debate) => words.clear(debate),
    hear(debate, event) {
      words.hear(debate, event);
      tell(debate, event);
    },
    held(debate, held) {
      if (!listeners.has(debate) || holding.get(debate) === held) return;
      holding.set(debate, held);
      tell(debate, { type: "held", held });
    },
    follow(debate, listen) {
      const all = listeners.get(debate) ?? new Set();
      listeners.set(debate, all);
      for (const event of words.soFar(debate)) listen(event);
      const held = holding.get(debate);
      if (held !== undefined) listen({ type: "held", held });
      all.add(listen);
      return () => {
        all.delete(listen);
        if (all.size > 0) return;
        listeners.delete(debate);
        holding.delete(debate);
      };
    },
    followers: (debate) => listeners.get(debate)?.size ?? 0,
  };
}
