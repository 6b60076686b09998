/**
 * K19: the one verdict that every surface shows: the outcome in a word and a sentence, one strength with at most three
 * reasons, and what a person does next. No surface says anything else about how far to rely on an outcome.
 */
import type { Audit } from "../audit/audit.ts";
import type { OutcomeStrength } from "../audit/measures/outcome-strength.ts";
import type { Transcript } from "../domain/journal/transcript.ts";
import { isUnjudgedOutcome } from "../domain/outcome/judgement.ts";
import { listOutcomeConditions, OPEN_CHOICES, type Outcome } from "../domain/outcome/outcome.ts";
import { readReportedFindings } from "../domain/outcome/reported-finding.ts";
import { formatCount } from "../text/plain-text.ts";
import { describeOutcomeLabel, formatLeadingNotices } from "./summary-text.ts";

export interface VerdictCard {
  /** "Consensus", "Contested", "Agreement of 2 present". */
  readonly outcome: string;
  /** What it came to, without the word: "B The job queue, 3 of 3 votes". */
  readonly sentence: string;
  readonly ending: Outcome["ending"];
  readonly strength: OutcomeStrength;
  /** The one that decided the strength comes first; at most three. */
  readonly reasons: readonly string[];
  /** What a person does now, in a sentence. */
  readonly next: string;
  /** The command for it, where there is one. */
  readonly command: string | null;
  /** Said before everything else: that no model judged, and who did not answer. */
  readonly warnings: readonly string[];
}

export const MOST_REASONS = 3;

/** Null while the debate has not ended. */
export function computeVerdictCard(
  transcript: Transcript,
  audit: Pick<Audit, "strength" | "reasons">,
): VerdictCard | null {
  const { outcome } = transcript;
  if (outcome === null) return null;
  return {
    outcome: describeOutcomeLabel(outcome),
    sentence: describeChosen(transcript, outcome),
    ending: outcome.ending,
    strength: audit.strength,
    reasons: audit.reasons.slice(0, MOST_REASONS),
    ...describeNextStep(transcript, outcome, audit),
    warnings: formatLeadingNotices(transcript),
  };
}

/** "B The job queue, 3 of 3 votes", or the protocol's own sentence where nothing was chosen. */
function describeChosen({ options }: Transcript, outcome: Outcome): string {
  const { choice, choices = OPEN_CHOICES, tallies, summary } = outcome;
  if (choice === null) return summary;
  const label = [...options, ...choices].find(({ id }) => id === choice)?.label;
  const last = tallies.at(-1);
  const votes = last?.distribution[choice]?.length ?? 0;
  const count = last ? `, ${votes} of ${last.cast} ${last.cast === 1 ? "vote" : "votes"}` : "";
  return `${label === undefined ? choice : `${choice} ${label}`}${count}`;
}

type NextStep = Pick<VerdictCard, "next" | "command">;

function describeNextStep(
  transcript: Transcript,
  outcome: Outcome,
  audit: Pick<Audit, "strength">,
): NextStep {
  const { id, decisions } = transcript;
  const last = decisions.at(-1);
  if (last) {
    return {
      next: `${last.by} has decided: ${last.choice}. Record later whether it turned out right.`,
      command: `dissent decisions outcome ${id} right|wrong|partial`,
    };
  }
  if (isUnjudgedOutcome(outcome, decisions)) {
    return { next: "Connect a model and run the debate again.", command: "dissent doctor" };
  }
  switch (outcome.ending) {
    case "failed":
      return {
        next: "Find out why seats did not answer, then run it again.",
        command: `dissent show ${id}`,
      };
    case "open":
      return {
        next: outcome.unsettled?.next ?? "You decide. Read the cases first.",
        command: `dissent decide ${id} ${listChoices(transcript, outcome).join("|")} -m "why"`,
      };
    case "decided":
      return describeStepAfterDecision(transcript, outcome, audit);
  }
}

function listChoices({ options }: Transcript, { choices = OPEN_CHOICES }: Outcome): string[] {
  return (options.length > 0 ? options : choices).map((option) => option.id);
}

/** What is left to check before a person goes along with the panel. */
function describeStepAfterDecision(
  { id, options }: Transcript,
  outcome: Outcome,
  { strength }: Pick<Audit, "strength">,
): NextStep {
  if (outcome.refuted && readReportedFindings(outcome) !== null) {
    return {
      next: "Change the lines that the confirmed findings are about, then review it again.",
      command: `dissent show ${id} --claims`,
    };
  }
  if (outcome.refuted) {
    return {
      next: "Change the plan where it was attacked, then challenge it again.",
      command: `dissent show ${id} --claims`,
    };
  }
  const conditions = listOutcomeConditions(outcome).length;
  const left = outcome.result["unresolved_conflicts"];
  const checks = [
    ...(Array.isArray(left) && left.length > 0
      ? [`settle ${left.length === 1 ? "the point" : `the ${left.length} points`} left to you`]
      : []),
    ...(strength === "weak" || strength === "none" ? ["see what weakens it (show --audit)"] : []),
    ...(conditions > 0 ? [`check its ${formatCount(conditions, "condition")}`] : []),
    ...(outcome.dissents.length > 0
      ? [outcome.dissents.length === 1 ? "read the dissent" : "read the dissents"]
      : []),
  ];
  const choice = outcome.choice !== null && options.some((one) => one.id === outcome.choice);
  const goOn = choice ? "record your decision" : "use the result";
  const words = [...checks, goOn];
  const sentence =
    words.length === 1 ? goOn : `${words.slice(0, -1).join(", ")}, then ${words.at(-1) ?? ""}`;
  return {
    next: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
    command: choice
      ? `dissent decide ${id} ${outcome.choice ?? ""} -m "why"`
      : `dissent report ${id}`,
  };
}

/** "fair: all seats run on one model family; one vote decides." */
export function formatStrengthLine({
  strength,
  reasons,
}: Pick<Audit, "strength" | "reasons">): string {
  return `${strength}: ${reasons.slice(0, MOST_REASONS).join("; ")}.`;
}
