/** K1 at a terminal: whoever holds a seat in a sealed step is shown what others said in it once it has answered itself. */
import { type Event, opening } from "../../domain/event.ts";
import { stepOf } from "../../domain/transcript.ts";
import { plain } from "../terminal/terminal.ts";
import type { Narrator } from "./narrator.ts";

/** Seats at this terminal that still have to answer in a sealed step; of one step where a key of it is given. */
export function sealedFor(events: readonly Event[], key?: string): string[] {
  if (events[0]?.fact.type !== "debate-opened") return [];
  const here = opening(events).participants.filter(({ model }) => ANSWERED_HERE.has(model));
  if (here.length === 0) return [];
  const over = new Set(
    events.flatMap(({ fact }) =>
      fact.type === "reply-recorded" || fact.type === "participant-absent" ? [fact.key] : [],
    ),
  );
  return events.flatMap(({ fact }) => {
    if (fact.type !== "asks-committed" || !fact.blind) return [];
    const step = stepOf(fact.step);
    if (key !== undefined && step !== stepOf(key)) return [];
    return here
      .map(({ id }) => id)
      .filter((id) => fact.asks.some(({ by }) => by === id) && !over.has(`${step}/${id}`));
  });
}

const ANSWERED_HERE = new Set(["person", "host"]);

/** Holds replies of a sealed step back, and tells them when the last seat at this terminal has answered. */
export function sealing(narrator: Narrator): Narrator {
  const seen: Event[] = [];
  let kept: Event[] = [];
  return {
    tell(event) {
      seen.push(event);
      const { fact } = event;
      if (fact.type === "reply-recorded" || fact.type === "reply-rejected") {
        const awaited = sealedFor(seen, fact.key);
        if (awaited.length > 0 && !awaited.includes(fact.by)) {
          kept.push(event);
          const waits = `sealed until ${awaited.map(plain).join(", ")} has answered`;
          return fact.type === "reply-recorded" ? [`${plain(fact.by)} has answered, ${waits}`] : [];
        }
      }
      const free = sealedFor(seen).length === 0 ? kept : [];
      if (free.length > 0) kept = [];
      return [...free, event].flatMap((one) => narrator.tell(one));
    },
  };
}
