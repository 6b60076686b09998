/**
 * A34-A37, A45: refactor-plan.md: every change with its source, place, reason and risk, so that a person could make
 * it.
 */
import type { MergeChange } from "../../../documents/apply/change-plan.ts";
import type { ParsedDocument, TextSpan } from "../../../documents/document.ts";
import { formatInertText } from "../../../text/markdown.ts";
import { isMended } from "../plan/change-reasons.ts";
import { sectionAt } from "../plan/document-places.ts";
import { variantSource } from "../prompts/prompt-input.ts";
import { type Criticism, criticismsIn } from "../rules/advocates.ts";
import { calledBy, type PlannedMerge, variantNumbered, findVariantNumber } from "../rules/table.ts";
import {
  formatDebateDay,
  formatListOr,
  overrideSection,
  joinPageParts,
  formatMarkdownRows,
  findSpeakerName,
  findTitledVariant,
} from "./page-parts.ts";

export function planPage(planned: PlannedMerge): string {
  return joinPageParts([
    "# Refactoring plan",
    formatOverview(planned),
    `## Planned changes\n\n${planned.plan.changes.length === 0 ? "None: the base stays as it is." : planned.plan.changes.map((change) => changeText(planned, change)).join("\n\n")}`,
    formatWeaknesses(planned),
    unmadeSection(planned),
    formatRisks(planned),
    formatReview(planned),
    overrideSection(planned, "after-plan"),
  ]);
}

function formatOverview(planned: PlannedMerge): string {
  const { plan } = planned;
  const approved = plan.changes.filter((change) => change.approved).length;
  return [
    "## Overview",
    "",
    formatListOr([
      `Generated: ${formatDebateDay(planned)}`,
      `Base: ${findTitledVariant(planned, plan.into)}`,
      `Changes: ${plan.changes.length}, of which ${approved} are made`,
      `Differences that change nothing: ${plan.unmade.length}`,
    ]),
  ].join("\n");
}

function changeText(planned: PlannedMerge, change: MergeChange): string {
  const { number, point, integration, from, source, sourceSection, risk, rationale, mends } =
    change;
  const document = findVariantDocument(planned, from);
  const found = planned.points.find(({ id }) => id === point);
  const isRemoval = source === null && change.target.kind === "span";
  const taken = source && document ? `, lines ${formatLineRange(document, source)}` : "";
  return [
    `### Change #${number}: ${point}, ${integration}${change.approved ? "" : " (not made)"}`,
    "",
    formatListOr([
      ...(found ? [`Difference: ${formatInertText(found.summary)}`] : []),
      isRemoval
        ? "Source: left out, nothing takes its place"
        : `Source: ${findTitledVariant(planned, from)}, ${sectionName(document, sourceSection)}${taken}`,
      `Target: ${targetText(planned, change)}`,
      `Rationale: ${formatInertText(rationale)}`,
      `Integration: ${integration}`,
      `Risk: ${risk} (${RISKS[risk]})`,
      ...(mends === null ? [] : [`Mends: ${formatInertText(mends)}`]),
    ]),
  ].join("\n");
}

const RISKS: Readonly<Record<MergeChange["risk"], string>> = {
  Low: "adds",
  Medium: "modifies what is there",
  High: "restructures",
};

function targetText(planned: PlannedMerge, { target, targetSection }: MergeChange): string {
  const base = findVariantDocument(planned, planned.plan.into);
  if (!base) return "";
  const name = sectionName(base, targetSection);
  switch (target.kind) {
    case "span":
      return `${name} of the base, lines ${formatLineRange(base, target.at)} give way`;
    case "offset":
      return `${name} of the base, after line ${lineAt(base, target.at)}`;
    case "order":
      return `the sections of the base in this order: ${target.sections
        .map((index) => sectionName(base, index))
        .join(", ")}`;
  }
}

function sectionName(document: ParsedDocument | undefined, index: number): string {
  const section = document && sectionAt(document, index);
  if (!section || section.index === 0) return "the part before the first heading";
  return `section ${section.number} “${formatInertText(section.title)}”`;
}

function formatLineRange(document: ParsedDocument, { start, end }: TextSpan): string {
  const [first, last] = [lineAt(document, start), lineAt(document, Math.max(start, end - 1))];
  return first === last ? `${first}` : `${first} to ${last}`;
}

function lineAt({ text }: ParsedDocument, at: number): number {
  return text.slice(0, at).split("\n").length;
}

/** A35: what was found wrong with the base, and what is done about it. */
function formatWeaknesses(planned: PlannedMerge): string {
  const { plan } = planned;
  const rows = criticismsIn(planned)
    .filter(({ variant }) => variant === plan.into)
    .map((criticism) => {
      const { by, text, claim } = criticism;
      const fix = plan.changes.find((change) => isMended(planned, criticism, change));
      const better = calledBy(planned, fix?.from ?? betterVariant(planned, criticism));
      const done = fix
        ? `Change #${fix.number}${fix.approved ? "" : " (not made)"}`
        : "no planned change touches it";
      return [claim.id, formatInertText(text), findSpeakerName(planned, by), better, done];
    });
  const head = ["Claim", "Issue", "Raised by", "Better variant", "Fix"];
  return `## Weaknesses of the base\n\n${rows.length === 0 ? "None was named." : formatMarkdownRows(head, rows)}`;
}

/** The variant that was compared with the base; otherwise the participant's own. */
function betterVariant(planned: PlannedMerge, { by, claim }: Criticism): number {
  const quoted = planned.variants
    .map(({ document }) => document.variant)
    .find(
      (variant) =>
        variant !== planned.plan.into &&
        claim.evidence.some(
          ({ source, verified }) => verified && source === variantSource(variant),
        ),
    );
  return quoted ?? findVariantNumber(planned, by);
}

function unmadeSection(planned: PlannedMerge): string {
  const rows = planned.plan.unmade.map(({ point, variant, reason }) => [
    point,
    variant === null ? "" : calledBy(planned, variant),
    formatInertText(planned.points.find(({ id }) => id === point)?.summary ?? ""),
    formatInertText(reason),
  ]);
  const body =
    rows.length === 0
      ? "None."
      : formatMarkdownRows(["Point", "Variant", "Difference", "Reason"], rows);
  return `## Changes NOT being made\n\n${body}`;
}

function formatRisks({ plan }: PlannedMerge): string {
  const rows = (["High", "Medium", "Low"] as const).map((risk) => {
    const numbers = plan.changes
      .filter((change) => change.risk === risk && change.approved)
      .map(({ number }) => `#${number}`);
    return [risk, RISKS[risk], numbers.length === 0 ? "none" : numbers.join(", ")];
  });
  return [
    "## Risk summary",
    formatMarkdownRows(["Risk", "Impact", "Changes"], rows),
    "Rollback: every change can be taken back alone, and without any of them the merged document is the base, byte for byte.",
  ].join("\n\n");
}

function formatReview({ plan, settings, overrides }: PlannedMerge): string {
  const struck = plan.changes.filter(({ approved }) => !approved).map(({ number }) => `#${number}`);
  const asked = overrides.some(({ stop }) => stop === "after-plan");
  const status = asked
    ? "Reviewed by a person."
    : settings.interactive
      ? "Nothing to review."
      : "Auto-approved.";
  const left = settings.without.length === 0 ? "" : " Changes were left out on request.";
  const out = struck.length === 0 ? "" : ` Not made: ${struck.join(", ")}.`;
  return `## Review status\n\n${status}${left}${out}`;
}

function findVariantDocument(planned: PlannedMerge, variant: number): ParsedDocument | undefined {
  return variantNumbered(planned, variant)?.document;
}
