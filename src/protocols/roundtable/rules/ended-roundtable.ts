/** A roundtable whose rounds are over, and what follows from it. */
import { tally, type Tally } from "../../../domain/outcome/tally.ts";
import { type Turn, findSpokenTurn } from "../../../domain/round.ts";
import type { Escalation, EscalationAnswer } from "../../../protocol.ts";
import type { WrittenRecord } from "../documents/decision-record.ts";
import type { RecordDrafting } from "../prompts/record-asks.ts";
import { decideVerdict, listVetoes, type RoundtableLabel } from "./escalation.ts";
import { findLastScore, type HaltReason } from "./progress.ts";
import { countTable, type ScoreRound } from "./scoring.ts";
import { findProposal, type RoundtableDebateTable, type Talk } from "./table.ts";

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

export function decideLabel({ table, talk, halt, answer }: EndedRoundtable): RoundtableLabel {
  if (halt === null) return "ABORTED";
  return decideVerdict(table, talk, answer).label;
}

export function isDecided(ended: EndedRoundtable): boolean {
  const label = decideLabel(ended);
  return label !== "ESCALATED" && label !== "ABORTED";
}

export function describeDrafting(ended: EndedRoundtable): RecordDrafting {
  return { label: decideLabel(ended), accepted: ended.answer?.reason ?? null };
}

/** The option of the proposal that was accepted, and of no other text. */
export function findChoice(ended: EndedRoundtable): string | null {
  return isDecided(ended) ? (findProposal(ended.talk)?.option ?? null) : null;
}

/** Who supports which option in the blind positions and in the last round; none if there are no options. */
export function countSupport({ table, talk }: EndedRoundtable): Tally[] {
  if (table.brief.options.length === 0) return [];
  const initial = talk.positions.spoken.flatMap(({ by, reply }) =>
    reply.position_option === null ? [] : [{ by, option: reply.position_option }],
  );
  const { rounds } = countTable(table, talk);
  const final = (rounds.at(-1)?.scores ?? []).flatMap(({ by, option }) =>
    option === null ? [] : [{ by, option }],
  );
  return [initial, ...(talk.exchanges.length === 0 ? [] : [final])].map((votes) =>
    tally(votes, EVERYONE_OF_ALL),
  );
}

const EVERYONE_OF_ALL = { needed: 1, of: 1 };

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

export function listFinalPositions({ table, talk }: EndedRoundtable): SpecialistFinalPosition[] {
  const { rounds } = countTable(table, talk);
  return table.specialists.map(({ id: by, name }) => {
    const last = findLastScore(rounds, by);
    if (last) {
      const { counted: score, option, position: words } = last;
      const late = last.round === rounds.at(-1)?.number;
      return { by, name, score, option, words, stage: late ? null : `round ${last.round} only` };
    }
    const first = findSpokenTurn(talk.positions, by)?.reply;
    const stage = first ? "first position only" : "not heard";
    const option = first?.position_option ?? null;
    return { by, name, score: null, option, words: first?.position ?? null, stage };
  });
}

export interface RiskAcceptance {
  readonly by: string;
  readonly at: string;
  readonly sentence: string;
  readonly over: readonly string[];
  /** T28: what was accepted, quoted from the standing concerns. */
  readonly accepted: readonly {
    readonly participant: string;
    readonly id: string | null;
    readonly concern: string;
  }[];
}

/** T28: the person's own sentence, who and when, and the concerns that it overrules. */
export function readRiskAcceptance(ended: EndedRoundtable): RiskAcceptance | null {
  const { table, talk, answer, answeredMs } = ended;
  if (!answer || answeredMs === null || decideLabel(ended) !== "ACCEPTED_BY_RISK") return null;
  const vetoes = listVetoes(table, talk);
  const accepted = vetoes.flatMap(({ by, objections, words }): RiskAcceptance["accepted"] =>
    objections.length === 0
      ? [{ participant: by, id: null, concern: words ?? "" }]
      : objections.map(({ id, text }) => ({ participant: by, id, concern: text })),
  );
  const { by, reason } = answer;
  const at = formatInstant(answeredMs);
  return { by, at, sentence: reason, over: vetoes.map((veto) => veto.by), accepted };
}

export function formatInstant(atMs: number): string {
  return new Date(atMs).toISOString();
}

export function formatDay({ readingsMs }: EndedRoundtable): string {
  return formatInstant(readingsMs[0] ?? 0).slice(0, 10);
}

export function listTurns({ talk, record }: EndedRoundtable): Turn<unknown>[] {
  const rounds = talk.exchanges.flatMap(({ proposal, discussion, scores }) => [
    proposal,
    ...discussion.spoken,
    ...discussion.absent,
    ...scores.spoken,
    ...scores.absent,
  ]);
  const { spoken, absent } = talk.positions;
  return [...spoken, ...absent, ...rounds, ...(record?.turns ?? [])];
}

/** Those who had not agreed at the end. */
export function listUnready(
  rounds: readonly ScoreRound[],
  { specialists }: RoundtableDebateTable,
): string[] {
  const latest = rounds.at(-1)?.scores ?? [];
  return specialists
    .filter(({ id }) => !latest.some(({ by, ready }) => by === id && ready))
    .map(({ id }) => id);
}
