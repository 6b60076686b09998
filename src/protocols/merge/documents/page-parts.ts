/** Parts that the pages of a merge share. Text from a variant or a model is shown and never rendered. */
import type { DiffPageMetadata } from "../../../documents/analyse/diff-analysis-page.ts";
import type { MergeLogMetadata } from "../../../documents/apply/merge-log-page.ts";
import {
  type CheckedEvidence,
  describeEvidenceCheck,
  formatEvidenceWords,
} from "../../../domain/evidence/evidence.ts";
import { describeAbsenceReason } from "../../../domain/round.ts";
import { cutText } from "../../../text/cut-text.ts";
import { formatInertCell, formatInertText, sanitizeLine } from "../../../text/markdown.ts";
import { formatIsoDay } from "../../../text/plain-text.ts";
import type { MergeCorrection } from "../prompts/finding-input.ts";
import { correctionsIn } from "../rules/corrections.ts";
import {
  type ComparedMerge,
  type Gathered,
  findMergeName,
  type MergeOverride,
  type MergeDebateTable,
  variantNumbered,
} from "../rules/table.ts";

export function joinPageParts(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

export function formatMarkdownRows(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map(formatInertCell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** "None." appears for an empty list, so that nobody looks for what was left out. */
export function formatListOr(lines: readonly string[], none = "None."): string {
  return lines.length === 0 ? none : lines.map((line) => `- ${line}`).join("\n");
}

export function formatDebateDay({ atMs }: MergeDebateTable): string {
  return formatIsoDay(atMs);
}

export function formatPercentage(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** "Variant B (b.md)", as people read it. */
export function findTitledVariant(gathered: Gathered, variant: number): string {
  return formatInertText(variantNumbered(gathered, variant)?.title ?? `Variant ${variant}`);
}

export function findSpeakerName(table: MergeDebateTable, id: string): string {
  return formatInertText(findMergeName(table, id));
}

/** K7, A21: what no checked quote supports is shown as what it is. */
export function quotesLine(evidence: readonly CheckedEvidence[]): string {
  const quotes = evidence.map((one) => {
    const { kind = "quote", verified } = one;
    const checked = kind === "quote" && verified ? "" : ` (${describeEvidenceCheck(one)})`;
    return formatInertText(formatEvidenceWords(one)) + checked;
  });
  return evidence.some(({ verified }) => verified)
    ? ` (${quotes.join("; ")})`
    : ` (speculation${quotes.length === 0 ? "" : `; ${quotes.join("; ")}`})`;
}

/** A48: a person's word in the artifact of its step. */
export function overrideSection({ overrides }: ComparedMerge, stop: MergeOverride["stop"]): string {
  const found = overrides.find((one) => one.stop === stop);
  if (!found) return "";
  return `## Decided by a person\n\n${overrideLine(found)}`;
}

function overrideLine({ by, choice, effect, reason }: MergeOverride): string {
  return `${formatInertText(by)} chose ${formatInertText(choice)}: ${formatInertText(effect)}. Reason: ${formatInertText(reason)}`;
}

const LONGEST = 400;

export function shortenCell(words: string): string {
  return cutText(sanitizeLine(words).replace(/\s+/g, " "), LONGEST);
}

/** What is shown beside the points of step 1: a person's priorities, and findings that nobody votes on (K7). */
export function diffMeta(compared: ComparedMerge): DiffPageMetadata {
  const found =
    compared.found?.kind === "absent"
      ? [`The analyst ${describeAbsenceReason(compared.found.reason)}`]
      : [];
  return {
    generated: formatDebateDay(compared),
    remarks: [
      ...compared.overrides.map((one) => `Decided by a person: ${overrideLine(one)}`),
      ...found,
      ...compared.unverified.map(
        ({ finding, why }) =>
          `Not debated, found by the analyst: ${formatInertText(finding.summary)} (${formatInertText(why)})`,
      ),
      ...correctionsIn(compared.found)
        .filter((one) => !compared.refused.some(({ correction }) => correction === one))
        .map((one) => `Corrected by the analyst: ${correctionText(one)}`),
      ...compared.refused.map(
        ({ correction, why }) =>
          `Not corrected: ${correctionText(correction)} (${formatInertText(why)})`,
      ),
    ],
  };
}

function correctionText({ action, points, sides, because }: MergeCorrection): string {
  const what =
    points.length > 0
      ? points.join(", ")
      : sides.map(({ quote }) => `“${shortenCell(quote)}”`).join(" and ");
  return formatInertText(`${action} ${what}: ${because}`);
}

export function logMeta(table: MergeDebateTable): MergeLogMetadata {
  return { generated: formatDebateDay(table) };
}
