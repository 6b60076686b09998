/** A roundtable for its panels: the proposal and its versions, scores, the ledger of concerns, and the record. */
import type {
  DebateTimeline,
  PersonQuestion,
  SeatCard,
} from "../../../timeline/debate-timeline.ts";
import { parseRoundNumber } from "../../../timeline/reading.ts";
import { cutTimelineAt } from "../../../timeline/snapshot/cut-timeline.ts";
import { listVetoes } from "../rules/escalation.ts";
import { isBlockingOpen } from "../rules/ledger.ts";
import { isStalled } from "../rules/progress.ts";
import { countTable } from "../rules/scoring.ts";
import {
  LEAD_ONLY,
  listProposals,
  listStatements,
  type RoundtableDebateTable,
  type TableStatement,
  type Talk,
} from "../rules/table.ts";
import type {
  ConcernCard,
  MissingScore,
  PositionCard,
  ProposalCard,
  ScoreCardOfRound,
  SilentLead,
  StallCard,
  TableMessageCard,
  VetoCard,
} from "./cards.ts";
import { readTable, readTalk } from "./read-talk.ts";
import { type DraftCard, draftsIn, type RecordReview, reviewsIn } from "./record.ts";

export interface RoundtableStory {
  readonly target: number;
  readonly specialists: readonly SeatCard[];
  readonly mandatory: readonly string[];
  readonly positions: readonly PositionCard[];
  readonly proposals: readonly ProposalCard[];
  readonly silences: readonly SilentLead[];
  readonly messages: readonly TableMessageCard[];
  readonly scores: readonly ScoreCardOfRound[];
  readonly missing: readonly MissingScore[];
  readonly stalls: readonly StallCard[];
  readonly concerns: readonly ConcernCard[];
  readonly vetoes: readonly VetoCard[];
  /** What a person was asked, and answered. */
  readonly escalation: PersonQuestion | null;
  readonly drafts: readonly DraftCard[];
  readonly reviews: readonly RecordReview[];
}

interface ReadDebate {
  readonly debateTimeline: DebateTimeline;
  readonly table: RoundtableDebateTable;
  readonly talk: Talk;
  readonly statements: readonly TableStatement[];
  /** The event of a turn. */
  readonly findEvent: (key: string) => number;
}

export function roundtableAt(whole: DebateTimeline, at: number): RoundtableStory {
  const debateTimeline = cutTimelineAt(whole, at);
  const [table, talk] = [readTable(debateTimeline), readTalk(debateTimeline)];
  const events = new Map(debateTimeline.turns.map((turn) => [turn.key, turn.at]));
  const read: ReadDebate = {
    debateTimeline,
    table,
    talk,
    statements: listStatements(table, talk),
    findEvent: (key) => events.get(key) ?? 0,
  };
  const { questions, seats } = debateTimeline;
  return {
    target: table.settings.target,
    specialists: seats.filter(({ role }) => role !== "lead"),
    mandatory: table.settings.mandatory,
    positions: listPositionCards(read),
    proposals: listProposalCards(read),
    silences: listSilences(debateTimeline),
    messages: listMessageCards(read),
    scores: listScoreCards(read),
    missing: listMissingScores(debateTimeline),
    stalls: listStalls(read),
    concerns: listConcernCards(read),
    vetoes: listVetoCards(read),
    escalation:
      questions.find(({ kind, key }) => kind === "escalation" && key === "escalation") ?? null,
    drafts: draftsIn(debateTimeline),
    reviews: reviewsIn(debateTimeline),
  };
}

function listPositionCards({ talk, findEvent }: ReadDebate): PositionCard[] {
  return talk.positions.spoken.map(({ by, key, reply, claims }) => ({
    at: findEvent(key),
    seat: by,
    id: claims[0]?.id ?? null,
    words: reply.position,
    reasoning: reply.reasoning,
    wouldChange: reply.would_change_my_mind === "" ? null : reply.would_change_my_mind,
    missing: reply.missing_material,
  }));
}

function listProposalCards({ talk, statements, findEvent }: ReadDebate): ProposalCard[] {
  return listProposals(talk).map((proposal) => {
    const { id, version, round, option, headline, answer, answers, changes } = proposal;
    const turn = talk.exchanges.find(({ number }) => number === round)?.proposal;
    const key = statements.find((one) => one.id === id)?.key ?? turn?.key ?? "";
    const disagreement =
      turn?.kind === "spoken" && "core_disagreement" in turn.reply
        ? turn.reply.core_disagreement
        : null;
    return {
      at: findEvent(key),
      id,
      version,
      round,
      option,
      headline,
      answer,
      meets: answers,
      changes,
      notSatisfied: proposal.not_satisfied,
      disagreement,
    };
  });
}

function listSilences({ turns }: DebateTimeline): SilentLead[] {
  return turns.flatMap(({ at, step, absent }) => {
    const round = parseRoundNumber(step, "proposal");
    return round === null || !absent ? [] : [{ at, round, reason: absent.reason }];
  });
}

/** What was sent, and the compromises; concerns that only the lead reads are in the ledger. */
function listMessageCards({ statements, findEvent }: ReadDebate): TableMessageCard[] {
  return statements
    .filter(({ form, round, to }) => round > 0 && form !== "proposal" && to !== LEAD_ONLY)
    .map(({ key, id, by, round, to, kind, text, detail, resolved_by, answers }) => ({
      at: findEvent(key),
      key,
      id,
      by,
      round,
      to,
      kind,
      words: text,
      detail,
      resolvedBy: resolved_by,
      answers,
    }));
}

function listScoreCards({ table, talk, findEvent }: ReadDebate): ScoreCardOfRound[] {
  return countTable(table, talk).rounds.flatMap(({ scores }) =>
    scores.map((score) => ({
      at: findEvent(score.key),
      key: score.key,
      seat: score.by,
      round: score.round,
      version: score.version,
      stated: score.stated,
      counted: score.counted,
      accepts: score.accepts,
      words: score.position === "" ? null : score.position,
      because: score.movements[0]?.cited ?? [],
      problems: score.movements.flatMap(({ problems }) => problems),
      heldBack: score.reverted ? [] : score.heldBack,
      stillBest: `${score.stillBest}${score.stillBestWhy === "" ? "" : `: ${score.stillBestWhy}`}`,
    })),
  );
}

function listMissingScores({ turns }: DebateTimeline): MissingScore[] {
  return turns.flatMap(({ at, step, seat, absent }) => {
    const round = parseRoundNumber(step, "scores");
    return round === null || !absent ? [] : [{ at, seat, round, reason: absent.reason }];
  });
}

/** The rounds in which everyone has scored or is absent. */
function listClosedRounds({ debateTimeline }: ReadDebate): { round: number; at: number }[] {
  return debateTimeline.steps.flatMap(({ step, asked }) => {
    const round = parseRoundNumber(step, "scores");
    const heard = debateTimeline.turns.filter((turn) => turn.step === step);
    if (round === null || heard.length === 0 || heard.length < asked.length) return [];
    return [{ round, at: Math.max(...heard.map(({ at }) => at)) }];
  });
}

function listStalls(read: ReadDebate): StallCard[] {
  const { table, talk } = read;
  const { rounds } = countTable(table, talk);
  return listClosedRounds(read).filter(({ round }) =>
    isStalled(
      table,
      rounds.filter(({ number }) => number <= round),
    ),
  );
}

function listConcernCards({ table, talk, statements, findEvent }: ReadDebate): ConcernCard[] {
  return countTable(table, talk).ledger.map((concern): ConcernCard => {
    const { id, by, text, detail, round, domain, option, resolved_by, settled } = concern;
    const said = statements.find((one) => one.id === id);
    const answers = statements.filter((one) => one.by !== by && one.answers.includes(id));
    const { blocking, own, repeats } = concern;
    const isLogged = blocking && settled === null && !isBlockingOpen(concern);
    return {
      at: findEvent(said?.key ?? ""),
      id,
      seat: by,
      words: text,
      detail,
      round,
      domain,
      option,
      resolvedBy: resolved_by,
      blocking,
      own,
      answers: answers.map((one) => one.id),
      settled,
      logged: !isLogged
        ? null
        : own
          ? `repeats ${repeats ?? ""}, which its owner closed`
          : `lies in the domain ${domain}`,
      state: settled !== null ? "settled" : answers.length > 0 ? "answered" : "open",
    };
  });
}

/** Counted once a round is complete; before the first there is nothing to veto. */
function listVetoCards(read: ReadDebate): VetoCard[] {
  const { table, talk, findEvent } = read;
  const last = listClosedRounds(read).at(-1);
  if (!last) return [];
  const closed = { ...talk, exchanges: talk.exchanges.filter((one) => one.number <= last.round) };
  const { rounds } = countTable(table, closed);
  return listVetoes(table, closed).map(({ by, score, absent, objections, words }) => {
    const given = rounds.flatMap(({ scores }) => scores).findLast((one) => one.by === by);
    const named = objections.map(({ id, text }) => ({ id, words: text }));
    return {
      at: given ? findEvent(given.key) : last.at,
      seat: by,
      score,
      absent,
      objections: named.length === 0 && words ? [{ id: null, words }] : named,
    };
  });
}
