/** What happened besides the turns: pauses, questions to people, the outcome, decisions and how they turned out. */
import type { Event, Fact } from "../domain/journal/event.ts";
import { describePause } from "../domain/journal/transcript.ts";
import { describeAbsenceReason } from "../domain/round.ts";
import type {
  ArtifactPublication,
  DebateTimeline,
  DecisionCard,
  PositionMove,
  SeatCard,
  TimelineMark,
} from "./debate-timeline.ts";

export function buildTimelineMarks(
  events: readonly Event[],
  seats: readonly SeatCard[],
  moves: readonly PositionMove[],
): TimelineMark[] {
  const names = new Map(seats.map(({ id, name }) => [id, name]));
  const findName = (seat: string): string => names.get(seat) ?? seat;
  const moved = new Map(moves.map((move) => [move.at, move]));
  return events.flatMap(({ fact, sequence: at }): TimelineMark[] => {
    const move = moved.get(at);
    if (move) return [createMoveMark(move, findName)];
    const mark = createTimelineMark(fact, findName);
    return mark ? [{ at, ...mark }] : [];
  });
}

function createMoveMark(move: PositionMove, findName: (seat: string) => string): TimelineMark {
  const { at, earlier } = move;
  const mark = { at, kind: "moved" as const, words: describePositionMove(move, findName) };
  if (!earlier) return mark;
  const words = describePositionMove({ ...move, ...earlier.told }, findName);
  return { ...mark, earlier: { until: earlier.until, told: { words } } };
}

function describePositionMove(
  { seat, from, to, cause }: PositionMove,
  findName: (seat: string) => string,
): string {
  const ground = cause === null ? "no cause that holds" : `caused by ${cause}`;
  return `${findName(seat)} moved from ${from} to ${to}, ${ground}`;
}

function createTimelineMark(
  fact: Fact,
  findName: (seat: string) => string,
): Omit<TimelineMark, "at"> | null {
  switch (fact.type) {
    case "debate-opened":
      if (fact.forkedFrom === null) return null;
      return createNoteMark(
        `Forked from ${fact.forkedFrom.debate} at event ${fact.forkedFrom.sequence}`,
      );
    case "reply-rejected":
      return createNoteMark(
        `A reply of ${findName(fact.by)} was sent back: ${fact.problems.join("; ")}`,
      );
    case "participant-absent":
      return {
        kind: "absent",
        words: `${findName(fact.by)} ${describeAbsenceReason(fact.reason)}`,
      };
    case "answer-awaited":
      return { kind: "escalated", words: `${findName(fact.by)} waits for a person's answer` };
    case "person-answered":
      return createNoteMark(`${fact.by} answered for ${findName(parseSeatFromKey(fact.key))}`);
    case "escalation-raised":
      return { kind: "escalated", words: fact.question };
    case "escalation-answered":
      return createNoteMark(`${fact.by} answered ${fact.choice}: ${fact.reason}`);
    case "debate-paused":
      return { kind: "paused", words: `Paused${describePause(fact.detail)}` };
    case "debate-resumed":
      return { kind: "resumed", words: describeResumption(fact.askedAgain.length) };
    case "debate-settled":
      return { kind: "ended", words: `${fact.outcome.label}: ${fact.outcome.summary}` };
    case "decision-recorded":
      return { kind: "decided", words: `${fact.by} decided on ${fact.choice}: ${fact.reason}` };
    case "decision-judged":
      return createNoteMark(
        `${fact.by} found the decision ${JUDGED[fact.verdict]}: ${fact.reason}`,
      );
    case "footing-noted":
      return createNoteMark(`${fact.by} looks after ${fact.footing}`);
    case "footing-checked":
      return createNoteMark(
        `${fact.footing} ${fact.state === "holds" ? "holds" : "is lost"}: ${fact.detail}`,
      );
    default:
      return null;
  }
}

const JUDGED = { right: "right", wrong: "wrong", partial: "right in part" };

function createNoteMark(words: string): Omit<TimelineMark, "at"> {
  return { kind: "noted", words };
}

function parseSeatFromKey(key: string): string {
  return key.split("/").at(-1) ?? key;
}

function describeResumption(askedAgain: number): string {
  if (askedAgain === 0) return "Resumed";
  return `Resumed; ${askedAgain} ${askedAgain === 1 ? "call is" : "calls are"} made again`;
}

export function listDecisionCards(events: readonly Event[]): DecisionCard[] {
  return events.flatMap(({ fact, sequence: at, atMs }) => {
    if (fact.type !== "decision-recorded") return [];
    const { choice, reason, by, blind = false } = fact;
    return [{ at, atMs, choice, reason, by, blind }];
  });
}

export function listPublications(events: readonly Event[]): ArtifactPublication[] {
  return events.flatMap(({ fact, sequence: at }) => {
    if (fact.type !== "artifact-published") return [];
    const { name, sha256, bytes } = fact;
    return [{ at, name, sha256, bytes }];
  });
}

export function findDebateEnd(events: readonly Event[]): DebateTimeline["end"] {
  const settled = events.find(({ fact }) => fact.type === "debate-settled");
  if (settled?.fact.type !== "debate-settled") return null;
  return { at: settled.sequence, outcome: settled.fact.outcome };
}
