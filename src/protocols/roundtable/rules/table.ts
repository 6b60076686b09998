/** Who sits at the roundtable, what was said there, and who could read it. */
import type { Brief } from "../../../domain/brief.ts";
import type { Claim } from "../../../domain/claim.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Round, Spoken, Turn } from "../../../domain/round.ts";
import type { ExchangeContext as Showing } from "../../../exchange/reader-view.ts";
import type {
  Addressees,
  TableConcern,
  TableMessage,
  TablePosition,
} from "../prompts/prompt-input.ts";
import type { Compromise, Discussion, Position, SatisfactionScore } from "../replies.ts";
import type { RoundtableSettings } from "../settings.ts";

export interface RoundtableDebateTable {
  readonly brief: Brief;
  readonly lead: Participant;
  /** The original roster: consensus is theirs, whoever is absent later. */
  readonly specialists: readonly Participant[];
  readonly settings: RoundtableSettings;
  readonly exchange?: Showing | null;
}

/** One round of discussion and the scores after it. */
export interface DiscussionRound {
  readonly number: number;
  /** What the lead proposed before this round, where the table had stalled. */
  readonly compromise: Turn<Compromise> | null;
  readonly discussion: Round<Discussion>;
  readonly scores: Round<SatisfactionScore>;
}

export interface Talk {
  readonly positions: Round<Position>;
  readonly exchanges: readonly DiscussionRound[];
}

export function tableOf(
  participants: readonly Participant[],
  brief: Brief,
  settings: RoundtableSettings,
): RoundtableDebateTable {
  const lead = participants.find(({ role }) => role === "lead");
  if (!lead) throw new TypeError("A roundtable has a lead.");
  const specialists = participants.filter((participant) => participant !== lead);
  return { brief, lead, specialists, settings };
}

/** The table while round `number` is under way: what has not been said yet is empty. */
export function opened(talk: Talk, number: number, compromise: Turn<Compromise> | null): Talk {
  const discussion = { step: `discussion-${number}`, spoken: [], absent: [] };
  const scores = { step: `scores-${number}`, spoken: [], absent: [] };
  return { ...talk, exchanges: [...talk.exchanges, { number, compromise, discussion, scores }] };
}

/** The same with the last round's words filled in. */
export function withLast(talk: Talk, words: Partial<DiscussionRound>): Talk {
  const last = talk.exchanges.at(-1);
  if (!last) throw new TypeError("No round is open.");
  return { ...talk, exchanges: [...talk.exchanges.slice(0, -1), { ...last, ...words }] };
}

/** Something that has an id: a position, a concern or a message, and who may read it. */
export interface TableStatement extends TableMessage {
  /** Key of the turn it was said in. */
  readonly key: string;
  readonly form: "position" | "concern" | "message";
}

/** T2-T4: everything said so far, in order. Concerns beside a score are for the lead alone. */
export function statementsIn(table: RoundtableDebateTable, talk: Talk): readonly TableStatement[] {
  const known = ledgers.get(talk);
  if (known) return known;
  const ledger = ledgerOf(table, talk);
  ledgers.set(talk, ledger);
  return ledger;
}

/** Every prompt of a round reads the same talk. */
const ledgers = new WeakMap<Talk, readonly TableStatement[]>();

function ledgerOf({ lead }: RoundtableDebateTable, talk: Talk): TableStatement[] {
  const all = [
    ...talk.positions.spoken.flatMap(positionStatements),
    ...talk.exchanges.flatMap(({ number, compromise, discussion, scores }) => [
      ...(compromise?.kind === "spoken" ? proposals(compromise, number - 1) : []),
      ...discussion.spoken.flatMap((turn) => messages(turn, number)),
      ...scores.spoken.flatMap((turn) => scoreConcerns(turn, number)),
    ]),
  ];
  const byId = new Map(all.map((statement) => [statement.id, statement]));
  return all.map((statement) => {
    // nobody answers what it was never shown, whatever id it writes down
    const shown = (id: string): boolean => {
      const other = byId.get(id);
      if (!other) return false;
      if (statement.by === lead.id) return other.round <= statement.round;
      return other.round < statement.round && canRead(statement.by, other);
    };
    const answers = statement.answers.filter(shown);
    return { ...statement, answers, acknowledges: statement.acknowledges.filter(shown) };
  });
}

export function canRead(reader: string, { by, to }: Pick<TableStatement, "by" | "to">): boolean {
  return by === reader || to === "all" || to.includes(reader);
}

/** What one reader was shown: its own words, broadcasts, and what was addressed to it. */
export function readableBy(
  reader: string,
  statements: readonly TableStatement[],
): TableStatement[] {
  const readable = statements.filter((statement) => canRead(reader, statement));
  const known = new Set(readable.map(({ id }) => id));
  // an id would tell that a message exists which this reader was not sent
  return readable.map((statement) => ({
    ...statement,
    answers: statement.answers.filter((id) => known.has(id)),
    acknowledges: statement.acknowledges.filter((id) => known.has(id)),
  }));
}

export function positionOf({ by, reply, claims }: Spoken<Position>): TablePosition {
  const [own, ...rest] = claims;
  return {
    id: own?.id ?? "",
    by,
    option: reply.position_option,
    position: reply.position,
    reasoning: reply.reasoning,
    would_change_my_mind: reply.would_change_my_mind,
    evidence: own?.evidence ?? [],
    concerns: reply.concerns.map((concern, index) => concernOf(by, concern, rest[index])),
  };
}

export function concernOf(
  by: string,
  { text, domain, resolved_by, blocking }: SatisfactionScore["REMAINING_CONCERNS"][number],
  claim: Claim | undefined,
): TableConcern {
  const { id = "", evidence = [] } = claim ?? {};
  return { id, by, text, domain, resolved_by, blocking, evidence };
}

/** Its message form, as prompts and readers want it. */
export function messageOf(statement: TableStatement): TableMessage {
  const { id, by, to, round, kind, text, resolved_by, answers, acknowledges, evidence } = statement;
  return { id, by, to, round, kind, text, resolved_by, answers, acknowledges, evidence };
}

function positionStatements(turn: Spoken<Position>): TableStatement[] {
  const { by, key, claims, reply } = turn;
  return claims.map((claim, index) => ({
    ...plain(claim, key),
    to: "all",
    round: 0,
    by,
    form: index === 0 ? "position" : "concern",
    kind: index === 0 ? "proposal" : "concern",
    resolved_by: index === 0 ? null : (reply.concerns[index - 1]?.resolved_by ?? null),
  }));
}

function messages({ by, key, claims, reply }: Spoken<Discussion>, round: number): TableStatement[] {
  return reply.messages.flatMap((message, index) => {
    const claim = claims[index];
    if (!claim) return [];
    const { to, kind, resolved_by, answers, acknowledges } = message;
    return [
      {
        ...plain(claim, key),
        by,
        to,
        round,
        kind,
        resolved_by,
        answers,
        acknowledges,
        form: "message",
      },
    ];
  });
}

function scoreConcerns(
  { by, key, claims, reply }: Spoken<SatisfactionScore>,
  round: number,
): TableStatement[] {
  return claims.map((claim, index) => ({
    ...plain(claim, key),
    by,
    to: NOBODY,
    round,
    form: "concern",
    kind: "concern",
    resolved_by: reply.REMAINING_CONCERNS[index]?.resolved_by ?? null,
  }));
}

function proposals(
  { by, key, claims, reply }: Spoken<Compromise>,
  round: number,
): TableStatement[] {
  return claims.map((claim, index) => ({
    ...plain(claim, key),
    by,
    to: "all",
    round,
    form: "message",
    kind: index === 0 ? "question" : "proposal",
    answers: reply.compromises[index - 1]?.built_from ?? [],
  }));
}

const NOBODY: Addressees = [];

function plain({ id, text, evidence }: Claim, key: string) {
  return { id, key, text, evidence, resolved_by: null, answers: [], acknowledges: [] };
}
