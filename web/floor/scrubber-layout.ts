/** The scrubber as coordinates from 0 to 1000: segments, and ticks drawn as a few paths, however many there are. */
import type { DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import {
  type ScrubberSegment,
  type ScrubberTick,
  buildScrubberTrack,
} from "../../src/timeline/snapshot/snapshot.ts";

export const SCRUBBER_SPAN = 1_000;

export interface PlacedScrubberSegment extends ScrubberSegment {
  readonly start: number;
  readonly end: number;
}

export interface ScrubberLayout {
  readonly segments: readonly PlacedScrubberSegment[];
  /** By kind, one path for all of its ticks. */
  readonly ticks: Readonly<Record<TickKind, string>>;
}

export const TICK_KINDS = ["plain", "moved", "absent"] as const;
export type TickKind = (typeof TICK_KINDS)[number];

const KINDS: Readonly<Record<ScrubberTick["kind"], TickKind>> = {
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

export function computeScrubberLayout(debateTimeline: DebateTimeline): ScrubberLayout {
  const { segments, ticks } = buildScrubberTrack(debateTimeline);
  const paths: Record<TickKind, string[]> = { plain: [], moved: [], absent: [] };
  for (const { at, kind } of ticks) {
    const drawn = KINDS[kind];
    paths[drawn].push(
      `M${computeEventOffset(at, debateTimeline.last).toFixed(1)} ${TOP}${DRAWN[drawn]}`,
    );
  }
  return {
    segments: segments.map((segment) => ({
      ...segment,
      start: computeEventOffset(segment.from, debateTimeline.last),
      end: computeEventOffset(segment.to + 1, debateTimeline.last),
    })),
    ticks: {
      plain: joinUniquePaths(paths.plain),
      moved: joinUniquePaths(paths.moved),
      absent: joinUniquePaths(paths.absent),
    },
  };
}

/** Ticks in the same place are one. */
function joinUniquePaths(paths: readonly string[]): string {
  return [...new Set(paths)].join("");
}

/** Every event has the same room; a place is where its room begins. */
export function computeEventOffset(at: number, last: number): number {
  return last <= 0 ? 0 : (SCRUBBER_SPAN * Math.min(at, last)) / last;
}

/** The event at a share of the line, from 0 to 1. */
export function findEventAtShare(share: number, last: number): number {
  return Math.round(Math.max(0, Math.min(1, share)) * last);
}

/** Where a key of the slider leads to; null for keys that mean nothing here. */
export function findKeyTargetEvent(
  key: string,
  at: number,
  segments: readonly ScrubberSegment[],
): number | null {
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
