/** A38, A45: merge-log.md: what happened to every planned change, and the results of the checks. */
import { formatInertText, formatCodeBlock } from "../../text/markdown.ts";
import type { ParsedDocument } from "../document.ts";
import type { ProvenanceInput } from "../provenance/map-provenance.ts";
import { formatSectionName } from "../provenance/source-comments.ts";
import type { MergeChange } from "./change-plan.ts";
import type { ChangeRecord, MergeCheck, DroppedAnchor, MergeResult } from "./merge-result.ts";

export interface MergeLogMetadata {
  /** The day, as everywhere in the artifacts. */
  readonly generated: string;
}

export function formatMergeLogPage(
  logged: ProvenanceInput,
  { generated }: MergeLogMetadata,
): string {
  const { merged } = logged;
  const sections = [
    "# Merge Log",
    formatMergeLogMetadata(logged, generated),
    formatChangesSection(logged, "Changes Applied", "applied"),
    formatChangesSection(logged, "Changes Failed", "failed"),
    formatChangesSection(logged, "Changes Skipped", "skipped"),
    formatValidationSection(logged),
    formatMergeSummary(merged),
  ];
  return `${sections.join("\n\n")}\n`;
}

function formatMergeLogMetadata(
  { documents, plan, merged }: ProvenanceInput,
  generated: string,
): string {
  const base = documents.find(({ variant }) => variant === plan.into);
  const { applied, failed, skipped } = countRecordsByStatus(merged.records);
  return [
    "## Metadata",
    "",
    `- Generated: ${formatInertText(generated)}`,
    `- Base: ${base ? formatVariantTitle(base) : plan.into}`,
    `- Variants: ${documents.map(formatVariantTitle).join(", ")}`,
    `- Changes planned: ${plan.changes.length} (${applied} applied, ${failed} failed, ${skipped} skipped)`,
    `- Status: ${hasPassedChecks(merged) ? "valid" : "partial: a check failed, see Post-Merge Validation"}`,
  ].join("\n");
}

function formatVariantTitle({ label, name }: ParsedDocument): string {
  return name === "" ? `Variant ${label}` : `Variant ${label} (${formatInertText(name)})`;
}

function countRecordsByStatus(
  records: readonly ChangeRecord[],
): Record<ChangeRecord["status"], number> {
  const count = (status: ChangeRecord["status"]): number =>
    records.filter((record) => record.status === status).length;
  return { applied: count("applied"), failed: count("failed"), skipped: count("skipped") };
}

function hasPassedChecks({ checks }: MergeResult): boolean {
  return checks.every(({ passed }) => passed);
}

function formatChangesSection(
  logged: ProvenanceInput,
  title: string,
  status: ChangeRecord["status"],
): string {
  const entries = logged.plan.changes.flatMap((change) => {
    const record = logged.merged.records.find(({ number }) => number === change.number);
    return record?.status === status ? [formatChangeEntry(logged, change, record)] : [];
  });
  return [`## ${title}`, ...(entries.length === 0 ? ["None."] : entries)].join("\n\n");
}

function formatChangeEntry(
  logged: ProvenanceInput,
  change: MergeChange,
  record: ChangeRecord,
): string {
  const { documents, plan } = logged;
  const from = documents.find(({ variant }) => variant === change.from);
  const base = documents.find(({ variant }) => variant === plan.into);
  const place = base ? formatSectionName(base, change.targetSection) : "unknown";
  const provenance = from
    ? `${formatVariantTitle(from)}, ${formatSectionName(from, change.sourceSection)}`
    : "unknown";
  const remarks = record.remarks.map(formatInertText).join("; ");
  return [
    `### Change #${change.number} (${change.point}): ${change.integration}`,
    "",
    `- Provenance: ${provenance}`,
    `- Target: ${place} of the base`,
    `- ${record.status === "applied" ? "Adjusted" : "Reason"}: ${remarks === "" ? "nothing" : remarks}`,
    `- Validation: ${formatChangeValidation(logged, change, record)}`,
    "",
    "Before:",
    "",
    formatQuotedText(record.before),
    ...(record.status === "applied" ? ["", "After:", "", formatQuotedText(record.after)] : []),
  ].join("\n");
}

/** What the checks say that names this change. */
function formatChangeValidation(
  { merged }: ProvenanceInput,
  { number }: MergeChange,
  { status }: ChangeRecord,
): string {
  const named = new RegExp(`Change #${number}(?!\\d)`);
  const problems = merged.checks
    .flatMap((check) => check.problems)
    .filter((problem) => named.test(problem));
  if (problems.length > 0) return problems.map(formatInertText).join(" ");
  return status === "applied" ? "no check names it" : "not in the output";
}

const LONGEST_QUOTED_TEXT = 2_000;

function formatQuotedText(words: string): string {
  if (words.trim() === "") return "Nothing.";
  const cut =
    words.length <= LONGEST_QUOTED_TEXT ? words : `${words.slice(0, LONGEST_QUOTED_TEXT)}…`;
  return formatCodeBlock(cut);
}

export const CHECK_TITLES: Readonly<Record<MergeCheck["name"], string>> = {
  structure: "Structure",
  references: "Internal references",
  contradictions: "New contradictions",
  anchors: "Figures, dates, thresholds and requirement ids",
  topics: "Nothing stands twice",
  headings: "No empty headings",
  ids: "No id with two meanings",
  "front-matter": "Front matter only at the top",
};

function formatValidationSection({ documents, merged }: ProvenanceInput): string {
  const checks = merged.checks.map(({ name, passed, problems, notes }) =>
    [
      `- ${CHECK_TITLES[name]}: ${passed ? "passed" : "failed"}`,
      ...problems.map((problem) => `  - ${formatInertText(problem)}`),
      ...notes.map((note) => `  - Not of this merge: ${formatInertText(note)}`),
    ].join("\n"),
  );
  return [
    "## Post-Merge Validation",
    checks.join("\n"),
    "### Dropped on purpose",
    formatDroppedAnchors(documents, merged.dropped),
  ].join("\n\n");
}

/** By variant and reason: a section that was replaced may have had many. */
function formatDroppedAnchors(
  documents: readonly ParsedDocument[],
  dropped: readonly DroppedAnchor[],
): string {
  const groups = new Map<string, DroppedAnchor[]>();
  for (const one of dropped) {
    if (one.reason === null) continue;
    const key = `${one.variant} ${one.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  if (groups.size === 0) return "Nothing.";
  return [...groups.values()]
    .map((group) => {
      const [first] = group;
      const document = documents.find(({ variant }) => variant === first?.variant);
      const what = group
        .map(({ anchor, line }) => `${formatInertText(anchor)} (line ${line})`)
        .join(", ");
      return `- ${document ? formatVariantTitle(document) : "Unknown"}: ${what}. ${formatInertText(first?.reason ?? "")}.`;
    })
    .join("\n");
}

function formatMergeSummary(merged: MergeResult): string {
  const { applied, failed, skipped } = countRecordsByStatus(merged.records);
  const failedChecks = merged.checks
    .filter(({ passed }) => !passed)
    .map(({ name }) => CHECK_TITLES[name].toLowerCase());
  return [
    "## Summary",
    "",
    `Of ${merged.records.length} planned changes, applied: ${applied}, failed: ${failed}, skipped: ${skipped}.`,
    failedChecks.length === 0
      ? "All checks passed."
      : `Failed: ${failedChecks.join(", ")}. Everything is kept, and refactor-plan.md can be carried out by hand.`,
  ].join("\n");
}
