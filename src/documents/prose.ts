/** The passages of a document that people read as words, with everything that only looks like words blanked out. */
import { type Block, type BlockKind, type Document, type Span, textOf } from "./document.ts";

export interface Passage extends Span {
  readonly block: Block;
  /** As long as the span; code, comments and tags are spaces. */
  readonly words: string;
}

/** A longer passage is cut at a line break. */
const LONGEST = 20_000;

/** Paragraphs, items, rows, headings and notes, in order; never code, HTML, front matter or definitions. */
export function* passagesOf(document: Document, within?: Span): Generator<Passage> {
  for (const block of document.blocks) {
    if (!SPOKEN.has(block.kind)) continue;
    if (within && (block.end <= within.start || block.start >= within.end)) continue;
    for (const whole of block.parts.length > 0 ? block.parts : [block]) {
      const span = within ? inside(whole, within) : whole;
      for (const part of portions(document.text, span)) {
        yield { ...part, block, words: spoken(textOf(document, part)) };
      }
    }
  }
}

const SPOKEN: ReadonlySet<BlockKind> = new Set([
  "heading",
  "paragraph",
  "list",
  "table",
  "quote",
  "footnote",
]);

function inside({ start, end }: Span, within: Span): Span {
  return { start: Math.max(start, within.start), end: Math.min(end, within.end) };
}

/** The span in portions that are short enough to be read in one go. */
export function* portions(text: string, { start, end }: Span): Generator<Span> {
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
export function spoken(text: string): string {
  const bare = text.includes("`") ? withoutCode(text) : text;
  const plain = bare.includes("<!--") ? withoutComments(bare) : bare;
  return plain.includes("<") ? plain.replace(/<\/?[a-zA-Z][^<>]*>/g, blank) : plain;
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}

/** A run of ticks is closed by the next run of the same length. */
function withoutCode(text: string): string {
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
      blank(text.slice(opening.start, end.start + end.length)),
    );
    from = end.start + end.length;
    at = closes;
  }
  return pieces.join("") + text.slice(from);
}

function withoutComments(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let at = text.indexOf("<!--"); at !== -1; at = text.indexOf("<!--", from)) {
    const closing = text.indexOf("-->", at + 4);
    if (closing === -1) break;
    pieces.push(text.slice(from, at), blank(text.slice(at, closing + 3)));
    from = closing + 3;
  }
  return pieces.join("") + text.slice(from);
}
