/** What the plan itself says about a harm: a safeguard against it, or a reason against the change. */
import { type Burden, type ProposalPlan, sharedBy, type PlanStatement } from "./plan.ts";

export interface PlansAnswer {
  readonly statement: PlanStatement;
  /** full: deals with it. partial: eases it. constraint: says that it has to be borne. */
  readonly reach: "full" | "partial" | "constraint";
}

type Harm = PlanStatement & { readonly harm: Burden };

export function answerTo(plan: ProposalPlan, harm: Harm): PlansAnswer | null {
  const easing = plan.statements
    .filter((one) => one.relief !== null && one.passage.quote !== harm.passage.quote)
    .map((statement) => ({ statement, fit: fitOf(statement, harm) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit)[0];
  if (easing && easing.fit >= harm.harm.weight + FULL_MARGIN) {
    return { statement: easing.statement, reach: "full" };
  }
  const bound = plan.statements.find(
    (one) => one.firm && one.passage.quote !== harm.passage.quote && sharedBy(one, harm) > 0,
  );
  if (bound) return { statement: bound, reach: "constraint" };
  return easing ? { statement: easing.statement, reach: "partial" } : null;
}

/** A relief deals with a harm when it speaks of the same thing and nearly outweighs it. */
const FULL_MARGIN = 1;

function fitOf(easing: PlanStatement, harm: Harm): number {
  const alike = easing.relief?.kind === harm.harm.kind ? 1 : 0;
  const shared = Math.min(sharedBy(easing, harm), 2);
  return shared === 0 ? 0 : (easing.relief?.weight ?? 0) + alike + shared;
}

/** Only what plainly speaks of the same thing is seen by someone who looks for faults. */
export function plainlyEased(plan: ProposalPlan, harm: Harm): boolean {
  return plan.statements.some(
    (one) =>
      one.relief !== null && one.relief.weight >= harm.harm.weight - 1 && sharedBy(one, harm) > 1,
  );
}
