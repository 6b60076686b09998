/** A timeline as it was at an earlier event, without reading the journal again. */
import { readCurrentLimits } from "../../domain/journal/current-limits.ts";
import type { DebateTimeline } from "../debate-timeline.ts";
import { tellAsThen } from "../earlier-told.ts";
import { hideLaterAnswer } from "../questions.ts";
import { takeUntilEvent } from "../timeline-index.ts";
import { listStepsAt } from "./steps-at.ts";

/** Equal to the timeline of the first events alone. */
export function cutTimelineAt(timeline: DebateTimeline, at: number): DebateTimeline {
  if (at >= timeline.last) return timeline;
  const last = Math.max(Math.trunc(at), 0);
  const events = timeline.events.slice(0, last + 1);
  return {
    ...timeline,
    limits: readCurrentLimits(events),
    lanes: takeUntilEvent(timeline.lanes, last),
    steps: listStepsAt(timeline, last),
    turns: takeUntilEvent(timeline.turns, last),
    moves: takeUntilEvent(timeline.moves, last).map((move) => tellAsThen(move, last)),
    claims: new Map([...timeline.claims].filter(([, card]) => card.at <= last)),
    links: takeUntilEvent(timeline.links, last),
    publications: takeUntilEvent(timeline.publications, last),
    questions: takeUntilEvent(timeline.questions, last).map((question) =>
      hideLaterAnswer(question, last),
    ),
    marks: takeUntilEvent(timeline.marks, last).map((mark) => tellAsThen(mark, last)),
    decisions: takeUntilEvent(timeline.decisions, last),
    end: timeline.end !== null && timeline.end.at <= last ? timeline.end : null,
    events,
    last,
  };
}
