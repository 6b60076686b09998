/** T0, T16-T18, T31, K5: measurements of the discussion that are reported beside the outcome. */
import { describeAbsenceReason, findSpokenTurn } from "../../../domain/round.ts";
import { type EndedRoundtable, listTurns } from "./ended-roundtable.ts";
import { isBlockingOpen, type LedgerConcern } from "./ledger.ts";
import { PAGE_WORDS } from "./limits.ts";
import { listTalkedPast } from "./pending-replies.ts";
import { countTable, type ScoreRound } from "./scoring.ts";
import { listProposals, type Talk } from "./table.ts";
import { findCounterCase, isCounterCaseMade } from "./unanimity.ts";
import { countWords } from "./wording.ts";

/** A score that went back because a change in it had no valid cause. */
export interface UnexplainedRise {
  readonly participant: string;
  readonly round: number;
  readonly from: number;
  readonly stated: number;
  readonly reason: string;
}

export function listUnexplainedRises(rounds: readonly ScoreRound[]): UnexplainedRise[] {
  return rounds.flatMap(({ number, scores }) =>
    scores
      .filter(({ reverted }) => reverted)
      .map(({ by, counted, stated, movements }) => ({
        participant: by,
        round: number,
        from: counted,
        stated,
        reason: movements.flatMap(({ problems }) => problems).join("; "),
      })),
  );
}

export interface HeldBackScore {
  readonly participant: string;
  readonly round: number;
  readonly stated: number;
  readonly counted: number;
  readonly reason: string;
}

/** T9: scores at the target that do not count as one. */
export function listHeldBackScores(rounds: readonly ScoreRound[]): HeldBackScore[] {
  return rounds.flatMap(({ number, scores }) =>
    scores
      .filter(({ heldBack, reverted }) => heldBack.length > 0 && !reverted)
      .map(({ by, counted, stated, heldBack }) => ({
        participant: by,
        round: number,
        stated,
        counted,
        reason: heldBack.join("; "),
      })),
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
export function listLoggedConcerns(ledger: readonly LedgerConcern[]): LoggedConcern[] {
  return ledger
    .filter((one) => one.settled === null && one.blocking && !isBlockingOpen(one))
    .map(({ by, round, id, text, domain, own, repeats }) => ({
      participant: by,
      round,
      id,
      concern: text,
      why: own
        ? `repeats ${repeats ?? ""}, which its owner closed`
        : `lies in the domain ${domain}`,
    }));
}

export interface RegisteredFlip {
  readonly participant: string;
  readonly round: number;
  readonly from: string;
  readonly to: string;
  readonly cited: readonly string[];
  readonly registered: string;
  /** As the speaker says; null where it did not say. */
  readonly as_registered: string | null;
}

/** T5: changes of option beside what the speaker had said would change its mind. */
export function listFlips(
  { talk }: EndedRoundtable,
  rounds: readonly ScoreRound[],
): RegisteredFlip[] {
  return rounds.flatMap(({ number, scores }) =>
    scores.flatMap(({ by, movements, reverted }) => {
      const registered = findSpokenTurn(talk.positions, by)?.reply.would_change_my_mind;
      if (registered === undefined || reverted) return [];
      return movements
        .filter(({ what }) => what === "option")
        .map(({ from, to, cited, asRegistered }) => ({
          participant: by,
          round: number,
          from,
          to,
          cited,
          registered,
          as_registered: asRegistered,
        }));
    }),
  );
}

export interface UnmetDuty {
  readonly participant: string;
  readonly step: string;
  readonly duty: string;
}

export function listUnmetDuties(ended: EndedRoundtable): UnmetDuty[] {
  return listTurns(ended).flatMap((turn) =>
    turn.kind === "spoken"
      ? turn.unmet.map((duty) => ({ participant: turn.by, step: readStep(turn.key), duty }))
      : [],
  );
}

export function readStep(key: string): string {
  return key.split("/", 1)[0] ?? key;
}

/** T9: null where nobody had to be asked. */
export function describeCounterCase({ table, talk }: EndedRoundtable): {
  readonly by: string;
  readonly made: boolean;
} | null {
  const assigned = findCounterCase(table, talk);
  return assigned && { by: assigned.by, made: isCounterCaseMade(talk, assigned) };
}

/** What a reader must know, in sentences. */
export function listNotes(ended: EndedRoundtable): string[] {
  const { table, talk } = ended;
  const { rounds, ledger, failedClosings } = countTable(table, talk);
  const counter = describeCounterCase(ended);
  return [
    ...describeSilentLead(ended),
    ...listUnexplainedRises(rounds).map(({ participant, round, from, stated, reason }) =>
      from === stated
        ? `${participant} changed options in round ${round} without a valid cause (${reason}), so the change went back; the score of ${stated} stands`
        : `${participant} scored ${stated} in round ${round} without a valid cause (${reason}); ${from} stands`,
    ),
    ...listHeldBackScores(rounds.slice(-1)).map(
      ({ participant, stated, reason }) =>
        `${participant}'s ${stated} in the last round does not count as agreement: ${reason}`,
    ),
    ...failedClosings.map(
      ({ by, round, claim, why }) =>
        `${by} called ${claim} settled in round ${round}, and it stayed open: ${why}`,
    ),
    ...listLongProposals(talk).map(
      ({ version, words }) =>
        `version ${version} of the proposal has ${words} words; a page has ${PAGE_WORDS}`,
    ),
    ...listLoggedConcerns(ledger).map(
      ({ participant, id, why }) => `${participant}'s concern ${id} does not block: it ${why}`,
    ),
    ...listFlips(ended, rounds)
      .filter((flip) => flip.as_registered !== "yes")
      .map(
        ({ participant, from, to, registered, as_registered }) =>
          `${participant} moved from ${from} to ${to}; they had registered “${registered}” and ` +
          (as_registered === null
            ? "did not say whether this is it"
            : `say this is it: ${as_registered}`),
      ),
    ...(counter?.made === false
      ? [
          `nobody disagreed after the sealed positions, and ${counter.by} did not make the assigned counter-case`,
        ]
      : []),
    ...listTalkedPast(table, talk).map(
      ({ to, messages }) => `${to} never answered ${messages.join(", ")}, sent to them by name`,
    ),
    ...listUnmetDuties(ended).map(
      ({ participant, step, duty }) => `${participant} left a duty unmet in ${step}: ${duty}`,
    ),
  ];
}

/** T0: a proposal is at most a page; a longer one is accepted up to a limit, and noted. */
function listLongProposals(talk: Talk): { version: number; words: number }[] {
  return listProposals(talk)
    .map(({ version, answer }) => ({ version, words: countWords(answer) }))
    .filter(({ words }) => words > PAGE_WORDS);
}

/** T0: whenever the lead is silent, the last version stays on the table, and that is said. */
function describeSilentLead({ talk }: EndedRoundtable): string[] {
  return talk.exchanges.flatMap(({ number, proposal }) => {
    if (proposal.kind === "spoken") return [];
    const stays = listProposals(talk).findLast(({ round }) => round < number);
    const table =
      stays === undefined
        ? "nothing was on the table"
        : `version ${stays.version} stayed on the table`;
    return [
      `the lead ${describeAbsenceReason(proposal.reason)} before round ${number}, so ${table}`,
    ];
  });
}
