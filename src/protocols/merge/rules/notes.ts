/** What a reader must know, computed from the turns and the documents. */
import type { ComparisonPoint } from "../../../documents/comparison-point.ts";
import type { DissentingOpinion, RecordedAbsence } from "../../../domain/outcome/outcome.ts";
import type { Round, Turn } from "../../../domain/round.ts";
import { listDebaters, listPresentAdvocates, findStatement } from "./advocates.ts";
import { isJudged } from "./evaluation.ts";
import { buildVoteMatrix } from "./matrix.ts";
import { type Based, calledBy, type Debated, type Gathered, findMergeName } from "./table.ts";
import { changesIn } from "./vote-changes.ts";
import { LEAVE, TAKE, describeChoice } from "./vote-choice.ts";

/** Any stage of a merge: what a later one would add may still be missing. */
export type MergeProgress = Gathered & Partial<Based>;

/** Every turn so far, in the order it was asked for. */
export function listStageTurns(stage: MergeProgress): Turn<unknown>[] {
  const { writings, found, statements, statementsAgain, rebuttals, finals } = stage;
  const { forward, reverse, again } = stage;
  return [
    ...writings.flatMap(inRound),
    ...(found ? [found] : []),
    ...[statements, statementsAgain, rebuttals, finals].flatMap((round) => inRound(round ?? null)),
    ...[forward, reverse, again].flatMap((turn) => turn ?? []),
  ];
}

function inRound(round: Round<unknown> | null): Turn<unknown>[] {
  return round ? [...round.spoken, ...round.absent] : [];
}

export function listStageAbsences(stage: MergeProgress): RecordedAbsence[] {
  return listStageTurns(stage).flatMap((turn) => {
    if (turn.kind !== "absent") return [];
    const { by, key, reason, detail } = turn;
    return [{ by, step: key.split("/", 1)[0] ?? key, reason, detail }];
  });
}

/** Who was asked, and who of them answered in the end. */
export function countAttendance(stage: MergeProgress): {
  readonly expected: number;
  readonly present: number;
} {
  const last = new Map(listStageTurns(stage).map(({ by, kind }) => [by, kind]));
  const heard = [...last.values()].filter((kind) => kind === "spoken").length;
  return { expected: last.size, present: heard };
}

export function debateNotes(debated: Debated): string[] {
  const { analysis, unverified } = debated;
  const twins = analysis.nearDuplicates
    .filter(() => !analysis.identical)
    .map(
      ({ variant, of }) =>
        `${calledBy(debated, variant)} nearly repeats ${calledBy(debated, of)} and has no advocate of its own`,
    );
  const findings = unverified.map(
    ({ finding, why }) => `a finding of the analyst is not debated: ${finding.summary} (${why})`,
  );
  const silent = listDebaters(debated)
    .filter(({ id }) => debated.statements !== null && !findStatement(debated, id))
    .map(({ name }) => `${name} stated no case; the debate went on without it`);
  const early = [debated.rebuttals, debated.finals].flatMap((round) =>
    (round?.absent ?? []).map(
      ({ by, key }) =>
        `${findMergeName(debated, by)} said nothing in the ${key.split("/", 1)[0]}; what it said before stands`,
    ),
  );
  const unexplained = changesIn(debated)
    .filter(({ standing }) => standing === "unexplained")
    .map(
      ({ by, from, to, round }) =>
        `${by} moved from ${from} to ${to} in round ${round} without a valid cause`,
    );
  return [...analysis.limits, ...twins, ...findings, ...silent, ...early, ...unexplained];
}

/** K4: what is missing from the scores comes first. */
export function scoreNotes(based: Based): string[] {
  if (based.base.selection === null) return [];
  if (!isJudged(based)) {
    return ["nobody judged the criteria, so the score is the quantitative half alone"];
  }
  const one = [based.forward, based.reverse].some((turn) => turn?.kind === "absent");
  return one ? ["only one of the two passes was heard, so a bias of order cannot be seen"] : [];
}

export function unmetNotes(stage: MergeProgress): string[] {
  return listStageTurns(stage).flatMap((turn) =>
    turn.kind === "spoken"
      ? turn.unmet.map((problem) => `${turn.by} (${turn.key.split("/", 1)[0]}): ${problem}`)
      : [],
  );
}

/** K6: the words of each advocate on every point that went against it. */
export function listMergeDissents(based: Based): DissentingOpinion[] {
  return buildVoteMatrix(based).flatMap(({ point, choice: agreed, cast }) => {
    const stands = agreed ?? unresolvedChoice(based, point);
    return cast
      .filter(({ choice }) => choice !== null && choice !== stands)
      .map(({ by, choice, because, claim, round }) => ({
        by,
        holds: `${point.id}: ${describeChoice(choice ?? "", (one) => calledBy(based, one))}`,
        words: because,
        grounds: claim === null ? [] : [{ id: claim, text: because }],
        stage: describeMissedStage(based, by, round),
      }));
  });
}

/** What is unresolved stays as the base has it. */
function unresolvedChoice({ base }: Based, { category, sides }: ComparisonPoint): string {
  if (category !== "unique") return String(base.variant);
  return sides[0]?.variant === base.variant ? TAKE : LEAVE;
}

/** "statement only": its last words are older than the end of the debate. */
function describeMissedStage(
  { rebuttals, finals }: Debated,
  by: string,
  round: number,
): string | null {
  const missed = [rebuttals, finals].some((one) => one?.absent.some((turn) => turn.by === by));
  if (!missed) return null;
  return round === 1 ? "statement only" : `round ${round} only`;
}

/** How many of the advocates there should be have spoken. */
export function advocatesLine(debated: Debated): string {
  return `${listPresentAdvocates(debated).length} of ${listDebaters(debated).length} advocates stated a case`;
}
