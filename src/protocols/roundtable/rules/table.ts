/** Who sits at the roundtable, what was said there, in which order, and who could read it. */
import type { Brief } from "../../../domain/brief.ts";
import type { Claim } from "../../../domain/claim.ts";
import { foldText } from "../../../domain/evidence/evidence.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Round, Spoken, Turn } from "../../../domain/round.ts";
import type { ExchangeContext as Showing } from "../../../exchange/reader-view.ts";
import { EVERYONE, type TableMessage, type TableProposal } from "../prompts/prompt-input.ts";
import type {
  CompromiseProposal,
  Discussion,
  Position,
  Proposal,
  SatisfactionScore,
} from "../replies.ts";
import type { RoundtableSettings } from "../settings.ts";

export interface RoundtableDebateTable {
  readonly brief: Brief;
  readonly lead: Participant;
  /** The original roster: consensus is theirs, whoever is absent later. */
  readonly specialists: readonly Participant[];
  readonly settings: RoundtableSettings;
  /** Drawn once: who makes the counter-case if nobody disagrees. */
  readonly challenger: Participant | null;
  readonly exchange?: Showing | null;
}

/** One round: what the lead put on the table before it, the discussion, and the scores. */
export interface DiscussionRound {
  readonly number: number;
  readonly proposal: Turn<Proposal | CompromiseProposal>;
  /** The scores had stalled, and the lead was asked for compromises. */
  readonly stalled: boolean;
  readonly discussion: Round<Discussion>;
  readonly scores: Round<SatisfactionScore>;
}

export interface Talk {
  readonly positions: Round<Position>;
  readonly exchanges: readonly DiscussionRound[];
}

export function seatTable(
  participants: readonly Participant[],
  brief: Brief,
  settings: RoundtableSettings,
): Omit<RoundtableDebateTable, "challenger"> {
  const lead = participants.find(({ role }) => role === "lead");
  if (!lead) throw new TypeError("A roundtable has a lead.");
  const specialists = participants.filter((participant) => participant !== lead);
  return { brief, lead, specialists, settings };
}

/** The table while round `number` is under way: what has not been said yet is empty. */
export function openRound(
  talk: Talk,
  number: number,
  before: Pick<DiscussionRound, "proposal" | "stalled">,
): Talk {
  const discussion = { step: `discussion-${number}`, spoken: [], absent: [] };
  const scores = { step: `scores-${number}`, spoken: [], absent: [] };
  return { ...talk, exchanges: [...talk.exchanges, { number, ...before, discussion, scores }] };
}

/** The same with the last round's words filled in. */
export function fillLastRound(talk: Talk, words: Partial<DiscussionRound>): Talk {
  const last = talk.exchanges.at(-1);
  if (!last) throw new TypeError("No round is open.");
  return { ...talk, exchanges: [...talk.exchanges.slice(0, -1), { ...last, ...words }] };
}

/** When something is said: positions, then for each round the proposal, the discussion and the scores. */
export const STAGES = {
  positions: 0,
  proposal: (round: number): number => 3 * round - 2,
  discussion: (round: number): number => 3 * round - 1,
  scores: (round: number): number => 3 * round,
} as const;

/** Something that has an id, when it was said, and who may read it. */
export interface TableStatement extends TableMessage {
  /** Key of the turn it was said in. */
  readonly key: string;
  readonly stage: number;
  /** When these words were first said: a version that repeats the one before brings nothing new. */
  readonly newSince: number;
  readonly form: "position" | "concern" | "message" | "proposal";
}

/** For the lead alone, and whoever said it. */
export const LEAD_ONLY = "";

/** T2-T4: everything said so far, in order. */
export function listStatements({ lead }: RoundtableDebateTable, talk: Talk): TableStatement[] {
  const known = statementsByTalk.get(talk);
  if (known) return known;
  const all = [
    ...talk.positions.spoken.flatMap(listPositionStatements),
    ...talk.exchanges.flatMap(({ number, proposal, discussion, scores }) => [
      ...(proposal.kind === "spoken" ? listProposalStatements(proposal, number) : []),
      ...discussion.spoken.flatMap((turn) => listSentStatements(turn, number)),
      ...scores.spoken.flatMap((turn) => listScoreStatements(turn, number)),
    ]),
  ];
  const byId = new Map(all.map((statement) => [statement.id, statement]));
  const told = all.map((statement) => ({
    ...statement,
    newSince: findFirstStage(statement, all),
    // nobody answers what it was never shown, whatever id it writes down
    answers: statement.answers.filter((id) => {
      const other = byId.get(id);
      if (!other || other.stage >= statement.stage) return false;
      return statement.by === lead.id || canRead(statement.by, other);
    }),
  }));
  statementsByTalk.set(talk, told);
  return told;
}

function findFirstStage(
  { form, stage, detail, option }: SaidStatement,
  all: readonly SaidStatement[],
): number {
  if (form !== "proposal") return stage;
  const versions = all.filter((one) => one.form === "proposal" && one.stage <= stage).toReversed();
  const changed = versions.findIndex(
    (one) => one.option !== option || foldText(one.detail ?? "") !== foldText(detail ?? ""),
  );
  return versions.at(changed === -1 ? -1 : changed - 1)?.stage ?? stage;
}

type SaidStatement = Omit<TableStatement, "newSince">;

/** Every prompt of a round reads the same talk. */
const statementsByTalk = new WeakMap<Talk, TableStatement[]>();

export function canRead(reader: string, { by, to }: Pick<TableStatement, "by" | "to">): boolean {
  return by === reader || to === EVERYONE || to === reader;
}

/** T4: what one reader was shown, with nothing in it that refers to what they cannot see. */
export function listReadable(
  reader: string | null,
  statements: readonly TableStatement[],
): TableStatement[] {
  const isShown = (one: TableStatement): boolean =>
    reader === null ? one.to === EVERYONE : canRead(reader, one);
  const readable = statements.filter(isShown);
  const hidden = new Set(statements.filter((one) => !isShown(one)).map(({ id }) => id));
  if (hidden.size === 0) return readable;
  const mask = createIdMask(hidden);
  return readable.map((statement) => ({
    ...statement,
    text: mask(statement.text),
    detail: statement.detail === null ? null : mask(statement.detail),
    resolved_by: statement.resolved_by === null ? null : mask(statement.resolved_by),
    answers: statement.answers.filter((id) => !hidden.has(id)),
  }));
}

/** Replaces ids that a reader was not shown. */
export function createIdMask(hidden: ReadonlySet<string>): (words: string) => string {
  if (hidden.size === 0) return (words) => words;
  return (words) =>
    words.replace(/(?<![\p{L}\p{N}-])[a-z][a-z0-9-]*-[cn]?\d+(?![\p{L}\p{N}-])/gu, (id) =>
      hidden.has(id) ? "(not shown to you)" : id,
    );
}

/** T0: every version of the proposal, oldest first. */
export function listProposals({ exchanges }: Talk): TableProposal[] {
  const written = exchanges.flatMap(({ number, proposal }) =>
    proposal.kind === "spoken" ? [{ number, turn: proposal }] : [],
  );
  return written.map(({ number, turn: { reply, claims } }, index) => ({
    id: claims[0]?.id ?? "",
    version: index + 1,
    round: number,
    option: reply.option,
    headline: reply.headline,
    answer: reply.answer,
    answers: reply.answers,
    changes: reply.changes,
    not_satisfied: reply.not_satisfied,
  }));
}

/** What is on the table: the newest version that the lead wrote. */
export function findProposal(talk: Talk): TableProposal | null {
  return listProposals(talk).at(-1) ?? null;
}

/** T17: whether a concern lies in its speaker's own domain. */
export function isOwnDomain(domain: string, seat: string): boolean {
  return domain.trim().toLowerCase() === seat.toLowerCase();
}

function listPositionStatements({ by, key, claims, reply }: Spoken<Position>): SaidStatement[] {
  return claims.map((claim, index) => ({
    ...describeClaim(claim, key),
    by,
    to: EVERYONE,
    round: 0,
    stage: STAGES.positions,
    form: index === 0 ? "position" : "concern",
    kind: index === 0 ? "position" : "concern",
    option: index === 0 ? reply.position_option : (reply.concerns[index - 1]?.option ?? null),
    resolved_by: reply.concerns[index - 1]?.resolved_by ?? null,
  }));
}

/** What the claims of a proposal are; further ones are compromises. */
const PROPOSED = ["proposal", "core disagreement"] as const;

function listProposalStatements(
  { by, key, claims, reply }: Spoken<Proposal | CompromiseProposal>,
  number: number,
): SaidStatement[] {
  const compromises = "compromises" in reply ? reply.compromises : [];
  return claims.map((claim, index) => ({
    ...describeClaim(claim, key),
    by,
    to: EVERYONE,
    round: number,
    stage: STAGES.proposal(number),
    form: index === 0 ? "proposal" : "message",
    kind: PROPOSED[index] ?? "compromise",
    option: index === 0 ? reply.option : null,
    answers: index === 0 ? reply.answers : (compromises[index - 2]?.built_from ?? []),
  }));
}

function listSentStatements(
  { by, key, claims, reply }: Spoken<Discussion>,
  number: number,
): SaidStatement[] {
  const around = { by, round: number, stage: STAGES.discussion(number) };
  const { messages, concerns } = reply;
  return claims.flatMap((claim, index): SaidStatement[] => {
    const message = messages[index];
    const common = { ...describeClaim(claim, key), ...around };
    if (message) {
      const { to, kind, option, answers } = message;
      return [{ ...common, to, kind, option, answers, form: "message" }];
    }
    const concern = concerns[index - messages.length];
    if (!concern) return [];
    const { option, resolved_by } = concern;
    return [{ ...common, to: EVERYONE, kind: "concern", option, resolved_by, form: "concern" }];
  });
}

function listScoreStatements(
  { by, key, claims, reply }: Spoken<SatisfactionScore>,
  number: number,
): SaidStatement[] {
  return claims.map((claim, index) => ({
    ...describeClaim(claim, key),
    by,
    to: LEAD_ONLY,
    round: number,
    stage: STAGES.scores(number),
    form: "concern",
    kind: "concern",
    option: reply.REMAINING_CONCERNS[index]?.option ?? null,
    resolved_by: reply.REMAINING_CONCERNS[index]?.resolved_by ?? null,
  }));
}

function describeClaim({ id, text, detail, evidence }: Claim, key: string) {
  const unset: { resolved_by: string | null; answers: readonly string[] } = {
    resolved_by: null,
    answers: [],
  };
  return { id, key, text, detail: detail ?? null, evidence, ...unset };
}
