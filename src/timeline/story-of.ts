/** The story of a debate, told from its events alone. */
import { type Event, opening } from "../domain/event.ts";
import { arguedIn } from "./claims.ts";
import { lanesOf } from "./lanes.ts";
import { limitsIn } from "./limits.ts";
import { decisionsOf, endOf, marksOf, publicationsOf } from "./marks.ts";
import { movesIn } from "./moves.ts";
import { questionsIn } from "./questions.ts";
import { seatCards } from "./seats.ts";
import type { Rules, Story } from "./story.ts";
import { spokenIn } from "./turns.ts";

export function storyOf(events: readonly Event[], rules: Rules): Story {
  const opened = opening(events);
  const { deciding } = rules;
  const { steps, turns } = spokenIn(events, rules);
  const seats = seatCards(opened.participants);
  const lanes = lanesOf(opened, turns, deciding);
  const moves = movesIn(events, turns);
  const { forkedFrom } = opened;
  return {
    id: opened.debate,
    question: opened.brief.question,
    protocol: opened.protocol,
    openedMs: events[0]?.atMs ?? 0,
    openedBy: opened.by,
    forkedFrom: forkedFrom && { debate: forkedFrom.debate, sequence: forkedFrom.sequence },
    notices: opened.notices,
    limits: limitsIn(events),
    settings: opened.settings,
    deciding,
    lanes,
    seats,
    steps,
    turns,
    moves,
    ...arguedIn(turns, lanes, seats),
    publications: publicationsOf(events),
    questions: questionsIn(events, seats, steps),
    marks: marksOf(events, seats, moves),
    decisions: decisionsOf(events),
    end: endOf(events),
    events,
    last: events.length - 1,
  };
}
