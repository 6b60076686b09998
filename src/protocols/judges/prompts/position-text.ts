/** J14: a judge's position of round 1 in words and a table, with totals that code computed. */
import type { Claim } from "../../../domain/claim.ts";
import { computeOnce } from "../../../domain/compute-once.ts";
import { describeEvidenceCheck, formatEvidenceWords } from "../../../domain/evidence/evidence.ts";
import type { Fence } from "../../../protocol.ts";
import { formatGivenFigures } from "../rules/given-figures.ts";
import {
  listBestOptions,
  describeBest,
  type LensEvaluation,
  type LensId,
  scoreForLens,
} from "../rules/lens.ts";
import { ESTIMATE, type JudgePoint, type PointPart } from "../rules/points.ts";
import type { JudgePosition } from "./prompt-input.ts";

export function renderPositions(positions: readonly JudgePosition[], fence: Fence): string {
  const cases = positions.map((position) =>
    fence(formatJudgeLabel(position.judge.id), renderPosition(position)),
  );
  return `Round 1 is closed. This is what every judge said, in full, with the id of each point.\n\n${cases.join("\n\n")}`;
}

export function formatJudgeLabel(judge: string): string {
  return `judge ${judge}`;
}

/** Once for each position: every judge is shown the same words. */
const renderPosition = computeOnce((position: JudgePosition): string => {
  const { option, confidence, points, missing } = position;
  return [
    `Recommends ${option}, confidence ${confidence} of 100.`,
    ...renderConditions(points),
    ...listPart(points, "case").map(({ claim }) => `${claim.id} Case: ${readClaimWords(claim)}`),
    ...listPart(points, "claim").map(({ claim }) => renderClaim(claim)),
    ...listPart(points, "doubt").map(
      ({ claim }) => `${claim.id} Against itself: ${readClaimWords(claim)}`,
    ),
    `Would change their mind: ${position.would_change_my_mind}`,
    ...(missing === null ? [] : [`Finds missing: ${missing}`]),
    "",
    ...renderTable(position),
  ].join("\n");
});

export function renderConditions(points: readonly JudgePoint[]): string[] {
  return listPart(points, "condition").map(({ claim }) => `${claim.id} ${readClaimWords(claim)}`);
}

export function listPart(points: readonly JudgePoint[], part: PointPart): JudgePoint[] {
  return points.filter((point) => point.part === part);
}

/** All of it, also where a list would show only the headline. */
export function readClaimWords({ text, detail, aside }: Claim): string {
  if (detail === undefined) return text;
  // the detail of a point that was cut begins with the same words
  return aside === true ? detail : `${text} ${detail}`;
}

export function renderClaim(claim: Claim): string {
  const { id, about, side, text, detail, evidence } = claim;
  return [
    `${id} ${side} ${about}: ${text}`,
    ...(detail === undefined ? [] : [`   ${detail}`]),
    ...evidence.map(
      (one) => `   ${formatEvidenceWords(one, ['"', '"'])} (${describeEvidenceCheck(one)})`,
    ),
  ].join("\n");
}

const MEASURES: Readonly<Record<LensId, string>> = {
  risk: "risk, less is better",
  value: "value, more is better",
  effort: "return on effort, more is better",
  plain: "score, more is better",
};

function renderTable({ lens, evaluations, points, horizon, ...rest }: JudgePosition): string[] {
  const scores = evaluations.map((one) => scoreForLens(lens, one));
  const best = listBestOptions(lens, scores);
  const totals = scores.map(({ option, shown }) => `${option} ${shown}`).join("; ");
  const isAgainst = best.length > 0 && !best.includes(rest.option);
  const why = rest.against_own_scores ?? "no reason given";
  return [
    `Table (${MEASURES[lens]}${horizon === null ? "" : `; days over ${horizon} months`})`,
    "| id | option | row | given | why |",
    "| --- | --- | --- | --- | --- |",
    ...evaluations.flatMap((one) => renderRows(one, points)),
    `Totals, computed: ${totals}. Best by this table: ${describeBest(best, scores)}.`,
    ...(isAgainst ? [`Recommends ${rest.option} all the same: ${why}`] : []),
  ];
}

function renderRows(evaluation: LensEvaluation, points: readonly JudgePoint[]): string[] {
  const { option } = evaluation;
  const findPointId = (kind: string): string =>
    points.find((point) => point.option === option && point.kind === kind)?.claim.id ?? "";
  const line = (kind: string, given: string, why: string): string =>
    `| ${[findPointId(kind), option, kind.replace("_", " "), given, formatCell(why)].join(" | ")} |`;
  if (!("rows" in evaluation)) {
    const given = formatGivenFigures(evaluation);
    return [
      line("strengths", given, evaluation.strengths),
      line("weaknesses", given, evaluation.weaknesses),
    ];
  }
  return [
    ...evaluation.rows.map((row) => line(row.kind, formatGivenFigures(row), row.description)),
    ...("uncertainty" in evaluation ? [line(ESTIMATE, formatGivenFigures(evaluation), "")] : []),
  ];
}

function formatCell(words: string): string {
  return words.replace(/\s+/g, " ").replaceAll("|", "/");
}
