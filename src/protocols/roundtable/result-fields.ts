/** The fields of a roundtable's result, with the names of its seed. */
import type { Json } from "../../domain/json.ts";
import {
  decideLabel,
  type EndedRoundtable,
  findChoice,
  formatInstant,
  listFinalPositions,
  listTurns,
  readRiskAcceptance,
} from "./rules/ended-roundtable.ts";
import { listVetoes } from "./rules/escalation.ts";
import { isBlockingOpen } from "./rules/ledger.ts";
import {
  describeCounterCase,
  listFlips,
  listHeldBackScores,
  listLoggedConcerns,
  listUnexplainedRises,
  listUnmetDuties,
} from "./rules/measures.ts";
import { listTalkedPast } from "./rules/pending-replies.ts";
import {
  countMinutes,
  findBand,
  findLastScore,
  listBelowVeto,
  readStanding,
  roundMean,
  sumScores,
} from "./rules/progress.ts";
import { countTable } from "./rules/scoring.ts";
import { findProposal, listProposals } from "./rules/table.ts";

export function describeResult(ended: EndedRoundtable, degraded: boolean): Record<string, Json> {
  const { table, talk, halt } = ended;
  const { specialists, settings } = table;
  const { rounds } = countTable(table, talk);
  const label = decideLabel(ended);
  const perSeat = (read: (id: string) => Json): Json =>
    Object.fromEntries(specialists.map(({ id }) => [id, read(id)]));
  return {
    question_id: table.brief.id,
    outcome: label,
    consensus: label === "CONSENSUS",
    choice: findChoice(ended),
    ...describeProposals(ended),
    rounds: rounds.length,
    scores: rounds.map(({ scores }) =>
      perSeat((id) => scores.find(({ by }) => by === id)?.counted ?? null),
    ),
    means: rounds.map((_, index) =>
      roundMean(sumScores(table, rounds.slice(0, index + 1)), specialists.length),
    ),
    bands: perSeat((id) => (findLastScore(rounds, id) ? findBand(readStanding(rounds, id)) : null)),
    below_70: rounds.length === 0 ? [] : listBelowVeto(table, rounds),
    mandatory: settings.mandatory,
    vetoes:
      halt === null || label === "CONSENSUS" ? [] : listVetoes(table, talk).map(({ by }) => by),
    final_positions: listFinalPositions(ended).map(({ by, score, option, words, stage }) => ({
      participant: by,
      satisfaction: score,
      option,
      position: words,
      stage,
      would_accept: findLastScore(rounds, by)?.accepts ?? null,
      still_best: findLastScore(rounds, by)?.stillBest ?? null,
      accepts_other_option: findLastScore(rounds, by)?.concession ?? null,
    })),
    ...describeConcerns(ended),
    ...describeMeasures(ended, degraded),
    ...describeSettlement(ended),
  };
}

/** T0: the text that was scored last, and how many versions led to it. */
function describeProposals({ talk }: EndedRoundtable): Record<string, Json> {
  const proposal = findProposal(talk);
  return {
    proposal: proposal && {
      id: proposal.id,
      version: proposal.version,
      option: proposal.option,
      headline: proposal.headline,
      answer: proposal.answer,
    },
    versions: listProposals(talk).length,
  };
}

function describeConcerns({ table, talk }: EndedRoundtable): Record<string, Json> {
  const { ledger } = countTable(table, talk);
  const describe = (concern: (typeof ledger)[number]): Record<string, Json> => ({
    participant: concern.by,
    id: concern.id,
    concern: concern.text,
    domain: concern.domain,
    option: concern.option,
    resolved_by: concern.resolved_by,
    blocking: isBlockingOpen(concern),
  });
  return {
    remaining_concerns: ledger.filter(({ settled }) => settled === null).map(describe),
    settled_concerns: ledger.flatMap((concern) => {
      const { settled } = concern;
      if (settled === null) return [];
      const { round, because, why } = settled;
      return [{ ...describe(concern), round, because: [...because], why }];
    }),
    logged_concerns: listLoggedConcerns(ledger).map((one) => ({ ...one })),
  };
}

function describeMeasures(ended: EndedRoundtable, degraded: boolean): Record<string, Json> {
  const { table, talk, readingsMs } = ended;
  const { rounds } = countTable(table, talk);
  const counter = describeCounterCase(ended);
  return {
    unexplained_rises: listUnexplainedRises(rounds).map((one) => ({ ...one })),
    held_back_scores: listHeldBackScores(rounds).map((one) => ({ ...one })),
    flips: listFlips(ended, rounds).map((one) => ({ ...one, cited: [...one.cited] })),
    counter_case: counter && { ...counter },
    talked_past: listTalkedPast(table, talk).map((one) => ({ ...one })),
    unmet_duties: listUnmetDuties(ended).map((one) => ({ ...one })),
    time: {
      opened: formatInstant(readingsMs[0] ?? 0),
      minutes: roundMean(countMinutes(table, readingsMs), 1),
      limit_minutes: table.settings.total_minutes,
    },
    degraded,
    repairs: listTurns(ended).filter(({ repaired }) => repaired).length,
  };
}

/** What a person was asked and said, and what was written down. */
function describeSettlement(ended: EndedRoundtable): Record<string, Json> {
  const { escalation, answer, answeredMs, halt, record } = ended;
  const acceptance = readRiskAcceptance(ended);
  return {
    escalation: escalation && {
      reason: halt,
      choices: escalation.choices.map(({ id }) => id),
      answer: answer && { ...answer, at: answeredMs === null ? null : formatInstant(answeredMs) },
    },
    risk_acceptance: acceptance && {
      ...acceptance,
      over: [...acceptance.over],
      accepted: acceptance.accepted.map((one) => ({ ...one })),
    },
    adr: record && {
      revisions: record.revisions,
      open_remarks: record.open_remarks.map(({ by, text }) => ({ participant: by, remark: text })),
    },
  };
}
