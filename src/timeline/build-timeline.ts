/** Builds the timeline of a debate from its events alone. */
import { readDebateExposure } from "../audit/measures/debate-exposure.ts";
import { findPositionFlips } from "../audit/measures/position-flips.ts";
import type { Claim } from "../domain/claim.ts";
import { readCurrentLimits } from "../domain/journal/current-limits.ts";
import {
  type Event,
  findSettlement,
  type ReplySummary,
  readOpening,
} from "../domain/journal/event.ts";
import type { Participant } from "../domain/participant.ts";
import { buildClaimGraph } from "./claim-graph.ts";
import type {
  DebateRules,
  DebateTimeline,
  PositionMove,
  SeatCard,
  TimelineTurn,
} from "./debate-timeline.ts";
import { buildPositionLanes } from "./lanes.ts";
import { buildTimelineMarks, findDebateEnd, listDecisionCards, listPublications } from "./marks.ts";
import { listPersonQuestions } from "./questions.ts";
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
    limits: readCurrentLimits(events),
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

/** Changes of position, classified by the audit's own rule: at the event of each, and as the protocol ruled at last. */
function listPositionMoves(
  events: readonly Event[],
  turns: readonly TimelineTurn[],
): PositionMove[] {
  const spokenAt = new Map(turns.map(({ key, at }) => [key, at]));
  const heard = readDebateExposure(hideLaterClaims(events));
  const settled = events.find(({ fact }) => fact.type === "debate-settled");
  const changes = findSettlement(events)?.outcome.changes ?? [];
  const known = findPositionFlips(heard);
  return findPositionFlips(heard, { changes }).map((flip, place): PositionMove => {
    const { by, key, step, from, to, cause, ground, towardMajority } = flip;
    const at = spokenAt.get(key) ?? 0;
    const was = known[place] ?? flip;
    const move = { at, seat: by, key, step, from, to, cause, ground, towardMajority };
    if (!settled || was.ground === ground) return { ...move, class: flip.class };
    const told = { class: was.class, cause: was.cause, ground: was.ground };
    return { ...move, class: flip.class, earlier: { until: settled.sequence, told } };
  });
}

/** A reply may name an id that is given to a claim only later; nothing that came later can be a cause. */
function hideLaterClaims(events: readonly Event[]): readonly Event[] {
  const made = new Map<string, number>();
  for (const { fact, sequence } of events) {
    if (fact.type !== "reply-recorded") continue;
    for (const { id } of fact.claims) made.set(id, sequence);
  }
  return events.map((event) => {
    const { fact, sequence } = event;
    if (fact.type !== "reply-recorded") return event;
    const isLater = (id: string): boolean => (made.get(id) ?? -1) > sequence;
    const named = fact.said?.because?.some(isLater) ?? false;
    if (!named && !fact.claims.some(({ about }) => isLater(about))) return event;
    const said = fact.said && dropLaterClaims(fact.said, isLater);
    const claims = fact.claims.map((claim): Claim =>
      isLater(claim.about) ? { ...claim, about: maskClaimId(claim.about) } : claim,
    );
    return { ...event, fact: { ...fact, said, claims } };
  });
}

function dropLaterClaims(said: ReplySummary, isLater: (id: string) => boolean): ReplySummary {
  const { because } = said;
  return because
    ? { ...said, because: because.map((id) => (isLater(id) ? maskClaimId(id) : id)) }
    : said;
}

/** No claim has such an id. */
function maskClaimId(id: string): string {
  return `unknown ${id}`;
}

// The participants, with two letters for each.

/** The model reference of a person's seat. */
const PERSON = "person";

export function createSeatCards(participants: readonly Participant[]): SeatCard[] {
  const taken = new Set<string>();
  return participants.map((participant) => {
    const { id, name, role, stance, model } = participant;
    const monogram = findFreeMonogram(participant, taken);
    taken.add(monogram.toLowerCase());
    return { id, name, monogram, role, stance, model, isPerson: model === PERSON };
  });
}

/** The first free of: initials of two words, the first letter with each later one, then with each of the alphabet. */
function findFreeMonogram(
  { name, id }: Pick<Participant, "name" | "id">,
  taken: ReadonlySet<string>,
): string {
  const words = name.match(WORDS) ?? id.match(WORDS) ?? ["x"];
  const letters = words.join("").match(LETTER) ?? [];
  const [first = "x"] = letters;
  const initials = words[1]?.match(LETTER)?.slice(0, 1) ?? [];
  const seconds = [...initials, ...letters.slice(1), ...ALPHABET];
  const pairs = seconds.map((second) => first.toUpperCase() + second.toLowerCase());
  return pairs.find((pair) => !taken.has(pair.toLowerCase())) ?? findAnyFreePair(taken);
}

const WORDS = /[\p{L}\p{N}]+/gu;
const LETTER = /[\p{L}\p{N}]/gu;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789".split("");

/** More seats with one initial than there are letters: any pair will do. */
function findAnyFreePair(taken: ReadonlySet<string>): string {
  const pairs = ALPHABET.flatMap((first) => ALPHABET.map((second) => first.toUpperCase() + second));
  return pairs.find((pair) => !taken.has(pair.toLowerCase())) ?? "??";
}
