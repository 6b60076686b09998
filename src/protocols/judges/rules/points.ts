/**
 * J14, K16: everything in a recommendation that others can attack, concede or quote, each with an id: the case in
 * one line, the claims, the judge's own doubt, the rows of the table, the estimates of effort, and the conditions.
 */
import type { Claim, ClaimDraft } from "../../../domain/claim.ts";
import type { Spoken } from "../../../domain/round.ts";
import type { Recommendation } from "../replies.ts";
import { formatGivenFigures } from "./given-figures.ts";
import { splitHeadline } from "./headline.ts";
import {
  listBestOptions,
  countRiskPoints,
  countValuePoints,
  type LensEvaluation,
  type LensId,
  type LensRow,
  scoreForLens,
} from "./lens.ts";

export type PointPart = "claim" | "case" | "doubt" | "row" | "condition";

/** The kind of the row that holds an option's uncertainty and value. */
export const ESTIMATE = "estimate";

/** Where a point stands in the recommendation. */
interface PointPlace {
  readonly part: PointPart;
  /** For rows: the option and the kind of the row. */
  readonly option: string | null;
  readonly kind: string | null;
}

export interface JudgePoint extends PointPlace {
  readonly claim: Claim;
}

interface PointDraft extends PointPlace {
  readonly draft: ClaimDraft;
}

/** The claims of a recommendation, in the order in which they get their ids. */
export function draftPointClaims(lens: LensId, reply: Recommendation): ClaimDraft[] {
  return draftPoints(lens, reply).map(({ draft }) => draft);
}

/** What was said, with the ids it was given. */
export function listPoints(
  lens: LensId,
  { reply, claims }: Pick<Spoken<Recommendation>, "reply" | "claims">,
): JudgePoint[] {
  return draftPoints(lens, reply).flatMap(({ part, option, kind }, index) => {
    const claim = claims[index];
    return claim ? [{ part, option, kind, claim }] : [];
  });
}

export function draftReplyClaims(claims: Recommendation["claims"]): ClaimDraft[] {
  return claims.map(({ headline, detail, about, side, evidence }) => ({
    ...splitHeadline(headline, detail),
    about,
    side,
    evidence,
  }));
}

function draftPoints(lens: LensId, reply: Recommendation): PointDraft[] {
  const { option, headline, self_challenge } = reply;
  const evaluations: readonly LensEvaluation[] = reply.evaluations;
  const scores = evaluations.map((one) => scoreForLens(lens, one));
  const best = new Set(listBestOptions(lens, scores));
  const nowhere = { option: null, kind: null };
  return [
    { part: "case", ...nowhere, draft: createAside(headline, option, true) },
    ...draftReplyClaims(reply.claims).map((draft): PointDraft => ({
      part: "claim",
      ...nowhere,
      draft,
    })),
    { part: "doubt", ...nowhere, draft: createAside(self_challenge, option, false) },
    ...evaluations.flatMap((one) => draftRows(one, best.has(one.option))),
    ...evaluations.flatMap((one) => draftEstimate(one, best.has(one.option))),
    ...reply.conditions.map((condition): PointDraft => ({
      part: "condition",
      ...nowhere,
      // what must hold limits the option that it is set for
      draft: createAside(`Only if: ${condition}`, option, false),
    })),
  ];
}

function draftRows(evaluation: LensEvaluation, isBest: boolean): PointDraft[] {
  const { option } = evaluation;
  if (!("rows" in evaluation)) {
    const { strengths, weaknesses } = evaluation;
    return [
      { part: "row", option, kind: "strengths", draft: createAside(strengths, option, true) },
      { part: "row", option, kind: "weaknesses", draft: createAside(weaknesses, option, false) },
    ];
  }
  return evaluation.rows.map((row) => {
    const draft = createAside(describeRow(row), option, isInFavour(row, isBest));
    return { part: "row", option, kind: row.kind, draft };
  });
}

function draftEstimate(evaluation: LensEvaluation, isBest: boolean): PointDraft[] {
  if (!("uncertainty" in evaluation)) return [];
  const { option } = evaluation;
  const words = `Estimate for ${option}: ${formatGivenFigures(evaluation)}`;
  return [{ part: "row", option, kind: ESTIMATE, draft: createAside(words, option, isBest) }];
}

function createAside(words: string, about: string, inFavour: boolean): ClaimDraft {
  const side = inFavour ? "supports" : "attacks";
  return { ...splitHeadline(words), about, side, evidence: [], aside: true };
}

function describeRow(row: LensRow): string {
  const isCounted = "days" in row && typeof row.days === "number";
  return isCounted ? `${row.description} (${row.days} days)` : row.description;
}

/** A small risk and a gain speak for an option; work speaks against all but the best, and the unknown for none. */
function isInFavour(row: LensRow, isBest: boolean): boolean {
  if (Object.values(row).includes("unknown")) return false;
  if ("days" in row) return isBest;
  if ("effect" in row) return countValuePoints(row) >= 0;
  return countRiskPoints(row) <= SMALL_RISK;
}

const SMALL_RISK = 2;
