/** Follows a debate on the server: events as they are committed, text as it streams in. */
import type { Event } from "../../src/domain/journal/event.ts";
import { findSealedEvents } from "../../src/domain/journal/sealed-steps.ts";
import type { LiveEvent } from "../../src/engine.ts";
import type { PageFindings, PageLiveEvent, SentPageDebate } from "../../src/page/page-payload.ts";
import {
  currentDebate,
  isChainIntact,
  liveTexts,
  pageProblem,
  serverConnection,
} from "./debate-state.ts";
import { type BatchTiming, createFrameBatcher } from "./frame-batches.ts";
import {
  findChainGap,
  findChangedLine,
  getBrowserDigest,
  parseJournalEvents,
} from "./journal-chain.ts";
import { applyLiveEvents } from "./live-text.ts";
import { pageKind } from "./page-context.ts";
import { fetchJson } from "./server-api.ts";

interface ArrivedEvent {
  readonly line: string;
  readonly event: Event;
}

const BROWSER_TIMING: BatchTiming = {
  // a page in the background gets no frames, but should be current when someone looks at it
  frame: (act) => (document.hidden ? setTimeout(act, 250) : requestAnimationFrame(act)),
  later: (act, ms) => setTimeout(act, ms),
  now: () => performance.now(),
};

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 15_000;

/** The browser connects again by itself and says what it has; this begins anew only when it has given up. */
export function followDebate(id: string, delayMs = FIRST_DELAY_MS): void {
  const known = currentDebate.value?.events.length ?? 0;
  const source = new EventSource(`${buildDebateApiPath(id)}/events?from=${known}`);
  const journal = createFrameBatcher<ArrivedEvent>(BROWSER_TIMING, (batch) => {
    const gap = appendArrivedEvents(id, batch);
    if (gap === null) return;
    // what comes after a gap cannot be trusted to mean what it says
    source.close();
    serverConnection.value = "none";
    pageProblem.value = `${gap} What follows is not shown; load the page again to read the journal anew.`;
  });
  const live = createFrameBatcher<LiveEvent>(BROWSER_TIMING, (batch) => {
    liveTexts.value = applyLiveEvents(liveTexts.value, batch);
  });
  source.addEventListener("open", () => {
    serverConnection.value = "live";
    delayMs = FIRST_DELAY_MS;
  });
  source.addEventListener("journal", ({ data }: MessageEvent<string>) => {
    journal(JSON.parse(data) as ArrivedEvent);
  });
  source.addEventListener("live", ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as PageLiveEvent;
    if (event.type === "held") updateHeldState(event.held);
    else if (event.type === "trouble") pageProblem.value = event.message;
    else live(event);
  });
  source.addEventListener("error", () => {
    serverConnection.value = "lost";
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(() => followDebate(id, Math.min(delayMs * 2, LONGEST_DELAY_MS)), delayMs);
  });
}

export function buildDebateApiPath(id: string): string {
  return `/api/debates/${encodeURIComponent(id)}`;
}

function updateHeldState(held: boolean): void {
  if (currentDebate.value !== null && currentDebate.value.held !== held)
    currentDebate.value = { ...currentDebate.value, held };
}

/** What is wrong with the batch, in words; null when it follows what is known. */
function appendArrivedEvents(id: string, batch: readonly ArrivedEvent[]): string | null {
  const given = currentDebate.value;
  if (given === null) return null;
  const last = given.events.at(-1);
  // after a new connection some may come twice
  const fresh = batch.filter(({ event }) => event.sequence > (last?.sequence ?? -1));
  if (fresh.length === 0) return null;
  const gap = findChainGap(
    last,
    fresh.map(({ event }) => event),
  );
  if (gap !== null) return gap;
  currentDebate.value = {
    ...given,
    events: [...given.events, ...fresh.map(({ event }) => event)],
    lines: [...given.lines, ...fresh.map(({ line }) => line)],
  };
  checkChainLines(
    fresh.map(({ line }) => line),
    fresh.map(({ event }) => event),
  );
  dropFinishedLiveTexts(fresh);
  // what was sealed can be read now
  if (
    findSealedEvents(given.events).size > 0 &&
    findSealedEvents(currentDebate.value.events).size === 0
  )
    void reloadDebate(id);
  if (fresh.some(({ event }) => CONCLUDING_EVENTS.has(event.fact.type)))
    void refreshDebateFindings(id);
  if (fresh.some(({ event }) => event.fact.type === "artifact-published"))
    void refreshPublishedTexts(id);
  return null;
}

/** After these the record reads differently. */
const CONCLUDING_EVENTS: ReadonlySet<string> = new Set<Event["fact"]["type"]>([
  "debate-settled",
  "decision-recorded",
  "decision-judged",
  "footing-checked",
]);

function dropFinishedLiveTexts(fresh: readonly ArrivedEvent[]): void {
  const heard = new Map(liveTexts.value);
  for (const { event } of fresh) {
    const { fact } = event;
    if (fact.type === "debate-paused" || fact.type === "debate-settled") heard.clear();
    else if (fact.type === "reply-recorded" || fact.type === "participant-absent") {
      heard.delete(fact.key);
    }
  }
  if (heard.size !== liveTexts.value.size) liveTexts.value = heard;
}

export async function refreshDebateFindings(id: string): Promise<void> {
  try {
    const findings = await fetchJson<PageFindings>(`${buildDebateApiPath(id)}/findings`);
    if (currentDebate.value?.id === id) currentDebate.value = { ...currentDebate.value, findings };
  } catch {
    // what is shown stays right for the event it names; the next event asks again
  }
}

async function reloadDebate(id: string): Promise<void> {
  try {
    const sent = await fetchJson<SentPageDebate>(buildDebateApiPath(id));
    const given = currentDebate.value;
    // events that came meanwhile are still wanted
    if (given?.id !== id || sent.lines.length < given.lines.length) return;
    const events = parseJournalEvents(sent.lines);
    currentDebate.value = { ...given, ...sent, events };
    checkChainLines(sent.lines, events);
  } catch {
    pageProblem.value = "What the others said could not be loaded. Load the page again to read it.";
  }
}

/** Events name what was published; the texts are asked for. */
async function refreshPublishedTexts(id: string): Promise<void> {
  try {
    const { texts, leftOut } = await fetchJson<SentPageDebate>(buildDebateApiPath(id));
    const given = currentDebate.value;
    if (given?.id !== id) return;
    currentDebate.value = {
      ...given,
      texts: { ...given.texts, ...texts },
      ...(leftOut && { leftOut }),
    };
  } catch {
    // they are said to be missing until the page is loaded again
  }
}

// Hashes the lines of the journal again in the browser, so that nobody need be believed.

const NONE: ReadonlySet<number> = new Set();

/** A file that someone sent seals nothing: its lines are all checked. */
const isServed = (): boolean => pageKind.value === "debate";

/** Lines are checked in order; one that was changed stays reported. */
let pendingChainCheck: Promise<void> = Promise.resolve();

export function checkChainLines(lines: readonly string[], events: readonly Event[]): void {
  const digest = getBrowserDigest();
  if (digest === null || lines.length !== events.length) return;
  // sealed lines come without their words, and are checked when they can be read
  const sealed = isServed() ? findSealedEvents(currentDebate.value?.events ?? events) : NONE;
  const checked = events.filter(({ sequence }) => !sealed.has(sequence));
  const written = lines.filter((_, index) => !sealed.has(events[index]?.sequence ?? -1));
  pendingChainCheck = pendingChainCheck.then(async () => {
    const changed = await findChangedLine(written, checked, digest);
    if (changed === null) isChainIntact.value ??= true;
    else {
      isChainIntact.value = false;
      pageProblem.value = `Event ${checked[changed]?.sequence ?? changed} was changed after it was written.`;
    }
  });
}
