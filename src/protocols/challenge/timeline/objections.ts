/** What happened to every objection, round by round: the proponent's answer and its author's. */
import {
  type RebuttalChoice,
  REBUTTAL_CHOICES,
  type Strength,
  STRENGTHS,
  type Verdict,
  VERDICTS,
} from "../../../domain/objection.ts";
import type { AbsenceReason } from "../../../domain/round.ts";
import type { DebateTimeline, TimelineTurn } from "../../../timeline/debate-timeline.ts";
import {
  askedIn,
  inStep,
  oneOfIn,
  readRecordedFields,
  type RecordedRow,
  resultOf,
  roundOf,
  rowsIn,
  textIn,
  textsIn,
  truthIn,
} from "../../../timeline/reading.ts";
import { type Disposition, DISPOSITIONS, type ObjectionAnswer } from "../prompts/prompt-input.ts";
import type {
  ChallengeReply,
  ChallengerRebuttalReply,
  ProponentResponseReply,
} from "../replies.ts";

/** What a challenger said of the opening. */
export interface ChallengerVerdict {
  readonly at: number;
  readonly key: string;
  readonly seat: string;
  /** Null where nothing readable was said. */
  readonly verdict: Verdict | null;
  readonly strength: Strength | null;
  readonly blocks: boolean;
  /** H17: it agreed without saying anything and was asked again. */
  readonly pressed: boolean;
  /** Still without substance, so it counts as partial and moderate. */
  readonly downgraded: boolean;
  /** Verdict and strength contradict each other. */
  readonly incoherent: boolean;
  readonly absent: AbsenceReason | null;
  /** The claim it was made with. */
  readonly claim: string | null;
  readonly critique: string | null;
  readonly alternative: string | null;
}

export interface ObjectionCard {
  readonly at: number;
  readonly id: string;
  readonly seat: string;
  readonly verdict: Verdict | null;
  readonly strength: Strength | null;
  readonly downgraded: boolean;
  /** Null while nothing of it could be read. */
  readonly words: string | null;
  readonly alternative: string | null;
  readonly rounds: readonly ObjectionStep[];
  /** Only its author withdraws it; open until it has said something to an answer. */
  readonly fate: "open" | "withdrawn" | "maintained" | "escalated" | "unreadable";
}

export interface ObjectionStep {
  readonly round: number;
  readonly answer: {
    readonly at: number;
    readonly disposition: Disposition | null;
    readonly claim: string | null;
    readonly summary: string | null;
    readonly explanation: string | null;
    readonly accepted: string | null;
    readonly limit: string | null;
    readonly delta: string | null;
  } | null;
  readonly rebuttal: {
    readonly at: number;
    readonly choice: RebuttalChoice | null;
    readonly claim: string | null;
    readonly reasoning: string | null;
    readonly clarified: string | null;
    /** By its own word. */
    readonly news: boolean;
    readonly because: readonly string[];
  } | null;
  /** It was asked and did not answer; its objection stays. */
  readonly silent: { readonly at: number; readonly reason: AbsenceReason } | null;
}

/** Of a timeline that ends at the event shown. */
export function verdictsIn(debateTimeline: DebateTimeline): ChallengerVerdict[] {
  const askedAgain = new Set(askedIn(debateTimeline, "press"));
  const confronted = confrontedIn(debateTimeline);
  return inStep(debateTimeline, "challenges").map((first) => {
    const again = inStep(debateTimeline, "press").find(
      ({ seat, reply }) => seat === first.seat && reply !== null,
    );
    const turn = again ?? first;
    const reply = readRecordedFields<ChallengeReply>(turn.reply);
    const verdict = oneOfIn(reply, "verdict", VERDICTS);
    const strength = oneOfIn(reply, "objection_strength", STRENGTHS);
    const raw = doesBlock(verdict, strength);
    const claim = turn.claims[0]?.id ?? null;
    const downgraded = askedAgain.has(first.seat) && !raw && confronted.has(first.seat);
    return {
      at: turn.at,
      key: turn.key,
      seat: turn.seat,
      verdict: downgraded ? "partial" : verdict,
      strength: downgraded ? "moderate" : strength,
      blocks: downgraded || raw || first.absent?.reason === "unreadable",
      pressed: askedAgain.has(first.seat),
      downgraded,
      incoherent: isIncoherent(verdict, strength),
      absent: first.absent?.reason ?? null,
      claim,
      critique: textIn(reply, "critique"),
      alternative: textIn(reply, "alternative"),
    };
  });
}

function doesBlock(verdict: Verdict | null, strength: Strength | null): boolean {
  return (
    verdict === "disagree" ||
    strength === "strong" ||
    (verdict === "partial" && strength === "moderate")
  );
}

function isIncoherent(verdict: Verdict | null, strength: Strength | null): boolean {
  return (
    (verdict === "agree" && strength === "strong") ||
    (verdict === "disagree" && strength === "minor")
  );
}

/** Those whose objections were put to the proponent, as the journal shows: asked to rebut, or named in the result. */
function confrontedIn(debateTimeline: DebateTimeline): ReadonlySet<string> {
  const asked = debateTimeline.steps
    .filter(({ step }) => roundOf(step, "rebuttals") !== null)
    .flatMap((step) => step.asked.map(({ seat }) => seat));
  const answered = debateTimeline.turns
    .filter(({ step }) => roundOf(step, "response") !== null)
    .flatMap((turn) => answersIn(turn).map(({ row }) => textIn(row, "objection")));
  const named = [...inStep(debateTimeline, "challenges"), ...inStep(debateTimeline, "press")]
    .filter(({ claims }) => claims.some(({ id }) => answered.includes(id)))
    .map(({ seat }) => seat);
  const found = rowsIn(resultOf(debateTimeline), "verdicts")
    .filter(({ row }) => truthIn(row, "downgraded_by_skepticism") === true)
    .flatMap(({ row }) => textIn(row, "challenger") ?? []);
  return new Set([...asked, ...named, ...found]);
}

export function objectionsIn(debateTimeline: DebateTimeline): ObjectionCard[] {
  const { turns } = debateTimeline;
  const rounds = roundsHeld(turns);
  return verdictsIn(debateTimeline)
    .filter(({ blocks }) => blocks)
    .map((one) => {
      const id = one.claim ?? unreadId(debateTimeline, one.seat);
      const steps = untilWithdrawn(
        rounds.map((round) => stepOf(turns, { round, id, seat: one.seat })),
      );
      const said = steps.findLast(({ rebuttal }) => rebuttal !== null)?.rebuttal ?? null;
      const words = one.critique ?? said?.clarified ?? said?.reasoning ?? null;
      return {
        at: one.at,
        id,
        seat: one.seat,
        verdict: one.verdict,
        strength: one.strength,
        downgraded: one.downgraded,
        words,
        alternative: one.alternative,
        rounds: steps,
        fate: fateOf(said?.choice ?? null, words),
      };
    });
}

function fateOf(choice: RebuttalChoice | null, words: string | null): ObjectionCard["fate"] {
  switch (choice) {
    case "ACCEPT":
      return "withdrawn";
    case "MAINTAIN":
      return "maintained";
    case "ESCALATE":
      return "escalated";
    case null:
      return words === null ? "unreadable" : "open";
  }
}

function roundsHeld(turns: readonly TimelineTurn[]): number[] {
  const rounds = turns.flatMap(({ step }) => roundOf(step, "response") ?? []);
  return [...new Set(rounds)].sort((a, b) => a - b);
}

/** Nobody is asked about an objection that is withdrawn. */
function untilWithdrawn(steps: readonly ObjectionStep[]): ObjectionStep[] {
  const end = steps.findIndex(({ rebuttal }) => rebuttal?.choice === "ACCEPT");
  return end === -1 ? [...steps] : steps.slice(0, end + 1);
}

function stepOf(
  turns: readonly TimelineTurn[],
  { round, id, seat }: { round: number; id: string; seat: string },
): ObjectionStep {
  const response = turns.find(({ step }) => roundOf(step, "response") === round);
  const rebuttal = turns.find(
    (turn) => turn.seat === seat && roundOf(turn.step, "rebuttals") === round,
  );
  return {
    round,
    answer: response ? answerIn(response, id) : null,
    rebuttal: rebuttal && rebuttal.reply !== null ? rebuttalIn(rebuttal) : null,
    silent: rebuttal?.absent ? { at: rebuttal.at, reason: rebuttal.absent.reason } : null,
  };
}

function answersIn({ reply }: TimelineTurn): RecordedRow<ObjectionAnswer>[] {
  return rowsIn(readRecordedFields<ProponentResponseReply>(reply), "answers");
}

function answerIn(turn: TimelineTurn, id: string): ObjectionStep["answer"] {
  const found = answersIn(turn).find(({ row }) => textIn(row, "objection") === id);
  if (!found) return null;
  const { row, place } = found;
  return {
    at: turn.at,
    disposition: oneOfIn(row, "disposition", DISPOSITIONS),
    claim: turn.claims[place]?.id ?? null,
    summary: textIn(row, "critique_summary"),
    explanation: textIn(row, "explanation"),
    accepted: textIn(row, "accepted_part"),
    limit: textIn(row, "limit"),
    delta: textIn(row, "position_delta"),
  };
}

function rebuttalIn({ at, reply: recorded, claims }: TimelineTurn): ObjectionStep["rebuttal"] {
  const reply = readRecordedFields<ChallengerRebuttalReply>(recorded);
  return {
    at,
    choice: oneOfIn(reply, "choice", REBUTTAL_CHOICES),
    claim: claims[0]?.id ?? null,
    reasoning: textIn(reply, "reasoning"),
    clarified: textIn(reply, "clarified_critique"),
    news: truthIn(reply, "new_information") === true,
    because: textsIn(reply, "because"),
  };
}

/** What could not be read has no claim; the rules number it 0. */
function unreadId({ events }: DebateTimeline, seat: string): string {
  const opened = events[0]?.fact;
  const mark =
    opened?.type === "debate-opened"
      ? opened.participants.find(({ id }) => id === seat)?.mark
      : undefined;
  return `${mark ?? seat}0`;
}
