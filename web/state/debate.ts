/** The debate that is looked at: its events as far as they are known, its story, and the moment shown. */
import { computed, effect, signal } from "@preact/signals";

import type { Findings, PageDebate } from "../../src/page/payload.ts";
import { momentAt } from "../../src/timeline/moment.ts";
import { storyOf } from "../../src/timeline/story-of.ts";
import type { Moment, Story } from "../../src/timeline/story.ts";
import { visible } from "../kit/visible.ts";
import { route } from "./route.ts";
import type { LiveWords } from "./spoken.ts";

export type { LiveWords } from "./spoken.ts";
export { trouble } from "./trouble.ts";

/** Null on the home page, and until it has arrived. */
export const debate = signal<PageDebate | null>(null);

/** Whether the server that sent the debate answers; a report has none. */
export const connection = signal<"live" | "lost" | "none">("none");

/** Whether the bytes of every line were hashed again here; null where that cannot be said (yet). */
export const chainHolds = signal<boolean | null>(null);

/** What is being said right now, by turn key; beside the journal, never in it. */
export const speaking = signal<ReadonlyMap<string, LiveWords>>(new Map());

export const story = computed<Story | null>(() => {
  const given = debate.value;
  if (given === null || given.events.length === 0) return null;
  return legible(storyOf(given.events, given.rules));
});

/** Names come from whoever wrote the brief, and stand in pictures, tables and lists as they are. */
function legible(told: Story): Story {
  return {
    ...told,
    seats: told.seats.map((seat) => ({
      ...seat,
      name: visible(seat.name),
      monogram: visible(seat.monogram),
      stance: seat.stance === null ? null : visible(seat.stance),
      model: visible(seat.model),
    })),
    lanes: told.lanes.map((lane) => ({
      ...lane,
      letter: visible(lane.letter),
      label: visible(lane.label),
      description: visible(lane.description),
    })),
  };
}

/** While the timeline is dragged; the address follows when the hand rests. */
export const draggedTo = signal<number | null>(null);

/** The event the reader has gone back to; null while the newest is shown. */
export const goneBackTo = computed<number | null>(() => {
  const said = route.value.parameters["at"];
  const at = draggedTo.value ?? (said === undefined || said === "" ? -1 : Number(said));
  const last = story.value?.last ?? 0;
  return !Number.isInteger(at) || at < 0 || at >= last ? null : at;
});

export const moment = computed<Moment | null>(() => {
  const told = story.value;
  return told === null ? null : momentAt(told, goneBackTo.value ?? told.last);
});

/** The moment, as soon as the hand rests: what is dear to draw waits for that. */
export const restingMoment = signal<Moment | null>(null);

const REST_MS = 120;
let resting: ReturnType<typeof setTimeout> | undefined;

effect(() => {
  const now = moment.value;
  clearTimeout(resting);
  if (draggedTo.value === null) restingMoment.value = now;
  else resting = setTimeout(() => (restingMoment.value = now), REST_MS);
});

/** Read at the newest event; what it says may be later than the moment shown. */
export const findings = computed<Findings | null>(() => debate.value?.findings ?? null);
