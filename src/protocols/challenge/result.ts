/** H32-H39: the outcome, computed from the turns and nothing else. */
import type { Json } from "../../domain/json.ts";
import {
  type Confidence,
  type DissentingOpinion,
  outcome,
  type Outcome,
} from "../../domain/outcome.ts";
import { describeAbsenceReason } from "../../domain/round.ts";
import {
  firstSentence,
  objectionRows,
  positionRows,
  verdictRows,
  whatChanged,
} from "./documents/table-rows.ts";
import { capabilityOf } from "./preflight.ts";
import type { Objection } from "./prompts/prompt-input.ts";
import { resolvedParties } from "./rules/confrontation.ts";
import {
  commonGround,
  coreDisagreement,
  exposedAssumptions,
  optionsOf,
  sidesOf,
} from "./rules/exposures.ts";
import {
  absenceLines,
  absencesOf,
  changesOf,
  incoherencesOf,
  isEchoed,
  notesOf,
  presentIn,
} from "./rules/notes.ts";
import { standing } from "./rules/objections.ts";
import { currentPosition, positionsOf } from "./rules/positions.ts";
import { type Debate, nameOf, turnsOf } from "./rules/table.ts";
import { judged, minorObjections } from "./rules/verdicts.ts";

export function consensus(debate: Debate): Outcome {
  const confidence = sureness(debate);
  const { position } = currentPosition(debate);
  return outcome({
    ...spoken(debate),
    label: "CONSENSUS",
    ending: "decided",
    confidence,
    summary: firstSentence(position),
    dissents: minorDissents(debate),
    result: {
      ...heading(debate, "CONSENSUS", confidence),
      unanimous: judged(debate).every(({ verdict }) => verdict === "agree"),
      ...debated(debate),
      remarks:
        debate.remarks?.kind === "spoken"
          ? debate.remarks.reply.remarks.map(({ objection, remark }) => ({ objection, remark }))
          : [],
    },
  });
}

/** H12, H32: a consensus that somebody was missing from, or that one challenger made, is not a sure one. */
function sureness(debate: Debate): Confidence {
  const answered = debate.challenges?.spoken.length ?? 0;
  return absencesOf(debate).length > 0 || answered < 2 ? "MEDIUM" : "HIGH";
}

export function tradeoff(debate: Debate): Outcome {
  const { position } = currentPosition(debate);
  const left = standing(debate).map(({ challenger }) => nameOf(debate, challenger));
  const core = coreDisagreement(debate);
  return outcome({
    ...spoken(debate),
    label: "TRADEOFF",
    ending: "open",
    confidence: "MEDIUM",
    summary: `${firstSentence(position)} (contested by ${left.join(", ")})`,
    dissents: [...standingDissents(debate), ...minorDissents(debate)],
    choices: sidesOf(debate).map(({ advocate, argument }) => ({ id: advocate, label: argument })),
    result: {
      ...heading(debate, "TRADEOFF", "MEDIUM"),
      contested: true,
      ...debated(debate),
      core_disagreement: core.text,
      core_disagreement_by: core.by,
      assumptions: exposedAssumptions(debate),
      options: optionsOf(debate),
      common_ground: commonGround(debate),
      resolved_parties: resolvedParties(debate),
    },
  });
}

/** H37, H38: too few voices to have a debate; disagreement is never the reason. */
export function aborted(debate: Debate, why: string): Outcome {
  const reasons = [
    ...new Set(
      absencesOf(debate).map(({ reason, detail }) => detail || describeAbsenceReason(reason)),
    ),
  ];
  const opened = debate.opening.spoken.length > 0;
  return outcome({
    ...(opened ? spoken(debate) : counted(debate)),
    label: "ABORTED",
    ending: "failed",
    summary: `${why}: ${reasons.join("; ")}`,
    dissents: opened ? [...standingDissents(debate), ...minorDissents(debate)] : [],
    result: {
      outcome: "ABORTED",
      question_id: debate.brief.id,
      final_position: opened ? currentPosition(debate).position : null,
      confidence: "LOW",
      rounds: roundsOf(debate),
      error: why,
      ...(opened ? debated(debate) : counts(debate)),
    },
  });
}

function counted(debate: Debate) {
  return {
    expected: 1 + debate.challengers.length,
    present: presentIn(debate),
    absences: absencesOf(debate),
    rounds: roundsOf(debate),
  };
}

/** Round 1 is the challenge and the first confrontation; each return to the proponent adds one. */
function roundsOf({ challenges, exchanges }: Debate): number {
  return Math.max(exchanges.length, challenges ? 1 : 0);
}

function spoken(debate: Debate) {
  return {
    ...counted(debate),
    changes: changesOf(debate),
    notes: notesOf(debate),
    baseline: {
      distribution: firstVerdicts(debate),
      choice: null,
      changed: positionsOf(debate).some(({ changed }) => changed),
    },
  };
}

/** K18: what the challengers said of the opening, none knowing of another. */
function firstVerdicts({ challenges }: Debate): Record<string, string[]> {
  const said = new Map<string, string[]>();
  for (const { by, reply } of challenges?.spoken ?? []) {
    said.set(reply.verdict, [...(said.get(reply.verdict) ?? []), by]);
  }
  return Object.fromEntries(said);
}

function heading(debate: Debate, label: string, confidence: Confidence): Record<string, Json> {
  return {
    outcome: label,
    question_id: debate.brief.id,
    final_position: currentPosition(debate).position,
    confidence,
    rounds: roundsOf(debate),
  };
}

function debated(debate: Debate): Record<string, Json> {
  return {
    what_changed: whatChanged(debate),
    position_history: positionRows(debate),
    verdicts: verdictRows(debate),
    objections: objectionRows(debate),
    ...counts(debate),
  };
}

function counts(debate: Debate): Record<string, Json> {
  const blind = debate.blind?.spoken.map(({ by, reply }) => ({
    challenger: by,
    answer: reply.answer,
    confidence: reply.confidence,
  }));
  return {
    absences: absenceLines(debate),
    degraded: absencesOf(debate).length > 0,
    capability: capabilityOf(debate.challengers.length),
    degraded_independence: isEchoed(debate),
    incoherences: debate.opening.spoken.length > 0 ? incoherencesOf(debate) : [],
    repairs: turnsOf(debate).filter(({ repaired }) => repaired).length,
    ...(blind && { blind_answers: blind }),
  };
}

/** K6: whoever never withdrew, in its own newest words. */
function standingDissents(debate: Debate): DissentingOpinion[] {
  const claims = claimsBy(debate);
  return standing(debate).map(({ challenger, verdict, unreadable, newest, rounds }) => ({
    by: challenger,
    holds: unreadable ? "unreadable" : verdict,
    words: newest?.text ?? "Its reply could not be read.",
    grounds: claims(challenger).map(({ id, text }) => ({ id, text })),
    stage: stageOf(debate, challenger, rounds),
  }));
}

function claimsBy(debate: Debate) {
  const { challenges, press, exchanges } = debate;
  const rounds = [challenges, press, ...exchanges.map(({ rebuttals }) => rebuttals)];
  return (by: string) =>
    rounds.flatMap((round) =>
      (round?.spoken ?? []).filter((turn) => turn.by === by).flatMap(({ claims }) => claims),
    );
}

/** "round 1 only": its last words are older than the end of the debate. */
function stageOf(
  { exchanges }: Debate,
  challenger: string,
  rounds: Objection["rounds"],
): string | null {
  const asked = exchanges.findLast(({ rebuttals }) => rebuttals !== null);
  if (!asked) return null;
  const absent = asked.rebuttals?.absent.some(({ by }) => by === challenger) ?? false;
  if (!absent) return null;
  const last = rounds.findLast(({ rebuttal }) => rebuttal !== null)?.round ?? 1;
  return `round ${last} only`;
}

/** Objections that blocked nothing and were never withdrawn. */
function minorDissents(debate: Debate): DissentingOpinion[] {
  return minorObjections(debate).map(({ challenger, verdict, turn }) => ({
    by: challenger.id,
    holds: verdict ?? "partial",
    words: turn.reply.critique,
    grounds: turn.claims.map(({ id, text }) => ({ id, text })),
    stage: null,
  }));
}
