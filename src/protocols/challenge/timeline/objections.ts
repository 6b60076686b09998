/** What happened to every objection, round by round, as the rules found it, with the events to jump to. */
import type { RebuttalChoice, Strength, Verdict } from "../../../domain/outcome/objection.ts";
import type { AbsenceReason } from "../../../domain/round.ts";
import type { DebateTimeline } from "../../../timeline/debate-timeline.ts";
import { inStep } from "../../../timeline/reading.ts";
import type { JoinedObjection, Objection, ObjectionRound } from "../prompts/prompt-input.ts";
import type { Disposition } from "../reply-values.ts";
import { type ObjectionFate, readObjectionFate } from "../rules/confrontation.ts";
import { joinObjections } from "../rules/joined-objections.ts";
import { listObjections } from "../rules/objections.ts";
import type { Debate } from "../rules/table.ts";
import { listVerdicts } from "../rules/verdicts.ts";

/** What a challenger said of the opening. */
export interface ChallengerVerdict {
  readonly at: number;
  readonly key: string;
  readonly seat: string;
  /** Null where nothing readable was said. */
  readonly verdict: Verdict | null;
  readonly strength: Strength | null;
  readonly blocks: boolean;
  /** H17: it agreed without saying anything and was asked again. */
  readonly pressed: boolean;
  /** Still without substance, so it counts as partial and moderate. */
  readonly downgraded: boolean;
  /** Verdict and strength contradict each other. */
  readonly incoherent: boolean;
  readonly absent: AbsenceReason | null;
  /** What was attacked and held, in its words. */
  readonly tested: string | null;
}

export interface ObjectionCard {
  readonly at: number;
  readonly id: string;
  readonly seat: string;
  readonly strength: Strength;
  /** As it was filed. */
  readonly filed: Strength;
  readonly blocked: boolean;
  readonly headline: string;
  readonly detail: string;
  readonly parts: readonly number[];
  readonly alternative: string | null;
  readonly settledBy: string | null;
  /** Objections of others that were answered together with it. */
  readonly joined: readonly string[];
  readonly rounds: readonly ObjectionStep[];
  readonly fate: ObjectionFate;
}

export interface ObjectionStep {
  readonly round: number;
  readonly answer: {
    readonly at: number;
    readonly disposition: Disposition;
    readonly claim: string;
    readonly explanation: string;
    readonly limit: string | null;
  } | null;
  readonly rebuttal: {
    readonly at: number;
    readonly choice: RebuttalChoice;
    readonly claim: string | null;
    readonly reason: string;
    readonly settledBy: string | null;
    /** By its own word and by measure. */
    readonly news: boolean;
    readonly because: readonly string[];
    readonly parts: readonly number[];
    /** Why an ACCEPT does not count. */
    readonly problems: readonly string[];
  } | null;
  /** It was asked and did not answer; its objection stays. */
  readonly silent: { readonly at: number; readonly reason: AbsenceReason } | null;
}

export function listVerdictCards(timeline: DebateTimeline, debate: Debate): ChallengerVerdict[] {
  if (debate.challenges === null) return [];
  return listVerdicts(debate).flatMap((row) => {
    const seat = row.challenger.id;
    const first = inStep(timeline, "challenges").find((turn) => turn.seat === seat);
    const turn = timeline.turns.find(({ key }) => key === row.turn?.key) ?? first;
    if (!turn) return [];
    return [
      {
        at: turn.at,
        key: turn.key,
        seat,
        verdict: row.verdict,
        strength: row.strength,
        blocks: row.blocking,
        pressed: row.pressed,
        downgraded: row.downgraded,
        incoherent: row.incoherent,
        absent: row.absent,
        tested: row.turn?.reply.tested ?? null,
      },
    ];
  });
}

export function listObjectionCards(timeline: DebateTimeline, debate: Debate): ObjectionCard[] {
  if (debate.challenges === null) return [];
  const objections = listObjections(debate);
  const groups = joinObjections(objections.filter(({ blocked }) => blocked));
  return objections.map((objection) => {
    const { id, challenger } = objection;
    const group = groups.find(({ members }) => members.some((one) => one.id === id));
    return {
      at: findFiled(timeline, objection),
      id,
      seat: challenger,
      strength: objection.strength,
      filed: objection.filed,
      blocked: objection.blocked,
      headline: objection.text,
      detail: objection.detail,
      parts: objection.parts,
      alternative: objection.alternative,
      settledBy: objection.settled_by,
      joined: [
        ...new Set([...listGroupIds(group), ...listSameAnswer(objections, objection)]),
      ].filter((other) => other !== id),
      rounds: objection.rounds.map((entry) => placeRound(timeline, challenger, entry)),
      fate: readObjectionFate(objection),
    };
  });
}

function listGroupIds(group: JoinedObjection | undefined): string[] {
  return (group?.members ?? []).map(({ id }) => id);
}

/** Those that the proponent gave one and the same answer to. */
function listSameAnswer(objections: readonly Objection[], { rounds }: Objection): string[] {
  const answers = new Set(rounds.flatMap(({ answer }) => answer?.claim ?? []));
  return objections
    .filter((other) => other.rounds.some(({ answer }) => answer && answers.has(answer.claim)))
    .map(({ id }) => id);
}

function findFiled(timeline: DebateTimeline, { id, challenger }: Objection): number {
  const filed = timeline.turns.find(({ claims }) => claims.some((claim) => claim.id === id));
  return (filed ?? inStep(timeline, "challenges").find(({ seat }) => seat === challenger))?.at ?? 0;
}

function placeRound(
  timeline: DebateTimeline,
  seat: string,
  { round, answer, rebuttal }: ObjectionRound,
): ObjectionStep {
  const response = inStep(timeline, `response-${round}`)[0];
  const turn = inStep(timeline, `rebuttals-${round}`).find((one) => one.seat === seat);
  return {
    round,
    answer: answer && {
      at: response?.at ?? 0,
      disposition: answer.disposition,
      claim: answer.claim,
      explanation: answer.explanation,
      limit: answer.limit,
    },
    rebuttal: rebuttal && {
      at: turn?.at ?? 0,
      choice: rebuttal.choice,
      claim: rebuttal.claim,
      reason: rebuttal.reason,
      settledBy: rebuttal.settled_by,
      news: rebuttal.fresh,
      because: rebuttal.because,
      parts: rebuttal.because_parts,
      problems: rebuttal.problems,
    },
    silent: turn?.absent ? { at: turn.at, reason: turn.absent.reason } : null,
  };
}
