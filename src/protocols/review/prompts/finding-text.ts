/** Findings with what was said about them, as the prompts of later steps show them. */
import {
  type CheckedEvidence,
  describeEvidenceCheck,
  formatEvidenceWords,
} from "../../../domain/evidence/evidence.ts";
import type { Fence } from "../../../protocol.ts";
import type { Finding, JoinedFinding } from "../rules/findings.ts";
import type { JudgedFinding } from "../rules/judge-findings.ts";
import { formatShownPath } from "./shown-change.ts";

export function formatPlace({ file, place }: Pick<Finding, "file" | "place">): string {
  const { first, last, side } = place;
  const lines = first === last ? `line ${first}` : `lines ${first}-${last}`;
  return `${formatShownPath(file.path)}, ${lines}${side === "old" ? " before the change" : ""}`;
}

/** Who found it is not shown: the point counts, not its author. */
export function showFinding({ id, members }: JoinedFinding, fence: Fence): string {
  const [first] = members;
  if (!first) return "";
  const found = members.length === 1 ? "" : `, found by ${members.length} reviewers`;
  const words = members.map(({ claim, scenario, suggestion, evidence }) =>
    [
      `Claim: ${claim}`,
      `Scenario: ${scenario}`,
      ...(suggestion === null ? [] : [`Suggestion: ${suggestion}`]),
      ...evidence.slice(1).map(formatEvidence),
    ].join("\n"),
  );
  const quoted = `Quote:\n${first.place.words}`;
  return `${id}, ${first.severity}, ${formatPlace(first)}${found}\n${fence("finding", [quoted, ...words].join("\n"))}`;
}

function formatEvidence(evidence: CheckedEvidence): string {
  const mark = evidence.verified ? "" : ` (${describeEvidenceCheck(evidence)})`;
  return `   ${formatEvidenceWords(evidence, ['"', '"'])}${mark}`;
}

/** What was set against a finding. */
export function showAttacks({ refuted, answer }: JudgedFinding, fence: Fence): string {
  const said = [
    ...refuted.map(({ claim, reason, evidence }) => ({
      head: `Refuted (${claim ?? ""})`,
      reason,
      evidence,
    })),
    ...(answer !== null && answer.answer !== "accept"
      ? [{ head: `The author answers ${answer.given} (${answer.claim ?? ""})`, ...answer }]
      : []),
  ];
  return said
    .map(
      ({ head, reason, evidence }) =>
        `${head}\n${fence("answer", [reason, ...evidence.map(formatEvidence)].join("\n"))}`,
    )
    .join("\n");
}

export function showDefences({ defences }: JudgedFinding, fence: Fence): string {
  return defences
    .filter(({ choice }) => choice === "maintain")
    .map(({ claim, reason }) => `Defence (${claim ?? ""})\n${fence("defence", reason)}`)
    .join("\n");
}
