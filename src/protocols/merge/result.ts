/** The result of a merge: the return contract, and the outcome that every surface shows. */
import { formatFraction } from "../../documents/exact-fraction.ts";
import type { Json } from "../../domain/json.ts";
import {
  type BlindBaseline,
  type Confidence,
  outcome,
  type Outcome,
} from "../../domain/outcome/outcome.ts";
import { formatCount } from "../../text/plain-text.ts";
import { listShortLines } from "./documents/summary-page.ts";
import { skipReason } from "./documents/transcript-page.ts";
import { isValid, outputName } from "./merge-variants.ts";
import {
  createMergeContract,
  createReturnFields,
  describeUnsettled,
  INVALID,
  type MergeContract,
  NOTHING,
  SKIPPED,
} from "./return-contract.ts";
import { leftOver } from "./rules/left-over-points.ts";
import { computeAgreement, lastRound, matrixAfter, buildVoteMatrix } from "./rules/matrix.ts";
import {
  listStageAbsences,
  advocatesLine,
  countAttendance,
  debateNotes,
  listMergeDissents,
  scoreNotes,
  type MergeProgress,
  listStageTurns,
  unmetNotes,
} from "./rules/notes.ts";
import { baselineBase } from "./rules/scoring.ts";
import { computeCandidateScore } from "./rules/select-base.ts";
import {
  type Based,
  calledBy,
  type Debated,
  listDocuments,
  type Finished,
  type Gathered,
} from "./rules/table.ts";
import { FOLDER } from "./rules/variants.ts";
import { changesIn } from "./rules/vote-changes.ts";
import { describeChoice } from "./rules/vote-choice.ts";

export function createMergeOutcome(finished: Finished): Outcome {
  const contract = createMergeContract(finished);
  const partial = contract.status === "partial" && !contract.reasons.includes(SKIPPED);
  const open = partial || contract.reasons.some((reason) => reason.startsWith(INVALID));
  return outcome({
    label: open ? "PARTIAL" : "MERGED",
    ending: open ? "open" : "decided",
    confidence: open ? "REQUIRES_INPUT" : decideMergeConfidence(finished),
    summary: formatMergeSummary(finished, contract),
    ...createAttendanceFields(finished),
    dissents: listMergeDissents(finished),
    changes: changesIn(finished),
    baseline: computeBlindBaseline(finished),
    notes: listNotes(finished),
    rounds: finished.statements === null ? 0 : lastRound(finished),
    ...(open && { choices: CHOICES }),
    ...(open && describeUnsettled(finished, contract)),
    result: { ...createReturnFields(contract), ...createDetailFields(finished) },
  });
}

const CHOICES = [
  { id: "accept", label: "use the merged document as it is" },
  { id: "reject", label: "do not use it" },
  { id: "defer", label: "decide later" },
];

function decideMergeConfidence(finished: Finished): Confidence {
  const { converged } = computeAgreement(finished);
  return listStageAbsences(finished).length > 0 || converged === null ? "MEDIUM" : "HIGH";
}

function formatMergeSummary(
  finished: Finished,
  { merged_output_path: path, reasons }: MergeContract,
): string {
  const { merged, plan, analysis } = finished;
  const base = calledBy(finished, plan.into);
  if (analysis.identical) return `${skipReason(finished)}; ${path} is ${base}, byte for byte`;
  const made = merged.records.filter(({ status }) => status === "applied").length;
  const { agreed, points, converged } = computeAgreement(finished);
  const agreement =
    finished.statements === null ? skipReason(finished) : `${agreed} of ${points} points agreed`;
  const state = converged === false ? ", which is not enough" : "";
  const invalid = reasons
    .filter((reason) => reason.startsWith(INVALID))
    .map((reason) => reason.split(": ")[1]);
  const checks = invalid.length === 0 ? "" : `; failed its checks: ${invalid.join(", ")}`;
  return `${path} is ${base} with ${formatCount(made, "change")} from the others; ${agreement}${state}${checks}`;
}

/** A46: fewer than two variants were written. The survivor is returned as it is. */
export function createAbandonedOutcome(gathered: Gathered): Outcome {
  const [survivor] = gathered.variants;
  const why = survivor
    ? `only ${survivor.title} was written; it is returned as it is, and nothing was merged`
    : "no variant was written";
  const path = survivor ? `${FOLDER}/${survivor.copy}` : null;
  const reason = survivor ? "single_variant" : "no_variants";
  return createFailedOutcome(gathered, why, {
    ...NOTHING,
    merged_output_path: path,
    base_variant: survivor?.document.variant ?? null,
    reasons: [reason],
  });
}

/** A47: too few advocates to have a debate; disagreement is never the reason. */
export function createUndebatedOutcome(debated: Debated): Outcome {
  return createFailedOutcome(debated, `there was no debate: ${advocatesLine(debated)}`, {
    ...NOTHING,
    reasons: ["advocates_missing"],
  });
}

function createFailedOutcome(
  stage: MergeProgress,
  summary: string,
  contract: MergeContract,
): Outcome {
  return outcome({
    label: "ABORTED",
    ending: "failed",
    summary,
    ...createAttendanceFields(stage),
    notes: unmetNotes(stage),
    result: { ...createReturnFields(contract), ...createCountFields(stage) },
  });
}

function createAttendanceFields(
  stage: MergeProgress,
): Pick<Outcome, "present" | "expected" | "absences"> {
  return { ...countAttendance(stage), absences: listStageAbsences(stage) };
}

function listNotes(finished: Finished): string[] {
  const struck = finished.plan.changes
    .filter(({ approved }) => !approved)
    .map(({ number }) => `#${number}`);
  return [
    ...scoreNotes(finished),
    ...finished.overrides.map(({ stop, by, effect }) => `${stop}: ${by} decided that ${effect}`),
    ...(finished.settings.base === null
      ? []
      : [`a person chose ${calledBy(finished, finished.settings.base)} as the base beforehand`]),
    ...(struck.length === 0 ? [] : [`planned and not made: ${struck.join(", ")}`]),
    ...leftOver(finished).map((id) => `${id} was agreed on and has to be merged by hand`),
    ...finished.merged.records
      .filter(({ status }) => status !== "applied")
      .flatMap(({ number, remarks }) => remarks.map((remark) => `Change #${number}: ${remark}`)),
    ...debateNotes(finished),
    ...unmetNotes(finished),
  ];
}

/** K18: the winners of the sealed statements, and whether the rest changed them or the base. */
function computeBlindBaseline(based: Based): BlindBaseline | null {
  if (based.statements === null) return null;
  const first = matrixAfter(based, 1);
  const last = buildVoteMatrix(based);
  const stood = new Map<string, string[]>();
  for (const { point, choice } of first) {
    const name =
      choice === null ? "unresolved" : describeChoice(choice, (one) => calledBy(based, one));
    stood.set(name, [...(stood.get(name) ?? []), point.id]);
  }
  const turned = first.some(({ choice }, index) => choice !== last[index]?.choice);
  const moved = !based.base.byPerson && baselineBase(based) !== based.base.variant;
  return { distribution: Object.fromEntries(stood), choice: null, changed: turned || moved };
}

function createDetailFields(finished: Finished): Record<string, Json> {
  const { plan, merged, base, settings, overrides } = finished;
  return {
    ...createCountFields(finished),
    depth: settings.depth,
    variants: listDocuments(finished).map(({ variant, label, name }) => ({ variant, label, name })),
    scores: base.candidates.map((one) => ({
      variant: one.variant,
      quant: Number(formatFraction(one.quant, 6)),
      criteria_met: one.met,
      score: Number(formatFraction(computeCandidateScore(one), 6)),
      points_won: one.won,
    })),
    base_by: base.byPerson ? "person" : (base.selection?.level ?? "identical"),
    points: buildVoteMatrix(finished).map(({ point, choice, winner, confidence, how }) => ({
      point: point.id,
      winner,
      choice: choice === null ? null : describeChoice(choice, (one) => calledBy(finished, one)),
      confidence,
      agreement: how,
    })),
    changes: plan.changes.map(({ number, point, from, integration, risk }) => ({
      number,
      point,
      from,
      integration,
      risk,
      status: merged.records.find((record) => record.number === number)?.status ?? "skipped",
    })),
    checks: merged.checks.map(({ name, passed, problems, notes }) => ({
      name,
      passed,
      problems: [...problems],
      notes: [...notes],
    })),
    valid: isValid(finished),
    in_short: listShortLines(finished, outputName(finished)),
    overrides: overrides.map(({ stop, choice, reason, by, effect }) => ({
      stop,
      choice,
      reason,
      by,
      effect,
    })),
  };
}

function createCountFields(stage: MergeProgress): Record<string, Json> {
  return {
    degraded: listStageAbsences(stage).length > 0,
    repairs: listStageTurns(stage).filter(({ repaired }) => repaired).length,
  };
}
