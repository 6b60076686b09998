/** Going back and forth in the journal, event by event. */
import { draggedEventIndex, viewedEventIndex, debateTimeline } from "./debate-state.ts";
import { buildViewAddress, navigateTo, currentRoute } from "./page-route.ts";

/** Browsers refuse an address that changes with every frame; it follows when the hand rests. */
const ADDRESS_DELAY_MS = 200;

let addressTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows a moment at once; the newest event is the same as none. */
export function showEvent(at: number): void {
  const last = debateTimeline.value?.last ?? 0;
  draggedEventIndex.value = Math.max(0, Math.min(last, Math.round(at)));
  clearTimeout(addressTimer);
  addressTimer = setTimeout(commitShownEvent, ADDRESS_DELAY_MS);
}

/** Writes the moment into the address. */
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
