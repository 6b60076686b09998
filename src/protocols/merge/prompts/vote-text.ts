/** Votes, concessions and quotes of a discussion, each in a line. */
import {
  type CheckedEvidence,
  describeEvidenceCheck,
  formatEvidenceWords,
} from "../../../domain/evidence/evidence.ts";
import { sanitizeLine } from "../../../text/markdown.ts";
import { type Concession, variantSource, type Winner } from "./prompt-input.ts";

/** "variant-2", "fold into Storage", "combine variant-1 …". */
export function voteText(winner: Winner): string {
  const { variant, instead = null, pieces, section, same_as = null } = winner;
  if (variant > 0) return variantSource(variant);
  if (same_as !== null) return `the same as ${sanitizeLine(same_as)}`;
  if (instead === "fold") return `fold into "${sanitizeLine(section ?? "")}"`;
  if (instead !== "combine") return instead ?? "no vote";
  const words = (pieces ?? []).map(
    (one) => `${variantSource(one.variant)} "${sanitizeLine(one.quote)}"`,
  );
  return `combine ${words.join(" + ")}`;
}

export function concessionText({ point, variant, text: words }: Concession): string {
  const what = point === null ? "" : ` ${point}`;
  const to = variant === null ? "" : ` to ${variantSource(variant)}`;
  return `Concedes${what}${to}: ${words}`;
}

export function quoteLine(evidence: CheckedEvidence): string {
  const { kind = "quote", verified } = evidence;
  const words = formatEvidenceWords({ ...evidence, quote: sanitizeLine(evidence.quote) }, [
    '"',
    '"',
  ]);
  const checked = kind === "quote" && verified ? "" : ` (${describeEvidenceCheck(evidence)})`;
  return `\n   ${words}${checked}`;
}
