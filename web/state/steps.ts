/** Going back and forth in the journal, event by event. */
import { draggedTo, goneBackTo, story } from "./debate.ts";
import { addressOf, go, route } from "./route.ts";

/** Browsers refuse an address that changes with every frame; it follows when the hand rests. */
const REST_MS = 200;

let resting: ReturnType<typeof setTimeout> | undefined;

/** Shows a moment at once; the newest event is the same as none. */
export function moveTo(at: number): void {
  const last = story.value?.last ?? 0;
  draggedTo.value = Math.max(0, Math.min(last, Math.round(at)));
  clearTimeout(resting);
  resting = setTimeout(settle, REST_MS);
}

/** Writes the moment into the address. */
export function settle(): void {
  clearTimeout(resting);
  const at = draggedTo.value;
  if (at === null) return;
  const last = story.value?.last ?? 0;
  const written = at >= last ? null : String(at);
  go(addressOf(route.value.view, { at: written }), { replace: true });
  draggedTo.value = null;
}

export function stepBy(events: number): void {
  if (story.value !== null) moveTo((goneBackTo.value ?? story.value.last) + events);
}

export function toNewest(): void {
  if (story.value === null) return;
  draggedTo.value = story.value.last;
  settle();
}
