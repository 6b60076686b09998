/** A roundtable for its panels: scores and stalls, concerns and vetoes, the question to a person, the record. */
import { foldText } from "../../../domain/evidence.ts";
import type {
  PersonQuestion,
  SeatCard,
  DebateTimeline,
} from "../../../timeline/debate-timeline.ts";
import { numberIn, resultOf, roundOf, rowsIn, textIn, textsIn } from "../../../timeline/reading.ts";
import { cutTimelineAt } from "../../../timeline/snapshot/cut-timeline.ts";
import {
  type CompromiseCard,
  compromisesIn,
  concernsIn,
  messagesIn,
  type PositionCard,
  positionsIn,
  type TableMessageCard,
} from "./messages.ts";
import { type DraftCard, draftsIn, type RecordReview, reviewsIn } from "./record.ts";
import { isOwn, missingIn, type MissingScore, type ScoreCardOfRound, scoresIn } from "./scores.ts";

export interface RoundtableStory {
  readonly target: number;
  readonly specialists: readonly SeatCard[];
  readonly mandatory: readonly string[];
  readonly positions: readonly PositionCard[];
  readonly messages: readonly TableMessageCard[];
  readonly scores: readonly ScoreCardOfRound[];
  readonly missing: readonly MissingScore[];
  readonly stalls: readonly Stall[];
  readonly compromises: readonly CompromiseCard[];
  readonly concerns: readonly ConcernCard[];
  readonly vetoes: readonly VetoCard[];
  /** What a person was asked, and answered. */
  readonly escalation: PersonQuestion | null;
  readonly drafts: readonly DraftCard[];
  readonly reviews: readonly RecordReview[];
}

/** T10: over the last rounds the mean hardly rose, and no fewer are below the target. */
export interface Stall {
  readonly at: number;
  readonly round: number;
}

/** A concern, however often its author named it. */
export interface ConcernCard {
  /** When it was first named. */
  readonly at: number;
  readonly seat: string;
  readonly words: string;
  /** One for each time it was named, oldest first. */
  readonly ids: readonly string[];
  /** 0 for the first positions. */
  readonly rounds: readonly number[];
  readonly domain: string | null;
  readonly resolvedBy: string | null;
  /** By its author's last word. */
  readonly blocking: boolean;
  /** T17: in another's domain it is written down and blocks nothing. */
  readonly own: boolean;
  readonly answers: readonly TableMessageCard[];
  /** Its author's confirmation that an answer resolves it. */
  readonly settledBy: readonly TableMessageCard[];
  /** Why it was written down and blocks nothing, once the outcome says so. */
  readonly logged: string | null;
  /** Open: named with its author's newest score. Dropped: not named again, though nobody answered it. */
  readonly state: "open" | "answered" | "settled" | "dropped";
}

/** T27: a mandatory seat that can only be overruled by name. */
export interface VetoCard {
  readonly at: number;
  readonly seat: string;
  /** Null where it never gave a score. */
  readonly score: number | null;
  readonly absent: boolean;
  readonly objections: readonly { readonly id: string | null; readonly words: string }[];
}

export const VETO_BELOW = 70;
const DEFAULT_TARGET = 90;

export function roundtableAt(whole: DebateTimeline, at: number): RoundtableStory {
  const debateTimeline = cutTimelineAt(whole, at);
  const specialists = debateTimeline.seats.filter(({ role }) => role !== "lead");
  const told = {
    target:
      debateTimeline.deciding?.by === "scores" ? debateTimeline.deciding.target : DEFAULT_TARGET,
    specialists,
    mandatory: textsIn(debateTimeline.settings, "mandatory"),
    positions: positionsIn(debateTimeline),
    messages: messagesIn(debateTimeline),
    scores: scoresIn(debateTimeline),
    missing: missingIn(debateTimeline),
    compromises: compromisesIn(debateTimeline),
  };
  return {
    ...told,
    stalls: stallsIn(debateTimeline, told),
    concerns: concernCards(debateTimeline, told),
    vetoes: vetoesIn(debateTimeline, told),
    escalation: escalationIn(debateTimeline),
    drafts: draftsIn(debateTimeline),
    reviews: reviewsIn(debateTimeline),
  };
}

type Told = Omit<
  RoundtableStory,
  "stalls" | "concerns" | "vetoes" | "escalation" | "drafts" | "reviews"
>;

/** The rounds in which everyone has scored or is absent. */
function closedRounds(
  { steps }: DebateTimeline,
  { scores, missing }: Told,
): { round: number; at: number }[] {
  return steps.flatMap(({ step, asked }) => {
    const round = roundOf(step, "scores");
    const heard = [...scores, ...missing].filter((one) => one.round === round);
    if (round === null || heard.length === 0 || heard.length < asked.length) return [];
    return [{ round, at: Math.max(...heard.map(({ at }) => at)) }];
  });
}

const PROGRESS = 5;

function stallsIn(debateTimeline: DebateTimeline, told: Told): Stall[] {
  const window = numberIn(debateTimeline.settings, "stall_rounds") ?? 3;
  return closedRounds(debateTimeline, told).filter(({ round }) => {
    if (round <= window) return false;
    const before = round - (window - 1);
    const sum = (until: number): number =>
      told.specialists.reduce((total, { id }) => total + standing(told, id, until), 0);
    const below = (until: number): number =>
      told.specialists.filter(({ id }) => standing(told, id, until) < told.target).length;
    return (
      sum(round) - sum(before) < PROGRESS * told.specialists.length && below(round) >= below(before)
    );
  });
}

/** A score after a round: an absence changes nothing, and never having scored is 0. */
function standing({ scores }: Told, seat: string, until: number): number {
  return scores.findLast((one) => one.seat === seat && one.round <= until)?.counted ?? 0;
}

function concernCards(debateTimeline: DebateTimeline, { messages, scores }: Told): ConcernCard[] {
  const logged = loggedIn(debateTimeline);
  const named = Map.groupBy(
    concernsIn(debateTimeline),
    ({ seat, words }) => `${seat} ${foldText(words)}`,
  );
  return [...named.values()].flatMap((times): ConcernCard[] => {
    const [first, last] = [times[0], times.at(-1)];
    if (!first || !last) return [];
    const { seat, words, domain, resolvedBy, blocking } = last;
    const ids = times.flatMap(({ id }) => id ?? []);
    const answers = messages.filter(
      (one) => one.by !== seat && one.answers.some((id) => ids.includes(id)),
    );
    const settledBy = messages.filter(
      (one) => one.by === seat && answers.some(({ id }) => one.acknowledges.includes(id)),
    );
    const scored = scores.findLast((one) => one.seat === seat)?.round ?? 0;
    const isNamed = last.round === scored && (scored > 0 || answers.length === 0);
    return [
      {
        at: first.at,
        seat,
        words,
        ids,
        rounds: times.map(({ round }) => round),
        domain,
        resolvedBy,
        blocking,
        own: isOwn(domain, seat),
        answers,
        settledBy,
        logged: ids.map((id) => logged.get(id)).findLast((why) => why !== undefined) ?? null,
        state: isNamed ? "open" : stateOf(answers, settledBy),
      },
    ];
  });
}

function stateOf(
  answers: readonly TableMessageCard[],
  settledBy: readonly TableMessageCard[],
): ConcernCard["state"] {
  if (settledBy.length > 0) return "settled";
  return answers.length > 0 ? "answered" : "dropped";
}

/** Counted once a round is complete; before the first there is nothing to veto. */
function vetoesIn(debateTimeline: DebateTimeline, told: Told): VetoCard[] {
  const last = closedRounds(debateTimeline, told).at(-1);
  if (!last) return [];
  return told.specialists
    .filter(({ id }) => told.mandatory.includes(id))
    .flatMap(({ id }): VetoCard[] => {
      const score = told.scores.findLast((one) => one.seat === id && one.round <= last.round);
      const absent = score?.round !== last.round;
      if (score && !absent && score.counted >= VETO_BELOW) return [];
      const stated = concernsIn(debateTimeline).filter(
        (one) => one.seat === id && one.round === (score?.round ?? 0),
      );
      const blocking = stated.filter((one) => one.blocking && isOwn(one.domain, id));
      const named = (blocking.length > 0 ? blocking : stated).map((one) => ({
        id: one.id,
        words: one.words,
      }));
      const position = score?.words ?? null;
      const objections =
        named.length === 0 && position !== null ? [{ id: null, words: position }] : named;
      return [
        { at: score?.at ?? last.at, seat: id, score: score?.counted ?? null, absent, objections },
      ];
    });
}

function escalationIn({ questions }: DebateTimeline): PersonQuestion | null {
  return questions.find(({ kind, key }) => kind === "escalation" && key === "escalation") ?? null;
}

/** Concerns that were written down and block nothing, once the outcome says why. */
function loggedIn(debateTimeline: DebateTimeline): ReadonlyMap<string, string> {
  const rows = rowsIn(resultOf(debateTimeline), "logged_concerns");
  return new Map(
    rows.flatMap(({ row }): [string, string][] => {
      const [id, why] = [textIn(row, "id"), textIn(row, "why")];
      return id === null || why === null ? [] : [[id, why]];
    }),
  );
}
