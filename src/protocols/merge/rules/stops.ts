/**
 * A48: the four stops at which a person may decide otherwise. Their answers are recorded and shown in the artifacts.
 */
import type { MergeChange, RefactorPlan } from "../../../documents/apply/change-plan.ts";
import { formatFraction } from "../../../documents/exact-fraction.ts";
import type { Escalation, EscalationAnswer, Floor } from "../../../protocol.ts";
import { sanitizeLine } from "../../../text/markdown.ts";
import { variantSource } from "../prompts/prompt-input.ts";
import { computeAgreement, buildVoteMatrix, unresolvedIn } from "./matrix.ts";
import { computeCandidateScore } from "./select-base.ts";
import {
  type Based,
  calledBy,
  type ComparedMerge,
  type Debated,
  listDocuments,
  type MergeOverride,
  type PlannedMerge,
  variantNumbered,
} from "./table.ts";

/** Step 1: which points come first. */
export async function stopAfterDiff(floor: Floor, compared: ComparedMerge): Promise<ComparedMerge> {
  if (!compared.settings.interactive || compared.voted.length === 0) return compared;
  const answer = await floor.escalate("after-diff", {
    question: [
      `${compared.points.length} differences were found, ${compared.voted.length} of them are debated.`,
      "Which of them should the advocates look at first?",
    ].join(" "),
    choices: [
      { id: ALL, label: "no priority, all the same" },
      ...compared.voted.map(({ id, severity, summary }) => ({
        id,
        label: `${severity}: ${sanitizeLine(summary)}`,
      })),
    ],
    many: true,
  });
  const wanted = chosenIn(answer);
  const priority = wanted.includes(ALL) ? [] : wanted;
  const effect =
    priority.length === 0 ? "no point has priority" : `priority for ${priority.join(", ")}`;
  return { ...noteOverride(compared, { ...answer, stop: "after-diff", effect }), priority };
}

const ALL = "all";

/** Step 2: whether the agreement is good enough. */
export async function stopAfterDebate<Stage extends Debated>(
  floor: Floor,
  debated: Stage,
): Promise<Stage> {
  if (!debated.settings.interactive || debated.statements === null) return debated;
  const { agreed, points, converged } = computeAgreement(debated);
  const open = unresolvedIn(buildVoteMatrix(debated)).map(({ point }) => point.id);
  const state =
    converged === null ? "was not checked" : converged ? "is reached" : "is not reached";
  const answer = await floor.escalate("after-debate", {
    question: [
      `The advocates agree on ${agreed} of ${points} points; the threshold of ${debated.settings.convergence} ${state}.`,
      ...(open.length === 0 ? [] : [`Unresolved: ${open.join(", ")}.`]),
      "Is that enough?",
    ].join(" "),
    choices: [
      { id: "accept", label: "treat the debate as converged" },
      { id: "go-by-score", label: "treat it as not converged, and go on by score" },
    ],
  });
  const effect =
    answer.choice === "accept"
      ? "the debate counts as converged"
      : "the debate counts as not converged";
  return noteOverride(debated, { ...answer, stop: "after-debate", effect });
}

/** Step 3: another base. */
export async function stopAfterBase(floor: Floor, based: Based): Promise<Based> {
  const { settings, base } = based;
  if (!settings.interactive || base.selection === null) return based;
  const scores = base.candidates.map(
    (one) => `${calledBy(based, one.variant)} ${formatFraction(computeCandidateScore(one), 4)}`,
  );
  const answer = await floor.escalate("after-base", {
    question: `The scores are ${scores.join(", ")}; ${calledBy(based, base.variant)} is the base. Which should it be?`,
    choices: listDocuments(based).map(({ variant }) => ({
      id: variantSource(variant),
      label: variant === base.variant ? "keep it" : `merge into ${calledBy(based, variant)}`,
    })),
  });
  const variant =
    listDocuments(based).find((one) => variantSource(one.variant) === answer.choice)?.variant ??
    base.variant;
  const kept = variant === base.variant;
  const effect = kept
    ? `${calledBy(based, variant)} stays the base`
    : `${calledBy(based, variant)} is the base instead of ${calledBy(based, base.variant)}`;
  const chosen = kept ? base : { ...base, variant, byPerson: true };
  return { ...noteOverride(based, { ...answer, stop: "after-base", effect }), base: chosen };
}

/** Step 4, A37: which changes are not to be made. */
export async function stopAfterPlan(floor: Floor, planned: PlannedMerge): Promise<PlannedMerge> {
  const { plan, settings } = planned;
  if (!settings.interactive || plan.changes.length === 0) return planned;
  const answer = await floor.escalate("after-plan", createPlanApproval(planned));
  const struck = chosenIn(answer).flatMap((choice) => {
    const number = /^strike-(\d+)$/.exec(choice)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
  const effect =
    struck.length === 0
      ? "all changes are approved"
      : `struck out: ${struck.map((n) => `#${n}`).join(", ")}`;
  return {
    ...noteOverride(planned, { ...answer, stop: "after-plan", effect }),
    plan: strikeChanges(plan, struck),
  };
}

function createPlanApproval(planned: PlannedMerge): Escalation {
  const { changes } = planned.plan;
  return {
    judges: true,
    question: `${changes.length} change${changes.length === 1 ? " is" : "s are"} planned for ${calledBy(planned, planned.base.variant)}. Make them all, or strike some out?`,
    choices: [
      { id: "approve", label: "make all changes" },
      ...changes.map((change) => ({
        id: `strike-${change.number}`,
        label: `not change #${change.number}: ${changeText(planned, change)}`,
      })),
    ],
    many: true,
  };
}

/** "insert “Monitoring” from Variant B (U-004, risk Low)". */
function changeText(
  planned: PlannedMerge,
  { integration, from, sourceSection, point, risk }: MergeChange,
): string {
  const title = variantNumbered(planned, from)?.document.sections[sourceSection]?.title ?? "";
  const what = title === "" ? integration : `${integration} “${sanitizeLine(title)}”`;
  return `${what} from ${calledBy(planned, from)} (${point}, risk ${risk})`;
}

/** The plan with some changes struck out; they stay listed under their numbers. */
function strikeChanges(plan: RefactorPlan, numbers: readonly number[]): RefactorPlan {
  const changes = plan.changes.map((change) =>
    numbers.includes(change.number) ? { ...change, approved: false } : change,
  );
  return { ...plan, changes };
}

function chosenIn({ choice, choices }: EscalationAnswer): readonly string[] {
  return choices ?? choice.split(",");
}

function noteOverride<Stage extends ComparedMerge>(stage: Stage, override: MergeOverride): Stage {
  return { ...stage, overrides: [...stage.overrides, override] };
}
