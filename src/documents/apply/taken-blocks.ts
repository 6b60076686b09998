/** A38: adapts taken content to its new place: heading levels, line breaks and labels change, words do not. */
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
} from "../document.ts";
import { type DocumentExcerpt, isUnclosedBlock } from "../markdown/document-excerpt.ts";
import { findCodeFence } from "../markdown/line-kinds.ts";
import { renameLabels } from "../markdown/link-labels.ts";
import type { MergeChange } from "./change-plan.ts";
import { splitItemMark } from "./item-marks.ts";
import {
  type OutputFragment,
  convertLineBreaks,
  createGlueFragment,
  createSourceFragment,
} from "./output-fragment.ts";

export interface FittingOptions {
  readonly eol: ParsedDocument["eol"];
  /** Added to the level of each heading. */
  readonly shift: number;
  /** Other names for labels. */
  readonly names: ReadonlyMap<string, string>;
}

export interface FittedBlocks {
  readonly fragments: readonly OutputFragment[];
  readonly remarks: readonly string[];
}

export function fitTakenBlocks(
  from: ParsedDocument,
  excerpt: DocumentExcerpt,
  fitting: FittingOptions,
): FittedBlocks {
  const fragments: OutputFragment[] = [];
  const units = listExcerptUnits(from, excerpt);
  const counted = countsOn(from, excerpt, units);
  let end: number | null = null;
  for (const [place, { block, at }] of units.entries()) {
    if (end !== null) {
      const gap = { start: end, end: at.start };
      fragments.push(
        createSourceFragment(from, block, {
          at: gap,
          text: convertLineBreaks(readSpanText(from, gap), fitting.eol),
        }),
      );
    }
    const text = fitBlockText(block, readSpanText(from, at), fitting);
    const mark = counted ? splitItemMark(text, "list").mark : "";
    if (counted) fragments.push(createGlueFragment(mark.replace(/\d+/, String(place + 1))));
    const own = { start: at.start + mark.length, end: at.end };
    fragments.push(createSourceFragment(from, block, { at: own, text: text.slice(mark.length) }));
    end = at.end;
  }
  const closing = findClosingFence(from, excerpt, fitting.eol);
  return {
    fragments: closing === null ? fragments : [...fragments, createGlueFragment(closing)],
    remarks: [
      ...listFittingRemarks(from, excerpt, fitting),
      ...(counted ? ["items of the list are numbered anew"] : []),
      ...(closing === null ? [] : ["code that was never closed is closed"]),
    ],
  };
}

/** Items without those before them are a list of their own, which begins at 1. */
function countsOn(
  from: ParsedDocument,
  excerpt: DocumentExcerpt,
  units: readonly { readonly at: TextSpan }[],
): boolean {
  if (excerpt.kind !== "parts" || excerpt.block.kind !== "list") return false;
  const marks = units.map(({ at }) => splitItemMark(readSpanText(from, at), "list").mark);
  const numbers = marks.map((mark) => Number(/\d+/.exec(mark)?.[0]));
  const [first = Number.NaN] = numbers;
  return (
    first > 1 &&
    numbers.every((number, at) => number === first + at) &&
    marks.every((mark) => /\s$/.test(mark))
  );
}

/** Blocks, items or the words themselves: what the map has one entry for. */
export function listExcerptUnits(
  { blocks }: ParsedDocument,
  excerpt: DocumentExcerpt,
): { block: DocumentBlock; at: TextSpan }[] {
  switch (excerpt.kind) {
    case "blocks":
      return blocks.slice(excerpt.first, excerpt.beyond).map((block) => ({ block, at: block }));
    case "parts":
      return excerpt.block.parts
        .slice(excerpt.first, excerpt.beyond)
        .map((at) => ({ block: excerpt.block, at }));
    case "words":
      return [{ block: excerpt.block, at: excerpt.at }];
  }
}

/** HTML that nothing closes would swallow what follows, and no closing line is certain. */
export function describeUntakable(from: ParsedDocument, excerpt: DocumentExcerpt): string | null {
  const last = excerpt.kind === "blocks" ? from.blocks[excerpt.beyond - 1] : undefined;
  return last?.kind === "html" && isUnclosedBlock(from, last)
    ? "it ends in HTML that is never closed"
    : null;
}

function fitBlockText(
  { kind, depth }: DocumentBlock,
  text: string,
  { eol, shift, names }: FittingOptions,
): string {
  const level = kind === "heading" && shift !== 0 ? changeHeadingLevel(text, depth + shift) : text;
  const labelled = kind === "code" || kind === "html" ? level : renameLabels(level, names);
  return convertLineBreaks(labelled, eol);
}

function findClosingFence(
  from: ParsedDocument,
  excerpt: DocumentExcerpt,
  eol: ParsedDocument["eol"],
): string | null {
  const last = excerpt.kind === "blocks" ? from.blocks[excerpt.beyond - 1] : undefined;
  return last === undefined ? null : formatClosingFence(from, last, eol);
}

/** The line that closes code which nothing closes; null for anything else. */
export function formatClosingFence(
  document: ParsedDocument,
  block: DocumentBlock,
  eol: ParsedDocument["eol"],
): string | null {
  if (block.kind !== "code" || !isUnclosedBlock(document, block)) return null;
  return eol + (findCodeFence(readSpanText(document, block).split(/[\r\n]/, 1)[0] ?? "") ?? "");
}

function listFittingRemarks(
  from: ParsedDocument,
  excerpt: DocumentExcerpt,
  { eol, shift, names }: FittingOptions,
): string[] {
  const units = listExcerptUnits(from, excerpt);
  const remarks: string[] = [];
  const levels = listHeadingLevels(from, excerpt);
  if (shift !== 0 && levels.length > 0) {
    const by = Math.abs(shift);
    remarks.push(
      `headings moved ${by} ${by === 1 ? "level" : "levels"} ${shift > 0 ? "down" : "up"}`,
    );
    if (Math.max(...levels) + shift > 6) remarks.push("headings below level 6 are at level 6");
  }
  const other = eol === "\n" ? /\r/ : /(?<!\r)\n/;
  const [first, last] = [units[0], units.at(-1)];
  if (first && last && other.test(from.text.slice(first.at.start, last.at.end))) {
    remarks.push(`line breaks are those of the base (${eol === "\n" ? "LF" : "CRLF"})`);
  }
  for (const [label, name] of names) {
    const isLink = label.startsWith("](");
    remarks.push(
      isLink
        ? `a link to ${label.slice(2, -1)} leads to ${name.slice(2, -1)}`
        : `label [${label}] became [${name}]`,
    );
  }
  return remarks;
}

export function listHeadingLevels({ blocks }: ParsedDocument, excerpt: DocumentExcerpt): number[] {
  if (excerpt.kind !== "blocks") return [];
  return blocks
    .slice(excerpt.first, excerpt.beyond)
    .flatMap(({ kind, depth }) => (kind === "heading" ? [depth] : []));
}

// The same heading at another level.

const DEEPEST_HEADING = 6;

export function changeHeadingLevel(heading: string, depth: number): string {
  const level = Math.min(DEEPEST_HEADING, Math.max(1, depth));
  const marks = /^( {0,3})#{1,6}(?=[ \t\r\n]|$)/;
  if (marks.test(heading)) return heading.replace(marks, `$1${"#".repeat(level)}`);
  const lines = heading.split(/\r\n|[\r\n]/);
  const underline = lines.pop() ?? "";
  if (level <= 2) {
    const mark = level === 1 ? "=" : "-";
    return heading.slice(0, heading.length - underline.length) + underline.replace(/[=-]/g, mark);
  }
  const words = lines.map((line) => line.trim()).join(" ");
  // marks at the end would be read as closing ones
  return `${"#".repeat(level)} ${words}${/(?:^|[ \t])#+$/.test(words) ? " #" : ""}`;
}

// What a change takes from whom, and what of the base gives way to it.

/** Words of the base are left out, and nothing takes their place. */
export const NOTHING_TAKEN: DocumentExcerpt = { kind: "blocks", first: 0, beyond: 0 };

export function isNothingTaken(excerpt: DocumentExcerpt): boolean {
  return excerpt.kind !== "words" && excerpt.first >= excerpt.beyond;
}

export interface TakenExcerpt {
  readonly change: MergeChange;
  readonly from: ParsedDocument;
  readonly excerpt: DocumentExcerpt;
}

export interface BlockReplacement extends TakenExcerpt {
  readonly at: DocumentExcerpt;
  readonly span: TextSpan;
}

/** Goes between the blocks `gap - 1` and `gap`. */
export interface BlockInsertion extends TakenExcerpt {
  readonly gap: number;
  /** The level that its headings are to have. */
  readonly depth: number;
}
