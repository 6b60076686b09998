/** H32-H39: the outcome, computed from the turns and nothing else. */
import type { Json } from "../../domain/json.ts";
import {
  type Confidence,
  type DissentingOpinion,
  outcome,
  type Outcome,
} from "../../domain/outcome/outcome.ts";
import { describeAbsenceReason } from "../../domain/round.ts";
import {
  listAcceptedCritiques,
  listAssumptionRows,
  listObjectionRows,
  listPositionRows,
  listVerdictRows,
  takeFirstSentence,
} from "./documents/table-rows.ts";
import { rateCapability } from "./preflight.ts";
import type { Objection } from "./prompts/prompt-input.ts";
import { isConceded, listResolvedParties } from "./rules/confrontation.ts";
import {
  listCommonGround,
  listExposedAssumptions,
  listOptions,
  listSides,
  readCoreDisagreement,
} from "./rules/exposures.ts";
import {
  countPresent,
  isEchoed,
  listAbsenceLines,
  listAbsences,
  listChanges,
  listIncoherences,
  listNotes,
  listUntested,
} from "./rules/notes.ts";
import { listMinor, listStanding, readNewestWords } from "./rules/objections.ts";
import { formatPositionText, listPositions, readCurrentPosition } from "./rules/positions.ts";
import {
  describeSurvival,
  judgeOriginal,
  judgeSurvival,
  measureOverlap,
} from "./rules/survival.ts";
import { type Debate, findSeatName, listTurns } from "./rules/table.ts";
import { listVerdicts } from "./rules/verdicts.ts";

export function reachConsensus(debate: Debate): Outcome {
  const confidence = rateConfidence(debate);
  const first = takeFirstSentence(formatPositionText(readCurrentPosition(debate)));
  return outcome({
    ...describeTurns(debate),
    label: "CONSENSUS",
    ending: "decided",
    ...(isLost(debate) && { refuted: true as const }),
    confidence,
    summary: describeSurvival(debate, first),
    dissents: isConceded(debate) ? listUnmovedAgreements(debate) : listDissents(debate),
    result: {
      ...describeHead(debate, "CONSENSUS", confidence),
      unanimous: listVerdicts(debate).every(({ verdict }) => verdict === "agree"),
      ...describeDebate(debate),
      remarks:
        debate.remarks?.kind === "spoken"
          ? debate.remarks.reply.remarks.map(({ objection, remark }) => ({ objection, remark }))
          : [],
    },
  });
}

/** H34: what was put up does not hold, and nothing took its place. */
function isLost(debate: Debate): boolean {
  const fate = judgeSurvival(debate);
  return fate === null || fate === "withdrawn";
}

/**
 * H12, H32, K19: sure only if nobody is missing, two challengers answered, every change has its cause, and all of them
 * judged what is agreed to.
 */
function rateConfidence(debate: Debate): Confidence {
  const answered = debate.challenges?.spoken.length ?? 0;
  const isExplained = listChanges(debate).every(({ standing }) => standing === "explained");
  const isJudged = isConceded(debate)
    ? listVerdicts(debate).every(({ blocking }) => blocking)
    : listUntested(debate).length === 0;
  const isSure = listAbsences(debate).length === 0 && answered >= 2 && isExplained && isJudged;
  return isSure ? "HIGH" : "MEDIUM";
}

export function reachTradeoff(debate: Debate): Outcome {
  const first = takeFirstSentence(formatPositionText(readCurrentPosition(debate)));
  const left = [
    ...new Set(listStanding(debate).map(({ challenger }) => findSeatName(debate, challenger))),
  ];
  const core = readCoreDisagreement(debate);
  return outcome({
    ...describeTurns(debate),
    label: "TRADEOFF",
    ending: "open",
    confidence: "MEDIUM",
    summary: `${first} (contested by ${left.join(", ")})`,
    dissents: listDissents(debate),
    choices: listSides(debate).map(({ advocate, argument }) => ({ id: advocate, label: argument })),
    result: {
      ...describeHead(debate, "TRADEOFF", "MEDIUM"),
      contested: true,
      ...describeDebate(debate),
      core_disagreement: core.text,
      core_disagreement_by: core.by,
      assumptions: listExposedAssumptions(debate),
      options: listOptions(debate),
      common_ground: listCommonGround(debate),
      resolved_parties: listResolvedParties(debate),
    },
  });
}

/** H37, H38: too few voices to have a debate; disagreement is never the reason. */
export function abortDebate(debate: Debate, why: string): Outcome {
  const reasons = [
    ...new Set(
      listAbsences(debate).map(({ reason, detail }) => detail || describeAbsenceReason(reason)),
    ),
  ];
  const isOpened = debate.opening.spoken.length > 0;
  const advice =
    debate.challengers.length === 0 ? " (find out who answers with: dissent doctor)" : "";
  return outcome({
    ...(isOpened ? describeTurns(debate) : countVoices(debate)),
    label: "ABORTED",
    ending: "failed",
    summary: `${why}: ${reasons.join("; ")}${advice}`,
    dissents: isOpened ? listDissents(debate) : [],
    result: {
      outcome: "ABORTED",
      question_id: debate.brief.id,
      final_position: isOpened ? formatPositionText(readCurrentPosition(debate)) : null,
      confidence: "LOW",
      rounds: countRounds(debate),
      error: why,
      ...(isOpened ? describeDebate(debate) : describeVoices(debate)),
    },
  });
}

function countVoices(debate: Debate) {
  return {
    expected: 1 + debate.challengers.length + debate.unavailable.length,
    present: countPresent(debate),
    absences: listAbsences(debate),
    rounds: countRounds(debate),
  };
}

/** Round 1 is the challenge and the first confrontation; each return to the proponent adds one. */
export function countRounds({ challenges, exchanges }: Debate): number {
  return Math.max(exchanges.length, challenges ? 1 : 0);
}

function describeTurns(debate: Debate) {
  return {
    ...countVoices(debate),
    changes: listChanges(debate),
    notes: listNotes(debate),
    baseline: {
      distribution: countFirstVerdicts(debate),
      choice: null,
      changed:
        listPositions(debate).some(({ changes }) => changes.length > 0) || isConceded(debate),
    },
  };
}

/** K18: what the challengers said of the opening, none knowing of another. */
function countFirstVerdicts({ challenges }: Debate): Record<string, string[]> {
  const said = new Map<string, string[]>();
  for (const { by, reply } of challenges?.spoken ?? []) {
    said.set(reply.verdict, [...(said.get(reply.verdict) ?? []), by]);
  }
  return Object.fromEntries(said);
}

function describeHead(debate: Debate, label: string, confidence: Confidence): Record<string, Json> {
  return {
    outcome: label,
    question_id: debate.brief.id,
    final_position: formatPositionText(readCurrentPosition(debate)),
    confidence,
    rounds: countRounds(debate),
    original: judgeOriginal(debate),
    survived: judgeSurvival(debate),
    overlap: Math.round(measureOverlap(debate) * 100) / 100,
  };
}

function describeDebate(debate: Debate): Record<string, Json> {
  return {
    what_changed: listAcceptedCritiques(debate),
    position_history: listPositionRows(debate),
    verdicts: listVerdictRows(debate),
    objections: listObjectionRows(debate),
    opening_assumptions: listAssumptionRows(debate),
    ...describeVoices(debate),
  };
}

function describeVoices(debate: Debate): Record<string, Json> {
  const blind = debate.blind?.spoken.map(({ by, reply }) => ({
    challenger: by,
    answer: reply.answer,
    confidence: reply.confidence,
  }));
  return {
    absences: listAbsenceLines(debate),
    degraded: listAbsences(debate).length > 0,
    capability: rateCapability(debate.challengers.length),
    degraded_independence: isEchoed(debate),
    incoherences: debate.opening.spoken.length > 0 ? listIncoherences(debate) : [],
    repairs: listTurns(debate).filter(({ repaired }) => repaired).length,
    ...(blind && { blind_answers: blind }),
  };
}

/** K6: what each challenger never withdrew, in its own newest words, each objection once. */
function listDissents(debate: Debate): DissentingOpinion[] {
  const standing = listStanding(debate);
  const kept = [...standing, ...listMinor(debate)];
  const groups = Map.groupBy(kept, ({ challenger }) => challenger);
  return [...groups].map(([by, objections]) => {
    const [first] = objections;
    const isStanding = first !== undefined && standing.includes(first);
    return {
      by,
      holds: isStanding ? readHeldVerdict(debate, first) : "partial",
      words: objections.map(readNewestWords).join("\n\n"),
      grounds: objections.map(({ id, text }) => ({ id, text })),
      stage: isStanding ? findStage(debate, first) : null,
    };
  });
}

function readHeldVerdict(debate: Debate, { challenger, missing }: Objection): string {
  if (missing === "unreadable") return "unreadable";
  const row = listVerdicts(debate).find((one) => one.challenger.id === challenger);
  return row?.verdict && row.verdict !== "agree" ? row.verdict : "disagree";
}

/** "round 1 only": its last words are older than the end of the debate. */
function findStage({ exchanges }: Debate, { challenger, rounds }: Objection): string | null {
  const asked = exchanges.findLast(({ rebuttals }) => rebuttals !== null);
  const isAbsent = asked?.rebuttals?.absent.some(({ by }) => by === challenger) ?? false;
  if (!isAbsent) return null;
  const last = rounds.findLast(({ rebuttal }) => rebuttal !== null)?.round ?? 1;
  return `round ${last} only`;
}

/** Where it is agreed that the position does not hold: those who had found that it does, and were not asked again. */
function listUnmovedAgreements(debate: Debate): DissentingOpinion[] {
  return listVerdicts(debate).flatMap(({ challenger, blocking, turn }) => {
    if (blocking || !turn) return [];
    const words = turn.reply.tested ?? "No grounds given.";
    const grounds = turn.claims.map(({ id, text }) => ({ id, text }));
    return [{ by: challenger.id, holds: "agree", words, grounds, stage: "round 1 only" }];
  });
}
