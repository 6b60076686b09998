/** Stories of debates that tests have held, with the rules that the page is told. */
import { expect } from "vitest";

import { PROTOCOLS } from "../../../src/dissent.ts";
import { type Event, type Fact, readOpening } from "../../../src/domain/journal/event.ts";
import { buildDebateTimeline } from "../../../src/timeline/build-timeline.ts";
import type { DebateRules, DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import {
  listChallengesAt,
  computeSnapshotAt,
  buildPositionChart,
  buildScoreTableAt,
  cutTimelineAt,
  computeTallyAt,
  buildScrubberTrack,
  listChangeConditions,
} from "../../../src/timeline/snapshot/snapshot.ts";

export function findDebateRules(events: readonly Event[]): DebateRules {
  const { protocol: id, settings } = readOpening(events);
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

export function buildTestTimeline(events: readonly Event[]): DebateTimeline {
  return buildDebateTimeline(events, findDebateRules(events));
}

/** Everything that is drawn of a moment. */
function drawnAt(debateTimeline: DebateTimeline, at: number) {
  return {
    moment: computeSnapshotAt(debateTimeline, at),
    braid: buildPositionChart(debateTimeline, at),
    challenges: listChallengesAt(debateTimeline, at),
    tally: computeTallyAt(debateTimeline, at),
    wouldChange: listChangeConditions(debateTimeline, at),
    scores: buildScoreTableAt(debateTimeline, at),
  };
}

/** At every moment, the whole story shows what the story of the events until then shows. */
export function expectNoHindsight(
  events: readonly Event[],
  name: string,
  rules: DebateRules = findDebateRules(events),
): void {
  const whole = buildDebateTimeline(events, rules);
  for (let count = 1; count <= events.length; count++) {
    const at = count - 1;
    const then = buildDebateTimeline(events.slice(0, count), rules);
    const place = `${name}, event ${at}`;
    expect(cutTimelineAt(whole, at), place).toEqual(then);
    expect(drawnAt(whole, at), place).toEqual(drawnAt(then, at));
    expect(buildScrubberTrack(cutTimelineAt(whole, at)), place).toEqual(buildScrubberTrack(then));
  }
}
