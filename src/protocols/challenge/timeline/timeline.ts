/** A `challenge` debate for its panels: the versions of the position, the objections, and what each side assumes. */
import { wordDifference, type WordDifference } from "../../../text/word-difference.ts";
import type { DebateTimeline } from "../../../timeline/debate-timeline.ts";
import {
  inStep,
  readRecordedFields,
  parseRoundNumber,
  rowsIn,
  textIn,
} from "../../../timeline/reading.ts";
import { cutTimelineAt } from "../../../timeline/snapshot/cut-timeline.ts";
import type { BlindAnswerReply, ExposureReply } from "../replies.ts";
import type { PositionFate } from "../reply-values.ts";
import {
  listPositions,
  type PartChange,
  type PositionVersion,
  readOpening,
} from "../rules/positions.ts";
import { type OriginalVerdict, judgeOriginal, judgeSurvival } from "../rules/survival.ts";
import { type Debate, isUsersPlan } from "../rules/table.ts";
import { listVerdicts } from "../rules/verdicts.ts";
import {
  type ChallengerVerdict,
  listObjectionCards,
  listVerdictCards,
  type ObjectionCard,
} from "./objections.ts";
import { rebuildDebate } from "./rebuild-debate.ts";

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
  /** What became of the original, once the debate has ended. */
  readonly ending: {
    readonly original: OriginalVerdict;
    readonly survived: PositionFate | null;
  } | null;
}

export interface PositionVersionCard {
  readonly at: number;
  readonly version: number;
  /** 0 for the opening. */
  readonly round: number;
  /** Null where it is the brief's own text, which a journal names by its hash. */
  readonly parts:
    | readonly { readonly number: number; readonly text: string; readonly open: string | null }[]
    | null;
  readonly changes: readonly PartChangeCard[];
  /** Rounds after which it was still this one. */
  readonly heldAfter: readonly { readonly round: number; readonly at: number }[];
}

export interface PartChangeCard extends PartChange {
  readonly difference: readonly WordDifference[];
}

export interface OpeningCard {
  readonly at: number;
  readonly reasoning: string;
  readonly confidence: string;
  readonly weaknesses: readonly { readonly id: string; readonly text: string }[];
  readonly assumptions: readonly AssumptionCard[];
}

export interface AssumptionCard {
  readonly id: string;
  readonly words: string;
  readonly views: readonly {
    readonly at: number;
    readonly seat: string;
    readonly view: "doubted" | "upheld";
    readonly reason: string;
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
  const timeline = cutTimelineAt(whole, at);
  const proponent = timeline.seats.find(({ role }) => role === "proponent")?.id ?? null;
  const debate = rebuildDebate(timeline, readUsersPlan(timeline));
  const remarks = debate?.remarks?.kind === "spoken" ? debate.remarks : null;
  return {
    proponent,
    versions: debate ? listVersionCards(timeline, debate) : [],
    opening: debate ? readOpeningCard(timeline, debate) : null,
    verdicts: debate ? listVerdictCards(timeline, debate) : [],
    objections: debate ? listObjectionCards(timeline, debate) : [],
    fastExit: debate ? readFastExit(timeline, debate) : null,
    remarks: (remarks?.reply.remarks ?? []).map(({ objection, remark }) => ({
      at: inStep(timeline, "remarks")[0]?.at ?? 0,
      objection,
      words: remark,
    })),
    exposures: listExposures(timeline, proponent),
    blind: inStep(timeline, "blind").flatMap(({ at: heard, seat, reply }) => {
      const words = textIn(readRecordedFields<BlindAnswerReply>(reply), "answer");
      return words === null ? [] : [{ at: heard, seat, words }];
    }),
    stopped: readStopReason(timeline),
    ending:
      debate && debate.challenges !== null && timeline.end !== null
        ? { original: judgeOriginal(debate), survived: judgeSurvival(debate) }
        : null,
  };
}

/** Where the user's words are the position, the outcome repeats them; until then they are in the brief alone. */
function readUsersPlan({ end }: DebateTimeline): string | null {
  const [first] = rowsIn(end?.outcome.result, "position_history");
  return first ? textIn(first.row, "position") : null;
}

function listVersionCards(timeline: DebateTimeline, debate: Debate): PositionVersionCard[] {
  const isHidden = isUsersPlan(debate) && timeline.end === null;
  const cards: PositionVersionCard[] = [];
  for (const version of listPositions(debate)) {
    const at = findVersionEvent(timeline, version);
    const last = cards.at(-1);
    if (version.afterRound > 0 && version.changes.length === 0 && last) {
      const held = { round: version.afterRound, at };
      cards[cards.length - 1] = { ...last, heldAfter: [...last.heldAfter, held] };
    } else cards.push(createVersionCard(version, at, isHidden));
  }
  return cards;
}

function createVersionCard(
  { version, afterRound, parts, changes }: PositionVersion,
  at: number,
  isHidden: boolean,
): PositionVersionCard {
  return {
    at,
    version,
    round: afterRound,
    parts: isHidden ? null : parts.map(({ number, text, open }) => ({ number, text, open })),
    changes: changes.map((change) => ({
      ...change,
      difference:
        change.kind === "changed" && !isHidden
          ? wordDifference(change.before ?? "", change.after ?? "")
          : [],
    })),
    heldAfter: [],
  };
}

function findVersionEvent(timeline: DebateTimeline, { afterRound }: PositionVersion): number {
  const step = afterRound === 0 ? "opening" : `response-${afterRound}`;
  return inStep(timeline, step)[0]?.at ?? 0;
}

function readOpeningCard(timeline: DebateTimeline, debate: Debate): OpeningCard {
  const { reasoning, confidence, weaknesses, assumptions } = readOpening(debate);
  const rows = debate.challenges === null ? [] : listVerdicts(debate);
  return {
    at: inStep(timeline, "opening")[0]?.at ?? 0,
    reasoning,
    confidence,
    weaknesses,
    assumptions: assumptions.map(({ id, text }) => ({
      id,
      words: text,
      views: rows.flatMap(({ challenger, turn }) =>
        (turn?.reply.assumptions ?? [])
          .filter(({ point }) => point === id)
          .map(({ view, reason }) => ({
            at: timeline.turns.find(({ key }) => key === turn?.key)?.at ?? 0,
            seat: challenger.id,
            view,
            reason,
          })),
      ),
    })),
  };
}

/** Only once the journal shows it: the proponent remarks on what blocks nothing, or the debate has ended. */
function readFastExit(timeline: DebateTimeline, debate: Debate): ChallengeStory["fastExit"] {
  const { end, steps } = timeline;
  if (steps.some(({ step }) => parseRoundNumber(step, "response") !== null)) return null;
  const remarked = steps.find(({ step }) => step === "remarks")?.at;
  const at = remarked ?? (end?.outcome.label === "CONSENSUS" ? end.at : null);
  if (at === null || debate.challenges === null) return null;
  return { at, unanimous: listVerdicts(debate).every(({ verdict }) => verdict === "agree") };
}

function listExposures(timeline: DebateTimeline, proponent: string | null): ExposureCard[] {
  const cards = inStep(timeline, "assumptions").flatMap(({ at, seat, reply }): ExposureCard[] => {
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
  });
  return [
    ...cards.filter(({ side }) => side === "proponent"),
    ...cards.filter(({ side }) => side === "challenger"),
  ];
}

const STOPPED = "the confrontation ended: ";

function readStopReason({ end }: DebateTimeline): ChallengeStory["stopped"] {
  if (end === null) return null;
  const note = end.outcome.notes.find((one) => one.startsWith(STOPPED));
  return note === undefined ? null : { at: end.at, words: note.slice(STOPPED.length) };
}
