/**
 * A debate as the page shows it. Every part knows its event, so any earlier state is shown by leaving out what came
 * later. These are pure functions of journal events, the same in Node and in a browser.
 */
import type { FlipClass } from "../audit/measures/position-flips.ts";
import type { Claim } from "../domain/claim.ts";
import type { Event, Limits, ReplySummary } from "../domain/journal/event.ts";
import type { JournalStep, JournalTurn } from "../domain/journal/steps.ts";
import type { Json } from "../domain/json.ts";
import type { Outcome } from "../domain/outcome/outcome.ts";
import type { DecisionRule } from "../domain/outcome/possible-endings.ts";
import type { AbsenceReason } from "../domain/round.ts";

/** What the page receives about the rules of a debate, beside its events. */
export interface DebateRules {
  readonly id: string;
  /** What people call its steps; a trailing number of a step is added. */
  readonly titles: Readonly<Record<string, string>>;
  readonly deciding: DecisionRule | null;
}

export interface DebateTimeline {
  readonly id: string;
  readonly question: string;
  readonly protocol: string;
  readonly openedMs: number;
  readonly openedBy: string;
  readonly forkedFrom: { readonly debate: string; readonly sequence: number } | null;
  readonly notices: readonly string[];
  /** Those in force: a resumption may set others. */
  readonly limits: Limits;
  readonly settings: Json;
  readonly deciding: DecisionRule | null;
  /** What colour, letter and shape mean here: options or, without options, the positions that were taken. */
  readonly lanes: readonly PositionLane[];
  readonly seats: readonly SeatCard[];
  readonly steps: readonly TimelineStep[];
  /** In the order of the journal. */
  readonly turns: readonly TimelineTurn[];
  /** Changes of position; each is a crossing in the position chart. */
  readonly moves: readonly PositionMove[];
  readonly claims: ReadonlyMap<string, ClaimCard>;
  /** Who challenged, answered or granted what. */
  readonly links: readonly ArgumentLink[];
  /** What its protocol says became of claims, at the newest event; it knows more than the links. */
  readonly ownFates?: ReadonlyMap<string, ChallengeFate>;
  readonly publications: readonly ArtifactPublication[];
  readonly questions: readonly PersonQuestion[];
  /** Pauses, resumptions, the outcome, decisions and how they turned out. */
  readonly marks: readonly TimelineMark[];
  readonly decisions: readonly DecisionCard[];
  readonly end: { readonly at: number; readonly outcome: Outcome } | null;
  /** All events in order; `events[n].sequence === n`. */
  readonly events: readonly Event[];
  /** Sequence of the newest event. */
  readonly last: number;
}

/** An option or a position, with its place among the colours. */
export interface PositionLane {
  readonly id: string;
  /** The letter that always appears beside the colour: "A", "v2", "yes"; at most three characters. */
  readonly letter: string;
  readonly label: string;
  readonly description: string;
  /** 0, 1, 2…: colour and shape of the lane. No lane is red. */
  readonly hue: number;
  /** The event it is known from: 0 for options of the brief, otherwise the turn that first took it. */
  readonly at: number;
}

export interface SeatCard {
  readonly id: string;
  readonly name: string;
  /** Two letters, unique in the debate. */
  readonly monogram: string;
  readonly role: string;
  readonly stance: string | null;
  /** As it was seated, such as `anthropic/claude-opus-4-8` or `offline`. */
  readonly model: string;
  readonly isPerson: boolean;
}

export interface TimelineStep extends Omit<JournalStep, "turns"> {
  readonly title: string;
  /** A column of the position chart: at least one position was taken in it. */
  readonly takesPositions: boolean;
  /** Scores were given in it (satisfaction). */
  readonly takesScores: boolean;
}

export interface TimelineTurn extends Omit<JournalTurn, "fact" | "rejected"> {
  /** `responses-2/risk` */
  readonly key: string;
  readonly seat: string;
  readonly said: ReplySummary | null;
  readonly claims: readonly Claim[];
  readonly reply: Json | null;
  readonly absent: { readonly reason: AbsenceReason; readonly detail: string } | null;
  /** Replies that were sent back before this one, with what was wrong with them. */
  readonly rejected: readonly {
    readonly at: number;
    readonly problems: readonly string[];
    readonly raw: string;
  }[];
  readonly unmet: readonly string[];
  /** Who really spoke. */
  readonly served: string;
  readonly provider: string;
  /** Repairs included, as for tokens and cost. */
  readonly latencyMs: number;
  readonly tokens: { readonly input: number; readonly output: number; readonly cached: number };
  /** What is known of it. */
  readonly costUsd: number;
  /** The price of at least one of its calls is not known, and is left out of the cost. */
  readonly unpriced: boolean;
}

export interface PositionMove {
  readonly at: number;
  readonly seat: string;
  readonly key: string;
  readonly step: string;
  readonly from: string;
  readonly to: string;
  readonly class: FlipClass;
  /** The claim that caused it; null for a capitulation. */
  readonly cause: string | null;
  /** What the class was decided by, in words. */
  readonly ground: string;
  readonly towardMajority: boolean;
  /** How it was classed until the protocol ruled on it, where that differs. */
  readonly earlier?: EarlierTold<Pick<PositionMove, "class" | "cause" | "ground">>;
}

/** What was told of something until an event. */
export interface EarlierTold<Told> {
  readonly until: number;
  readonly told: Told;
}

export interface ClaimCard {
  readonly at: number;
  readonly claim: Claim;
  readonly key: string;
  readonly step: string;
  /** The lane it supports: its own, or its author's at the time; null if neither is a lane. */
  readonly lane: string | null;
  /** At least one quote of some length occurs in the source it names. */
  readonly verified: boolean;
}

/**
 * `challenges`: an attack on a claim, an option or a seat. `answers`: a claim by the attacked that speaks of the
 * attack. `grants`: someone supports or was moved by it.
 */
export interface ArgumentLink {
  readonly at: number;
  readonly kind: "challenges" | "answers" | "grants" | "supports";
  /** Claim id, or the key of the turn in which the change was made. */
  readonly from: string;
  /** Claim id, lane id or seat id. */
  readonly to: string;
  readonly toKind: "claim" | "lane" | "seat" | "other";
  readonly by: string;
}

/** How a challenge was answered by a given event; `late`: the debate ended before anyone could answer. */
export type ChallengeFate = "open" | "late" | "answered" | "granted";

export interface ArtifactPublication {
  readonly at: number;
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Something a person is asked: an escalation, or an answer for a seat. */
export interface PersonQuestion {
  readonly at: number;
  readonly key: string;
  readonly kind: "escalation" | "seat";
  readonly seat: string | null;
  readonly question: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  readonly many: boolean;
  /** For a seat, choice and reason are empty: what was answered is in its turn. */
  readonly answered: {
    readonly at: number;
    readonly choice: string;
    readonly reason: string;
    readonly by: string;
  } | null;
}

export interface TimelineMark {
  readonly at: number;
  readonly kind:
    | "paused"
    | "resumed"
    | "ended"
    | "decided"
    | "absent"
    | "moved"
    | "escalated"
    | "noted";
  readonly words: string;
  readonly earlier?: EarlierTold<Pick<TimelineMark, "words">>;
}

export interface DecisionCard {
  readonly at: number;
  readonly atMs: number;
  readonly choice: string;
  readonly reason: string;
  readonly by: string;
  /** Chosen on the page before the panel's words were shown there. */
  readonly blind: boolean;
}

/** The state of a debate at one event. */
export interface DebateSnapshot {
  readonly at: number;
  readonly atMs: number;
  readonly status: "running" | "paused" | "waiting" | "ended";
  /** The newest step that was begun. */
  readonly step: TimelineStep | null;
  /** Seats that were asked and have not answered yet. */
  readonly pending: readonly string[];
  /** Seat to the newest turn in which it took a position. */
  readonly held: ReadonlyMap<string, TimelineTurn>;
  /** Seat to its newest turn, whatever it was. */
  readonly newest: ReadonlyMap<string, TimelineTurn>;
  /** Those in force then. */
  readonly limits: Limits;
  readonly spentUsd: number;
  /** Seat to what it cost so far. */
  readonly spentBy: ReadonlyMap<string, number>;
  readonly calls: number;
  readonly tokens: number;
  readonly elapsedMs: number;
  readonly pausedBecause: string | null;
  /** Open questions to a person. */
  readonly questions: readonly PersonQuestion[];
  /** What can still come of it, in a sentence; null once it has ended and before anyone was asked. */
  readonly endings: string | null;
  readonly outcome: Outcome | null;
  readonly decisions: readonly DecisionCard[];
}
