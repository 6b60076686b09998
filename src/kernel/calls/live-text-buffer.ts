/**
 * The text of turns in flight so far, for subscribers that join late. Models have already removed secrets from it
 * (RM1, RM2).
 */
import type { Event } from "../../domain/journal/event.ts";
import type { LiveEvent } from "../../engine.ts";

export interface LiveTextBuffer {
  recordLiveEvent(debate: string, event: LiveEvent): void;
  /** A turn that is in the journal is no longer in flight. */
  completeTurn(debate: string, event: Event): void;
  clear(debate: string): void;
  /** All of it again, for late subscribers. */
  listLiveEvents(debate: string): readonly LiveEvent[];
}

interface BufferedTurn {
  readonly by: string;
  readonly repair: boolean;
  /** Cut at the front where it is very long. */
  said: string;
  failed: Extract<LiveEvent, { type: "try-failed" }> | null;
}

// a late page needs the end of a long speech, and has all of it once it has landed
const LONGEST_SAID = 256 * 1024;

export function createLiveTextBuffer(): LiveTextBuffer {
  const debates = new Map<string, Map<string, BufferedTurn>>();

  function openDebateTurns(debate: string): Map<string, BufferedTurn> {
    const known = debates.get(debate) ?? new Map<string, BufferedTurn>();
    debates.set(debate, known);
    return known;
  }

  return {
    recordLiveEvent(debate, event) {
      const turns = openDebateTurns(debate);
      const { key, by } = event;
      const turn = turns.get(key) ?? createBufferedTurn(by, false);
      switch (event.type) {
        case "turn-started":
          turns.set(key, createBufferedTurn(by, event.repair));
          return;
        case "text-heard":
          turns.set(key, turn);
          turn.said = (turn.said + event.text).slice(-LONGEST_SAID);
          return;
        case "try-failed":
          // the question is put again, and what was said before it failed does not count
          turns.set(key, { ...createBufferedTurn(by, turn.repair), failed: event });
      }
    },
    completeTurn(debate, { fact }) {
      if (ENDING.has(fact.type)) debates.delete(debate);
      else if ("key" in fact) debates.get(debate)?.delete(fact.key);
    },
    clear: (debate) => void debates.delete(debate),
    listLiveEvents: (debate) =>
      [...(debates.get(debate) ?? [])].flatMap(([key, turn]) => replayBufferedTurn(key, turn)),
  };
}

const ENDING: ReadonlySet<string> = new Set<Event["fact"]["type"]>([
  "debate-paused",
  "debate-settled",
]);

function createBufferedTurn(by: string, repair: boolean): BufferedTurn {
  return { by, repair, said: "", failed: null };
}

function replayBufferedTurn(key: string, { by, repair, said, failed }: BufferedTurn): LiveEvent[] {
  return [
    { type: "turn-started", key, by, repair },
    ...(failed ? [failed] : []),
    ...(said === "" ? [] : [{ type: "text-heard", key, by, text: said } as const]),
  ];
}
