/** The last phase of a board: the versions of the synthesis, the reviews, and its risks. */
import type { Claim } from "../../../domain/claim.ts";
import type { Json } from "../../../domain/json.ts";
import { type Level, LEVELS } from "../../../domain/outcome/level.ts";
import type { AbsenceReason } from "../../../domain/round.ts";
import { type WordDifference, wordDifference } from "../../../text/word-difference.ts";
import type { DebateTimeline, TimelineTurn } from "../../../timeline/debate-timeline.ts";
import {
  askedIn,
  fieldIn,
  inStep,
  numberIn,
  oneOfIn,
  readResultRow,
  rowsIn,
  textIn,
  textsIn,
  truthIn,
} from "../../../timeline/reading.ts";
import { ACCURACIES, STANDS } from "../prompts/prompt-input.ts";

export interface BoardClosing {
  readonly versions: readonly SynthesisCard[];
  readonly reviews: readonly ReviewCard[];
  /** Seats that were to write it and did not. */
  readonly silent: readonly {
    readonly at: number;
    readonly seat: string;
    readonly reason: AbsenceReason;
  }[];
  /** F10-F13: how many stand behind the text, once the outcome says so. */
  readonly support: SupportCard | null;
  /** F13: in the reviewer's own words, beside what is written. */
  readonly disputed: readonly {
    readonly at: number;
    readonly seat: string;
    readonly words: string;
  }[];
  /** How phase 2 ended, once the outcome says so. */
  readonly endedBy: string | null;
}

export interface SupportCard {
  readonly behind: readonly string[];
  readonly of: number;
  readonly limits: readonly string[];
  readonly minority: string | null;
}

export interface SynthesisCard {
  readonly at: number;
  readonly version: number;
  readonly by: string;
  readonly option: string | null;
  readonly approach: string | null;
  readonly reasoning: string | null;
  readonly conditions: readonly string[];
  readonly nextStep: string | null;
  readonly rejected: readonly { readonly alternative: string; readonly reasoning: string | null }[];
  readonly risks: readonly RiskCard[];
  /** Approach and reasoning against the version before. */
  readonly difference: readonly WordDifference[];
}

export interface RiskCard {
  readonly number: number;
  /** As it was raised. */
  readonly words: string;
  readonly likelihood: Level | null;
  readonly impact: Level | null;
  readonly mitigation: string | null;
  readonly raisedBy: readonly string[];
}

export interface ReviewCard {
  readonly seat: string;
  /** Null while it is awaited. */
  readonly at: number | null;
  /** Of which version. */
  readonly version: number;
  readonly accurate: Accuracy | null;
  /** What is wrong or missing. */
  readonly words: string | null;
  readonly stand: Stand | null;
  readonly reason: string | null;
  readonly absent: AbsenceReason | null;
}

type Accuracy = (typeof ACCURACIES)[number];
type Stand = (typeof STANDS)[number];

const WRITING = ["synthesis", "synthesis-2", "correction"];
const REVIEWING = [
  { step: "reviews", version: 1 },
  { step: "recheck", version: 2 },
];

/** Of a timeline that ends at the event shown. */
export function closingIn(debateTimeline: DebateTimeline): BoardClosing {
  const reviews = REVIEWING.flatMap(({ step, version }) =>
    listReviews(debateTimeline, step, version),
  );
  return {
    versions: versionsIn(debateTimeline),
    reviews,
    silent: debateTimeline.turns
      .filter(({ step }) => WRITING.includes(step))
      .flatMap(({ at: heard, seat, absent }) =>
        absent ? [{ at: heard, seat, reason: absent.reason }] : [],
      ),
    support: supportIn(debateTimeline),
    disputed: disputedIn(reviews),
    endedBy: textIn(readResultRow(debateTimeline), "phase_2_ended_by"),
  };
}

function supportIn(debateTimeline: DebateTimeline): SupportCard | null {
  const result = readResultRow(debateTimeline);
  const support = fieldIn(result, "support");
  const of = numberIn(support, "of");
  if (of === null) return null;
  return {
    behind: textsIn(support, "behind"),
    of,
    limits: textsIn(support, "limits"),
    minority: textIn(support, "minority"),
  };
}

function versionsIn({ turns }: DebateTimeline): SynthesisCard[] {
  const claims = new Map(turns.flatMap((turn) => turn.claims.map((claim) => [claim.id, claim])));
  const written = turns.filter(({ step, reply }) => WRITING.includes(step) && reply !== null);
  return written.reduce<SynthesisCard[]>((versions, turn) => {
    const card = synthesisIn(turn, versions.length + 1, claims);
    const before = versions.at(-1);
    const difference = before
      ? wordDifference(joinSynthesisText(before), joinSynthesisText(card))
      : [];
    return [...versions, { ...card, difference }];
  }, []);
}

function joinSynthesisText({
  approach,
  reasoning,
}: Pick<SynthesisCard, "approach" | "reasoning">): string {
  return [approach, reasoning].filter((one) => one !== null).join(" ");
}

/** A journal of older rules kept the decision in `chosen`, and a risk's words in the register. */
function synthesisIn(
  { at, seat, reply }: TimelineTurn,
  version: number,
  claims: ReadonlyMap<string, Claim>,
): SynthesisCard {
  const older = fieldIn(reply, "chosen");
  return {
    at,
    version,
    by: seat,
    option: textIn(reply, "verdict") ?? textIn(older, "option"),
    approach: textIn(reply, "approach") ?? textIn(older, "approach"),
    reasoning: textIn(reply, "reasoning") ?? textIn(older, "reasoning"),
    conditions: textsIn(reply, "conditions"),
    nextStep: textIn(reply, "next_step"),
    rejected: rowsIn(reply, "rejected").flatMap(({ row }) => {
      const point = textIn(row, "point");
      const alternative =
        point === null ? textIn(row, "alternative") : (claims.get(point)?.text ?? point);
      return alternative === null ? [] : [{ alternative, reasoning: textIn(row, "reasoning") }];
    }),
    risks: rowsIn(reply, "risk_register")
      .flatMap(({ row }) => {
        const raised = textsIn(row, "claims").flatMap((id) => claims.get(id) ?? []);
        const words = raised[0]?.text ?? textIn(row, "risk");
        const older = textIn(row, "raised_by");
        const raisedBy =
          raised.length > 0 ? [...new Set(raised.map(({ by }) => by))] : older ? [older] : [];
        return words === null ? [] : [{ row, words, raisedBy }];
      })
      .map(({ row, words, raisedBy }, index) => ({
        number: index + 1,
        words,
        likelihood: oneOfIn(row, "likelihood", LEVELS),
        impact: oneOfIn(row, "impact", LEVELS),
        mitigation: textIn(row, "mitigation"),
        raisedBy,
      })),
    difference: [],
  };
}

function listReviews(debateTimeline: DebateTimeline, step: string, version: number): ReviewCard[] {
  const turns = inStep(debateTimeline, step);
  return askedIn(debateTimeline, step).map((seat) => {
    const turn = turns.find((one) => one.seat === seat);
    return {
      seat,
      at: turn?.at ?? null,
      version,
      accurate: accuracyIn(turn?.reply ?? null),
      words: textIn(turn?.reply, "misrepresented"),
      stand: oneOfIn(turn?.reply, "stand", STANDS),
      reason: textIn(turn?.reply, "stand_reason"),
      absent: turn?.absent?.reason ?? null,
    };
  });
}

/** Older journals said it as true or false. */
function accuracyIn(reply: Json | null): Accuracy | null {
  const older = truthIn(reply, "accurate");
  if (older !== null) return older ? "yes" : "no";
  return oneOfIn(reply, "accurate", ACCURACIES);
}

/** An objection stays until its author withdraws it; silence in the recheck withdraws nothing. */
function disputedIn(reviews: readonly ReviewCard[]): BoardClosing["disputed"] {
  const last = new Map<string, ReviewCard>();
  for (const review of reviews) if (review.accurate !== null) last.set(review.seat, review);
  return [...last.values()].flatMap(({ seat, at, accurate, words, reason }) =>
    accurate === "no" && at !== null ? [{ at, seat, words: words ?? reason ?? "" }] : [],
  );
}
