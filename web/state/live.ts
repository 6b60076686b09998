/** Follows a debate on the server: events as they are committed, words as they are spoken. */
import type { Event } from "../../src/domain/event.ts";
import type { LiveEvent } from "../../src/engine.ts";
import type { Findings, PageLive, SentDebate } from "../../src/page/payload.ts";
import { get } from "./api.ts";
import { batches, type Pace } from "./batches.ts";
import { gapIn } from "./chain.ts";
import { checkLines } from "./check.ts";
import { connection, debate, speaking, trouble } from "./debate.ts";
import { afterLive } from "./spoken.ts";

interface Arrived {
  readonly line: string;
  readonly event: Event;
}

const PACE: Pace = {
  // frames do not come to a page in the background, which should still be right when it is looked at
  frame: (act) => (document.hidden ? setTimeout(act, 250) : requestAnimationFrame(act)),
  later: (act, ms) => setTimeout(act, ms),
  now: () => performance.now(),
};

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 15_000;

/** The browser connects again by itself and says what it has; this begins anew only when it has given up. */
export function follow(id: string, delayMs = FIRST_DELAY_MS): void {
  const known = debate.value?.events.length ?? 0;
  const source = new EventSource(`${pathOf(id)}/events?from=${known}`);
  const journal = batches<Arrived>(PACE, (batch) => {
    const gap = append(id, batch);
    if (gap === null) return;
    // what comes after a gap cannot be trusted to mean what it says
    source.close();
    connection.value = "none";
    trouble.value = `${gap} What follows is not shown; load the page again to read the journal anew.`;
  });
  const live = batches<LiveEvent>(PACE, (batch) => {
    speaking.value = afterLive(speaking.value, batch);
  });
  source.addEventListener("open", () => {
    connection.value = "live";
    delayMs = FIRST_DELAY_MS;
  });
  source.addEventListener("journal", ({ data }: MessageEvent<string>) => {
    journal(JSON.parse(data) as Arrived);
  });
  source.addEventListener("live", ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as PageLive;
    if (event.type === "held") setHeld(event.held);
    else if (event.type === "trouble") trouble.value = event.message;
    else live(event);
  });
  source.addEventListener("error", () => {
    connection.value = "lost";
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(() => follow(id, Math.min(delayMs * 2, LONGEST_DELAY_MS)), delayMs);
  });
}

export function pathOf(id: string): string {
  return `/api/debates/${encodeURIComponent(id)}`;
}

function setHeld(held: boolean): void {
  if (debate.value !== null && debate.value.held !== held) debate.value = { ...debate.value, held };
}

/** What is wrong with the batch, in words; null when it follows what is known. */
function append(id: string, batch: readonly Arrived[]): string | null {
  const given = debate.value;
  if (given === null) return null;
  const last = given.events.at(-1);
  // after a new connection some may come twice
  const fresh = batch.filter(({ event }) => event.sequence > (last?.sequence ?? -1));
  if (fresh.length === 0) return null;
  const gap = gapIn(
    last,
    fresh.map(({ event }) => event),
  );
  if (gap !== null) return gap;
  debate.value = {
    ...given,
    events: [...given.events, ...fresh.map(({ event }) => event)],
    lines: [...given.lines, ...fresh.map(({ line }) => line)],
  };
  checkLines(
    fresh.map(({ line }) => line),
    fresh.map(({ event }) => event),
  );
  dropSpoken(fresh);
  if (fresh.some(({ event }) => CONCLUDING.has(event.fact.type))) void refreshFindings(id);
  if (fresh.some(({ event }) => event.fact.type === "artifact-published")) void refreshTexts(id);
  return null;
}

/** After these the record reads differently. */
const CONCLUDING: ReadonlySet<string> = new Set<Event["fact"]["type"]>([
  "debate-settled",
  "decision-recorded",
  "decision-judged",
  "footing-checked",
]);

function dropSpoken(fresh: readonly Arrived[]): void {
  const heard = new Map(speaking.value);
  for (const { event } of fresh) {
    const { fact } = event;
    if (fact.type === "debate-paused" || fact.type === "debate-settled") heard.clear();
    else if (fact.type === "reply-recorded" || fact.type === "participant-absent") {
      heard.delete(fact.key);
    }
  }
  if (heard.size !== speaking.value.size) speaking.value = heard;
}

export async function refreshFindings(id: string): Promise<void> {
  try {
    const findings = await get<Findings>(`${pathOf(id)}/findings`);
    if (debate.value?.id === id) debate.value = { ...debate.value, findings };
  } catch {
    // what is shown stays right for the event it names; the next event asks again
  }
}

/** Events name what was published; the texts are asked for. */
async function refreshTexts(id: string): Promise<void> {
  try {
    const { texts, leftOut } = await get<SentDebate>(pathOf(id));
    const given = debate.value;
    if (given?.id !== id) return;
    debate.value = { ...given, texts: { ...given.texts, ...texts }, ...(leftOut && { leftOut }) };
  } catch {
    // they are said to be missing until the page is loaded again
  }
}
