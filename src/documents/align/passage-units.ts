/** What is compared and taken as one: a block, or one item or row of a list or table. */
import { isFunctionWord, listComparableWords } from "../../text/comparable-words.ts";
import {
  type BlockKind,
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
} from "../document.ts";
import { normalizeLine } from "./line-overlap.ts";

/** Consecutive blocks, or consecutive parts of one block. Empty where a document has nothing at this place. */
export interface PassageRange {
  readonly variant: number;
  /** The list or table whose parts are counted; null where blocks are counted. */
  readonly inside: number | null;
  readonly first: number;
  readonly beyond: number;
  /** Only these words of the block `inside`; its sentences or lines are counted. */
  readonly words?: TextSpan;
}

export interface PassageUnit {
  readonly kind: BlockKind;
  readonly at: TextSpan;
}

/** A run of units of one document that is compared with runs of others. */
export interface PassageRun {
  readonly document: ParsedDocument;
  readonly inside: number | null;
  /** Number of the first unit. */
  readonly first: number;
  readonly units: readonly PassageUnit[];
}

export function createBlockRun(
  document: ParsedDocument,
  { first, beyond }: { readonly first: number; readonly beyond: number },
): PassageRun {
  const units = document.blocks
    .slice(first, beyond)
    .map((block) => ({ kind: block.kind, at: block }));
  return { document, inside: null, first, units };
}

export function createPartRun(document: ParsedDocument, block: DocumentBlock): PassageRun {
  const units = block.parts.map((at) => ({ kind: block.kind, at }));
  return { document, inside: block.index, first: 0, units };
}

/** The sentences of a paragraph. */
export function createSentenceRun(document: ParsedDocument, block: DocumentBlock): PassageRun {
  const text = readSpanText(document, block);
  const units = [...text.matchAll(SENTENCE)].map(({ 0: words, index }) => {
    const start = block.start + index;
    return { kind: block.kind, at: { start, end: start + words.length } };
  });
  return { document, inside: block.index, first: 0, units };
}

const SENTENCE = /\S[^]*?(?:[.!?:;](?=\s|$)|$)/g;

/** The lines of a block or of some of its parts, those without a word left out; each is what it is, letter by letter. */
export function createLineRun(
  document: ParsedDocument,
  block: DocumentBlock,
  range: PassageRange,
): PassageRun {
  const span = findRangeSpan(document, range) ?? block;
  const units = [...readSpanText(document, span).matchAll(LINE)].map(({ 0: line, index }) => {
    const start = span.start + index;
    return { kind: "code" as const, at: { start, end: start + line.length } };
  });
  return { document, inside: block.index, first: 0, units };
}

const LINE = /[^\S\r\n]*\S[^\r\n]*/g;

export function isEmptyRange({ first, beyond }: PassageRange): boolean {
  return first >= beyond;
}

/** Null for an empty range. */
export function findRangeSpan(document: ParsedDocument, range: PassageRange): TextSpan | null {
  if (range.words) return range.words;
  const spans = listRangeSpans(document, range);
  const [first, last] = [spans[0], spans.at(-1)];
  return first && last ? { start: first.start, end: last.end } : null;
}

function listRangeSpans({ blocks }: ParsedDocument, range: PassageRange): readonly TextSpan[] {
  const spans = range.inside === null ? blocks : (blocks[range.inside]?.parts ?? []);
  return spans.slice(range.first, range.beyond);
}

export function readRangeText(document: ParsedDocument, range: PassageRange): string {
  const span = findRangeSpan(document, range);
  return span === null ? "" : readSpanText(document, span);
}

/** Two units with the same key say the same; white space, bullets and marks of quotes do not count. */
export function formatUnitKey(document: ParsedDocument, { kind, at }: PassageUnit): string {
  const text = readSpanText(document, at);
  if (kind === "code" || kind === "html" || kind === "front-matter")
    return `${kind} ${text.replaceAll("\r\n", "\n")}`;
  return normalizeLine(kind === "list" ? text.replace(/^([ \t]*)[*+•] /gm, "$1- ") : text);
}

/** The words that tell what a unit is about; read once. */
export function listUnitWords(document: ParsedDocument, { at }: PassageUnit): ReadonlySet<string> {
  const known = unitWordsCache.get(at);
  if (known !== undefined) return known;
  const words = listComparableWords(readSpanText(document, at));
  const topical = words.filter((word) => !isFunctionWord(word));
  const found = new Set(topical.length > 0 ? topical : words);
  unitWordsCache.set(at, found);
  return found;
}

const unitWordsCache = new WeakMap<TextSpan, ReadonlySet<string>>();
