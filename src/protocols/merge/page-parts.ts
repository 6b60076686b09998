/** Pieces that the pages of a merge share. Whatever comes from a variant or a model is escaped. */
import type { DiffMeta } from "../../documents/diff-page.ts";
import type { LogMeta } from "../../documents/merge-log-page.ts";
import type { CheckedEvidence } from "../../domain/evidence.ts";
import { spell } from "../../domain/round.ts";
import { asMarkdown, oneLine } from "../../text/markdown.ts";
import {
  type Compared,
  type Gathered,
  nameOf,
  type Override,
  type Table,
  variantNumbered,
} from "./table.ts";

export function page(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

export function rowsOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** "None." stands where a list is empty, so that nobody looks for what was left out. */
export function listed(lines: readonly string[], none = "None."): string {
  return lines.length === 0 ? none : lines.map((line) => `- ${line}`).join("\n");
}

export function dayOf({ atMs }: Table): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** "Variant B (b.md)", escaped. */
export function titled(gathered: Gathered, variant: number): string {
  return asMarkdown(variantNumbered(gathered, variant)?.title ?? `Variant ${variant}`);
}

export function speaker(table: Table, id: string): string {
  return asMarkdown(nameOf(table, id));
}

/** K7, A21: what no checked quote supports is shown as what it is. */
export function quotesLine(evidence: readonly CheckedEvidence[]): string {
  const quotes = evidence.map(
    ({ source, quote, verified }) =>
      `${asMarkdown(source)}: “${asMarkdown(quote)}”${verified ? "" : " (does not occur there)"}`,
  );
  return evidence.some(({ verified }) => verified)
    ? ` (${quotes.join("; ")})`
    : ` (speculation${quotes.length === 0 ? "" : `; ${quotes.join("; ")}`})`;
}

/** A48: a person's word in the artifact of its step. */
export function overrideSection({ overrides }: Compared, stop: Override["stop"]): string {
  const found = overrides.find((one) => one.stop === stop);
  if (!found) return "";
  return `## Decided by a person\n\n${overrideLine(found)}`;
}

function overrideLine({ by, choice, effect, reason }: Override): string {
  return `${asMarkdown(by)} chose ${asMarkdown(choice)}: ${asMarkdown(effect)}. Reason: ${asMarkdown(reason)}`;
}

const LONGEST = 400;

export function cut(words: string): string {
  const plain = oneLine(words).replace(/\s+/g, " ");
  return plain.length <= LONGEST ? plain : `${plain.slice(0, LONGEST - 1).trimEnd()}…`;
}

/** What stands beside the points of step 1: a person's word, and findings that nobody votes on (K7). */
export function diffMeta(compared: Compared): DiffMeta {
  const found =
    compared.found?.kind === "absent" ? [`The analyst ${spell(compared.found.reason)}`] : [];
  return {
    generated: dayOf(compared),
    remarks: [
      ...compared.overrides.map((one) => `Decided by a person: ${overrideLine(one)}`),
      ...found,
      ...compared.unverified.map(
        ({ finding, why }) =>
          `Not debated, found by the analyst: ${asMarkdown(finding.summary)} (${asMarkdown(why)})`,
      ),
    ],
  };
}

export function logMeta(table: Table): LogMeta {
  return { generated: dayOf(table) };
}
