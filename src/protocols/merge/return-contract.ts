/** The seed's return contract: how a merge ended, and why it is not a success. */
import { CHECK_TITLES } from "../../documents/apply/merge-log-page.ts";
import type { Json } from "../../domain/json.ts";
import type { Outcome } from "../../domain/outcome/outcome.ts";
import { outputName } from "./merge-variants.ts";
import { convergenceScore } from "./rules/convergence.ts";
import { leftOver } from "./rules/left-over-points.ts";
import { computeAgreement, buildVoteMatrix, unresolvedIn } from "./rules/matrix.ts";
import type { Finished } from "./rules/table.ts";
import { FOLDER } from "./rules/variants.ts";

/** Always written, with nulls for what was not reached. */
export interface MergeContract {
  readonly status: "success" | "partial" | "failed";
  readonly merged_output_path: string | null;
  readonly base_variant: number | null;
  readonly convergence_score: number | null;
  readonly unresolved_conflicts: readonly { readonly point: string; readonly summary: string }[];
  readonly reasons: readonly string[];
}

export const NOTHING: MergeContract = {
  status: "failed",
  merged_output_path: null,
  base_variant: null,
  convergence_score: null,
  unresolved_conflicts: [],
  reasons: [],
};

export const SKIPPED = "skipped_debate";
export const INVALID = "validation_failed";

/** n: success, or partial with every reason; a debate that was not needed is a benign one. */
export function createMergeContract(finished: Finished): MergeContract {
  const { merged, plan, points } = finished;
  const { converged, ...agreement } = computeAgreement(finished);
  const open = [
    ...unresolvedIn(buildVoteMatrix(finished)).map(({ point }) => point.id),
    ...leftOver(finished),
  ];
  const failed = merged.checks
    .filter(({ passed }) => !passed)
    .map(({ name }) => `${INVALID}: ${name}`);
  const undone = merged.records
    .filter(({ status }) => status === "failed")
    .map(({ number }) => `change_failed: #${number}`);
  const decisive = [
    ...(finished.statements === null ? [SKIPPED] : []),
    ...(converged === false ? ["not_converged"] : []),
    ...failed,
    ...undone,
  ];
  const remarks = leftOver(finished).map((id) => `by_hand: ${id}`);
  return {
    status: decisive.length === 0 ? "success" : "partial",
    merged_output_path: outputName(finished),
    base_variant: plan.into,
    convergence_score: convergenceScore(agreement),
    unresolved_conflicts: open.map((id) => ({
      point: id,
      summary: points.find((point) => point.id === id)?.summary ?? "",
    })),
    reasons: [...decisive, ...remarks],
  };
}

export function createReturnFields(contract: MergeContract): Record<string, Json> {
  const { status, merged_output_path, base_variant, convergence_score } = contract;
  return {
    status,
    merged_output_path,
    artifacts_dir: FOLDER,
    base_variant,
    convergence_score,
    unresolved_conflicts: contract.unresolved_conflicts.map(({ point, summary }) => ({
      point,
      summary,
    })),
    reasons: [...contract.reasons],
  };
}

/** The advocates agreed, and what came of it did not pass. */
export function describeUnsettled(
  finished: Finished,
  { merged_output_path: path }: MergeContract,
): Pick<Outcome, "unsettled"> {
  const failed = finished.merged.checks.filter(({ passed }) => !passed);
  if (failed.length === 0 || computeAgreement(finished).converged === false) return {};
  const names = failed.map(({ name }) => `“${CHECK_TITLES[name]}”`).join(", ");
  const what = failed.length === 1 ? "a check of the document" : "checks of the document";
  return {
    unsettled: {
      because: `${what} failed: ${names}`,
      next: `Mend ${path ?? "the document"}: ${FOLDER}/merge-summary.md says what failed. Then accept or reject it.`,
    },
  };
}
