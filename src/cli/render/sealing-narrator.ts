/** K1 in a terminal: what is sealed is told once the last awaited seat has answered. */
import type { Event } from "../../domain/journal/event.ts";
import { createSealedFeed, listSealedSeats } from "../../domain/journal/sealed-steps.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";
import type { EventNarrator } from "./narrator.ts";

export function createSealingNarrator(narrator: EventNarrator): EventNarrator {
  const seen: Event[] = [];
  const feed = createSealedFeed();
  return {
    tell(event) {
      seen.push(event);
      const { shown, withheld } = feed.take(event);
      const { fact } = event;
      const isReply = withheld !== null && fact.type === "reply-recorded";
      return isReply
        ? [formatSealedLine(fact.by, listSealedSeats(seen, fact.key))]
        : shown.flatMap((one) => narrator.tell(one));
    },
  };
}

function formatSealedLine(by: string, awaited: readonly string[]): string {
  const names = awaited.map(sanitizeForTerminal).join(", ");
  return `${sanitizeForTerminal(by)} has answered, sealed until ${names} has answered`;
}
