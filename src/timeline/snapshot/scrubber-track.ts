/** The whole debate in one line: its steps as segments, and the events in them as ticks. */
import type { TimelineMark, DebateTimeline } from "../debate-timeline.ts";

export interface ScrubberTrack {
  /** Without gaps, from the first event to the newest. */
  readonly segments: readonly ScrubberSegment[];
  readonly ticks: readonly ScrubberTick[];
}

export interface ScrubberSegment {
  /** Null before the first step, and after the outcome. */
  readonly step: string | null;
  readonly title: string;
  readonly blind: boolean;
  readonly inherited: boolean;
  /** First and last event that belong to it. */
  readonly from: number;
  readonly to: number;
}

export interface ScrubberTick {
  readonly at: number;
  readonly kind:
    | "reply"
    | "move"
    | "absence"
    | "question"
    | "pause"
    | "outcome"
    | "decision"
    | "note";
  readonly words: string;
  /** Who spoke, moved or was absent; null where it is nobody at the table. */
  readonly seat: string | null;
}

export function buildScrubberTrack(timeline: DebateTimeline): ScrubberTrack {
  return { segments: buildScrubberSegments(timeline), ticks: buildScrubberTicks(timeline) };
}

function buildScrubberSegments({ steps, end, last }: DebateTimeline): ScrubberSegment[] {
  const plain = { step: null, blind: false, inherited: false };
  const starts: Omit<ScrubberSegment, "to">[] = [
    { ...plain, title: "Opened", from: 0 },
    ...steps.map(({ step, title, blind, inherited, at }) => ({
      step,
      title,
      blind,
      inherited,
      from: at,
    })),
    ...(end === null ? [] : [{ ...plain, title: "Outcome", from: end.at }]),
  ];
  return starts.map((start, index) => ({
    ...start,
    to: (starts[index + 1]?.from ?? last + 1) - 1,
  }));
}

function buildScrubberTicks({ turns, marks, moves, seats }: DebateTimeline): ScrubberTick[] {
  const names = new Map(seats.map(({ id, name }) => [id, name]));
  const moved = new Set(moves.map(({ at }) => at));
  const speaker = new Map(turns.map(({ at, seat }) => [at, seat]));
  const replies = turns
    .filter(({ at, absent }) => absent === null && !moved.has(at))
    .map(({ at, seat }): ScrubberTick => {
      return { at, kind: "reply", words: `${names.get(seat) ?? seat} spoke`, seat };
    });
  const rest = marks.map(({ at, kind, words }): ScrubberTick => {
    return { at, kind: TICKS[kind], words, seat: speaker.get(at) ?? null };
  });
  return [...replies, ...rest].sort((a, b) => a.at - b.at);
}

const TICKS: Readonly<Record<TimelineMark["kind"], ScrubberTick["kind"]>> = {
  paused: "pause",
  resumed: "pause",
  ended: "outcome",
  decided: "decision",
  absent: "absence",
  moved: "move",
  escalated: "question",
  noted: "note",
};
