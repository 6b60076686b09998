/** A `challenge` debate for its panels: the versions of the position, and what each side assumes. */
import { foldText } from "../../../domain/evidence.ts";
import { type WordDifference, wordDifference } from "../../../text/word-difference.ts";
import type { DebateTimeline, TimelineTurn } from "../../../timeline/debate-timeline.ts";
import {
  inStep,
  numberIn,
  oneOfIn,
  readRecordedFields,
  type RecordedFields,
  roundOf,
  rowsIn,
  textIn,
  textsIn,
} from "../../../timeline/reading.ts";
import { cutTimelineAt } from "../../../timeline/snapshot/cut-timeline.ts";
import type { Disposition } from "../prompts/prompt-input.ts";
import type {
  BlindAnswerReply,
  ChallengeReply,
  ExposureReply,
  OpeningReply,
  ProponentResponseReply,
  RemarksReply,
} from "../replies.ts";
import {
  type ChallengerVerdict,
  type ObjectionCard,
  objectionsIn,
  verdictsIn,
} from "./objections.ts";

export interface ChallengeStory {
  readonly proponent: string | null;
  readonly versions: readonly PositionVersionCard[];
  readonly opening: OpeningCard | null;
  readonly verdicts: readonly ChallengerVerdict[];
  readonly objections: readonly ObjectionCard[];
  /** H12, H13: nobody blocked, so one round was enough. */
  readonly fastExit: { readonly at: number; readonly unanimous: boolean } | null;
  readonly remarks: readonly {
    readonly at: number;
    readonly objection: string;
    readonly words: string;
  }[];
  readonly exposures: readonly ExposureCard[];
  readonly blind: readonly { readonly at: number; readonly seat: string; readonly words: string }[];
  /** Why there was no further confrontation, once the outcome says so. */
  readonly stopped: { readonly at: number; readonly words: string } | null;
}

export interface PositionVersionCard {
  readonly at: number;
  readonly version: number;
  /** 0 for the opening. */
  readonly round: number;
  /** Null where it is the brief's own text, which a journal names by its hash. */
  readonly text: string | null;
  readonly difference: readonly WordDifference[];
  readonly because: string | null;
  /** Objections that were accepted, at least in part. */
  readonly accepted: readonly {
    readonly objection: string;
    readonly disposition: Disposition;
    readonly delta: string | null;
  }[];
  /** Claims named as the cause. */
  readonly causes: readonly string[];
  /** Rounds after which it was still this one. */
  readonly heldAfter: readonly { readonly round: number; readonly at: number }[];
}

export interface OpeningCard {
  readonly at: number;
  readonly reasoning: string | null;
  readonly confidence: string | null;
  readonly weaknesses: readonly string[];
  readonly assumptions: readonly AssumptionCard[];
  /** In the words of those who doubt; nothing says which number they mean. */
  readonly doubts: readonly {
    readonly at: number;
    readonly seat: string;
    readonly words: string;
  }[];
}

export interface AssumptionCard {
  readonly number: number;
  readonly words: string;
  readonly upheld: readonly {
    readonly at: number;
    readonly seat: string;
    readonly because: string;
  }[];
}

export interface ExposureCard {
  readonly at: number;
  readonly seat: string;
  readonly side: "proponent" | "challenger";
  readonly why: string | null;
  readonly assumes: string | null;
  readonly leadsTo: string | null;
  readonly otherRightIf: string | null;
  readonly testableBy: string | null;
  readonly bestIf: string | null;
  readonly riskIfWrong: string | null;
  readonly disagreement: string | null;
  readonly commonGround: string | null;
}

export function challengeAt(whole: DebateTimeline, at: number): ChallengeStory {
  const debateTimeline = cutTimelineAt(whole, at);
  const proponent = debateTimeline.seats.find(({ role }) => role === "proponent")?.id ?? null;
  return {
    proponent,
    versions: versionsIn(debateTimeline),
    opening: openingIn(debateTimeline),
    verdicts: verdictsIn(debateTimeline),
    objections: objectionsIn(debateTimeline),
    fastExit: fastExitIn(debateTimeline),
    remarks: inStep(debateTimeline, "remarks").flatMap((turn) =>
      rowsIn(readRecordedFields<RemarksReply>(turn.reply), "remarks").flatMap(({ row }) => {
        const [objection, words] = [textIn(row, "objection"), textIn(row, "remark")];
        return objection === null || words === null ? [] : [{ at: turn.at, objection, words }];
      }),
    ),
    exposures: exposuresIn(debateTimeline, proponent),
    blind: inStep(debateTimeline, "blind").flatMap(({ at: heard, seat, reply }) => {
      const words = textIn(readRecordedFields<BlindAnswerReply>(reply), "answer");
      return words === null ? [] : [{ at: heard, seat, words }];
    }),
    stopped: stoppedBy(debateTimeline),
  };
}

function versionsIn(debateTimeline: DebateTimeline): PositionVersionCard[] {
  const opening = inStep(debateTimeline, "opening").find(({ reply }) => reply !== null);
  if (!opening) return [];
  const first: PositionVersionCard = {
    at: opening.at,
    version: 1,
    round: 0,
    text:
      textIn(readRecordedFields<OpeningReply>(opening.reply), "position") ??
      usersOwn(debateTimeline),
    difference: [],
    because: null,
    accepted: [],
    causes: [],
    heldAfter: [],
  };
  return debateTimeline.turns
    .filter(({ step, reply }) => roundOf(step, "response") !== null && reply !== null)
    .reduce<PositionVersionCard[]>((versions, turn) => afterResponse(versions, turn), [first]);
}

function afterResponse(
  versions: readonly PositionVersionCard[],
  turn: TimelineTurn,
): PositionVersionCard[] {
  const last = versions.at(-1);
  const response = readRecordedFields<ProponentResponseReply>(turn.reply);
  const text = textIn(response, "position");
  const round = roundOf(turn.step, "response") ?? 0;
  if (!last || text === null) return [...versions];
  if (last.text !== null && foldText(last.text) === foldText(text)) {
    const held = { ...last, heldAfter: [...last.heldAfter, { round, at: turn.at }] };
    return [...versions.slice(0, -1), held];
  }
  const next: PositionVersionCard = {
    at: turn.at,
    version: last.version + 1,
    round,
    text,
    difference: last.text === null ? [] : wordDifference(last.text, text),
    because: textIn(response, "changed_because"),
    accepted: acceptedIn(response),
    causes: turn.said?.because ?? [],
    heldAfter: [],
  };
  return [...versions, next];
}

function acceptedIn(
  response: RecordedFields<ProponentResponseReply>,
): PositionVersionCard["accepted"] {
  return rowsIn(response, "answers").flatMap(({ row }) => {
    const objection = textIn(row, "objection");
    const disposition = oneOfIn(row, "disposition", ["ACCEPT", "PARTIAL"]);
    if (objection === null || disposition === null) return [];
    return [{ objection, disposition, delta: textIn(row, "position_delta") }];
  });
}

/** Where the user's words are the position, the outcome repeats them; until then they are in the brief alone. */
function usersOwn({ end }: DebateTimeline): string | null {
  const [first] = rowsIn(end?.outcome.result, "position_history");
  return first ? textIn(first.row, "position") : null;
}

function openingIn(debateTimeline: DebateTimeline): OpeningCard | null {
  const opening = inStep(debateTimeline, "opening").find(({ reply }) => reply !== null);
  if (!opening) return null;
  const reply = readRecordedFields<OpeningReply>(opening.reply);
  const heard = debateTimeline.turns.filter(
    ({ step }) => step === "challenges" || step === "press",
  );
  return {
    at: opening.at,
    reasoning: textIn(reply, "reasoning"),
    confidence: oneOfIn(reply, "confidence", ["HIGH", "MED", "LOW"]),
    weaknesses: textsIn(reply, "weaknesses"),
    assumptions: textsIn(reply, "assumptions").map((words, index) => ({
      number: index + 1,
      words,
      upheld: heard.flatMap((turn) => upheldIn(turn, index + 1)),
    })),
    doubts: heard.flatMap((turn) =>
      textsIn(readRecordedFields<ChallengeReply>(turn.reply), "assumptions_challenged").map(
        (words) => ({ at: turn.at, seat: turn.seat, words }),
      ),
    ),
  };
}

function upheldIn({ at, seat, reply }: TimelineTurn, number: number): AssumptionCard["upheld"] {
  const critique = readRecordedFields<ChallengeReply>(reply);
  return rowsIn(critique, "assumptions_upheld").flatMap(({ row }) => {
    const because = textIn(row, "because");
    return numberIn(row, "assumption") === number && because !== null
      ? [{ at, seat, because }]
      : [];
  });
}

/** Only once the journal shows it: the proponent remarks on what blocks nothing, or the debate has ended. */
function fastExitIn(debateTimeline: DebateTimeline): ChallengeStory["fastExit"] {
  const { end, steps } = debateTimeline;
  if (steps.some(({ step }) => roundOf(step, "response") !== null)) return null;
  const remarked = steps.find(({ step }) => step === "remarks")?.at;
  const at = remarked ?? (end?.outcome.label === "CONSENSUS" ? end.at : null);
  if (at === null) return null;
  const unanimous = verdictsIn(debateTimeline).every(({ verdict }) => verdict === "agree");
  return { at, unanimous };
}

function exposuresIn(debateTimeline: DebateTimeline, proponent: string | null): ExposureCard[] {
  const cards = inStep(debateTimeline, "assumptions").flatMap(
    ({ at, seat, reply }): ExposureCard[] => {
      if (reply === null) return [];
      const exposure = readRecordedFields<ExposureReply>(reply);
      return [
        {
          at,
          seat,
          side: seat === proponent ? "proponent" : "challenger",
          why: textIn(exposure, "why"),
          assumes: textIn(exposure, "core_assumption"),
          leadsTo: textIn(exposure, "leads_to"),
          otherRightIf: textIn(exposure, "other_right_if"),
          testableBy: textIn(exposure, "testable_by"),
          bestIf: textIn(exposure, "best_if"),
          riskIfWrong: textIn(exposure, "risk_if_wrong"),
          disagreement: textIn(exposure, "core_disagreement"),
          commonGround: textIn(exposure, "common_ground"),
        },
      ];
    },
  );
  return [
    ...cards.filter(({ side }) => side === "proponent"),
    ...cards.filter(({ side }) => side === "challenger"),
  ];
}

const STOPPED = "the confrontation ended: ";

function stoppedBy({ end }: DebateTimeline): ChallengeStory["stopped"] {
  if (end === null) return null;
  const note = end.outcome.notes.find((one) => one.startsWith(STOPPED));
  return note === undefined ? null : { at: end.at, words: note.slice(STOPPED.length) };
}
