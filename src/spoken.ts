/**
 * What was said so far in the turns under way.
 *
 * L1. No key leaves (K17), not even in pieces: the last run of characters that could be the beginning of one is
 *     kept back until it is over.
 */
import type { Event } from "./domain/event.ts";
import type { LiveEvent } from "./engine.ts";

export interface Spoken {
  /** What may be told of it now; null where all of it is kept back. */
  hear(debate: string, event: LiveEvent): LiveEvent | null;
  /** A turn that has landed in the journal is no longer under way. */
  land(debate: string, event: Event): void;
  clear(debate: string): void;
  /** All of it again, for whoever comes late. */
  soFar(debate: string): readonly LiveEvent[];
}

interface Turn {
  readonly by: string;
  readonly repair: boolean;
  /** What may be shown, cut at the front where it is very long. */
  said: string;
  /** What is kept back. */
  rest: string;
  failed: Extract<LiveEvent, { type: "try-failed" }> | null;
}

// keys have no spaces; a run that is longer than any of them is let go from its front
const LONGEST_KEY = 4096;
// a late page needs the end of a long speech, and has all of it once it has landed
const LONGEST_SAID = 256 * 1024;

export function spoken(redact: (text: string) => string): Spoken {
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
          return event;
        case "text-heard": {
          turns.set(key, turn);
          const { shown, rest } = released(redact(turn.rest + event.text));
          turn.rest = rest;
          turn.said = (turn.said + shown).slice(-LONGEST_SAID);
          return shown === "" ? null : { ...event, text: shown };
        }
        case "try-failed": {
          const failed = { ...event, reason: redact(event.reason) };
          // the question is put again, and what was said before it failed does not count
          turns.set(key, { ...begun(by, turn.repair), failed });
          return failed;
        }
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
  return { by, repair, said: "", rest: "", failed: null };
}

function again(key: string, { by, repair, said, failed }: Turn): LiveEvent[] {
  return [
    { type: "turn-started", key, by, repair },
    ...(failed ? [failed] : []),
    ...(said === "" ? [] : [{ type: "text-heard", key, by, text: said } as const]),
  ];
}

/** L1: only what stands before the last run of printable ASCII, of which keys are made. */
function released(text: string): { shown: string; rest: string } {
  const run = /[\x21-\x7e]*$/.exec(text)?.[0].length ?? 0;
  const at = text.length - Math.min(run, LONGEST_KEY);
  return { shown: text.slice(0, at), rest: text.slice(at) };
}
