/** J15: who challenged and conceded what in round 2, and who still owes a challenge. */
import type { DebateTimeline, TimelineTurn } from "../../../timeline/debate-timeline.ts";
import {
  askedIn,
  fieldIn,
  inStep,
  readRecordedFields,
  rowsIn,
  textIn,
} from "../../../timeline/reading.ts";
import type { JudgeResponse, Recommendation } from "../replies.ts";

export const SECOND = "responses";

/** J15: each judge owes every other one a challenge in round 2. */
export interface ChallengeDuty {
  readonly by: string;
  readonly to: string;
  /** Null while it is owed. */
  readonly met: DutyMet | null;
  /** It was absent, so it will not come any more. */
  readonly lost: boolean;
  /** It answered without it, also when asked again. */
  readonly missed: boolean;
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

/** What a judge granted another in round 2. */
export interface ConcededPoint {
  readonly at: number;
  readonly by: string;
  /** The point that is right. */
  readonly claim: string;
  readonly partly: boolean;
  readonly words: string;
}

export function listChallengeDuties(debateTimeline: DebateTimeline): ChallengeDuty[] {
  const judges = askedIn(debateTimeline, SECOND);
  const authors = new Map(
    inStep(debateTimeline, "openings").flatMap(({ claims }) =>
      claims.map(({ id, by }) => [id, by]),
    ),
  );
  // those who were shown as one voice are challenged as one
  const voices =
    fieldIn(debateTimeline.settings, "one_voice") === true
      ? mapFirstOptions(debateTimeline)
      : new Map();
  const listSameVoice = (seat: string): string[] =>
    judges.filter(
      (one) => one === seat || (voices.has(one) && voices.get(one) === voices.get(seat)),
    );
  return judges.flatMap((by) => {
    const turn = inStep(debateTimeline, SECOND).find(({ seat }) => seat === by);
    return judges
      .filter((to) => to !== by)
      .map((to) => {
        const met = turn ? metIn(turn, { voice: listSameVoice(to), authors }) : null;
        return { by, to, met, lost: turn?.absent != null, missed: turn?.absent === null && !met };
      });
  });
}

/** The judge whose point is attacked is the one who is challenged; the name only where the point is unknown. */
function metIn(
  turn: TimelineTurn,
  { voice, authors }: { voice: readonly string[]; authors: ReadonlyMap<string, string> },
): DutyMet | null {
  const response = readRecordedFields<JudgeResponse>(turn.reply);
  const made = rowsIn(response, "challenges").find(({ row }) => {
    const author = authors.get(textIn(row, "claim") ?? "");
    return voice.includes(author ?? textIn(row, "judge") ?? "");
  });
  const words = made && textIn(made.row, "counter_argument");
  if (!made || !words) return null;
  const claim = textIn(made.row, "claim");
  const own = turn.claims.find(({ about, side }) => about === claim && side === "attacks");
  return { at: turn.at, key: turn.key, claim, id: own?.id ?? null, words };
}

export function listConcessionsIn(turn: TimelineTurn): ConcededPoint[] {
  const response = readRecordedFields<JudgeResponse>(turn.reply);
  return rowsIn(response, "concedes").flatMap(({ row }) => {
    const claim = textIn(row, "claim");
    const words = textIn(row, "words");
    if (claim === null || words === null) return [];
    return [
      { at: turn.at, by: turn.seat, claim, partly: textIn(row, "extent") === "partly", words },
    ];
  });
}

export function mapFirstOptions(debateTimeline: DebateTimeline): ReadonlyMap<string, string> {
  return new Map(
    inStep(debateTimeline, "openings").flatMap((turn): [string, string][] => {
      const option = readVotedOption(turn);
      return option === null ? [] : [[turn.seat, option]];
    }),
  );
}

/** The vote of a turn, in either round. */
export function readVotedOption(turn: TimelineTurn | undefined): string | null {
  return textIn(readRecordedFields<Recommendation | JudgeResponse>(turn?.reply), "option");
}
