/** The debate on screen: its known events, its timeline, and the event shown. */
import { computed, effect, signal } from "@preact/signals";

import type { PageDebate, PageFindings } from "../../src/page/page-payload.ts";
import { buildDebateTimeline } from "../../src/timeline/build-timeline.ts";
import type { DebateSnapshot, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { copyAnswersToJoined } from "../../src/timeline/joined-claims.ts";
import { computeSnapshotAt } from "../../src/timeline/snapshot/snapshot.ts";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { getProtocolParts } from "../protocols/protocol-parts.tsx";
import type { LiveTurnState } from "./live-text.ts";
import { buildViewAddress, currentRoute, navigateTo } from "./page-route.ts";

export type { LiveTurnState } from "./live-text.ts";
export { pageProblem } from "./page-context.ts";

/** Null on the home page, and until it has arrived. */
export const currentDebate = signal<PageDebate | null>(null);

/** Whether the server that sent the debate answers; a report has none. */
export const serverConnection = signal<"live" | "lost" | "none">("none");

/** Whether the bytes of every line were hashed again here; null where that cannot be said (yet). */
export const isChainIntact = signal<boolean | null>(null);

/** What is being said right now, by turn key; beside the journal, never in it. */
export const liveTexts = signal<ReadonlyMap<string, LiveTurnState>>(new Map());

export const debateTimeline = computed<DebateTimeline | null>(() => {
  const given = currentDebate.value;
  if (given === null || given.events.length === 0) return null;
  const timeline = sanitizeTimelineNames(buildDebateTimeline(given.events, given.rules));
  const parts = getProtocolParts();
  const joined = parts?.listJoinedClaims?.(timeline);
  const whole = joined === undefined ? timeline : copyAnswersToJoined(timeline, joined);
  const ownFates = parts?.readFates?.(timeline);
  return ownFates === undefined ? whole : { ...whole, ownFates };
});

/** Names come from the author of the brief, and appear unchanged in pictures, tables and lists. */
function sanitizeTimelineNames(told: DebateTimeline): DebateTimeline {
  return {
    ...told,
    seats: told.seats.map((seat) => ({
      ...seat,
      name: showInvisibleCharacters(seat.name),
      monogram: showInvisibleCharacters(seat.monogram),
      stance: seat.stance === null ? null : showInvisibleCharacters(seat.stance),
      model: showInvisibleCharacters(seat.model),
    })),
    lanes: told.lanes.map((lane) => ({
      ...lane,
      letter: showInvisibleCharacters(lane.letter),
      label: showInvisibleCharacters(lane.label),
      description: showInvisibleCharacters(lane.description),
    })),
  };
}

/** While the timeline is dragged; the address follows when the hand rests. */
export const draggedEventIndex = signal<number | null>(null);

/** The event the reader has gone back to; null while the newest is shown. */
export const viewedEventIndex = computed<number | null>(() => {
  const said = currentRoute.value.parameters["at"];
  const at = draggedEventIndex.value ?? (said === undefined || said === "" ? -1 : Number(said));
  const last = debateTimeline.value?.last ?? 0;
  return !Number.isInteger(at) || at < 0 || at >= last ? null : at;
});

export const shownSnapshot = computed<DebateSnapshot | null>(() => {
  const told = debateTimeline.value;
  return told === null ? null : computeSnapshotAt(told, viewedEventIndex.value ?? told.last);
});

/** The event shown, once the hand rests: expensive drawing waits for that. */
export const settledSnapshot = signal<DebateSnapshot | null>(null);

const REST_MS = 120;
let settleTimer: ReturnType<typeof setTimeout> | undefined;

effect(() => {
  const now = shownSnapshot.value;
  clearTimeout(settleTimer);
  if (draggedEventIndex.value === null) settledSnapshot.value = now;
  else settleTimer = setTimeout(() => (settledSnapshot.value = now), REST_MS);
});

/** Read at the newest event; it may be later than the event shown. */
export const debateFindings = computed<PageFindings | null>(
  () => currentDebate.value?.findings ?? null,
);

// Going back and forth in the journal, event by event.

/** Browsers refuse an address that changes with every frame; it follows when the hand rests. */
const ADDRESS_DELAY_MS = 200;

let addressTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows an event at once; the newest event is the same as none. */
export function showEvent(at: number): void {
  const last = debateTimeline.value?.last ?? 0;
  draggedEventIndex.value = Math.max(0, Math.min(last, Math.round(at)));
  clearTimeout(addressTimer);
  addressTimer = setTimeout(commitShownEvent, ADDRESS_DELAY_MS);
}

/** Writes the event shown into the address. */
export function commitShownEvent(): void {
  clearTimeout(addressTimer);
  const at = draggedEventIndex.value;
  if (at === null) return;
  const last = debateTimeline.value?.last ?? 0;
  const written = at >= last ? null : String(at);
  navigateTo(buildViewAddress(currentRoute.value.view, { at: written }), { replace: true });
  draggedEventIndex.value = null;
}

export function stepByEvents(events: number): void {
  if (debateTimeline.value !== null)
    showEvent((viewedEventIndex.value ?? debateTimeline.value.last) + events);
}

export function showNewestEvent(): void {
  if (debateTimeline.value === null) return;
  draggedEventIndex.value = debateTimeline.value.last;
  commitShownEvent();
}
