/** What was said so far in the turns under way, for whoever comes late. Models say it without secrets (RM1, RM2). */
import type { Event } from "../domain/event.ts";
import type { LiveEvent } from "../engine.ts";

export interface Spoken {
  hear(debate: string, event: LiveEvent): void;
  /** A turn that has landed in the journal is no longer under way. */
  land(debate: string, event: Event): void;
  clear(debate: string): void;
  /** All of it again, for whoever comes late. */
  soFar(debate: string): readonly LiveEvent[];
}

interface Turn {
  readonly by: string;
  readonly repair: boolean;
  /** Cut at the front where it is very long. */
  said: string;
  failed: Extract<LiveEvent, { type: "try-failed" }> | null;
}

// a late page needs the end of a long speech, and has all of it once it has landed
const LONGEST_SAID = 256 * 1024;

export function spoken(): Spoken {
  const debates = new Map<string, Map<string, Turn>>();

  function turnsOf(debate: string): Map<string, Turn> {
    const known = debates.get(debate) ?? new Map<string, Turn>();
    debates.set(debate, known);
    return known;
  }

  return {
    hear(debate, event) {
      const turns = turnsOf(debate);
      const { key, by } = event;
      const turn = turns.get(key) ?? begun(by, false);
      switch (event.type) {
        case "turn-started":
          turns.set(key, begun(by, event.repair));
          return;
        case "text-heard":
          turns.set(key, turn);
          turn.said = (turn.said + event.text).slice(-LONGEST_SAID);
          return;
        case "try-failed":
          // the question is put again, and what was said before it failed does not count
          turns.set(key, { ...begun(by, turn.repair), failed: event });
      }
    },
    land(debate, { fact }) {
      if (ENDING.has(fact.type)) debates.delete(debate);
      else if ("key" in fact) debates.get(debate)?.delete(fact.key);
    },
    clear: (debate) => void debates.delete(debate),
    soFar: (debate) => [...(debates.get(debate) ?? [])].flatMap(([key, turn]) => again(key, turn)),
  };
}

const ENDING: ReadonlySet<string> = new Set<Event["fact"]["type"]>([
  "debate-paused",
  "debate-settled",
]);

function begun(by: string, repair: boolean): Turn {
  return { by, repair, said: "", failed: null };
}

function again(key: string, { by, repair, said, failed }: Turn): LiveEvent[] {
  return [
    { type: "turn-started", key, by, repair },
    ...(failed ? [failed] : []),
    ...(said === "" ? [] : [{ type: "text-heard", key, by, text: said } as const]),
  ];
}
