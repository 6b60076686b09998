/** What a span of a document covers: whole blocks, whole items or rows of one block, or words inside a block. */
import type { DocumentBlock, ParsedDocument, TextSpan } from "../document.ts";
import { closesCodeFence, closesLongHtml, findCodeFence, findLongHtmlKind } from "./line-kinds.ts";

export type DocumentExcerpt =
  /** `blocks.slice(first, beyond)`. */
  | { readonly kind: "blocks"; readonly first: number; readonly beyond: number }
  /** `block.parts.slice(first, beyond)`. */
  | {
      readonly kind: "parts";
      readonly block: DocumentBlock;
      readonly first: number;
      readonly beyond: number;
    }
  | { readonly kind: "words"; readonly block: DocumentBlock; readonly at: TextSpan };

/** Null for a span that is empty, outside of the text, or begins in one block and ends inside another. */
export function findExcerpt(document: ParsedDocument, span: TextSpan): DocumentExcerpt | null {
  const at = trimExcerptSpan(document, span);
  if (at === null) return null;
  const { blocks } = document;
  const first = findFirstEndingAfter(blocks, at.start);
  const beyond = findFirstStartingFrom(blocks, at.end);
  const [block, last] = [blocks[first], blocks[beyond - 1]];
  if (block === undefined || last === undefined) return null;
  // a block begins with its indentation, which a span need not
  const whole = at.start <= countVisibleCharacters(document, block) && last.end <= at.end;
  if (whole) return { kind: "blocks", first, beyond };
  if (block !== last || at.start < block.start || at.end > block.end) return null;
  return findPartsExcerpt(document, block, at) ?? { kind: "words", block, at };
}

/** Lines of one block, as they are; null where they are not in one block. */
export function findLinesExcerpt(
  { blocks }: ParsedDocument,
  at: TextSpan,
): Extract<DocumentExcerpt, { kind: "words" }> | null {
  const block = blocks[findFirstEndingAfter(blocks, at.start)];
  const isInside = block !== undefined && block.start <= at.start && at.end <= block.end;
  return isInside && at.start < at.end ? { kind: "words", block, at } : null;
}

/** Notes at its end belong to the document: they stay, or come along where they are used. */
export function removeTrailingNotes(
  { blocks }: ParsedDocument,
  excerpt: DocumentExcerpt,
): DocumentExcerpt {
  if (excerpt.kind !== "blocks") return excerpt;
  let { beyond } = excerpt;
  while (beyond > excerpt.first && isNoteBlock(blocks[beyond - 1])) beyond--;
  return beyond === excerpt.first ? excerpt : { ...excerpt, beyond };
}

export function isNoteBlock(block: DocumentBlock | undefined): boolean {
  return block?.kind === "definition" || block?.kind === "footnote";
}

function trimExcerptSpan({ text }: ParsedDocument, { start, end }: TextSpan): TextSpan | null {
  if (!(Number.isInteger(start) && Number.isInteger(end))) return null;
  if (start < 0 || end > text.length) return null;
  let [from, to] = [start, end];
  while (from < to && /[ \t\r\n\ufeff]/.test(text.charAt(from))) from++;
  while (to > from && /[ \t\r\n]/.test(text.charAt(to - 1))) to--;
  return from < to ? { start: from, end: to } : null;
}

function countVisibleCharacters({ text }: ParsedDocument, { start, end }: TextSpan): number {
  let at = start;
  while (at < end && /[ \t]/.test(text.charAt(at))) at++;
  return at;
}

function findPartsExcerpt(
  document: ParsedDocument,
  block: DocumentBlock,
  at: TextSpan,
): DocumentExcerpt | null {
  const first = findFirstEndingAfter(block.parts, at.start);
  const beyond = findFirstStartingFrom(block.parts, at.end);
  const [from, to] = [block.parts[first], block.parts[beyond - 1]];
  if (from === undefined || to === undefined || first >= beyond) return null;
  return at.start <= countVisibleCharacters(document, from) &&
    at.start >= from.start &&
    to.end === at.end
    ? { kind: "parts", block, first, beyond }
    : null;
}

/** Where a change may put something in: between the blocks `gap - 1` and `gap`. Null inside of a block. */
export function findBlockGap({ blocks, text }: ParsedDocument, offset: number): number | null {
  if (!Number.isInteger(offset) || offset < 0 || offset > text.length) return null;
  const next = findFirstEndingAfter(blocks, offset);
  const block = blocks[next];
  if (block === undefined || offset <= block.start) return next;
  return /^[ \t]*$/.test(text.slice(block.start, offset)) ? next : null;
}

/** Where a change may put in an item or a row: an empty run of parts. Null anywhere else. */
export function findPartGap(
  { blocks }: ParsedDocument,
  offset: number,
): Extract<DocumentExcerpt, { kind: "parts" }> | null {
  const block = blocks.find((one) => one.start <= offset && offset <= one.end);
  const before = block?.parts.findIndex(({ start }) => start === offset) ?? -1;
  if (block && before >= 0) return { kind: "parts", block, first: before, beyond: before };
  const { length } = block?.parts ?? [];
  const isLast = block !== undefined && length > 0 && block.parts.at(-1)?.end === offset;
  return isLast ? { kind: "parts", block, first: length, beyond: length } : null;
}

/** Where a change may put words beside others: in a block that consists of words, not before the mark of an item or row. */
export function findWordGap(
  { blocks }: ParsedDocument,
  offset: number,
): Extract<DocumentExcerpt, { kind: "words" }> | null {
  const block = blocks.find((one) => one.start <= offset && offset <= one.end);
  const isFirst = block?.start === offset;
  const hasWords =
    block?.kind === "paragraph" ||
    (!isFirst && (block?.kind === "list" || block?.kind === "table"));
  return hasWords ? { kind: "words", block, at: { start: offset, end: offset } } : null;
}

/** Code or HTML that nothing closes: whatever follows would be inside of it. */
export function isUnclosedBlock(
  { text, blocks }: ParsedDocument,
  { kind, index, start, end }: DocumentBlock,
): boolean {
  if (index !== blocks.length - 1 || (kind !== "code" && kind !== "html")) return false;
  const [opening = "", ...lines] = text.slice(start, end).split(/\r\n|[\r\n]/);
  const closing = lines.at(-1) ?? "";
  const html = kind === "html" ? findLongHtmlKind(opening) : null;
  if (html !== null) return !closesLongHtml(lines.length === 0 ? opening : closing, html);
  const fence = kind === "code" ? findCodeFence(opening) : null;
  return fence !== null && !closesCodeFence(closing, fence);
}

export function findFirstEndingAfter(spans: readonly TextSpan[], offset: number): number {
  return findFirstSpan(spans, ({ end }) => end > offset);
}

function findFirstStartingFrom(spans: readonly TextSpan[], offset: number): number {
  return findFirstSpan(spans, ({ start }) => start >= offset);
}

/** Spans are in order: those that are so come after those that are not. */
function findFirstSpan(spans: readonly TextSpan[], isSo: (span: TextSpan) => boolean): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span !== undefined && isSo(span)) high = middle;
    else low = middle + 1;
  }
  return low;
}
