/** The outcome, computed from the turns and nothing else. */
import type { Json } from "../../domain/json.ts";
import { type Confidence, outcome, type Outcome } from "../../domain/outcome.ts";
import type { Spoken } from "../../domain/round.ts";
import type { Synthesis } from "./replies.ts";
import { absencesIn, repairsIn } from "./rules/attendance.ts";
import { type BoardHearing, isUnaffordable, nameOf } from "./rules/board-debate.ts";
import { CALLS_NOTE, callBounds, countCalls } from "./rules/calls.ts";
import { capitulationsIn, changesIn } from "./rules/changes.ts";
import { classifyBrief } from "./rules/classify.ts";
import {
  assignedOpposition,
  formalDissents,
  outcomeDissents,
  unmetChallenges,
} from "./rules/dissents.ts";
import { flagsIn } from "./rules/flags.ts";
import { gateDecision, pollCount } from "./rules/gate.ts";
import { notesOn } from "./rules/notes.ts";
import { summaryOf } from "./rules/novelty.ts";
import { baselineOf, finalPositions, finalTally, firstTally } from "./rules/positions.ts";
import { disputedIn, type Drafted, finalDraft } from "./rules/synthesis.ts";

export function conclude(hearing: BoardHearing, drafted: Drafted | null): Outcome {
  const synthesis = drafted ? finalDraft(drafted) : undefined;
  const shared = sharedParts(hearing, drafted, synthesis);
  if (synthesis) return synthesized(hearing, synthesis.reply, shared);
  if (hearing.way === "stopped") return escalated(hearing, shared, ruledIn(hearing));
  return isLimited(hearing, drafted)
    ? escalated(hearing, shared, "a limit ended it before a synthesis was written")
    : aborted(hearing, shared);
}

/** K12: a limit ends a board in no agreement, not in a failure. */
function isLimited({ way }: BoardHearing, drafted: Drafted | null): boolean {
  return way === "limit" || (drafted?.tries.some(isUnaffordable) ?? false);
}

function ruledIn({ rulings }: BoardHearing): string {
  const { by, reason } = rulings.at(-1) ?? { by: "a person", reason: "" };
  return `stopped by ${by}: ${reason}`;
}

type Shared = ReturnType<typeof sharedParts>;

function sharedParts(
  hearing: BoardHearing,
  drafted: Drafted | null,
  synthesis: Spoken<Synthesis> | undefined,
) {
  const absences = absencesIn(hearing, drafted);
  const last = hearing.rounds.at(-1) ?? hearing.statements;
  const choice = synthesis?.reply.chosen.option ?? null;
  return {
    expected: hearing.seats.length,
    present: last.spoken.length,
    absences,
    tallies: [firstTally(hearing), finalTally(hearing)],
    changes: changesIn(hearing),
    rounds: hearing.rounds.length,
    notes: notesOn(hearing, drafted),
    baseline: baselineOf(hearing, choice),
    fields: fieldsOf(hearing, drafted, synthesis),
  };
}

function fieldsOf(
  hearing: BoardHearing,
  drafted: Drafted | null,
  synthesis: Spoken<Synthesis> | undefined,
): Record<string, Json> {
  const { settings, offices, seats } = hearing;
  return {
    preset: hearing.preset,
    brief_class: { ...classifyBrief(hearing.brief, settings.brief_class) },
    offices: { ...offices, synthesized_by: synthesis?.by ?? null },
    phase_2_ended_by: hearing.way,
    rounds: hearing.rounds.length,
    positions: finalPositions(hearing).map((one) => ({ ...one })),
    versions: versionsOf(hearing),
    dissents: formalDissents(hearing).map(({ seat, text, against, status, round, assigned }) => ({
      role: seat.name,
      by: seat.id,
      text,
      against,
      status,
      round,
      assigned,
      authentic: status === "standing",
    })),
    assigned_opposition: assignedOpposition(hearing).map((one) => ({ ...one, assigned: true })),
    unmet_duties: unmetChallenges(hearing).map((by) => ({
      by,
      duty: "challenged no position in phase 2",
    })),
    disputed_representation: drafted ? disputedIn(drafted).map((one) => ({ ...one })) : [],
    not_reviewed_by: drafted?.reviews?.absent.map(({ by }) => by) ?? [],
    round_summaries: hearing.rounds.map((_, index) => ({
      ...summaryOf(hearing, index + 1).figures,
    })),
    gates: gateFields(hearing),
    polls: hearing.polls.map((poll) => ({
      round: poll.round,
      votes: Object.fromEntries([
        ...poll.ballots.spoken.map(({ by, reply }) => [by, reply.vote]),
        ...poll.ballots.absent.map(({ by }) => [by, "absent"]),
      ]),
      ...pollCount(poll),
    })),
    escalations: hearing.rulings.map(({ seats: about, ...ruling }) => ({
      ...ruling,
      seats: about,
    })),
    capitulations: capitulationsIn(hearing).map((one) => ({ ...one })),
    flags: flagsIn(hearing, synthesis).map((flag) => ({ ...flag })),
    calls: {
      ...countCalls(hearing, drafted),
      published: { ...callBounds(seats.length, settings).total },
      note: CALLS_NOTE,
    },
    repairs: repairsIn(hearing, drafted),
    degraded: absencesIn(hearing, drafted).length > 0,
  };
}

/** F15, F16: the two standing alternatives, in their authors' words. */
function versionsOf({ statements }: BoardHearing): Json {
  return Object.fromEntries(
    statements.spoken.flatMap(({ by, reply }): [string, Json][] => {
      if ("alternative" in reply) return [[by, { alternative: reply.alternative }]];
      if (!("moonshot" in reply)) return [];
      return [[by, { moonshot: reply.moonshot, stepping_stone: reply.stepping_stone }]];
    }),
  );
}

function gateFields(hearing: BoardHearing): Json[] {
  return hearing.gates.map(({ round, turn }, index) => {
    const by = turn.by;
    if (turn.kind === "absent") return { round, by, absent: turn.reason, decision: null };
    const then = {
      ...hearing,
      rounds: hearing.rounds.slice(0, round),
      gates: hearing.gates.slice(0, index + 1),
    };
    const { rounds: judged, decision, reason } = turn.reply;
    const honoured = gateDecision(then) === decision;
    return { round, by, judged: judged.map((one) => ({ ...one })), decision, reason, honoured };
  });
}

/** F28, K4: what was forced, or reached without everyone, is never called certain. */
function cappedConfidence(
  stated: Synthesis["confidence"],
  { forced, degraded }: { forced: boolean; degraded: boolean },
): Confidence {
  return stated === "HIGH" && (forced || degraded) ? "MEDIUM" : stated;
}

function synthesized(
  hearing: BoardHearing,
  { chosen, rejected, risk_register, confidence: stated }: Synthesis,
  { fields, ...shared }: Shared,
): Outcome {
  const forced = hearing.way === "forced";
  const confidence = cappedConfidence(stated, { forced, degraded: shared.absences.length > 0 });
  const dissents = outcomeDissents(hearing, true);
  const against = dissents.map(({ by }) => nameOf(hearing, by)).join(", ");
  return outcome({
    ...shared,
    label: "SYNTHESIZED",
    ending: "decided",
    choice: chosen.option,
    confidence,
    summary: `${chosen.approach}${against === "" ? "" : ` (dissenting: ${against})`}`,
    dissents,
    result: {
      question_id: hearing.brief.id,
      outcome: "SYNTHESIZED",
      chosen: { ...chosen },
      rejected: rejected.map((one) => ({ ...one })),
      risk_register: risk_register.map((one) => ({ ...one })),
      confidence,
      stated_confidence: stated,
      forced,
      ...fields,
    },
  });
}

function escalated(hearing: BoardHearing, { fields, ...shared }: Shared, why: string): Outcome {
  return outcome({
    ...shared,
    label: "ESCALATED",
    ending: "open",
    confidence: "REQUIRES_INPUT",
    summary: why,
    dissents: outcomeDissents(hearing, false),
    result: {
      question_id: hearing.brief.id,
      outcome: "ESCALATED",
      chosen: null,
      confidence: "REQUIRES_INPUT",
      ...fields,
    },
  });
}

function aborted(hearing: BoardHearing, { fields, ...shared }: Shared): Outcome {
  const why =
    hearing.way === "silence"
      ? "fewer than two voices were left to debate"
      : "nobody who could write the synthesis answered";
  return outcome({
    ...shared,
    label: "ABORTED",
    ending: "failed",
    summary: why,
    dissents: outcomeDissents(hearing, false),
    result: {
      question_id: hearing.brief.id,
      outcome: "ABORTED",
      error: why,
      chosen: null,
      confidence: "LOW",
      ...fields,
    },
  });
}
