import type { DebateTimeline } from "./debate-timeline.ts";
import { hideLaterAnswer } from "./questions.ts";
import { listStepsAt } from "./steps-at.ts";
import { findActiveLimits, takeUntilEvent } from "./timeline-index.ts";

/** A story as it was told at an earlier moment, found without reading the journal again. */

/** Equal to the story of the first events alone. */
export function cutTimelineAt(story: DebateTimeline, at: number): DebateTimeline {
  if (at >= story.last) return story;
  const last = Math.max(Math.trunc(at), 0);
  const events = story.events.slice(0, last + 1);
  return {
    ...story,
    limits: findActiveLimits(events),
    lanes: takeUntilEvent(story.lanes, last),
    steps: listStepsAt(story, last),
    turns: takeUntilEvent(story.turns, last),
    moves: takeUntilEvent(story.moves, last),
    claims: new Map([...story.claims].filter(([, card]) => card.at <= last)),
    links: takeUntilEvent(story.links, last),
    publications: takeUntilEvent(story.publications, last),
    questions: takeUntilEvent(story.questions, last).map((question) =>
      hideLaterAnswer(question, last),
    ),
    marks: takeUntilEvent(story.marks, last),
    decisions: takeUntilEvent(story.decisions, last),
    end: story.end !== null && story.end.at <= last ? story.end : null,
    events,
    last,
  };
}
