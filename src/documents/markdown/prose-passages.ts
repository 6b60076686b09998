/** The prose of a document, with everything that is not prose blanked out. */
import {
  type DocumentBlock,
  type BlockKind,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
} from "../document.ts";

export interface ProsePassage extends TextSpan {
  readonly block: DocumentBlock;
  /** As long as the span; code, comments and tags are spaces. */
  readonly words: string;
}

/** A longer passage is cut at a line break. */
const LONGEST = 20_000;

/** Paragraphs, items, rows, headings and notes, in order; never code, HTML, front matter or definitions. */
export function* listProsePassages(
  document: ParsedDocument,
  within?: TextSpan,
): Generator<ProsePassage> {
  for (const { block, ...part } of listBlockPortions(document, SPOKEN, within))
    yield { ...part, block, words: blankNonProse(readSpanText(document, part)) };
}

/** The items, rows and paragraphs of blocks of these kinds, in portions that are short enough to be read in one go. */
export function* listBlockPortions(
  document: ParsedDocument,
  kinds: ReadonlySet<BlockKind>,
  within?: TextSpan,
): Generator<TextSpan & { readonly block: DocumentBlock }> {
  for (const block of document.blocks) {
    if (!kinds.has(block.kind)) continue;
    if (within && (block.end <= within.start || block.start >= within.end)) continue;
    for (const whole of block.parts.length > 0 ? block.parts : [block]) {
      const span = within ? intersectSpans(whole, within) : whole;
      for (const part of splitIntoPortions(document.text, span)) yield { ...part, block };
    }
  }
}

export const SPOKEN: ReadonlySet<BlockKind> = new Set([
  "heading",
  "paragraph",
  "list",
  "table",
  "quote",
  "footnote",
]);

function intersectSpans({ start, end }: TextSpan, within: TextSpan): TextSpan {
  return { start: Math.max(start, within.start), end: Math.min(end, within.end) };
}

export function* splitIntoPortions(text: string, { start, end }: TextSpan): Generator<TextSpan> {
  let from = start;
  while (end - from > LONGEST) {
    const newline = text.lastIndexOf("\n", from + LONGEST);
    const to = newline > from ? newline + 1 : from + LONGEST;
    yield { start: from, end: to };
    from = to;
  }
  if (end > from) yield { start: from, end };
}

/** The text with code, comments and tags blanked out; line breaks stay. */
export function blankNonProse(text: string): string {
  const bare = text.includes("`") ? blankCode(text) : text;
  const plain = bare.includes("<!--") ? blankComments(bare) : bare;
  return plain.includes("<") ? plain.replace(/<\/?[a-zA-Z][^<>]*>/g, blankCharacters) : plain;
}

/** Spaces in place of all but line breaks. */
export function blankCharacters(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}

/** A run of ticks is closed by the next run of the same length. */
function blankCode(text: string): string {
  const runs = [...text.matchAll(/\\?`+/g)].map(({ index, 0: run }) => {
    // an escaped tick opens nothing
    const escaped = run.startsWith("\\") ? 2 : 0;
    return { start: index + escaped, length: run.length - escaped };
  });
  const next = new Map<number, number>();
  const closing: (number | undefined)[] = [];
  for (let at = runs.length - 1; at >= 0; at--) {
    const length = runs[at]?.length ?? 0;
    closing[at] = length === 0 ? undefined : next.get(length);
    next.set(length, at);
  }
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < runs.length; at++) {
    const [opening, closes] = [runs[at], closing[at]];
    const end = closes === undefined ? undefined : runs[closes];
    if (!opening || !end || closes === undefined) continue;
    pieces.push(
      text.slice(from, opening.start),
      blankCharacters(text.slice(opening.start, end.start + end.length)),
    );
    from = end.start + end.length;
    at = closes;
  }
  return pieces.join("") + text.slice(from);
}

function blankComments(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let at = text.indexOf("<!--"); at !== -1; at = text.indexOf("<!--", from)) {
    const closing = text.indexOf("-->", at + 4);
    if (closing === -1) break;
    pieces.push(text.slice(from, at), blankCharacters(text.slice(at, closing + 3)));
    from = closing + 3;
  }
  return pieces.join("") + text.slice(from);
}
