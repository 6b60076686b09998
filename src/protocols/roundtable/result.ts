/** The outcome, computed from the turns and nothing else. */
import { findOption } from "../../domain/brief.ts";
import type { Json } from "../../domain/json.ts";
import type {
  BlindBaseline,
  Confidence,
  DissentingOpinion,
  RecordedAbsence,
  Outcome,
} from "../../domain/outcome.ts";
import { describeAbsenceReason } from "../../domain/round.ts";
import {
  choiceOf,
  type EndedRoundtable,
  finalPositions,
  isoOf,
  labelOf,
  riskAcceptance,
  talliesOf,
  turnsOf,
  unreadyIn,
} from "./rules/ended-roundtable.ts";
import { type RoundtableLabel, verdictOn, vetoesIn } from "./rules/escalation.ts";
import {
  flipsAgainstRegistered,
  loggedConcerns,
  notesOn,
  stepOf,
  unexplainedRises,
  unmetDuties,
} from "./rules/measures.ts";
import { talkedPast } from "./rules/pending-replies.ts";
import {
  bandOf,
  belowVeto,
  lastScore,
  meanOf,
  minutesSpent,
  standingAt,
  sumAt,
} from "./rules/progress.ts";
import { changesIn, type ScoreRound, scoreRounds } from "./rules/scoring.ts";

export function conclude(ended: EndedRoundtable): Outcome {
  const { table, talk, answer } = ended;
  const rounds = scoreRounds(table, talk);
  const label = labelOf(ended);
  const choice = choiceOf(ended);
  const present = new Set(rounds.at(-1)?.scores.map(({ by }) => by)).size;
  const absences = absencesIn(ended);
  return {
    label,
    ending: label === "ABORTED" ? "failed" : label === "ESCALATED" ? "open" : "decided",
    choice,
    confidence: confidenceIn(label, absences.length > 0),
    summary: summaryOf(ended, rounds),
    present,
    expected: table.specialists.length,
    absences,
    tallies: talliesOf(ended),
    dissents: dissentsIn(ended, rounds),
    changes: changesIn(rounds),
    baseline: baselineOf(ended, rounds, choice),
    notes: [...verdictOn(table, talk, answer).notes, ...notesOn(ended)],
    // the sealed positions are a round too: everyone was asked once
    rounds: rounds.length + 1,
    result: resultOf(ended, rounds),
  };
}

function confidenceIn(label: RoundtableLabel, degraded: boolean): Confidence {
  switch (label) {
    case "CONSENSUS":
      return degraded ? "MEDIUM" : "HIGH";
    case "ACCEPTED_WITH_RESERVATIONS":
      return "MEDIUM";
    case "ESCALATED":
      return "REQUIRES_INPUT";
    case "ACCEPTED_BY_RISK":
    case "ABORTED":
      return "LOW";
  }
}

function summaryOf(ended: EndedRoundtable, rounds: readonly ScoreRound[]): string {
  const { table, answer, halt } = ended;
  const label = labelOf(ended);
  const choice = choiceOf(ended);
  const all = table.specialists.length;
  const what = choice === null ? "" : `${choice} ${findOption(table.brief, choice)?.label ?? ""}, `;
  const after = `after ${rounds.length} round${rounds.length === 1 ? "" : "s"}`;
  const unready = unreadyIn(rounds, table);
  switch (label) {
    case "CONSENSUS":
      return `${what}all ${all} specialists at ${table.settings.target} or more ${after}`;
    case "ACCEPTED_WITH_RESERVATIONS":
      return `${what}accepted with reservations of ${unready.join(", ")} ${after}, confirmed by ${answer?.by ?? ""}`;
    case "ACCEPTED_BY_RISK":
      return `${what}the majority's position ${after}, its risks accepted by ${answer?.by ?? ""} over ${unready.join(", ")}`;
    case "ESCALATED": {
      const chosen = answer ? `; ${answer.by} chose ${answer.choice}` : "";
      return `no consensus ${after} (${halt ?? ""}): ${unready.join(", ")} not satisfied${chosen}`;
    }
    case "ABORTED": {
      const reasons = absencesIn(ended).map(
        ({ reason, detail }) => detail || describeAbsenceReason(reason),
      );
      return `no specialist took a position: ${[...new Set(reasons)].join("; ")}`;
    }
  }
}

function absencesIn(ended: EndedRoundtable): RecordedAbsence[] {
  return turnsOf(ended).flatMap((turn) =>
    turn.kind === "absent"
      ? [{ by: turn.by, step: stepOf(turn.key), reason: turn.reason, detail: turn.detail }]
      : [],
  );
}

/** K6: everyone who had not agreed at the end, in its own words. */
export function dissentsIn(
  ended: EndedRoundtable,
  rounds: readonly ScoreRound[],
): DissentingOpinion[] {
  const unready = new Set(unreadyIn(rounds, ended.table));
  return finalPositions(ended).flatMap(({ by, score, option, words, stage }) => {
    if (words === null || !unready.has(by)) return [];
    const concerns = lastScore(rounds, by)?.concerns ?? [];
    const holds = option ?? (score === null ? "no score" : `satisfaction ${score}`);
    const grounds = concerns.map(({ id, text }) => ({ id, text }));
    return [{ by, holds, words, grounds, stage }];
  });
}

/** K18: the sealed positions by option, or the first scores by band where no options are given. */
function baselineOf(
  { table, talk }: EndedRoundtable,
  rounds: readonly ScoreRound[],
  choice: string | null,
): BlindBaseline | null {
  if (talk.positions.spoken.length === 0) return null;
  if (table.brief.options.length > 0) {
    const distribution = grouped(
      talk.positions.spoken.map(({ by, reply }) => [reply.position_option ?? "none", by]),
    );
    const [only] = Object.entries(distribution);
    const all = only?.[1].length === table.specialists.length;
    const first = all && findOption(table.brief, only[0]) ? only[0] : null;
    return { distribution, choice: first, changed: first !== choice };
  }
  const bands = (scores: ScoreRound | undefined): Record<string, string[]> =>
    grouped((scores?.scores ?? []).map(({ by, counted }) => [bandOf(counted), by]));
  const distribution = bands(rounds[0]);
  const changed = JSON.stringify(distribution) !== JSON.stringify(bands(rounds.at(-1)));
  return { distribution, choice: null, changed };
}

function grouped(pairs: readonly (readonly [string, string])[]): Record<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, member] of pairs) groups.set(name, [...(groups.get(name) ?? []), member]);
  return Object.fromEntries([...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function resultOf(ended: EndedRoundtable, rounds: readonly ScoreRound[]): Record<string, Json> {
  const { table, talk, halt } = ended;
  const { specialists, settings } = table;
  const label = labelOf(ended);
  const perSeat = (of: (id: string) => Json): Json =>
    Object.fromEntries(specialists.map(({ id }) => [id, of(id)]));
  return {
    question_id: table.brief.id,
    outcome: label,
    consensus: label === "CONSENSUS",
    choice: choiceOf(ended),
    rounds: rounds.length,
    scores: rounds.map(({ scores }) =>
      perSeat((id) => scores.find(({ by }) => by === id)?.counted ?? null),
    ),
    means: rounds.map((_, index) =>
      meanOf(sumAt(table, rounds.slice(0, index + 1)), specialists.length),
    ),
    bands: perSeat((id) => (lastScore(rounds, id) ? bandOf(standingAt(rounds, id)) : null)),
    below_70: rounds.length === 0 ? [] : belowVeto(table, rounds),
    mandatory: settings.mandatory,
    vetoes: halt === null || label === "CONSENSUS" ? [] : vetoesIn(table, talk).map(({ by }) => by),
    final_positions: finalPositions(ended).map(({ by, score, option, words, stage }) => ({
      participant: by,
      satisfaction: score,
      option,
      position: words,
      stage,
      would_accept: lastScore(rounds, by)?.accepts ?? null,
    })),
    remaining_concerns: specialists.flatMap(({ id }) =>
      (lastScore(rounds, id)?.concerns ?? []).map(
        ({ id: concern, text, domain, resolved_by, blocks }) => ({
          participant: id,
          id: concern,
          concern: text,
          domain,
          resolved_by,
          blocking: blocks,
        }),
      ),
    ),
    ...measured(ended, rounds),
    ...settled(ended),
  };
}

function measured(ended: EndedRoundtable, rounds: readonly ScoreRound[]): Record<string, Json> {
  const { table, talk, readingsMs } = ended;
  return {
    unexplained_rises: unexplainedRises(rounds).map((one) => ({ ...one })),
    logged_concerns: loggedConcerns(rounds).map((one) => ({ ...one })),
    flips_against_preregistered: flipsAgainstRegistered(ended, rounds).map((one) => ({ ...one })),
    talked_past: talkedPast(table, talk).map((one) => ({ ...one })),
    unmet_duties: unmetDuties(ended).map((one) => ({ ...one })),
    time: {
      opened: isoOf(readingsMs[0] ?? 0),
      minutes: meanOf(minutesSpent(table, readingsMs), 1),
      limit_minutes: table.settings.total_minutes,
    },
    degraded: absencesIn(ended).length > 0,
    repairs: turnsOf(ended).filter(({ repaired }) => repaired).length,
  };
}

/** What a person was asked and said, and what was written down. */
function settled(ended: EndedRoundtable): Record<string, Json> {
  const { escalation, answer, answeredMs, halt, record } = ended;
  const acceptance = riskAcceptance(ended);
  return {
    escalation: escalation && {
      reason: halt,
      choices: escalation.choices.map(({ id }) => id),
      answer: answer && { ...answer, at: answeredMs === null ? null : isoOf(answeredMs) },
    },
    risk_acceptance: acceptance && { ...acceptance },
    adr: record && {
      revisions: record.revisions,
      open_remarks: record.open_remarks.map(({ by, text }) => ({ participant: by, remark: text })),
    },
  };
}
