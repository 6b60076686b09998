/** What each seat is shown, and the keys of the turns it comes from. */
import type { Participant } from "../../../domain/participant.ts";
import { findSpokenTurn, type Spoken } from "../../../domain/round.ts";
import type { Position } from "../replies.ts";
import { describeConcern, type LedgerConcern } from "../rules/ledger.ts";
import { listOwedAnswers } from "../rules/pending-replies.ts";
import { findLastScore } from "../rules/progress.ts";
import { type CountedScore, countTable } from "../rules/scoring.ts";
import {
  createIdMask,
  findProposal,
  listReadable,
  listStatements,
  type RoundtableDebateTable,
  STAGES,
  type TableStatement,
  type Talk,
} from "../rules/table.ts";
import {
  EVERYONE,
  type LeadView,
  type SeatView,
  type TableMessage,
  type TablePosition,
  type TableProposal,
  type TableScore,
} from "./prompt-input.ts";

/** A round under way: what was said until now. */
export interface DiscussionProgress {
  readonly table: RoundtableDebateTable;
  readonly talk: Talk;
  readonly number: number;
}

export interface ShownMessages {
  /** The same for everyone: what was sent to all. */
  readonly broadcasts: readonly TableMessage[];
  /** By this seat or to it alone. */
  readonly direct: readonly TableMessage[];
  readonly view: SeatView;
  readonly owed: readonly TableStatement[];
  readonly open: readonly LedgerConcern[];
  /** Everything it was ever shown, for checks. */
  readonly visible: readonly TableStatement[];
  readonly reveals: readonly string[];
}

/** Before a discussion: the proposal, what waits for an answer, and the last round in headlines. */
export function showForDiscussion(stage: DiscussionProgress, seat: Participant): ShownMessages {
  const { table, talk, number } = stage;
  const owed = listOwedAnswers(table, talk, seat.id);
  const isOffer = ({ kind, round }: TableStatement): boolean =>
    (kind === "compromise" || kind === "core disagreement") && round === number;
  return showTo(stage, seat, {
    positions: number === 1,
    isFull: (one) => isOffer(one) || owed.some(({ id }) => id === one.id),
    isHeadline: ({ stage: said }) => said === STAGES.discussion(number - 1),
  });
}

/** After it: what was said in this round, in full. */
export function showForScore(stage: DiscussionProgress, seat: Participant): ShownMessages {
  return showTo(stage, seat, {
    positions: false,
    isFull: ({ stage: said }) => said === STAGES.discussion(stage.number),
    isHeadline: ({ form, stage: said }) =>
      stage.number === 1 && said === STAGES.positions && form === "position",
  });
}

interface Selection {
  readonly positions: boolean;
  readonly isFull: (statement: TableStatement) => boolean;
  readonly isHeadline: (statement: TableStatement) => boolean;
}

function showTo(
  { table, talk, number }: DiscussionProgress,
  seat: Participant,
  { positions, isFull, isHeadline }: Selection,
): ShownMessages {
  const statements = listStatements(table, talk);
  const visible = listReadable(seat.id, statements);
  const { rounds, ledger } = countTable(table, talk);
  const full = visible.filter(isFull);
  const sent = listReadable(null, statements);
  const common = sent.filter(isFull);
  const headlines = [...sent, ...visible.filter(({ to }) => to !== EVERYONE)].filter(
    (one) => isHeadline(one) && !isFull(one),
  );
  const direct = full.filter(({ to }) => to !== EVERYONE);
  const open = ledger.filter(({ by, settled }) => by === seat.id && settled === null);
  const last = findLastScore(rounds, seat.id);
  const proposal = findProposal(talk);
  const shown = talk.positions.spoken.filter(() => positions);
  const first = findSpokenTurn(talk.positions, seat.id);
  const raised = visible.filter(({ id }) => open.some((one) => one.id === id));
  const proposed = proposal && statements.find(({ id }) => id === proposal.id);
  return {
    broadcasts: common.map(toMessage),
    direct: direct.map(toMessage),
    visible,
    open,
    owed: listOwedAnswers(table, talk, seat.id),
    view: {
      brief: table.brief,
      seat,
      specialists: table.specialists,
      round: number,
      proposal: proposal && maskProposal(proposal, statements),
      positions: shown.map(describePosition),
      messages: full.map(toMessage),
      headlines: headlines.map(toMessage),
      concerns: open.map((one) => describeConcern(one, visible)),
      last: last ? describeScore(last) : null,
      registered: first?.reply.would_change_my_mind ?? null,
    },
    reveals: listKeys([
      ...shown,
      ...(first ? [first] : []),
      ...full,
      ...headlines,
      ...raised,
      ...(proposed ? [proposed] : []),
      ...(last ? [last] : []),
    ]),
  };
}

/** T4: a proposal may name what only some have read; nobody is shown those ids, so that all read the same words. */
export function maskProposal(
  proposal: TableProposal,
  statements: readonly TableStatement[],
): TableProposal {
  const known = new Set(listReadable(null, statements).map(({ id }) => id));
  const hidden = new Set(statements.filter(({ id }) => !known.has(id)).map(({ id }) => id));
  const mask = createIdMask(hidden);
  const keep = (ids: readonly string[]): string[] => ids.filter((id) => known.has(id));
  return {
    ...proposal,
    headline: mask(proposal.headline),
    answer: mask(proposal.answer),
    answers: keep(proposal.answers),
    changes: proposal.changes.map(({ what, because }) => ({
      what: mask(what),
      because: keep(because),
    })),
    not_satisfied: mask(proposal.not_satisfied),
  };
}

export interface ShownToLead {
  readonly view: LeadView;
  readonly statements: readonly TableStatement[];
  readonly reveals: readonly string[];
}

/** T6: the lead reads every message, every open concern and every score; of the past, the proposal holds what matters. */
export function showToLead({
  table,
  talk,
}: Pick<DiscussionProgress, "table" | "talk">): ShownToLead {
  const statements = listStatements(table, talk);
  const { rounds, ledger } = countTable(table, talk);
  const round = talk.exchanges.at(-1)?.number ?? 0;
  const proposal = findProposal(talk);
  const messages = statements.filter(
    ({ stage, form }) => form !== "proposal" && round > 0 && stage === STAGES.discussion(round),
  );
  const open = ledger.filter(({ settled }) => settled === null);
  const latest = table.specialists.flatMap(({ id }) => findLastScore(rounds, id) ?? []);
  const raised = statements.filter(({ id }) => open.some((one) => one.id === id));
  const positions = proposal === null ? talk.positions.spoken : [];
  return {
    statements,
    view: {
      brief: table.brief,
      specialists: table.specialists,
      positions: positions.map(describePosition),
      proposal,
      messages: messages.map(toMessage),
      concerns:
        proposal === null && round === 0 ? [] : open.map((one) => describeConcern(one, statements)),
      scores: latest.map(describeScore),
    },
    reveals: listKeys([
      ...positions,
      ...messages,
      ...raised,
      ...statements.filter(({ id }) => id === proposal?.id),
      ...latest,
    ]),
  };
}

export function describePosition({ by, reply, claims }: Spoken<Position>): TablePosition {
  const [own, ...rest] = claims;
  return {
    id: own?.id ?? "",
    by,
    option: reply.position_option,
    position: reply.position,
    reasoning: reply.reasoning,
    would_change_my_mind: reply.would_change_my_mind,
    missing_material: reply.missing_material,
    evidence: own?.evidence ?? [],
    concerns: reply.concerns.map((concern, index) => ({
      ...concern,
      id: rest[index]?.id ?? "",
      by,
      round: 0,
      evidence: rest[index]?.evidence ?? [],
      answers: [],
    })),
  };
}

export function describeScore(score: CountedScore): TableScore {
  const { by, round, stated, counted, option, position, accepts, stillBest, stillBestWhy } = score;
  const still_best = `${stillBest}: ${stillBestWhy}`;
  return { by, round, satisfaction: stated, counted, option, position, accepts, still_best };
}

function toMessage(statement: TableStatement): TableMessage {
  const { id, by, to, round, kind, text, detail, option, resolved_by, answers, evidence } =
    statement;
  return { id, by, to, round, kind, text, detail, option, resolved_by, answers, evidence };
}

function listKeys(said: readonly { readonly key: string }[]): string[] {
  return [...new Set(said.map(({ key }) => key))];
}

/** Earlier words that a reply can quote, by the id of their statement. */
export function listQuotable(
  visible: readonly TableStatement[],
  proposal: TableProposal | null,
): ReadonlyMap<string, string> {
  const said = visible.map(({ id, text, detail }): [string, string] => [
    id,
    detail === null ? text : `${text}\n${detail}`,
  ]);
  const full = proposal ? [[proposal.id, `${proposal.headline}\n${proposal.answer}`] as const] : [];
  return new Map([...said, ...full]);
}
