/** A story as it was told at an earlier moment, found without reading the journal again. */
import { limitsIn } from "./limits.ts";
import { questionAt } from "./questions.ts";
import { until } from "./register.ts";
import { stepsAt } from "./steps-at.ts";
import type { Story } from "./story.ts";

/** Equal to the story of the first events alone. */
export function storyUpTo(story: Story, at: number): Story {
  if (at >= story.last) return story;
  const last = Math.max(Math.trunc(at), 0);
  const events = story.events.slice(0, last + 1);
  return {
    ...story,
    limits: limitsIn(events),
    lanes: until(story.lanes, last),
    steps: stepsAt(story, last),
    turns: until(story.turns, last),
    moves: until(story.moves, last),
    claims: new Map([...story.claims].filter(([, card]) => card.at <= last)),
    links: until(story.links, last),
    publications: until(story.publications, last),
    questions: until(story.questions, last).map((question) => questionAt(question, last)),
    marks: until(story.marks, last),
    decisions: until(story.decisions, last),
    end: story.end !== null && story.end.at <= last ? story.end : null,
    events,
    last,
  };
}
