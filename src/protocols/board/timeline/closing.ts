/** The last phase of a board: the versions of the synthesis, the reviews, and its risks. */
import { type Level, LEVELS } from "../../../domain/level.ts";
import type { AbsenceReason } from "../../../domain/round.ts";
import { type WordDifference, wordDifference } from "../../../text/word-difference.ts";
import type { DebateTimeline, TimelineTurn } from "../../../timeline/debate-timeline.ts";
import {
  askedIn,
  fieldIn,
  inStep,
  oneOfIn,
  resultOf,
  rowsIn,
  textIn,
  truthIn,
} from "../../../timeline/reading.ts";

export interface BoardClosing {
  readonly versions: readonly SynthesisCard[];
  readonly reviews: readonly ReviewCard[];
  /** Seats that were to write it and did not. */
  readonly silent: readonly {
    readonly at: number;
    readonly seat: string;
    readonly reason: AbsenceReason;
  }[];
  /** F13: in the reviewer's own words, beside what is written. */
  readonly disputed: readonly {
    readonly at: number;
    readonly seat: string;
    readonly words: string;
  }[];
  /** How phase 2 ended, once the outcome says so. */
  readonly endedBy: string | null;
}

export interface SynthesisCard {
  readonly at: number;
  readonly version: number;
  readonly by: string;
  readonly option: string | null;
  readonly approach: string | null;
  readonly reasoning: string | null;
  readonly confidence: string | null;
  readonly rejected: readonly { readonly alternative: string; readonly reasoning: string | null }[];
  readonly risks: readonly RiskCard[];
  /** Approach and reasoning against the version before. */
  readonly difference: readonly WordDifference[];
}

export interface RiskCard {
  readonly number: number;
  readonly words: string;
  readonly likelihood: Level | null;
  readonly impact: Level | null;
  readonly mitigation: string | null;
  readonly raisedBy: string | null;
}

export interface ReviewCard {
  readonly seat: string;
  /** Null while it is awaited. */
  readonly at: number | null;
  /** Of which version. */
  readonly version: number;
  readonly accurate: boolean | null;
  readonly words: string | null;
  readonly absent: AbsenceReason | null;
}

const WRITING = ["synthesis", "synthesis-2", "correction"];
const REVIEWING = [
  { step: "reviews", version: 1 },
  { step: "recheck", version: 2 },
];

/** Of a timeline that ends at the event shown. */
export function closingIn(debateTimeline: DebateTimeline): BoardClosing {
  const reviews = REVIEWING.flatMap(({ step, version }) =>
    reviewsOf(debateTimeline, step, version),
  );
  return {
    versions: versionsIn(debateTimeline),
    reviews,
    silent: debateTimeline.turns
      .filter(({ step }) => WRITING.includes(step))
      .flatMap(({ at: heard, seat, absent }) =>
        absent ? [{ at: heard, seat, reason: absent.reason }] : [],
      ),
    disputed: disputedIn(reviews),
    endedBy: textIn(resultOf(debateTimeline), "phase_2_ended_by"),
  };
}

function versionsIn({ turns }: DebateTimeline): SynthesisCard[] {
  const written = turns.filter(({ step, reply }) => WRITING.includes(step) && reply !== null);
  return written.reduce<SynthesisCard[]>((versions, turn) => {
    const card = synthesisIn(turn, versions.length + 1);
    const before = versions.at(-1);
    const difference = before ? wordDifference(wordsOf(before), wordsOf(card)) : [];
    return [...versions, { ...card, difference }];
  }, []);
}

function wordsOf({ approach, reasoning }: Pick<SynthesisCard, "approach" | "reasoning">): string {
  return [approach, reasoning].filter((one) => one !== null).join(" ");
}

function synthesisIn({ at, seat, reply }: TimelineTurn, version: number): SynthesisCard {
  const chosen = fieldIn(reply, "chosen");
  return {
    at,
    version,
    by: seat,
    option: textIn(chosen, "option"),
    approach: textIn(chosen, "approach"),
    reasoning: textIn(chosen, "reasoning"),
    confidence: oneOfIn(reply, "confidence", ["HIGH", "MEDIUM", "LOW"]),
    rejected: rowsIn(reply, "rejected").flatMap(({ row }) => {
      const alternative = textIn(row, "alternative");
      return alternative === null ? [] : [{ alternative, reasoning: textIn(row, "reasoning") }];
    }),
    risks: rowsIn(reply, "risk_register")
      .flatMap(({ row }) => {
        const words = textIn(row, "risk");
        return words === null ? [] : [{ row, words }];
      })
      .map(({ row, words }, index) => ({
        number: index + 1,
        words,
        likelihood: oneOfIn(row, "likelihood", LEVELS),
        impact: oneOfIn(row, "impact", LEVELS),
        mitigation: textIn(row, "mitigation"),
        raisedBy: textIn(row, "raised_by"),
      })),
    difference: [],
  };
}

function reviewsOf(debateTimeline: DebateTimeline, step: string, version: number): ReviewCard[] {
  const turns = inStep(debateTimeline, step);
  return askedIn(debateTimeline, step).map((seat) => {
    const turn = turns.find((one) => one.seat === seat);
    return {
      seat,
      at: turn?.at ?? null,
      version,
      accurate: truthIn(turn?.reply, "accurate"),
      words: textIn(turn?.reply, "misrepresented"),
      absent: turn?.absent?.reason ?? null,
    };
  });
}

/** An objection stays until its author withdraws it; silence in the recheck withdraws nothing. */
function disputedIn(reviews: readonly ReviewCard[]): BoardClosing["disputed"] {
  return reviews.flatMap(({ seat, at, version, accurate, words }) => {
    if (version !== 1 || accurate !== false || at === null) return [];
    const again = reviews.find((one) => one.version === 2 && one.seat === seat);
    if (again?.accurate === true) return [];
    return [{ at: again?.at ?? at, seat, words: again?.words ?? words ?? "" }];
  });
}
