/** A `judges` debate for its panels: scores, votes of both rounds, who challenged whom, and reverted votes. */
import { isUncausedChange } from "../../../domain/outcome/change-cause.ts";
import type { PositionChange } from "../../../domain/outcome/outcome.ts";
import { type VoteShare, type Tally, TWO_THIRDS } from "../../../domain/outcome/tally.ts";
import type { DebateTimeline } from "../../../timeline/debate-timeline.ts";
import {
  askedIn,
  fieldIn,
  inStep,
  readRecordedFields,
  readResultRow,
  rowsIn,
  textIn,
  textsIn,
  truthIn,
} from "../../../timeline/reading.ts";
import { cutTimelineAt } from "../../../timeline/snapshot/cut-timeline.ts";
import type { JudgeResponse } from "../replies.ts";
import { tallyAmong } from "../rules/tally-among.ts";
import {
  type ChallengeDuty,
  type ConcededPoint,
  listChallengeDuties,
  listConcessionsIn,
  mapFirstOptions,
  readVotedOption,
  SECOND,
} from "./challenge-duties.ts";
import { type ScoreCard, createScoreCard } from "./scores.ts";

export interface JudgesStory {
  readonly share: VoteShare;
  readonly cards: readonly ScoreCard[];
  readonly ballots: readonly RoundOfVotes[];
  readonly duties: readonly ChallengeDuty[];
  readonly concessions: readonly ConcededPoint[];
  readonly changes: readonly JudgeChange[];
  readonly classification: ClassificationCard | null;
  /** What code found at the end: arguing for another stance. */
  readonly drift: readonly {
    readonly at: number;
    readonly seat: string;
    readonly own: number;
    readonly other: number;
  }[];
}

export interface RoundOfVotes {
  readonly step: string;
  readonly round: number;
  /** When the last vote of it came. */
  readonly at: number;
  readonly tally: Tally;
  /** Votes that were asked for and have not come. */
  readonly pending: readonly string[];
  readonly absent: readonly string[];
  /** All who were asked have answered or are absent. */
  readonly complete: boolean;
  /** Of how many a share is needed: in round 2, of all who voted in round 1. */
  readonly electorate: number;
}

export interface JudgeChange {
  readonly at: number;
  readonly by: string;
  readonly from: string;
  readonly to: string;
  readonly causes: readonly string[];
  readonly words: string;
  readonly standing: PositionChange["standing"];
  /** What is wrong with its cause; empty where nothing is. */
  readonly problems: readonly string[];
}

export interface ClassificationCard {
  readonly at: number;
  readonly class: string;
  readonly matched: string | null;
  readonly confidence: string | null;
  readonly compound: boolean;
}

const FIRST = ["openings", "recommendation"];

export function judgesAt(whole: DebateTimeline, at: number): JudgesStory {
  const debateTimeline = cutTimelineAt(whole, at);
  const first = debateTimeline.turns.filter(({ step }) => FIRST.includes(step));
  const changes = changesIn(debateTimeline);
  const reverted = new Set(
    changes.filter(({ standing }) => standing === "reverted").map(({ by }) => by),
  );
  const counted = inStep(debateTimeline, SECOND).filter(({ seat }) => !reverted.has(seat));
  const cards = first
    .filter(({ reply }) => reply !== null)
    .map((turn) =>
      createScoreCard(
        turn,
        debateTimeline.seats.find(({ id }) => id === turn.seat),
        counted.find(({ seat }) => seat === turn.seat) ?? null,
      ),
    );
  return {
    share: getVoteShare(debateTimeline),
    cards: inSeatOrder(debateTimeline, cards),
    ballots: [...FIRST, SECOND].flatMap(
      (step) => readRoundOfVotes(debateTimeline, step, changes) ?? [],
    ),
    duties: listChallengeDuties(debateTimeline),
    concessions: counted.flatMap(listConcessionsIn),
    changes,
    ...foundAtTheEnd(debateTimeline),
  };
}

function getVoteShare({ deciding }: DebateTimeline): VoteShare {
  return deciding?.by === "share" ? deciding.needed : TWO_THIRDS;
}

function inSeatOrder<Piece extends { readonly seat: string }>(
  { seats }: DebateTimeline,
  pieces: readonly Piece[],
): Piece[] {
  return seats.flatMap(({ id }) => pieces.filter(({ seat }) => seat === id));
}

function readRoundOfVotes(
  debateTimeline: DebateTimeline,
  step: string,
  changes: readonly JudgeChange[],
): RoundOfVotes | null {
  const asked = debateTimeline.steps.find((one) => one.step === step);
  if (!asked) return null;
  const turns = inStep(debateTimeline, step);
  const round = step === SECOND ? 2 : 1;
  const reverted = new Map(
    changes.filter(({ standing }) => standing === "reverted").map(({ by, from }) => [by, from]),
  );
  const votes = asked.asked.flatMap(({ seat }) => {
    const option = readVotedOption(turns.find((turn) => turn.seat === seat));
    if (option === null) return [];
    return [{ by: seat, option: (round === 2 ? reverted.get(seat) : undefined) ?? option }];
  });
  const voted = inStep(debateTimeline, "openings").filter(
    (turn) => readVotedOption(turn) !== null,
  ).length;
  const electorate = round === 2 ? Math.max(voted, votes.length) : votes.length;
  const pending = askedIn(debateTimeline, step).filter(
    (seat) => !turns.some((turn) => turn.seat === seat),
  );
  return {
    step,
    round,
    at: turns.at(-1)?.at ?? asked.at,
    tally: tallyAmong(votes, getVoteShare(debateTimeline), electorate),
    pending,
    absent: turns.filter(({ absent }) => absent !== null).map(({ seat }) => seat),
    complete: pending.length === 0,
    electorate: electorate + (round === 2 ? 0 : pending.length),
  };
}

type ChangeCause = NonNullable<JudgeResponse["changed_because"]>;

/** As the outcome counts them once it has come; before, by the duties that were left unmet. */
function changesIn(debateTimeline: DebateTimeline): JudgeChange[] {
  const firm = fieldIn(debateTimeline.settings, "require_change_documentation") !== false;
  const held = mapFirstOptions(debateTimeline);
  return inStep(debateTimeline, SECOND).flatMap((turn) => {
    const { seat: by } = turn;
    const unmet = turn.unmet.filter(isUncausedChange);
    const response = readRecordedFields<JudgeResponse>(turn.reply);
    const from = held.get(by) ?? null;
    const to = textIn(response, "option");
    if (from === null || to === null || from === to) return [];
    const cause = readRecordedFields<ChangeCause>(fieldIn(response, "changed_because"));
    const causes = textsIn(cause, "claims");
    const found = debateTimeline.end?.outcome.changes.find((one) => one.by === by && one.to === to);
    const uncaused = unmet.length > 0 || Object.keys(cause).length === 0;
    const unheld: PositionChange["standing"] = firm ? "reverted" : "unexplained";
    const standing = found?.standing ?? (uncaused ? unheld : "explained");
    const words = textIn(cause, "explanation") ?? "";
    return [{ at: turn.at, by, from, to, causes, words, standing, problems: unmet }];
  });
}

function foundAtTheEnd(
  debateTimeline: DebateTimeline,
): Pick<JudgesStory, "classification" | "drift"> {
  const { at } = debateTimeline.end ?? { at: 0 };
  const result = readResultRow(debateTimeline);
  const kind = fieldIn(result, "classification");
  const name = textIn(kind, "classification");
  const drift = rowsIn(result, "stance_drift").flatMap(({ row }) => {
    const seat = textIn(row, "judge");
    if (seat === null || truthIn(row, "drifting") !== true) return [];
    const [own, other] = [fieldIn(row, "own"), fieldIn(row, "other")].map(
      (count) => Number(count) || 0,
    );
    return [{ at, seat, own: own ?? 0, other: other ?? 0 }];
  });
  if (name === null) return { classification: null, drift };
  return {
    classification: {
      at,
      class: name,
      matched: textIn(kind, "matched_indicator"),
      confidence: textIn(kind, "confidence"),
      compound: truthIn(kind, "compound") === true,
    },
    drift,
  };
}
