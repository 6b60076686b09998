/**
 * T6-T9, K5: turns replies into scores that count. This is the only place where a score is read, held back or
 * reverted, and where the ledger of concerns is kept.
 */
import { findSpokenTurn, type Spoken } from "../../../domain/round.ts";
import type { TableProposal } from "../prompts/prompt-input.ts";
import type { Discussion, Position, SatisfactionScore } from "../replies.ts";
import {
  addConcerns,
  closeConcerns,
  type ConcernClosing,
  type FailedClosing,
  isBlockingOpen,
  type LedgerConcern,
  readClosings,
  type ReadClosings,
} from "./ledger.ts";
import { findMovements, type Movement } from "./movements.ts";
import {
  findProposal,
  listReadable,
  listStatements,
  type RoundtableDebateTable,
  STAGES,
  type TableStatement,
  type Talk,
} from "./table.ts";

export interface CountedScore {
  readonly by: string;
  readonly round: number;
  readonly key: string;
  /** The version of the proposal that it is about; 0 where none was on the table. */
  readonly version: number;
  readonly stated: number;
  /** What counts: a reverted score leaves the one before, and one that is held back stays below the target. */
  readonly counted: number;
  readonly accepts: boolean;
  readonly position: string;
  readonly option: string | null;
  /** Why it accepts a proposal for another option than its own. */
  readonly concession: string | null;
  readonly stillBest: SatisfactionScore["still_best"];
  readonly stillBestWhy: string;
  readonly movements: readonly Movement[];
  readonly reverted: boolean;
  /** T9: why a score at the target does not count as one. */
  readonly heldBack: readonly string[];
  /** The last score that had a cause, or needed none; rises are compared with it. */
  readonly explained: ExplainedScore;
  /** T9: at the target, would accept, and nothing of its own blocks. */
  readonly ready: boolean;
}

export interface ExplainedScore {
  readonly score: number;
  /** What was said before it cannot explain a later rise. */
  readonly stage: number;
}

/** The scores of one round; absent specialists have none. */
export interface ScoreRound {
  readonly number: number;
  readonly scores: readonly CountedScore[];
}

export interface CountedTable {
  readonly rounds: readonly ScoreRound[];
  readonly ledger: readonly LedgerConcern[];
  /** T16: concerns that their owners called settled by something older; they stayed open. */
  readonly failedClosings: readonly (FailedClosing & {
    readonly by: string;
    readonly round: number;
  })[];
}

/** What a specialist's score is weighed against. */
export interface Scale {
  readonly by: string;
  readonly round: number;
  readonly target: number;
  readonly proposal: TableProposal | null;
  readonly previous: CountedScore | null;
  readonly explained: ExplainedScore | null;
  /** Its first position; absent if it took none. */
  readonly first: Position | null;
  /** Its option before this score. */
  readonly held: string | null;
  /** Its own concerns, closed ones too. */
  readonly own: readonly LedgerConcern[];
  readonly open: readonly LedgerConcern[];
  readonly visible: readonly TableStatement[];
}

export function countTable(table: RoundtableDebateTable, talk: Talk): CountedTable {
  const known = countedByTalk.get(talk);
  if (known) return known;
  const counted = countRounds(table, talk);
  countedByTalk.set(talk, counted);
  return counted;
}

const countedByTalk = new WeakMap<Talk, CountedTable>();

function countRounds(table: RoundtableDebateTable, talk: Talk): CountedTable {
  let ledger = talk.positions.spoken.reduce<LedgerConcern[]>(
    (known, { by, reply, claims }) =>
      addConcerns(known, reply.concerns, { by, round: 0, stage: 0, claims: claims.slice(1) }),
    [],
  );
  const rounds: ScoreRound[] = [];
  const failedClosings: CountedTable["failedClosings"][number][] = [];
  for (const [index, { number, discussion, scores }] of talk.exchanges.entries()) {
    const then = { ...talk, exchanges: talk.exchanges.slice(0, index + 1) };
    for (const { by, reply, claims } of discussion.spoken) {
      const stage = STAGES.discussion(number);
      const own = claims.slice(reply.messages.length);
      const { closings, failed } = readTalkClosings(table, then, { by, reply, ledger });
      failedClosings.push(...failed.map((one) => ({ ...one, by, round: number })));
      ledger = closeConcerns(ledger, closings, number);
      ledger = addConcerns(ledger, reply.concerns, { by, round: number, stage, claims: own });
    }
    const before = { rounds: [...rounds], ledger, failedClosings };
    const counted = table.specialists.flatMap(({ id }) => {
      const turn = findSpokenTurn(scores, id);
      if (!turn) return [];
      const weighed = weighScore(createScale(table, then, { by: id, before }), turn.reply);
      ledger = applyScore(ledger, turn, weighed);
      failedClosings.push(...weighed.failed.map((one) => ({ ...one, by: id, round: number })));
      return [{ ...weighed.score, key: turn.key }];
    });
    rounds.push({ number, scores: counted });
  }
  return { rounds, ledger, failedClosings };
}

/** T5: a concern can be closed in the discussion too, by what its owner had read before speaking. */
export function readTalkClosings(
  table: RoundtableDebateTable,
  talk: Talk,
  stated: { by: string; reply: Discussion; ledger: readonly LedgerConcern[] },
): ReadClosings {
  const { by, reply, ledger } = stated;
  if (reply.settled.length === 0) return { closings: [], problems: [], failed: [] };
  const round = talk.exchanges.at(-1)?.number ?? 0;
  const visible = listReadable(by, listStatements(table, talk)).filter(
    ({ stage }) => stage < STAGES.discussion(round),
  );
  const open = ledger.filter((one) => one.by === by && one.settled === null);
  return readClosings(reply.settled, { by, open, visible });
}

/** What reverts, reverts whole: concerns are closed by a score that stands. What was raised stays raised. */
function applyScore(
  ledger: readonly LedgerConcern[],
  { by, reply, claims }: Spoken<SatisfactionScore>,
  { score, closings }: WeighedScore,
): LedgerConcern[] {
  const { round } = score;
  const stage = STAGES.scores(round);
  const closed = score.reverted ? [...ledger] : closeConcerns(ledger, closings, round);
  return addConcerns(closed, reply.REMAINING_CONCERNS, { by, round, stage, claims });
}

/** `talk` ends with the round being scored; `before` has what was counted until then. */
export function createScale(
  table: RoundtableDebateTable,
  talk: Talk,
  { by, before }: { by: string; before: CountedTable },
): Scale {
  const round = talk.exchanges.at(-1)?.number ?? 0;
  const given = before.rounds.flatMap(({ scores }) => scores.filter((score) => score.by === by));
  const previous = given.at(-1) ?? null;
  const own = before.ledger.filter((one) => one.by === by);
  const first = findSpokenTurn(talk.positions, by)?.reply ?? null;
  const visible = listReadable(by, listStatements(table, talk));
  return {
    by,
    round,
    target: table.settings.target,
    proposal: findProposal(talk),
    previous,
    explained: previous?.explained ?? null,
    first,
    held: previous ? previous.option : (first?.position_option ?? null),
    own,
    open: own.filter(({ settled }) => settled === null),
    visible: visible.filter(({ stage }) => stage < STAGES.scores(round)),
  };
}

export interface WeighedScore {
  readonly score: Omit<CountedScore, "key">;
  readonly closings: readonly ConcernClosing[];
  /** What is wrong with closings; they do not take place. */
  readonly closingProblems: readonly string[];
  readonly failed: readonly FailedClosing[];
  /** Own concerns that are open after it, with new ones. */
  readonly open: readonly LedgerConcern[];
}

export function weighScore(scale: Scale, reply: SatisfactionScore): WeighedScore {
  const { by, round, target, proposal, previous, explained, own } = scale;
  const { SATISFACTION: stated, WOULD_ACCEPT_CURRENT } = reply;
  const movements = findMovements(scale, reply);
  const reverted = movements.some(({ problems }) => problems.length > 0);
  const { closings, problems, failed } = readClosings(reply.my_concerns, scale);
  const stage = STAGES.scores(round);
  const closed = reverted ? own : closeConcerns(own, closings, round);
  const after = addConcerns(closed, reply.REMAINING_CONCERNS, { by, round, stage, claims: [] });
  const left = after.filter((one) => one.settled === null);
  const option = reverted ? scale.held : (reply.position_option ?? scale.held);
  const version = proposal?.version ?? 0;
  const sameVersion = previous?.version === version;
  const says = WOULD_ACCEPT_CURRENT === "yes" && proposal !== null;
  // K4: what goes back never turns a lower score or a "no" into a better one
  const accepts = says && (!reverted || (sameVersion && previous.accepts));
  const heldBack =
    stated >= target
      ? findHoldBacks(scale, reply, { option, blocking: left.filter(isBlockingOpen) })
      : [];
  const below = Math.min(stated, target - 1);
  const back = Math.min(previous?.counted ?? below, stated);
  const counted = reverted ? back : heldBack.length > 0 ? below : stated;
  const rose = movements.some(({ what }) => what === "score");
  const keeps = reverted || (explained !== null && !rose && stated >= explained.score);
  return {
    closings,
    closingProblems: problems,
    failed,
    open: left,
    score: {
      by,
      round,
      version,
      stated,
      counted,
      accepts,
      position: reverted
        ? (previous?.position ?? scale.first?.position ?? reply.POSITION)
        : reply.POSITION,
      option,
      concession: reverted ? null : reply.accepts_other_option,
      stillBest: reply.still_best,
      stillBestWhy: reply.still_best_why,
      movements,
      reverted,
      heldBack,
      explained:
        keeps && explained !== null
          ? { ...explained, score: Math.min(explained.score, stated) }
          : { score: reverted ? below : stated, stage },
      ready: !reverted && proposal !== null && stated >= target && heldBack.length === 0,
    },
  };
}

/** T9: what keeps a score at the target from counting as one. */
function findHoldBacks(
  { proposal, target }: Scale,
  { SATISFACTION, WOULD_ACCEPT_CURRENT, accepts_other_option }: SatisfactionScore,
  { option, blocking }: { option: string | null; blocking: readonly LedgerConcern[] },
): string[] {
  if (proposal === null) return [];
  const stands = proposal.option === null ? "no single option" : `option ${proposal.option}`;
  return [
    ...(WOULD_ACCEPT_CURRENT === "no"
      ? [
          `SATISFACTION is ${SATISFACTION} and WOULD_ACCEPT_CURRENT is no; they contradict each other`,
        ]
      : []),
    ...blocking.map(
      ({ id, text }) =>
        `SATISFACTION is ${SATISFACTION} and your blocking concern ${id === "" ? `“${text}”` : id} is open; close it in ` +
        `my_concerns with what settled it, or score below ${target}`,
    ),
    ...(option !== null && option !== proposal.option && accepts_other_option === null
      ? [
          `SATISFACTION is ${SATISFACTION} and you hold option ${option}, but the proposal stands for ${stands}; say in ` +
            `accepts_other_option why you accept it all the same, or score below ${target}`,
        ]
      : []),
  ];
}
