/** The story of a debate, told from its events alone. */
import { type Event, readOpening } from "../domain/event.ts";
import { buildClaimGraph } from "./claim-graph.ts";
import type { DebateRules, DebateTimeline } from "./debate-timeline.ts";
import { buildPositionLanes } from "./lanes.ts";
import { findActiveLimits } from "./limits.ts";
import { listDecisionCards, findDebateEnd, buildTimelineMarks, listPublications } from "./marks.ts";
import { listPositionMoves } from "./moves.ts";
import { listPersonQuestions } from "./questions.ts";
import { createSeatCards } from "./seats.ts";
import { readStepsAndTurns } from "./turns.ts";

export function buildDebateTimeline(events: readonly Event[], rules: DebateRules): DebateTimeline {
  const opened = readOpening(events);
  const { deciding } = rules;
  const { steps, turns } = readStepsAndTurns(events, rules);
  const seats = createSeatCards(opened.participants);
  const lanes = buildPositionLanes(opened, turns, deciding);
  const moves = listPositionMoves(events, turns);
  const { forkedFrom } = opened;
  return {
    id: opened.debate,
    question: opened.brief.question,
    protocol: opened.protocol,
    openedMs: events[0]?.atMs ?? 0,
    openedBy: opened.by,
    forkedFrom: forkedFrom && { debate: forkedFrom.debate, sequence: forkedFrom.sequence },
    notices: opened.notices,
    limits: findActiveLimits(events),
    settings: opened.settings,
    deciding,
    lanes,
    seats,
    steps,
    turns,
    moves,
    ...buildClaimGraph(turns, lanes, seats),
    publications: listPublications(events),
    questions: listPersonQuestions(events, seats, steps),
    marks: buildTimelineMarks(events, seats, moves),
    decisions: listDecisionCards(events),
    end: findDebateEnd(events),
    events,
    last: events.length - 1,
  };
}
