/** A judge may correct its own rows in round 2: another figure for one row, with a reason. */
import type { Spoken } from "../../../domain/round.ts";
import type { JudgeResponse, Recommendation, RowCorrection } from "../replies.ts";
import { formatGivenFigures } from "./given-figures.ts";
import type { LensEvaluation, LensId } from "./lens.ts";
import { ESTIMATE, type JudgePoint, listPoints } from "./points.ts";

export interface CorrectedRow {
  readonly claim: string;
  readonly option: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** The evaluations as they stand after round 2; a correction of anything else than an own row changes nothing. */
export function correctEvaluations(
  lens: LensId,
  opening: Pick<Spoken<Recommendation>, "reply" | "claims">,
  response: JudgeResponse | null,
): readonly LensEvaluation[] {
  const evaluations: readonly LensEvaluation[] = opening.reply.evaluations;
  const found = findCorrections(lens, opening, response);
  if (found.length === 0) return evaluations;
  return evaluations.map((evaluation) => {
    const made = found.filter(({ point }) => point.option === evaluation.option);
    if (!("rows" in evaluation)) return { ...evaluation, ...readFigures(made.at(-1)) };
    const rows = evaluation.rows.map((row) => {
      const last = made.findLast(({ point }) => point.kind === row.kind);
      return { ...row, ...readFigures(last) };
    });
    const estimate = made.findLast(({ point }) => point.kind === ESTIMATE);
    return { ...evaluation, rows, ...readFigures(estimate) } as LensEvaluation;
  });
}

export function listCorrectedRows(
  lens: LensId,
  opening: Pick<Spoken<Recommendation>, "reply" | "claims">,
  response: JudgeResponse | null,
): CorrectedRow[] {
  const evaluations: readonly LensEvaluation[] = opening.reply.evaluations;
  return findCorrections(lens, opening, response).flatMap((found) => {
    const { option, kind, claim } = found.point;
    const evaluation = evaluations.find((one) => one.option === option);
    if (!evaluation || option === null || kind === null) return [];
    const row = "rows" in evaluation ? evaluation.rows.find((one) => one.kind === kind) : null;
    const before = row ?? evaluation;
    const after = { ...before, ...readFigures(found) };
    const { reason } = found.correction;
    const [from, to] = [formatGivenFigures(before), formatGivenFigures(after)];
    return from === to ? [] : [{ claim: claim.id, option, kind, from, to, reason }];
  });
}

interface FoundCorrection {
  readonly point: JudgePoint;
  readonly correction: RowCorrection;
}

function findCorrections(
  lens: LensId,
  opening: Pick<Spoken<Recommendation>, "reply" | "claims">,
  response: JudgeResponse | null,
): FoundCorrection[] {
  const made = response?.corrections ?? [];
  if (made.length === 0) return [];
  const rows = listPoints(lens, opening).filter(({ part }) => part === "row");
  return made.flatMap((correction) => {
    const point = rows.find(({ claim }) => claim.id === correction.claim);
    return point ? [{ point, correction }] : [];
  });
}

/** Of an effort, a row has days, and the estimate of an option has the rest; null keeps what was estimated. */
function readFigures(found: FoundCorrection | undefined): Readonly<Record<string, unknown>> {
  if (!found) return {};
  const { claim: _, reason: __, ...figures } = found.correction;
  if (!("uncertainty" in figures)) return figures;
  const { days, uncertainty, value } = figures;
  if (found.point.kind !== ESTIMATE) return { days };
  return { ...(uncertainty !== null && { uncertainty }), ...(value !== null && { value }) };
}
