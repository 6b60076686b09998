/** T16-T18, T31, K5: measurements of the discussion that are reported beside the outcome. */
import { findSpokenTurn } from "../../../domain/round.ts";
import { VETO_BELOW } from "../settings.ts";
import { type EndedRoundtable, turnsOf } from "./ended-roundtable.ts";
import { talkedPast } from "./pending-replies.ts";
import { lastScore } from "./progress.ts";
import { type ScoreRound, scoreRounds } from "./scoring.ts";
import { statementsIn } from "./table.ts";
import { sharedWords } from "./wording.ts";

/** A rise whose cause was not valid. */
export interface UnexplainedRise {
  readonly participant: string;
  readonly round: number;
  readonly from: number;
  readonly stated: number;
  readonly reason: string;
}

export function unexplainedRises(rounds: readonly ScoreRound[]): UnexplainedRise[] {
  return rounds.flatMap(({ number, scores }) =>
    scores.flatMap(({ by, counted, stated, movements }) =>
      movements
        .filter(({ what, problems }) => what === "score" && problems.length > 0)
        .map(({ problems }) => ({
          participant: by,
          round: number,
          from: counted,
          stated,
          reason: problems.join("; "),
        })),
    ),
  );
}

export interface LoggedConcern {
  readonly participant: string;
  readonly round: number;
  readonly id: string;
  readonly concern: string;
  readonly why: string;
}

/** Written down, and without power to block. */
export function loggedConcerns(rounds: readonly ScoreRound[]): LoggedConcern[] {
  return rounds.flatMap(({ number, scores }) =>
    scores.flatMap(({ by, concerns }) =>
      concerns
        .filter(({ own, repeats }) => !own || repeats !== null)
        .map(({ id, text, domain, own, repeats }) => ({
          participant: by,
          round: number,
          id,
          concern: text,
          why: own ? `repeats ${repeats}, which was answered` : `lies in the domain ${domain}`,
        })),
    ),
  );
}

export interface SpecialistFlip {
  readonly participant: string;
  readonly round: number;
  readonly from: string;
  readonly to: string;
  readonly cited: readonly string[];
  readonly registered: string;
}

/** Fewer shared words than this is chance. */
const ENOUGH_SHARED = 2;

/** T5: changes of mind whose causes have nothing of what the speaker had said would change it. */
export function flipsAgainstRegistered(
  { table, talk }: EndedRoundtable,
  rounds: readonly ScoreRound[],
): SpecialistFlip[] {
  const words = new Map(statementsIn(table, talk).map(({ id, text }) => [id, text]));
  return rounds.flatMap(({ number, scores }, index) =>
    scores.flatMap(({ by, counted, movements }) => {
      const registered = findSpokenTurn(talk.positions, by)?.reply.would_change_my_mind;
      if (registered === undefined) return [];
      const before = lastScore(rounds.slice(0, index), by);
      const crossed =
        before !== undefined && before.counted < VETO_BELOW && counted >= table.settings.target;
      return movements
        .filter(({ what, problems }) => problems.length === 0 && (what === "option" || crossed))
        .filter(({ cited }) => {
          const causes = cited.map((id) => words.get(id) ?? "").join(" ");
          return sharedWords(causes, registered).length < ENOUGH_SHARED;
        })
        .map(({ from, to, cited }) => ({
          participant: by,
          round: number,
          from,
          to,
          cited,
          registered,
        }));
    }),
  );
}

export interface UnmetDuty {
  readonly participant: string;
  readonly step: string;
  readonly duty: string;
}

export function unmetDuties(ended: EndedRoundtable): UnmetDuty[] {
  return turnsOf(ended).flatMap((turn) =>
    turn.kind === "spoken"
      ? turn.unmet.map((duty) => ({ participant: turn.by, step: stepOf(turn.key), duty }))
      : [],
  );
}

export function stepOf(key: string): string {
  return key.split("/", 1)[0] ?? key;
}

/** What a reader must know, in sentences. */
export function notesOn(ended: EndedRoundtable): string[] {
  const { table, talk } = ended;
  const rounds = scoreRounds(table, talk);
  const rises = unexplainedRises(rounds).map(
    ({ participant, round, from, stated, reason }) =>
      `${participant} raised its score to ${stated} in round ${round} without a valid cause (${reason}); ${from} stands`,
  );
  const logged = loggedConcerns(rounds.slice(-1)).map(
    ({ participant, id, why }) => `${participant}'s concern ${id} does not block: it ${why}`,
  );
  const flips = flipsAgainstRegistered(ended, rounds).map(
    ({ participant, from, to, cited }) =>
      `${participant} moved from ${from} to ${to} by ${cited.join(", ")}, which is not what it had said would change its mind`,
  );
  const past = talkedPast(table, talk).map(
    ({ to, messages }) => `${to} never answered ${messages.join(", ")}, sent to it by name`,
  );
  const duties = unmetDuties(ended).map(
    ({ participant, step, duty }) => `${participant} left a duty unmet in ${step}: ${duty}`,
  );
  const lead = talk.exchanges.flatMap(({ number, compromise }) =>
    compromise?.kind === "absent"
      ? [`the lead proposed no compromise before round ${number}, though the scores had stalled`]
      : [],
  );
  return [...rises, ...logged, ...flips, ...lead, ...past, ...duties];
}
