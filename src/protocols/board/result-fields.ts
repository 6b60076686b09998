/** The fields of a board's result, with the seed's names where it has any. */
import type { Json } from "../../domain/json.ts";
import type { Synthesis } from "./replies.ts";
import { absencesIn, repairsIn } from "./rules/attendance.ts";
import type { BoardHearing } from "./rules/board-debate.ts";
import { CALLS_NOTE, callBounds, countCalls } from "./rules/calls.ts";
import { changesIn } from "./rules/changes.ts";
import { classifyBrief } from "./rules/classify.ts";
import { assignedOpposition, formalDissents, unmetChallenges } from "./rules/closing/dissents.ts";
import {
  findAlternative,
  listUnaddressed,
  listUnregisteredRisks,
  registerRisks,
} from "./rules/closing/register.ts";
import type { SynthesisSupport } from "./rules/closing/support.ts";
import {
  closingDissents,
  disputedIn,
  type Drafted,
  finalDraft,
  finalReviews,
  incompleteIn,
} from "./rules/closing/synthesis.ts";
import { flagsIn } from "./rules/flags.ts";
import { gateDecision, pollCount } from "./rules/gate.ts";
import { isHaltAgainstFigures, findRoundSummary } from "./rules/novelty.ts";
import { finalPositions, listSharedTerms } from "./rules/positions.ts";

/** F11: the decision, with what code has checked and added. */
export function describeSynthesis(
  hearing: BoardHearing,
  reply: Synthesis,
  { verdict, holders, behind, of, limits, minority }: SynthesisSupport,
): Record<string, Json> {
  const { approach, reasoning, conditions, next_step } = reply;
  return {
    chosen: { verdict, approach, reasoning, conditions, next_step },
    rejected: reply.rejected.map(({ point, reasoning: why }) => {
      const known = findAlternative(hearing, point);
      return {
        id: known?.id ?? point,
        alternative: known?.text ?? point,
        reasoning: why,
        held_by: known?.held_by ?? [],
      };
    }),
    not_addressed: listUnaddressed(hearing, reply).map((one) => ({ ...one })),
    risk_register: registerRisks(hearing, reply).map((one) => ({ ...one })),
    risks_left_out: listUnregisteredRisks(hearing, reply).map(({ id, by, text }) => ({
      id,
      risk: text,
      raised_by: by,
    })),
    support: { held_by: holders, behind, of, limits, minority },
  };
}

/** What holds whether or not a synthesis was written. */
export function describeDebate(
  hearing: BoardHearing,
  drafted: Drafted | null,
  support: SynthesisSupport | null,
): Record<string, Json> {
  const { settings, seats, gate } = hearing;
  const synthesis = drafted ? finalDraft(drafted) : undefined;
  return {
    preset: hearing.preset,
    brief_class: { ...classifyBrief(hearing.brief, settings.brief_class) },
    offices: {
      synthesizer: hearing.synthesizer,
      synthesized_by: synthesis?.by ?? null,
      gate_reviewer: gate?.id ?? null,
    },
    phase_2_ended_by: hearing.way,
    halt_against_figures: isHaltAgainstFigures(hearing),
    rounds: hearing.rounds.length,
    positions: finalPositions(hearing).map((one) => ({ ...one })),
    terms: listSharedTerms(hearing).map((one) => ({ ...one })),
    versions: readVersions(hearing),
    dissents: describeDissents(hearing, drafted),
    assigned_opposition: assignedOpposition(hearing, support?.verdict ?? null).map((one) => ({
      ...one,
      assigned: true,
    })),
    unmet_duties: unmetChallenges(hearing).map((by) => ({
      by,
      duty: "challenged no position in phase 2",
    })),
    ...describeReviews(drafted),
    round_summaries: hearing.rounds.map((_, index) => ({
      ...findRoundSummary(hearing, index + 1).figures,
    })),
    gates: gateFields(hearing),
    polls: hearing.polls.map((poll) => ({
      round: poll.round,
      votes: Object.fromEntries([
        ...poll.ballots.spoken.map(({ by, reply }) => [by, reply.vote]),
        ...poll.ballots.absent.map(({ by }) => [by, "absent"]),
      ]),
      ...pollCount(hearing, poll),
    })),
    escalations: hearing.rulings.map(({ seats: about, ...ruling }) => ({
      ...ruling,
      seats: about,
    })),
    capitulations: changesIn(hearing)
      .filter(({ standing }) => standing === "unexplained")
      .map(({ by, round, from, to }) => ({ by, round, from, to })),
    flags: flagsIn(hearing, synthesis).map((flag) => ({ ...flag })),
    calls: {
      ...countCalls(hearing, drafted),
      published: { ...callBounds(seats.length, settings).phases },
      most: callBounds(seats.length, settings).total.max,
      note: CALLS_NOTE,
    },
    repairs: repairsIn(hearing, drafted),
    degraded: absencesIn(hearing, drafted).length > 0,
  };
}

/** All that were made, with why each was overruled; those from the synthesis come last. */
function describeDissents(hearing: BoardHearing, drafted: Drafted | null): Json[] {
  const { seats } = hearing;
  const written = drafted ? finalDraft(drafted)?.reply : undefined;
  const answers = new Map(written?.answers.map(({ claim, reason }) => [claim, reason]));
  const formal = formalDissents(hearing).map(({ seat, withdrawal, ...dissent }) => ({
    ...dissent,
    role: seat.name,
    by: seat.id,
    authentic: dissent.status === "standing",
    withdrawn_because: withdrawal?.because ?? [],
    overruled_because: answers.get(dissent.id) ?? null,
  }));
  const closing = closingDissents(drafted).map(({ by, text }) => {
    const seat = seats.find(({ id }) => id === by);
    return {
      id: null,
      role: seat?.name ?? by,
      by,
      text,
      about: "synthesis",
      round: null,
      status: "standing",
      attempts: [],
      assigned: seat?.role === "contrarian",
      authentic: true,
      withdrawn_because: [],
      overruled_because: null,
    };
  });
  return [...formal, ...closing];
}

function describeReviews(drafted: Drafted | null): Record<string, Json> {
  const last = drafted && finalReviews(drafted);
  return {
    reviews: (last?.spoken ?? []).map(({ by, reply }) => ({ by, ...reply })),
    corrected: drafted?.correction?.kind === "spoken",
    disputed_representation: drafted ? disputedIn(drafted).map((one) => ({ ...one })) : [],
    incomplete: drafted ? incompleteIn(drafted).map((one) => ({ ...one })) : [],
    not_reviewed_by: last?.absent.map(({ by }) => by) ?? [],
  };
}

/** F15, F16: the two standing alternatives, in their authors' words. */
function readVersions({ statements }: BoardHearing): Json {
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
    const { rounds: judged, decision, reason, outside_brief } = turn.reply;
    const honoured = gateDecision(then) === decision;
    return {
      round,
      by,
      judged: judged.map((one) => ({ ...one })),
      decision,
      reason,
      outside_brief: outside_brief.map((one) => ({ ...one })),
      honoured,
    };
  });
}
