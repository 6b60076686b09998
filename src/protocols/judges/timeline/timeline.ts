/** A `judges` debate for its panels: scores, votes of both rounds, who challenged whom, and reverted votes. */
import type { PositionChange } from "../../../domain/outcome.ts";
import { type VoteShare, type Tally, tally, TWO_THIRDS } from "../../../domain/tally.ts";
import type { DebateTimeline, TimelineTurn } from "../../../timeline/debate-timeline.ts";
import {
  askedIn,
  fieldIn,
  inStep,
  readRecordedFields,
  resultOf,
  rowsIn,
  textIn,
  textsIn,
  truthIn,
} from "../../../timeline/reading.ts";
import { cutTimelineAt } from "../../../timeline/snapshot/cut-timeline.ts";
import type { JudgeResponse, Recommendation } from "../replies.ts";
import { type ScoreCard, scoreCardOf } from "./scores.ts";

export interface JudgesStory {
  readonly share: VoteShare;
  readonly cards: readonly ScoreCard[];
  readonly ballots: readonly RoundOfVotes[];
  readonly duties: readonly ChallengeDuty[];
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
}

/** J15: each judge owes every other one a challenge in round 2. */
export interface ChallengeDuty {
  readonly by: string;
  readonly to: string;
  /** Null while it is owed. */
  readonly met: DutyMet | null;
  /** It was absent, so it will not come any more. */
  readonly lost: boolean;
}

export interface DutyMet {
  readonly at: number;
  readonly key: string;
  /** The claim it attacks. */
  readonly claim: string | null;
  /** The claim it is. */
  readonly id: string | null;
  readonly words: string;
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
const SECOND = "responses";

export function judgesAt(whole: DebateTimeline, at: number): JudgesStory {
  const debateTimeline = cutTimelineAt(whole, at);
  const first = debateTimeline.turns.filter(({ step }) => FIRST.includes(step));
  const changes = changesIn(debateTimeline);
  const cards = first
    .filter(({ reply }) => reply !== null)
    .map((turn) =>
      scoreCardOf(
        turn,
        debateTimeline.seats.find(({ id }) => id === turn.seat),
      ),
    );
  return {
    share: shareOf(debateTimeline),
    cards: inSeatOrder(debateTimeline, cards),
    ballots: [...FIRST, SECOND].flatMap((step) => ballotOf(debateTimeline, step, changes) ?? []),
    duties: dutiesIn(debateTimeline),
    changes,
    ...foundAtTheEnd(debateTimeline),
  };
}

function shareOf({ deciding }: DebateTimeline): VoteShare {
  return deciding?.by === "share" ? deciding.needed : TWO_THIRDS;
}

function inSeatOrder<Piece extends { readonly seat: string }>(
  { seats }: DebateTimeline,
  pieces: readonly Piece[],
): Piece[] {
  return seats.flatMap(({ id }) => pieces.filter(({ seat }) => seat === id));
}

function ballotOf(
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
    const option = optionIn(turns.find((turn) => turn.seat === seat));
    if (option === null) return [];
    return [{ by: seat, option: (round === 2 ? reverted.get(seat) : undefined) ?? option }];
  });
  const pending = askedIn(debateTimeline, step).filter(
    (seat) => !turns.some((turn) => turn.seat === seat),
  );
  return {
    step,
    round,
    at: turns.at(-1)?.at ?? asked.at,
    tally: tally(votes, shareOf(debateTimeline)),
    pending,
    absent: turns.filter(({ absent }) => absent !== null).map(({ seat }) => seat),
    complete: pending.length === 0,
  };
}

function dutiesIn(debateTimeline: DebateTimeline): ChallengeDuty[] {
  const judges = askedIn(debateTimeline, SECOND);
  // those who were shown as one voice are challenged as one
  const voices =
    fieldIn(debateTimeline.settings, "one_voice") === true
      ? optionsHeld(debateTimeline)
      : new Map();
  const voiceOf = (seat: string): string[] =>
    judges.filter(
      (one) => one === seat || (voices.has(one) && voices.get(one) === voices.get(seat)),
    );
  return judges.flatMap((by) => {
    const turn = inStep(debateTimeline, SECOND).find(({ seat }) => seat === by);
    return judges
      .filter((to) => to !== by)
      .map((to) => {
        const met = turn ? metIn(turn, voiceOf(to)) : null;
        return { by, to, met, lost: turn?.absent != null };
      });
  });
}

function optionsHeld(debateTimeline: DebateTimeline): ReadonlyMap<string, string> {
  return new Map(
    inStep(debateTimeline, "openings").flatMap((turn): [string, string][] => {
      const option = optionIn(turn);
      return option === null ? [] : [[turn.seat, option]];
    }),
  );
}

/** The vote of a turn, in either round. */
function optionIn(turn: TimelineTurn | undefined): string | null {
  return textIn(readRecordedFields<Recommendation | JudgeResponse>(turn?.reply), "option");
}

function metIn(turn: TimelineTurn, voice: readonly string[]): DutyMet | null {
  const response = readRecordedFields<JudgeResponse>(turn.reply);
  const made = rowsIn(response, "challenges").find(({ row }) =>
    voice.includes(textIn(row, "judge") ?? ""),
  );
  const words = made && textIn(made.row, "counter_argument");
  if (!made || !words) return null;
  const claim = textIn(made.row, "claim");
  const own = turn.claims.find(({ about, text }) => about === claim && text === words);
  return { at: turn.at, key: turn.key, claim, id: own?.id ?? null, words };
}

type ChangeCause = NonNullable<JudgeResponse["changed_because"]>;

/** As the outcome counts them once it has come; before, by the duties that were left unmet. */
function changesIn(debateTimeline: DebateTimeline): JudgeChange[] {
  const firm = fieldIn(debateTimeline.settings, "require_change_documentation") !== false;
  const held = optionsHeld(debateTimeline);
  return inStep(debateTimeline, SECOND).flatMap((turn) => {
    const { seat: by, unmet } = turn;
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
  const result = resultOf(debateTimeline);
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
