/** merge-log.md: what became of every planned change, and what the checks say of the result (A38, A45). */
import { asMarkdown, asQuote } from "../text/markdown.ts";
import type { PlannedChange } from "./change.ts";
import { sectionName } from "./comments.ts";
import type { Document } from "./document.ts";
import type { ChangeRecord, Check, Dropped, Merged } from "./merged.ts";
import type { Mapping } from "./provenance.ts";

export interface LogMeta {
  /** The day, as everywhere in the artifacts. */
  readonly generated: string;
}

export function mergeLogPage(logged: Mapping, { generated }: LogMeta): string {
  const { merged } = logged;
  const sections = [
    "# Merge Log",
    metadata(logged, generated),
    changesSection(logged, "Changes Applied", "applied"),
    changesSection(logged, "Changes Failed", "failed"),
    changesSection(logged, "Changes Skipped", "skipped"),
    validation(logged),
    summary(merged),
  ];
  return `${sections.join("\n\n")}\n`;
}

function metadata({ documents, plan, merged }: Mapping, generated: string): string {
  const base = documents.find(({ variant }) => variant === plan.into);
  const { applied, failed, skipped } = counted(merged.records);
  return [
    "## Metadata",
    "",
    `- Generated: ${asMarkdown(generated)}`,
    `- Base: ${base ? titled(base) : plan.into}`,
    `- Variants: ${documents.map(titled).join(", ")}`,
    `- Changes planned: ${plan.changes.length} (${applied} applied, ${failed} failed, ${skipped} skipped)`,
    `- Status: ${isValid(merged) ? "valid" : "partial: a check failed, see Post-Merge Validation"}`,
  ].join("\n");
}

function titled({ label, name }: Document): string {
  return name === "" ? `Variant ${label}` : `Variant ${label} (${asMarkdown(name)})`;
}

function counted(records: readonly ChangeRecord[]): Record<ChangeRecord["status"], number> {
  const count = (status: ChangeRecord["status"]): number =>
    records.filter((record) => record.status === status).length;
  return { applied: count("applied"), failed: count("failed"), skipped: count("skipped") };
}

function isValid({ checks }: Merged): boolean {
  return checks.every(({ passed }) => passed);
}

function changesSection(logged: Mapping, title: string, status: ChangeRecord["status"]): string {
  const entries = logged.plan.changes.flatMap((change) => {
    const record = logged.merged.records.find(({ number }) => number === change.number);
    return record?.status === status ? [entryOf(logged, change, record)] : [];
  });
  return [`## ${title}`, ...(entries.length === 0 ? ["None."] : entries)].join("\n\n");
}

function entryOf(logged: Mapping, change: PlannedChange, record: ChangeRecord): string {
  const { documents, plan } = logged;
  const from = documents.find(({ variant }) => variant === change.from);
  const base = documents.find(({ variant }) => variant === plan.into);
  const place = base ? sectionName(base, change.targetSection) : "unknown";
  const provenance = from
    ? `${titled(from)}, ${sectionName(from, change.sourceSection)}`
    : "unknown";
  const remarks = record.remarks.map(asMarkdown).join("; ");
  return [
    `### Change #${change.number} (${change.point}): ${change.integration}`,
    "",
    `- Provenance: ${provenance}`,
    `- Target: ${place} of the base`,
    `- ${record.status === "applied" ? "Adjusted" : "Reason"}: ${remarks === "" ? "nothing" : remarks}`,
    `- Validation: ${validationOf(logged, change, record)}`,
    "",
    "Before:",
    "",
    quoted(record.before),
    ...(record.status === "applied" ? ["", "After:", "", quoted(record.after)] : []),
  ].join("\n");
}

/** What the checks say that names this change. */
function validationOf(
  { merged }: Mapping,
  { number }: PlannedChange,
  { status }: ChangeRecord,
): string {
  const named = new RegExp(`Change #${number}(?!\\d)`);
  const problems = merged.checks
    .flatMap((check) => check.problems)
    .filter((problem) => named.test(problem));
  if (problems.length > 0) return problems.map(asMarkdown).join(" ");
  return status === "applied" ? "no check names it" : "not in the output";
}

const LONGEST = 2_000;

function quoted(words: string): string {
  if (words.trim() === "") return "> (nothing)";
  const cut = words.length <= LONGEST ? words : `${words.slice(0, LONGEST)}…`;
  return asQuote(cut);
}

const TITLES: Readonly<Record<Check["name"], string>> = {
  structure: "Structure",
  references: "Internal references",
  contradictions: "New contradictions",
  anchors: "Figures, dates, thresholds and requirement ids",
};

function validation({ documents, merged }: Mapping): string {
  const checks = merged.checks.map(({ name, passed, problems }) =>
    [
      `- ${TITLES[name]}: ${passed ? "passed" : "failed"}`,
      ...problems.map((problem) => `  - ${asMarkdown(problem)}`),
    ].join("\n"),
  );
  return [
    "## Post-Merge Validation",
    checks.join("\n"),
    "### Dropped on purpose",
    droppedList(documents, merged.dropped),
  ].join("\n\n");
}

/** By variant and reason: a section that was replaced may have had many. */
function droppedList(documents: readonly Document[], dropped: readonly Dropped[]): string {
  const groups = new Map<string, Dropped[]>();
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
        .map(({ anchor, line }) => `${asMarkdown(anchor)} (line ${line})`)
        .join(", ");
      return `- ${document ? titled(document) : "Unknown"}: ${what}. ${asMarkdown(first?.reason ?? "")}.`;
    })
    .join("\n");
}

function summary(merged: Merged): string {
  const { applied, failed, skipped } = counted(merged.records);
  const failedChecks = merged.checks
    .filter(({ passed }) => !passed)
    .map(({ name }) => TITLES[name].toLowerCase());
  return [
    "## Summary",
    "",
    `Of ${merged.records.length} planned changes, applied: ${applied}, failed: ${failed}, skipped: ${skipped}.`,
    failedChecks.length === 0
      ? "All checks passed."
      : `Failed: ${failedChecks.join(", ")}. Everything is kept, and refactor-plan.md can be carried out by hand.`,
  ].join("\n");
}
