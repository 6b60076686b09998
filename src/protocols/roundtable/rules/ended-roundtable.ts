/** A roundtable whose rounds are over, and what follows from it. */
import { type Turn, findSpokenTurn } from "../../../domain/round.ts";
import { tally, type Tally } from "../../../domain/tally.ts";
import type { Escalation, EscalationAnswer } from "../../../protocol.ts";
import type { WrittenRecord } from "../documents/decision-record.ts";
import type { RecordDrafting } from "../prompts/lead-asks.ts";
import { type RoundtableLabel, verdictOn, vetoesIn } from "./escalation.ts";
import { type HaltReason, lastScore } from "./progress.ts";
import { type ScoreRound, scoreRounds } from "./scoring.ts";
import type { RoundtableDebateTable, Talk } from "./table.ts";

export interface EndedRoundtable {
  readonly table: RoundtableDebateTable;
  readonly talk: Talk;
  /** The clock at the opening, after the positions, and after each round. */
  readonly readingsMs: readonly number[];
  /** Null when nobody took a position. */
  readonly halt: HaltReason | null;
  readonly escalation: Escalation | null;
  readonly answer: EscalationAnswer | null;
  readonly answeredMs: number | null;
  readonly record: WrittenRecord | null;
}

export const UNANSWERED = {
  halt: null,
  escalation: null,
  answer: null,
  answeredMs: null,
  record: null,
} as const;

export function labelOf({ table, talk, halt, answer }: EndedRoundtable): RoundtableLabel {
  if (halt === null) return "ABORTED";
  return verdictOn(table, talk, answer).label;
}

export function draftingOf(ended: EndedRoundtable): RecordDrafting {
  const accepted = ended.answer?.reason ?? null;
  return { label: labelOf(ended), choice: choiceOf(ended), accepted };
}

/** The option that everyone names; over a veto, the one that all who accept name. */
export function choiceOf(ended: EndedRoundtable): string | null {
  const label = labelOf(ended);
  if (label === "ESCALATED" || label === "ABORTED") return null;
  const { table, talk } = ended;
  const rounds = scoreRounds(table, talk);
  const latest = rounds.at(-1)?.scores ?? [];
  const bound = label === "ACCEPTED_BY_RISK" ? latest.filter(({ accepts }) => accepts) : latest;
  const all = label === "ACCEPTED_BY_RISK" ? bound.length : table.specialists.length;
  const [first, ...rest] = bound.map(({ option }) => option);
  return first != null && bound.length === all && rest.every((option) => option === first)
    ? first
    : null;
}

/** Who supports which option in the blind positions and in the last round; none if there are no options. */
export function talliesOf({ table, talk }: EndedRoundtable): Tally[] {
  if (table.brief.options.length === 0) return [];
  const initial = talk.positions.spoken.flatMap(({ by, reply }) =>
    reply.position_option === null ? [] : [{ by, option: reply.position_option }],
  );
  const final = (scoreRounds(table, talk).at(-1)?.scores ?? []).flatMap(({ by, option }) =>
    option === null ? [] : [{ by, option }],
  );
  return [initial, ...(talk.exchanges.length === 0 ? [] : [final])].map((votes) =>
    tally(votes, EVERYONE),
  );
}

const EVERYONE = { needed: 1, of: 1 };

/** Everyone's last words: the last score, else the first position. */
export interface SpecialistFinalPosition {
  readonly by: string;
  readonly name: string;
  readonly score: number | null;
  readonly option: string | null;
  readonly words: string | null;
  /** Null when it spoke in the last round. */
  readonly stage: string | null;
}

export function finalPositions({ table, talk }: EndedRoundtable): SpecialistFinalPosition[] {
  const rounds = scoreRounds(table, talk);
  return table.specialists.map(({ id, name }) => {
    const last = lastScore(rounds, id);
    if (last) {
      const late = last.round === rounds.at(-1)?.number;
      const stage = late ? null : `round ${last.round} only`;
      return {
        by: id,
        name,
        score: last.counted,
        option: last.option,
        words: last.position,
        stage,
      };
    }
    const first = findSpokenTurn(talk.positions, id)?.reply;
    const stage = first ? "first position only" : "not heard";
    const option = first?.position_option ?? null;
    return { by: id, name, score: null, option, words: first?.position ?? null, stage };
  });
}

export interface RiskAcceptance {
  readonly by: string;
  readonly at: string;
  readonly sentence: string;
  readonly over: readonly string[];
}

/** T28: the person's own sentence, who and when. */
export function riskAcceptance(ended: EndedRoundtable): RiskAcceptance | null {
  const { table, talk, answer, answeredMs } = ended;
  if (!answer || answeredMs === null || labelOf(ended) !== "ACCEPTED_BY_RISK") return null;
  const over = vetoesIn(table, talk).map(({ by }) => by);
  return { by: answer.by, at: isoOf(answeredMs), sentence: answer.reason, over };
}

export function isoOf(atMs: number): string {
  return new Date(atMs).toISOString();
}

export function dateOf({ readingsMs }: EndedRoundtable): string {
  return isoOf(readingsMs[0] ?? 0).slice(0, 10);
}

export function turnsOf({ talk, record }: EndedRoundtable): Turn<unknown>[] {
  const rounds = talk.exchanges.flatMap(({ compromise, discussion, scores }) => [
    ...(compromise ? [compromise] : []),
    ...discussion.spoken,
    ...discussion.absent,
    ...scores.spoken,
    ...scores.absent,
  ]);
  const { spoken, absent } = talk.positions;
  return [...spoken, ...absent, ...rounds, ...(record?.turns ?? [])];
}

/** Those who had not agreed at the end. */
export function unreadyIn(
  rounds: readonly ScoreRound[],
  { specialists }: RoundtableDebateTable,
): string[] {
  const latest = rounds.at(-1)?.scores ?? [];
  return specialists
    .filter(({ id }) => !latest.some(({ by, ready }) => by === id && ready))
    .map(({ id }) => id);
}
