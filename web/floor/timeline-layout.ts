/** The timeline as places from 0 to 1000: segments, and ticks drawn as a few paths however many there are. */
import { type Segment, type Tick, timelineOf } from "../../src/timeline/moment.ts";
import type { Story } from "../../src/timeline/story.ts";

export const SPAN = 1_000;

export interface PlacedSegment extends Segment {
  readonly start: number;
  readonly end: number;
}

export interface TimelinePicture {
  readonly segments: readonly PlacedSegment[];
  /** By kind, one path for all of its ticks. */
  readonly ticks: Readonly<Record<TickKind, string>>;
}

export const TICK_KINDS = ["plain", "moved", "absent"] as const;
export type TickKind = (typeof TICK_KINDS)[number];

const KINDS: Readonly<Record<Tick["kind"], TickKind>> = {
  reply: "plain",
  question: "plain",
  pause: "plain",
  outcome: "plain",
  decision: "plain",
  note: "plain",
  move: "moved",
  absence: "absent",
};

const DRAWN: Readonly<Record<TickKind, string>> = { plain: "v9", moved: "v13", absent: "v9" };
const TOP = 2;

export function timelinePicture(story: Story): TimelinePicture {
  const { segments, ticks } = timelineOf(story);
  const paths: Record<TickKind, string[]> = { plain: [], moved: [], absent: [] };
  for (const { at, kind } of ticks) {
    const drawn = KINDS[kind];
    paths[drawn].push(`M${placeOf(at, story.last).toFixed(1)} ${TOP}${DRAWN[drawn]}`);
  }
  return {
    segments: segments.map((segment) => ({
      ...segment,
      start: placeOf(segment.from, story.last),
      end: placeOf(segment.to + 1, story.last),
    })),
    ticks: {
      plain: thinned(paths.plain),
      moved: thinned(paths.moved),
      absent: thinned(paths.absent),
    },
  };
}

/** Ticks in the same place are one. */
function thinned(paths: readonly string[]): string {
  return [...new Set(paths)].join("");
}

/** Every event has the same room; a place is where its room begins. */
export function placeOf(at: number, last: number): number {
  return last <= 0 ? 0 : (SPAN * Math.min(at, last)) / last;
}

/** The event at a share of the line, from 0 to 1. */
export function eventAt(share: number, last: number): number {
  return Math.round(Math.max(0, Math.min(1, share)) * last);
}

/** Where a key of the slider leads to; null for keys that mean nothing here. */
export function keyTarget(key: string, at: number, segments: readonly Segment[]): number | null {
  const starts = segments.map(({ from }) => from);
  const last = segments.at(-1)?.to ?? 0;
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return Math.max(0, at - 1);
    case "ArrowRight":
    case "ArrowUp":
      return Math.min(last, at + 1);
    case "PageUp":
      return starts.find((start) => start > at) ?? last;
    case "PageDown":
      return starts.findLast((start) => start < at) ?? 0;
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}
