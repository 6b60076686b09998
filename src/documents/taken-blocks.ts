/** What a change takes, made to fit its place: heading levels, line breaks and labels change, words do not (A38). */
import { type Block, type Document, type Span, textOf } from "./document.ts";
import { type Excerpt, isOpen } from "./excerpt.ts";
import { type Fragment, glue, withEol, wordsFrom } from "./fragment.ts";
import { atLevel } from "./heading-level.ts";
import { renamed } from "./labels.ts";
import { fenceOf } from "./line-kinds.ts";

export interface Fitting {
  readonly eol: Document["eol"];
  /** Added to the level of each heading. */
  readonly shift: number;
  /** Other names for labels. */
  readonly names: ReadonlyMap<string, string>;
}

export interface Fitted {
  readonly fragments: readonly Fragment[];
  readonly remarks: readonly string[];
}

export function fitted(from: Document, excerpt: Excerpt, fitting: Fitting): Fitted {
  const fragments: Fragment[] = [];
  let end: number | null = null;
  for (const { block, at } of unitsOf(from, excerpt)) {
    if (end !== null) {
      const gap = { start: end, end: at.start };
      fragments.push(
        wordsFrom(from, block, { at: gap, text: withEol(textOf(from, gap), fitting.eol) }),
      );
    }
    const text = fittedText(block, textOf(from, at), fitting);
    fragments.push(wordsFrom(from, block, { at, text }));
    end = at.end;
  }
  const closing = closingOf(from, excerpt, fitting.eol);
  return {
    fragments: closing === null ? fragments : [...fragments, glue(closing)],
    remarks: [
      ...remarksOn(from, excerpt, fitting),
      ...(closing === null ? [] : ["code that was never closed is closed"]),
    ],
  };
}

/** Blocks, items or the words themselves: what the map has one entry for. */
export function unitsOf({ blocks }: Document, excerpt: Excerpt): { block: Block; at: Span }[] {
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
export function cannotBeTaken(from: Document, excerpt: Excerpt): string | null {
  const last = excerpt.kind === "blocks" ? from.blocks[excerpt.beyond - 1] : undefined;
  return last?.kind === "html" && isOpen(from, last)
    ? "it ends in HTML that is never closed"
    : null;
}

function fittedText({ kind, depth }: Block, text: string, { eol, shift, names }: Fitting): string {
  const level = kind === "heading" && shift !== 0 ? atLevel(text, depth + shift) : text;
  const labelled = kind === "code" || kind === "html" ? level : renamed(level, names);
  return withEol(labelled, eol);
}

function closingOf(from: Document, excerpt: Excerpt, eol: Document["eol"]): string | null {
  const last = excerpt.kind === "blocks" ? from.blocks[excerpt.beyond - 1] : undefined;
  if (last?.kind !== "code" || !isOpen(from, last)) return null;
  return eol + (fenceOf(textOf(from, last).split(/[\r\n]/, 1)[0] ?? "") ?? "");
}

function remarksOn(from: Document, excerpt: Excerpt, { eol, shift, names }: Fitting): string[] {
  const units = unitsOf(from, excerpt);
  const remarks: string[] = [];
  const levels = headingLevels(from, excerpt);
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
  for (const [label, name] of names) remarks.push(`label [${label}] became [${name}]`);
  return remarks;
}

export function headingLevels({ blocks }: Document, excerpt: Excerpt): number[] {
  if (excerpt.kind !== "blocks") return [];
  return blocks
    .slice(excerpt.first, excerpt.beyond)
    .flatMap(({ kind, depth }) => (kind === "heading" ? [depth] : []));
}
