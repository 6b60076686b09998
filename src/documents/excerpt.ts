/** What a span of a document covers: whole blocks, whole items or rows of one block, or some words inside a block. */
import type { Block, Document, Span } from "./document.ts";
import { closesFence, closesHtml, fenceOf, htmlOf } from "./line-kinds.ts";

export type Excerpt =
  /** `blocks.slice(first, beyond)`. */
  | { readonly kind: "blocks"; readonly first: number; readonly beyond: number }
  /** `block.parts.slice(first, beyond)`. */
  | {
      readonly kind: "parts";
      readonly block: Block;
      readonly first: number;
      readonly beyond: number;
    }
  | { readonly kind: "words"; readonly block: Block; readonly at: Span };

/** Null for a span that is empty, outside of the text, or begins in one block and ends inside another. */
export function excerptOf(document: Document, span: Span): Excerpt | null {
  const at = trimmed(document, span);
  if (at === null) return null;
  const { blocks } = document;
  const first = firstEndingAfter(blocks, at.start);
  const beyond = firstStartingFrom(blocks, at.end);
  const [block, last] = [blocks[first], blocks[beyond - 1]];
  if (block === undefined || last === undefined) return null;
  // a block begins with its indentation, which a span need not
  const whole = at.start <= visible(document, block) && last.end <= at.end;
  if (whole) return { kind: "blocks", first, beyond };
  if (block !== last || at.start < block.start || at.end > block.end) return null;
  return partsOf(document, block, at) ?? { kind: "words", block, at };
}

/** Notes at its end belong to the document: they stay, or come along where they are used. */
export function withoutNotes({ blocks }: Document, excerpt: Excerpt): Excerpt {
  if (excerpt.kind !== "blocks") return excerpt;
  let { beyond } = excerpt;
  while (beyond > excerpt.first && isNote(blocks[beyond - 1])) beyond--;
  return beyond === excerpt.first ? excerpt : { ...excerpt, beyond };
}

export function isNote(block: Block | undefined): boolean {
  return block?.kind === "definition" || block?.kind === "footnote";
}

function trimmed({ text }: Document, { start, end }: Span): Span | null {
  if (!(Number.isInteger(start) && Number.isInteger(end))) return null;
  if (start < 0 || end > text.length) return null;
  let [from, to] = [start, end];
  while (from < to && /[ \t\r\n\ufeff]/.test(text.charAt(from))) from++;
  while (to > from && /[ \t\r\n]/.test(text.charAt(to - 1))) to--;
  return from < to ? { start: from, end: to } : null;
}

function visible({ text }: Document, { start, end }: Span): number {
  let at = start;
  while (at < end && /[ \t]/.test(text.charAt(at))) at++;
  return at;
}

function partsOf(document: Document, block: Block, at: Span): Excerpt | null {
  const first = firstEndingAfter(block.parts, at.start);
  const beyond = firstStartingFrom(block.parts, at.end);
  const [from, to] = [block.parts[first], block.parts[beyond - 1]];
  if (from === undefined || to === undefined || first >= beyond) return null;
  return at.start <= visible(document, from) && at.start >= from.start && to.end === at.end
    ? { kind: "parts", block, first, beyond }
    : null;
}

/** Where a change may put something in: between the blocks `gap - 1` and `gap`. Null inside of a block. */
export function gapAt({ blocks, text }: Document, offset: number): number | null {
  if (!Number.isInteger(offset) || offset < 0 || offset > text.length) return null;
  const next = firstEndingAfter(blocks, offset);
  const block = blocks[next];
  if (block === undefined || offset <= block.start) return next;
  return /^[ \t]*$/.test(text.slice(block.start, offset)) ? next : null;
}

/** Code or HTML that nothing closes: whatever follows would be inside of it. */
export function isOpen({ text, blocks }: Document, { kind, index, start, end }: Block): boolean {
  if (index !== blocks.length - 1 || (kind !== "code" && kind !== "html")) return false;
  const [opening = "", ...lines] = text.slice(start, end).split(/\r\n|[\r\n]/);
  const closing = lines.at(-1) ?? "";
  const html = kind === "html" ? htmlOf(opening) : null;
  if (html !== null) return !closesHtml(lines.length === 0 ? opening : closing, html);
  const fence = kind === "code" ? fenceOf(opening) : null;
  return fence !== null && !closesFence(closing, fence);
}

function firstEndingAfter(spans: readonly Span[], offset: number): number {
  return firstWhere(spans, ({ end }) => end > offset);
}

function firstStartingFrom(spans: readonly Span[], offset: number): number {
  return firstWhere(spans, ({ start }) => start >= offset);
}

/** Spans are in order: those that are so come after those that are not. */
function firstWhere(spans: readonly Span[], isSo: (span: Span) => boolean): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span !== undefined && isSo(span)) high = middle;
    else low = middle + 1;
  }
  return low;
}
