/** J20-J23, J28-J33: the outcome, computed from the turns and nothing else. */
import { findOption } from "../../domain/brief.ts";
import type { Json } from "../../domain/json.ts";
import {
  type BlindBaseline,
  type RecordedAbsence,
  outcome,
  type Outcome,
} from "../../domain/outcome.ts";
import { type Absence, type Round, describeAbsenceReason, type Turn } from "../../domain/round.ts";
import { type Tally, tally, countVotesNeeded } from "../../domain/tally.ts";
import type { Recommendation, JudgeResponse } from "./replies.ts";
import { cases, dissentsFrom, type CompletedRounds, nameOf } from "./rules/cases.ts";
import { checksOn, type Checks } from "./rules/reply-checks.ts";
import { type FinalVotes, finalVotes, firstTally, type Panel } from "./rules/votes.ts";

export function conclude(
  panel: Panel,
  openings: Round<Recommendation>,
  responses: Round<JudgeResponse> | null,
): Outcome {
  const first = firstTally(panel, openings);
  const final = responses ? finalVotes(panel, openings, responses) : { tally: first, changes: [] };
  const cutShort = final.tally.cast < 2 && isCutShort(responses);
  const held: CompletedRounds = {
    panel,
    openings,
    responses,
    first,
    final: cutShort ? heldAtTheCut(first, final) : final.tally,
    changes: final.changes,
    answered: final.tally.cast,
    cutShort,
  };
  const checks = checksOn(panel, openings, responses);
  const shared = sharedParts(held, checks);
  if (held.final.cast === 0) return aborted(held, shared);
  if (held.final.cast === 1) return insufficient(held, shared);
  return held.final.carried === null
    ? contested(held, shared)
    : consensus(held, shared, held.final.carried);
}

/** J33: a limit that ends round 2 leaves the question contested, with the cases of round 1. */
function isCutShort(responses: Round<JudgeResponse> | null): boolean {
  return responses?.absent.some(({ reason }) => reason === "over-budget") ?? false;
}

/** Each judge's vote of round 2, or else of round 1. It decides nothing, since there was no round 2. */
function heldAtTheCut(first: Tally, { tally: answered }: FinalVotes): Tally {
  const votes = first.votes.map((vote) => answered.votes.find(({ by }) => by === vote.by) ?? vote);
  return { ...tally(votes, first.needed), carried: null, type: "NONE" };
}

type Shared = ReturnType<typeof sharedParts>;

function sharedParts(held: CompletedRounds, checks: Checks) {
  const { panel, openings, responses, first, final, changes } = held;
  const absent: readonly Absence[] = [...openings.absent, ...(responses?.absent ?? [])];
  const absences: RecordedAbsence[] = absent.map(({ by, key, reason, detail }) => {
    const step = key.split("/", 1)[0] ?? key;
    return { by, step, reason, detail };
  });
  const turns: Turn<unknown>[] = [...openings.spoken, ...(responses?.spoken ?? []), ...absent];
  const violations = changes
    .filter(({ standing }) => standing !== "explained")
    .map(({ by, from, to, reason, standing }) => {
      const fate =
        standing === "reverted" ? `its vote stays ${from}` : "its vote counts as revised";
      return `${nameOf(panel, by)} moved from ${from} to ${to} without a valid cause (${reason}); ${fate}`;
    });
  const absenceNotes = absent.map(
    ({ by, reason, key }) =>
      `${nameOf(panel, by)} judge ${describeAbsenceReason(reason)}${key.startsWith("responses") ? " in round 2" : ""}` +
      (held.cutShort
        ? " - its vote of round 1 is shown"
        : ` - only ${final.cast} perspective${final.cast === 1 ? "" : "s"} available`),
  );
  return {
    expected: panel.judges.length,
    present: held.answered,
    absences,
    tallies: responses ? [first, final] : [first],
    changes,
    rounds: responses ? 2 : 1,
    notes: checks.notes,
    baseline: baselineOf(first, final),
    fields: {
      type: final.cast < 2 ? "NONE" : final.type,
      distribution: final.distribution,
      change_log: changes
        .filter(({ standing }) => standing !== "reverted")
        .map(({ by, round, from, to, reason }) => ({ judge: by, round, from, to, reason })),
      violations,
      rounds: responses ? 2 : 1,
      degraded: absences.length > 0,
      notes: absenceNotes,
      repairs: turns.filter(({ repaired }) => repaired).length,
      classification: { ...panel.kind },
      scores: checks.scores,
      own_score_conflicts: checks.conflicts,
      arithmetic_slips: checks.slips,
      stance_drift: checks.drift.map((one) => ({ ...one })),
    } satisfies Record<string, Json>,
  };
}

/** K18. One vote carries nothing, so there is nothing it could have changed. */
function baselineOf(first: Tally, final: Tally): BlindBaseline {
  const choice = first.cast < 2 ? null : first.carried;
  const settled = final.cast < 2 ? null : final.carried;
  return { distribution: first.distribution, choice, changed: choice !== settled };
}

function consensus(held: CompletedRounds, { fields, ...shared }: Shared, choice: string): Outcome {
  const { panel, final } = held;
  const confidence = shared.absences.length > 0 ? "MEDIUM" : "HIGH";
  const votes = final.distribution[choice]?.length ?? 0;
  const dissents = dissentsFrom(held, choice);
  return outcome({
    ...shared,
    label: "CONSENSUS",
    ending: "decided",
    choice,
    confidence,
    summary: `${choice} ${findOption(panel.brief, choice)?.label ?? ""}, ${votes} of ${final.cast} judges`,
    dissents,
    result: {
      question_id: held.panel.brief.id,
      outcome: "CONSENSUS",
      consensus: true,
      recommended_option: choice,
      confidence,
      perspectives: Object.fromEntries(
        cases(held).map((one) => [one.judge, `Option ${one.option} - ${one.headline}${one.aside}`]),
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

function contested(held: CompletedRounds, { fields, ...shared }: Shared): Outcome {
  const { panel, final } = held;
  const groups = Object.entries(final.distribution).map(
    ([option, voters]) => `${option} ${voters.map((by) => nameOf(panel, by)).join(", ")}`,
  );
  const needed = `${countVotesNeeded(final.needed, final.cast)} of ${final.cast} needed`;
  const dissents = dissentsFrom(held, null);
  return outcome({
    ...shared,
    label: "CONTESTED",
    ending: "open",
    confidence: "REQUIRES_INPUT",
    summary: `${groups.join("; ")} - ${held.cutShort ? "a limit ended round 2" : needed}`,
    dissents,
    result: {
      question_id: held.panel.brief.id,
      outcome: "CONTESTED",
      consensus: false,
      recommended_option: null,
      confidence: "REQUIRES_INPUT",
      message: "Judges disagree. Review perspectives below.",
      perspectives: Object.fromEntries(
        cases(held).map((one) => [
          `${one.judge}_favors`,
          `Option ${one.option} - "${one.headline}"${one.aside}`,
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
function insufficient(held: CompletedRounds, { fields, ...shared }: Shared): Outcome {
  const [only] = held.final.votes;
  const who = only ? nameOf(held.panel, only.by) : "nobody";
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
        cases(held).map((one) => [one.judge, `Option ${one.option} - ${one.headline}${one.aside}`]),
      ),
      dissent: [],
      ...fields,
    },
  });
}

function aborted(held: CompletedRounds, { fields, ...shared }: Shared): Outcome {
  const where = held.responses ? " in round 2" : "";
  const reasons = [
    ...new Set(
      shared.absences.map(({ reason, detail }) => detail || describeAbsenceReason(reason)),
    ),
  ];
  return outcome({
    ...shared,
    label: "ABORTED",
    ending: "failed",
    summary: `no judge gave a valid recommendation${where}: ${reasons[0] ?? ""}`,
    dissents: dissentsFrom(held, null),
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

/** J2: a question that is not scope-critical gets one recommendation, and nobody calls it consensus. */
export function recommendedAlone(panel: Panel, turn: Turn<Recommendation>): Outcome {
  const openings: Round<Recommendation> = {
    step: "recommendation",
    spoken: turn.kind === "spoken" ? [turn] : [],
    absent: turn.kind === "absent" ? [turn] : [],
  };
  const alone: Panel = { ...panel, judges: panel.judges.filter(({ id }) => id === turn.by) };
  const whole = conclude(alone, openings, null);
  if (turn.kind === "absent") return whole;
  const { option, headline } = turn.reply;
  const why = `not scope-critical (${panel.kind.classification}), so one recommendation was asked for`;
  return {
    ...whole,
    label: "RECOMMENDED",
    ending: "decided",
    choice: option,
    dissents: [],
    summary: `${option} by the ${nameOf(panel, turn.by)} judge alone; ${why}`,
    baseline: null,
    notes: [why, ...whole.notes],
    result: {
      ...whole.result,
      outcome: "RECOMMENDED",
      recommended_option: option,
      perspectives: { [turn.by]: `Option ${option} - ${headline}` },
    },
  };
}

function userPrompt({ brief }: Panel): string {
  const lines = brief.options.map(
    ({ id, label, description }) =>
      `[${id}] ${description === "" ? label : `${label}: ${description}`}`,
  );
  return [
    "Judges disagreed on this question. Review perspectives above.",
    "",
    "Which option would you like to proceed with?",
    ...lines,
  ].join("\n");
}
