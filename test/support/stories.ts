/** Stories of debates that tests have held, with the rules that the page is told. */
import { expect } from "vitest";

import { PROTOCOLS } from "../../src/dissent.ts";
import { type Event, type Fact, opening } from "../../src/domain/event.ts";
import {
  challengesAt,
  momentAt,
  positionsByStep,
  scoresAt,
  storyUpTo,
  tallyAt,
  timelineOf,
  wouldChange,
} from "../../src/timeline/moment.ts";
import { storyOf } from "../../src/timeline/story-of.ts";
import type { Rules, Story } from "../../src/timeline/story.ts";

export function rulesOf(events: readonly Event[]): Rules {
  const { protocol: id, settings } = opening(events);
  const protocol = PROTOCOLS.find((one) => one.id === id);
  const deciding = protocol?.deciding?.(protocol.settings.parse(settings)) ?? null;
  return { id, titles: protocol?.titles ?? {}, deciding };
}

/** Facts as a journal, one a second. */
export function sequenced(facts: readonly Fact[]): Event[] {
  return facts.map((fact, sequence) => ({
    sequence,
    atMs: 1_000 * sequence,
    previous: "",
    hash: `hash-${sequence}`,
    fact,
  }));
}

export function toldOf(events: readonly Event[]): Story {
  return storyOf(events, rulesOf(events));
}

/** Everything that is drawn of a moment. */
function drawnAt(story: Story, at: number) {
  return {
    moment: momentAt(story, at),
    braid: positionsByStep(story, at),
    challenges: challengesAt(story, at),
    tally: tallyAt(story, at),
    wouldChange: wouldChange(story, at),
    scores: scoresAt(story, at),
  };
}

/** At every moment, the whole story shows what the story of the events until then shows. */
export function expectNoHindsight(
  events: readonly Event[],
  name: string,
  rules: Rules = rulesOf(events),
): void {
  const whole = storyOf(events, rules);
  for (let count = 1; count <= events.length; count++) {
    const at = count - 1;
    const then = storyOf(events.slice(0, count), rules);
    const place = `${name}, event ${at}`;
    expect(storyUpTo(whole, at), place).toEqual(then);
    expect(drawnAt(whole, at), place).toEqual(drawnAt(then, at));
    expect(timelineOf(storyUpTo(whole, at)), place).toEqual(timelineOf(then));
  }
}
