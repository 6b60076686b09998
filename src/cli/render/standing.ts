/** One line about where a running debate stands: who holds what, and what it has taken. */
import { accountsOf } from "../../domain/accounts.ts";
import { countedPosition, type Deciding } from "../../domain/endings.ts";
import { type Event, opening } from "../../domain/event.ts";
import { limitsNow } from "../../domain/limits-now.ts";
import { decidingUnder, type Protocol } from "../../protocol.ts";
import { costLine, duration, money } from "../../reports/words.ts";
import { momentAt } from "../../timeline/moment.ts";
import { storyOf } from "../../timeline/story-of.ts";
import { plain, type Style } from "../terminal/terminal.ts";

export interface Standing {
  readonly style: Style;
  readonly nowMs: number;
  readonly protocols: readonly Protocol[];
}

export function standingLine(
  events: readonly Event[],
  { style, nowMs, protocols }: Standing,
): string {
  const { brief, participants } = opening(events);
  const held = heldIn(events, rulesOf(events, protocols).deciding);
  const counts = brief.options.flatMap(({ id }, index) => {
    const count = [...held.values()].filter((option) => option === id).length;
    return count === 0 ? [] : [`${style.option(index, id)} ${count} of ${participants.length}`];
  });
  const elapsedMs = nowMs - (events[0]?.atMs ?? nowMs);
  const accounts = accountsOf(events);
  const { usd } = limitsNow(events);
  const spent = `${costLine(accounts)}${usd === null ? "" : ` of ${money(usd)}`}`;
  const calls = `${accounts.calls} ${accounts.calls === 1 ? "call" : "calls"}`;
  const taken = [calls, spent, duration(elapsedMs)].join("   ");
  return `${counts.length === 0 ? "no votes yet" : counts.join("   ")}   ${style.dim(taken)}`;
}

/** What counts of what each holds: a vote that goes back counts where it went, as in the outcome. */
function heldIn(events: readonly Event[], deciding: Deciding | null): Map<string, string> {
  const held = new Map<string, string>();
  for (const { fact } of events) {
    if (fact.type !== "reply-recorded" || !fact.said?.position) continue;
    const taken = { position: fact.said.position, unmet: fact.unmet };
    held.set(fact.by, countedPosition(taken, held.get(fact.by), deciding));
  }
  return held;
}

function rulesOf(events: readonly Event[], protocols: readonly Protocol[]) {
  const { protocol: id, settings } = opening(events);
  const protocol = protocols.find((one) => one.id === id);
  return { id, titles: protocol?.titles ?? {}, deciding: decidingUnder(protocol, settings) };
}

/** What can still come of it, where the protocol says what its outcome turns on; the same sentence as on the page. */
export function endingLines(events: readonly Event[], protocols: readonly Protocol[]): string[] {
  const known = told.get(events);
  if (known?.count === events.length) return [...known.lines];
  const story = storyOf(events, rulesOf(events, protocols));
  const sentence = momentAt(story, story.last).endings;
  const lines = sentence === null ? [] : [plain(sentence)];
  told.set(events, { count: events.length, lines });
  return lines;
}

// a live display asks many times a second, and the journal has mostly not grown
const told = new WeakMap<readonly Event[], { count: number; lines: readonly string[] }>();
