/** K1 in a terminal: a person with a seat in a sealed step sees the other answers only after giving their own. */
import { type Event, readOpening } from "../../domain/journal/event.ts";
import { readStepName } from "../../domain/journal/steps.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";
import type { EventNarrator } from "./narrator.ts";

/** Seats at this terminal that still have to answer in a sealed step; of one step where a key of it is given. */
export function listSealedSeats(events: readonly Event[], key?: string): string[] {
  if (events[0]?.fact.type !== "debate-opened") return [];
  const here = readOpening(events).participants.filter(({ model }) => LOCAL_SEAT_MODELS.has(model));
  if (here.length === 0) return [];
  const over = new Set(
    events.flatMap(({ fact }) =>
      fact.type === "reply-recorded" || fact.type === "participant-absent" ? [fact.key] : [],
    ),
  );
  return events.flatMap(({ fact }) => {
    if (fact.type !== "asks-committed" || !fact.blind) return [];
    const step = readStepName(fact.step);
    if (key !== undefined && step !== readStepName(key)) return [];
    return here
      .map(({ id }) => id)
      .filter((id) => fact.asks.some(({ by }) => by === id) && !over.has(`${step}/${id}`));
  });
}

const LOCAL_SEAT_MODELS = new Set(["person", "host"]);

/** Holds back replies of a sealed step, and shows them once the last seat at this terminal has answered. */
export function createSealingNarrator(narrator: EventNarrator): EventNarrator {
  const seen: Event[] = [];
  let kept: Event[] = [];
  return {
    tell(event) {
      seen.push(event);
      const { fact } = event;
      if (fact.type === "reply-recorded" || fact.type === "reply-rejected") {
        const awaited = listSealedSeats(seen, fact.key);
        if (awaited.length > 0 && !awaited.includes(fact.by)) {
          kept.push(event);
          const waits = `sealed until ${awaited.map(sanitizeForTerminal).join(", ")} has answered`;
          return fact.type === "reply-recorded"
            ? [`${sanitizeForTerminal(fact.by)} has answered, ${waits}`]
            : [];
        }
      }
      const free = listSealedSeats(seen).length === 0 ? kept : [];
      if (free.length > 0) kept = [];
      return [...free, event].flatMap((one) => narrator.tell(one));
    },
  };
}
