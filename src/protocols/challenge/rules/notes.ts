/** What a reader must know, and the changes behind the outcome, computed from the turns. */
import type { PositionChange, RecordedAbsence } from "../../../domain/outcome.ts";
import { describeAbsenceReason } from "../../../domain/round.ts";
import { echoes } from "../preflight.ts";
import { withdrawalProblems } from "../prompts/confrontation-asks.ts";
import { stoppedBy } from "./confrontation.ts";
import { objectionsOf, standing } from "./objections.ts";
import { currentPosition, lastJudged, positionsOf } from "./positions.ts";
import { placeOf } from "./steps.ts";
import { type Debate, turnsOf } from "./table.ts";
import { judged } from "./verdicts.ts";

export function absencesOf(debate: Debate): RecordedAbsence[] {
  return turnsOf(debate).flatMap((turn) => {
    if (turn.kind !== "absent") return [];
    const { by, key, reason, detail } = turn;
    return [{ by, step: key.split("/", 1)[0] ?? key, reason, detail }];
  });
}

/** H39: "operator timed out in round 2". */
export function absenceLines(debate: Debate): string[] {
  return absencesOf(debate).map(
    ({ by, step, reason }) => `${by} ${describeAbsenceReason(reason)} ${placeOf(step)}`,
  );
}

/** Proponent and challengers whose last answer was received. */
export function presentIn(debate: Debate): number {
  const last = new Map(turnsOf(debate).map(({ by, kind }) => [by, kind]));
  return [...last.values()].filter((kind) => kind === "spoken").length;
}

/** Versions of the position, and objections withdrawn, each with its cause (K5). */
export function changesOf(debate: Debate): PositionChange[] {
  return [...positionChanges(debate), ...withdrawals(debate)];
}

function positionChanges(debate: Debate): PositionChange[] {
  return positionsOf(debate)
    .filter(({ changed }) => changed)
    .map(({ version, afterRound, because, causes }) => ({
      by: debate.proponent.id,
      round: afterRound,
      from: `v${version - 1}`,
      to: `v${version}`,
      reason: because ?? "no reason was given",
      causes,
      standing: causes.length > 0 && because !== null ? "explained" : "unexplained",
    }));
}

function withdrawals(debate: Debate): PositionChange[] {
  return objectionsOf(debate).flatMap(({ challenger, verdict, rounds, resolved, unreadable }) => {
    const last = rounds.at(-1);
    if (!resolved || !last?.rebuttal) return [];
    const until = { ...debate, exchanges: debate.exchanges.slice(0, last.round) };
    const problems = withdrawalProblems(until, challenger, last.rebuttal);
    return [
      {
        by: challenger,
        round: last.round,
        from: unreadable ? "unreadable" : verdict,
        to: "agree",
        reason: problems.length === 0 ? last.rebuttal.reasoning : problems.join("; "),
        causes: problems.length === 0 ? last.rebuttal.because : [],
        standing: problems.length === 0 ? "explained" : "unexplained",
      } satisfies PositionChange,
    ];
  });
}

export function incoherencesOf(debate: Debate): string[] {
  return judged(debate).flatMap(({ challenger, incoherent, turn }) => {
    if (!incoherent || !turn) return [];
    const { verdict, objection_strength } = turn.reply;
    return [
      `${challenger.id} says ${verdict} and calls its objection ${objection_strength}; it was confronted`,
    ];
  });
}

export function isEchoed({ proponent, challengers }: Debate): boolean {
  return echoes(proponent, challengers).length > 0;
}

export function notesOf(debate: Debate): string[] {
  const downgraded = judged(debate)
    .filter((one) => one.downgraded)
    .map(
      ({ challenger }) =>
        `${challenger.id} agreed without substance, also when pressed; treated as partial with a moderate objection`,
    );
  const unexplained = changesOf(debate)
    .filter(({ standing: how }) => how === "unexplained")
    .map(
      ({ by, from, to, round }) =>
        `${by} moved from ${from} to ${to} in round ${round} without a valid cause`,
    );
  const { version } = currentPosition(debate);
  // agreement with what was proposed is no agreement with what came of it
  const earlier = debate.challengers.flatMap(({ id }) => {
    const judgedLast = lastJudged(debate, id);
    if (judgedLast === null || judgedLast === version) return [];
    return [`${id} last judged v${judgedLast} and was not asked about v${version}`];
  });
  const stopped = standing(debate).length > 0 ? stoppedBy(debate) : null;
  const left = debate.unavailable.map(({ id }) => `${id} is not known to work and was not asked`);
  const unmet = turnsOf(debate).flatMap((turn) =>
    turn.kind === "spoken"
      ? turn.unmet.map((problem) => `${turn.by} ${placeOf(turn.key)}: ${problem}`)
      : [],
  );
  return [
    ...left,
    ...incoherencesOf(debate),
    ...downgraded,
    ...unexplained,
    ...earlier,
    ...(stopped === null ? [] : [`the confrontation ended: ${stopped}`]),
    ...unmet,
  ];
}
