/** J20-J23, J28-J33: the outcome, computed from the turns and nothing else. */
import { findOption } from "../../domain/brief.ts";
import { outcome, type Outcome } from "../../domain/outcome/outcome.ts";
import { countVotesNeeded } from "../../domain/outcome/tally.ts";
import { type Round, describeAbsenceReason, type Turn } from "../../domain/round.ts";
import type { Recommendation, JudgeResponse } from "./replies.ts";
import {
  type CompletedRounds,
  dissentsFrom,
  formatCaseWords,
  formatConditionCount,
  listCases,
  findJudgeName,
} from "./rules/cases.ts";
import { collectSharedParts, type SharedParts } from "./rules/shared-parts.ts";
import { finalVotes, firstTally, type Panel } from "./rules/votes.ts";

export function concludeJudges(
  panel: Panel,
  openings: Round<Recommendation>,
  responses: Round<JudgeResponse> | null,
): Outcome {
  const first = firstTally(panel, openings);
  const { tally: final, changes } = responses
    ? finalVotes(panel, openings, responses)
    : { tally: first, changes: [] };
  const held: CompletedRounds = { panel, openings, responses, first, final, changes };
  const shared = collectSharedParts(held);
  // J32: who voted in round 1 has a case, also where nobody came back for round 2
  if (first.cast === 0) return createAbortedOutcome(held, shared);
  if (first.cast === 1) return createInsufficientOutcome(held, shared);
  return final.carried === null
    ? createContestedOutcome(held, shared)
    : createConsensusOutcome(held, shared, final.carried);
}

/** K19: HIGH only if everyone was there, did what was asked, and no change behind the choice is in doubt. */
function isBeyondDoubt(
  { changes }: CompletedRounds,
  { absences, fields }: SharedParts,
  choice: string,
): boolean {
  const isDoubtful = changes.some(
    ({ standing, from, to }) => standing !== "explained" && (from === choice || to === choice),
  );
  return absences.length === 0 && fields.unmet_duties.length === 0 && !isDoubtful;
}

function createConsensusOutcome(
  held: CompletedRounds,
  shared: SharedParts,
  choice: string,
): Outcome {
  const { panel, final, first } = held;
  const { fields, ...rest } = shared;
  const confidence = isBeyondDoubt(held, shared, choice) ? "HIGH" : "MEDIUM";
  const votes = final.distribution[choice]?.length ?? 0;
  const dissents = dissentsFrom(held, choice);
  const label = findOption(panel.brief, choice)?.label ?? "";
  const only = listCases(held)
    .filter(({ option, isEarly }) => option === choice && !isEarly)
    .flatMap(({ conditions }) => conditions);
  const conditional = only.length === 0 ? "" : `, with ${formatConditionCount(only)}`;
  return outcome({
    ...rest,
    label: "CONSENSUS",
    ending: "decided",
    choice,
    confidence,
    summary: `${choice} ${label}, ${votes} of ${held.responses ? first.cast : final.cast} judges${conditional}`,
    dissents,
    result: {
      question_id: panel.brief.id,
      outcome: "CONSENSUS",
      consensus: true,
      recommended_option: choice,
      confidence,
      perspectives: Object.fromEntries(
        listCases(held).map((one) => [
          one.judge.id,
          `Option ${one.option} - ${formatCaseWords(one)}`,
        ]),
      ),
      dissent: dissents.map(({ by, holds, words }) => ({
        judge: by,
        option: holds,
        reasoning: words,
      })),
      ...fields,
    },
  });
}

function createContestedOutcome(
  held: CompletedRounds,
  { fields, ...shared }: SharedParts,
): Outcome {
  const { panel, first, final } = held;
  const groups = Map.groupBy(listCases(held), ({ option }) => option);
  const held_by = [...groups].map(
    ([option, all]) =>
      `${option} ${all.map(({ judge, isEarly }) => judge.name + (isEarly ? " (round 1 only)" : "")).join(", ")}`,
  );
  const needed = `${countVotesNeeded(final.needed, first.cast)} of ${first.cast} needed`;
  const dissents = dissentsFrom(held, null);
  return outcome({
    ...shared,
    label: "CONTESTED",
    ending: "open",
    confidence: "REQUIRES_INPUT",
    summary: `${held_by.join("; ")} - ${final.cast === 0 ? "nobody answered in round 2" : needed}`,
    dissents,
    result: {
      question_id: panel.brief.id,
      outcome: "CONTESTED",
      consensus: false,
      recommended_option: null,
      confidence: "REQUIRES_INPUT",
      message: "Judges disagree. Review perspectives below.",
      perspectives: Object.fromEntries(
        listCases(held).map((one) => [
          `${one.judge.id}_favors`,
          `Option ${one.option} - "${one.headline}"${formatCaseWords({ ...one, headline: "" })}`,
        ]),
      ),
      dissent: dissents.map(({ by, holds, words }) => ({
        judge: by,
        option: holds,
        reasoning: words,
      })),
      ...fields,
      user_prompt: userPrompt(panel),
    },
  });
}

/** J32: one voice is not a panel. */
function createInsufficientOutcome(
  held: CompletedRounds,
  { fields, ...shared }: SharedParts,
): Outcome {
  const [only] = held.first.votes;
  const who = only ? findJudgeName(held.panel, only.by) : "nobody";
  return outcome({
    ...shared,
    label: "INSUFFICIENT_DATA",
    ending: "failed",
    confidence: "LOW",
    summary: `only ${who} gave a valid recommendation (${only?.option ?? "none"})`,
    dissents: dissentsFrom(held, null),
    result: {
      question_id: held.panel.brief.id,
      outcome: "INSUFFICIENT_DATA",
      consensus: false,
      recommended_option: null,
      confidence: "LOW",
      perspectives: Object.fromEntries(
        listCases(held).map((one) => [
          one.judge.id,
          `Option ${one.option} - ${formatCaseWords(one)}`,
        ]),
      ),
      dissent: [],
      ...fields,
    },
  });
}

function createAbortedOutcome(held: CompletedRounds, { fields, ...shared }: SharedParts): Outcome {
  const [reason = ""] = shared.absences.map(
    (one) => one.detail || describeAbsenceReason(one.reason),
  );
  return outcome({
    ...shared,
    label: "ABORTED",
    ending: "failed",
    summary: `no judge gave a valid recommendation: ${reason}`,
    result: {
      question_id: held.panel.brief.id,
      outcome: "INSUFFICIENT_DATA",
      consensus: false,
      recommended_option: null,
      confidence: "LOW",
      error: "No judge gave a valid recommendation.",
      perspectives: {},
      dissent: [],
      ...fields,
    },
  });
}

/** J34: why it went on or stopped, as a note that comes first. */
export function withNote(reached: Outcome, note: string | undefined): Outcome {
  return note === undefined ? reached : { ...reached, notes: [note, ...reached.notes] };
}

/** J2: a question that is not scope-critical gets one recommendation, and nobody calls it consensus. */
export function recommendedAlone(panel: Panel, turn: Turn<Recommendation>): Outcome {
  const openings: Round<Recommendation> = {
    step: "recommendation",
    spoken: turn.kind === "spoken" ? [turn] : [],
    absent: turn.kind === "absent" ? [turn] : [],
  };
  const alone: Panel = { ...panel, judges: panel.judges.filter(({ id }) => id === turn.by) };
  const whole = concludeJudges(alone, openings, null);
  if (turn.kind === "absent") return whole;
  const { option } = turn.reply;
  const why = `not scope-critical (${panel.kind.classification}), so one recommendation was asked for`;
  return {
    ...whole,
    label: "RECOMMENDED",
    ending: "decided",
    choice: option,
    dissents: [],
    summary: `${option} by the ${findJudgeName(panel, turn.by)} judge alone; ${why}`,
    baseline: null,
    notes: [why, ...whole.notes],
    result: { ...whole.result, outcome: "RECOMMENDED", recommended_option: option },
  };
}

function userPrompt({ brief }: Panel): string {
  const lines = brief.options.map(
    ({ id, label, description }) =>
      `[${id}] ${description === "" ? label : `${label}: ${description}`}`,
  );
  return [
    "⚠️ Judges disagreed on this question. Review perspectives above.",
    "",
    "Which option would you like to proceed with?",
    ...lines,
  ].join("\n");
}
