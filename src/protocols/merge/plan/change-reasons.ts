/** A34, A35: why a change is made, and which weakness of the base it mends, in the words of the debate. */
import type { MergeChange } from "../../../documents/apply/change-plan.ts";
import { type ParsedDocument, type TextSpan, containsSpan } from "../../../documents/document.ts";
import type { CheckedEvidence } from "../../../domain/evidence/evidence.ts";
import { variantSource } from "../prompts/prompt-input.ts";
import { type Criticism, criticismsIn } from "../rules/advocates.ts";
import { type MatrixRow, findAgreedReason } from "../rules/matrix.ts";
import { type Based, calledBy, listDocuments, variantNumbered } from "../rules/table.ts";
import { describeChoice } from "../rules/vote-choice.ts";
import type { DraftChange } from "./draft-change.ts";

/** A34: which point, who won it and how surely, in the words of the debate. */
export function explainDraft(
  based: Based,
  { point, from }: DraftChange,
  row: MatrixRow | null,
): string {
  if (point.settled !== undefined)
    return `${point.id}: only ${calledBy(based, from)} changed it since the common ancestor.`;
  if (!row)
    return `${point.id}: only ${calledBy(based, from)} has it, and its value is ${point.severity}.`;
  const words = findAgreedReason(row) ?? "";
  const agreed = `(${row.how}, ${row.confidence} %). ${words}`.trim();
  if (point.category === "unique")
    return `${point.id}: voted to be ${describeChoice(row.choice ?? "", (one) => calledBy(based, one))} ${agreed}`;
  if (row.winner === 0) {
    const how = row.choice === "all" ? "kept in all drafts' words" : "combined";
    return `${point.id}: voted to be ${how} ${agreed}`;
  }
  return `${point.id}: ${calledBy(based, from)} won it ${agreed}`;
}

/** A35: what was said against the base and is mended by a change: words of the base that give way, or words that are taken. */
export function mendedBy(based: Based, draft: DraftChange): string | null {
  const found = criticismsIn(based).find((criticism) => isMended(based, criticism, draft));
  return found?.text ?? null;
}

export function isMended(
  based: Based,
  { variant, claim }: Criticism,
  change: Pick<MergeChange, "from" | "source" | "target">,
): boolean {
  const into = based.base.variant;
  if (variant !== into) return false;
  const { from, source, target } = change;
  const base = getVariantDocument(based, into);
  // what is added leaves the base's own words as they are
  const place = target.kind === "span" ? target.at : null;
  return claim.evidence.some(
    (one) =>
      (place !== null && isQuoted(base, one, place)) ||
      (source !== null && isQuoted(getVariantDocument(based, from), one, source)),
  );
}

function isQuoted(document: ParsedDocument, evidence: CheckedEvidence, within: TextSpan): boolean {
  const { quote, source, verified } = evidence;
  if (!verified || source !== variantSource(document.variant)) return false;
  const start = document.text.indexOf(quote);
  return start !== -1 && containsSpan(within, { start, end: start + quote.length });
}

export function getVariantDocument(based: Based, variant: number): ParsedDocument {
  const found = variantNumbered(based, variant)?.document ?? listDocuments(based)[0];
  if (!found) throw new TypeError("There is no variant to merge into.");
  return found;
}
