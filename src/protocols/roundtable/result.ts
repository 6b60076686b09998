/** The outcome, computed from the turns and nothing else. */
import { findOption } from "../../domain/brief.ts";
import type {
  BlindBaseline,
  Confidence,
  DissentingOpinion,
  RecordedAbsence,
  Outcome,
} from "../../domain/outcome/outcome.ts";
import { describeAbsenceReason } from "../../domain/round.ts";
import { formatCount } from "../../text/plain-text.ts";
import { describeResult } from "./result-fields.ts";
import {
  countSupport,
  decideLabel,
  type EndedRoundtable,
  findChoice,
  listFinalPositions,
  listTurns,
  listUnready,
} from "./rules/ended-roundtable.ts";
import { decideVerdict } from "./rules/escalation.ts";
import { describeCounterCase, listNotes, readStep } from "./rules/measures.ts";
import { listChanges } from "./rules/movements.ts";
import { findBand } from "./rules/progress.ts";
import { countTable, type ScoreRound } from "./rules/scoring.ts";
import { findProposal } from "./rules/table.ts";

export function concludeRoundtable(ended: EndedRoundtable): Outcome {
  const { table, talk, answer } = ended;
  const { rounds } = countTable(table, talk);
  const label = decideLabel(ended);
  const choice = findChoice(ended);
  const proposal = findProposal(talk);
  const present = new Set(rounds.at(-1)?.scores.map(({ by }) => by)).size;
  return {
    label,
    ending: label === "ABORTED" ? "failed" : label === "ESCALATED" ? "open" : "decided",
    choice,
    confidence: measureConfidence(ended),
    summary: summarizeRounds(ended, rounds),
    present,
    expected: table.specialists.length,
    absences: listAbsences(ended),
    tallies: countSupport(ended),
    dissents: listDissents(ended),
    changes: listChanges(rounds),
    baseline: describeBaseline(ended, rounds, choice),
    notes: [...decideVerdict(table, talk, answer).notes, ...listNotes(ended)],
    // the sealed positions are a round too: everyone was asked once
    rounds: rounds.length + 1,
    ...(proposal && { wording: proposal.answer }),
    result: describeResult(ended, listAbsences(ended).length > 0),
  };
}

/** K19: HIGH only with everyone heard, a tested unanimity, and a record that nobody disputes. */
function measureConfidence(ended: EndedRoundtable): Confidence {
  switch (decideLabel(ended)) {
    case "CONSENSUS": {
      const disputed = ended.record?.open_remarks.some(({ disputes }) => disputes) === true;
      const untested = describeCounterCase(ended)?.made === false;
      return disputed || untested || listAbsences(ended).length > 0 ? "MEDIUM" : "HIGH";
    }
    case "ACCEPTED_WITH_RESERVATIONS":
      return "MEDIUM";
    case "ESCALATED":
      return "REQUIRES_INPUT";
    case "ACCEPTED_BY_RISK":
    case "ABORTED":
      return "LOW";
  }
}

function summarizeRounds(ended: EndedRoundtable, rounds: readonly ScoreRound[]): string {
  const { table, talk, answer, halt } = ended;
  const choice = findChoice(ended);
  const all = table.specialists.length;
  const proposal = findProposal(talk);
  const option =
    choice === null ? "" : `${choice} ${findOption(table.brief, choice)?.label ?? ""}, `;
  const what = proposal === null ? option : `${option}“${proposal.headline}”: `;
  const after = `after ${formatCount(rounds.length, "round")}`;
  const unready = listUnready(rounds, table).join(", ");
  switch (decideLabel(ended)) {
    case "CONSENSUS":
      return `${what}all ${all} specialists at ${table.settings.target} or more ${after}`;
    case "ACCEPTED_WITH_RESERVATIONS":
      return `${what}accepted with reservations of ${unready} ${after}, confirmed by ${answer?.by ?? ""}`;
    case "ACCEPTED_BY_RISK":
      return `${what}accepted by a majority ${after}, its risks accepted by ${answer?.by ?? ""} over ${unready}`;
    case "ESCALATED": {
      const chosen = answer ? `; ${answer.by} chose ${answer.choice}` : "";
      return `no consensus ${after} (${halt ?? ""}): ${unready} not satisfied${chosen}`;
    }
    case "ABORTED": {
      const reasons = listAbsences(ended).map(
        ({ reason, detail }) => detail || describeAbsenceReason(reason),
      );
      return `no specialist took a position: ${[...new Set(reasons)].join("; ")}`;
    }
  }
}

function listAbsences(ended: EndedRoundtable): RecordedAbsence[] {
  return listTurns(ended).flatMap((turn) =>
    turn.kind === "absent"
      ? [{ by: turn.by, step: readStep(turn.key), reason: turn.reason, detail: turn.detail }]
      : [],
  );
}

/** K6: everyone who had not agreed at the end, in its own words, with the concerns it left open. */
export function listDissents(ended: EndedRoundtable): DissentingOpinion[] {
  const { table, talk } = ended;
  const { rounds, ledger } = countTable(table, talk);
  const unready = new Set(listUnready(rounds, table));
  return listFinalPositions(ended).flatMap(({ by, score, option, words, stage }) => {
    if (words === null || !unready.has(by)) return [];
    const holds = option ?? (score === null ? "no score" : `satisfaction ${score}`);
    const grounds = ledger
      .filter((one) => one.by === by && one.settled === null)
      .map(({ id, text }) => ({ id, text }));
    return [{ by, holds, words, grounds, stage }];
  });
}

/** K18: the sealed positions by option, or the first scores by band where no options are given. */
function describeBaseline(
  { table, talk }: EndedRoundtable,
  rounds: readonly ScoreRound[],
  choice: string | null,
): BlindBaseline | null {
  if (talk.positions.spoken.length === 0) return null;
  if (table.brief.options.length > 0) {
    const distribution = groupNames(
      talk.positions.spoken.map(({ by, reply }) => [reply.position_option ?? "none", by]),
    );
    const [only] = Object.entries(distribution);
    const all = only?.[1].length === table.specialists.length;
    const first = all && findOption(table.brief, only[0]) ? only[0] : null;
    return { distribution, choice: first, changed: first !== choice };
  }
  const bands = (scores: ScoreRound | undefined): Record<string, string[]> =>
    groupNames((scores?.scores ?? []).map(({ by, counted }) => [findBand(counted), by]));
  const distribution = bands(rounds[0]);
  const changed = JSON.stringify(distribution) !== JSON.stringify(bands(rounds.at(-1)));
  return { distribution, choice: null, changed };
}

function groupNames(pairs: readonly (readonly [string, string])[]): Record<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, member] of pairs) groups.set(name, [...(groups.get(name) ?? []), member]);
  return Object.fromEntries([...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
