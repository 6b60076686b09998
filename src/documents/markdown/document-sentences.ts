/** The sentences of a document with their positions: prose, list items and table cells, never code. */
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
} from "../document.ts";
import { stripMarkdown } from "./plain-text.ts";

export interface DocumentSentence extends TextSpan {
  readonly section: number;
  readonly block: number;
  /** Counted from 1. */
  readonly line: number;
  readonly place: "prose" | "item" | "row";
  /** Without marks, on one line. A row's cells are in `cells` and its text is empty. */
  readonly text: string;
  readonly cells: readonly string[];
  /** The first cell of a row, if no other row of the table begins so; else empty. */
  readonly subject: string;
  /** The first row of the table; empty outside of tables. */
  readonly head: readonly string[];
  /** The text directly before a list, if it ends in a colon; otherwise empty. */
  readonly lead: string;
  /** What an item is listed under: the item above it, or the text that leads to its list; otherwise empty. */
  readonly under: string;
  /** In a numbered list: its items follow each other in time or in rank. */
  readonly numbered: boolean;
}

/** Longer sentences state too many things to be compared with anything. */
const LONGEST = 1_000;
const LONGEST_ROW = 4_000;
/** A paragraph without an end is cut, so that no step takes long. */
const LONGEST_RUN = 20_000;

export function* listSentences(document: ParsedDocument): Generator<DocumentSentence> {
  let lead = "";
  for (const block of document.blocks) {
    if (block.kind === "table") yield* listRowSentences(document, block);
    if (!PROSE.has(block.kind)) {
      lead = "";
      continue;
    }
    let last = "";
    for (const sentence of listProseSentences(document, block, block.kind === "list" ? lead : "")) {
      last = sentence.text;
      yield sentence;
    }
    lead = last.endsWith(":") ? last : "";
  }
}

const PROSE: ReadonlySet<DocumentBlock["kind"]> = new Set([
  "paragraph",
  "list",
  "quote",
  "footnote",
]);

function* listProseSentences(
  document: ParsedDocument,
  block: DocumentBlock,
  before: string,
): Generator<DocumentSentence> {
  const lines = createLineCounter(document.text, block);
  // subitems are led by the item above them
  let leader = { indent: -1, text: before };
  const above: { readonly indent: number; readonly text: string }[] = [];
  const numbered = block.kind === "list" && /^[ \t]*\d/.test(readSpanText(document, block));
  for (const { indent, ...run } of listLineRuns(document.text, block)) {
    if (indent <= leader.indent) leader = { indent: -1, text: before };
    while (run.item && (above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const under = run.item ? (above.at(-1)?.text ?? before) : "";
    let [first, last] = ["", ""];
    for (const span of splitSentences(document.text, run)) {
      if (span.end - span.start > LONGEST) continue;
      const text = stripMarkdown(readSpanText(document, span));
      if (text === "") continue;
      last = text;
      if (first === "") first = text;
      yield {
        ...span,
        section: block.section,
        block: block.index,
        line: lines(span.start),
        place: run.item ? "item" : "prose",
        text,
        cells: NONE,
        subject: "",
        head: NONE,
        lead: leader.text,
        under,
        numbered,
      };
    }
    if (run.item) above.push({ indent, text: first });
    if (run.item && last.endsWith(":")) leader = { indent, text: last };
  }
}

const NONE: readonly string[] = [];

interface LineRun extends TextSpan {
  readonly item: boolean;
  readonly indent: number;
}

const ITEM = /^([ \t>]*)(?:[-*+•]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;
const FENCE = /^[ \t>]*(?:```|~~~)/;
const BLANK = /^[ \t>]*$/;

/** Lines that belong together: a paragraph, or one item of a list without its subitems. */
function* listLineRuns(text: string, { start, end }: TextSpan): Generator<LineRun> {
  let open: LineRun | null = null;
  let fenced = false;
  for (let at = start; at < end;) {
    const newline = text.indexOf("\n", at);
    const beyond = newline === -1 || newline >= end ? end : newline + 1;
    const opening = text.slice(at, Math.min(beyond, at + LONGEST)).trimEnd();
    const fence = FENCE.test(opening);
    const mark = fenced || fence ? null : ITEM.exec(opening);
    const ends = fenced || fence || mark !== null || BLANK.test(opening);
    if (open !== null && (ends || beyond - open.start > LONGEST_RUN)) {
      yield open;
      open = null;
    }
    if (fence) fenced = !fenced;
    else if (mark !== null) {
      const indent = mark[1]?.length ?? 0;
      open = { start: at + mark[0].length, end: beyond, item: true, indent };
    } else if (!ends) {
      const {
        start: first,
        item,
        indent,
      }: LineRun = open ?? { start: at, end: at, item: false, indent: 0 };
      open = { start: first, end: beyond, item, indent };
    }
    at = beyond;
  }
  if (open !== null) yield open;
}

const ABBREVIATED =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|approx|ca|cf|fig|no|nr|resp|incl|max|min|mr|mrs|dr|inc|ltd)\.$|^[a-z]\.$/i;

/** Ends at a full stop, question or exclamation mark that white space and the beginning of a sentence follow. */
function* splitSentences(text: string, { start, end }: TextSpan): Generator<TextSpan> {
  const body = text.slice(start, end);
  let from = 0;
  for (const stop of body.matchAll(STOP)) {
    const beyond = stop.index + stop[0].length;
    const before = body.slice(Math.max(from, stop.index - 8), stop.index + 1);
    if (body[stop.index] === "." && ABBREVIATED.test(before)) continue;
    if (isInsideMarkup(body.slice(Math.max(from, stop.index - LONGEST), stop.index))) continue;
    yield* trimSentenceSpan(text, { start: start + from, end: start + beyond });
    from = beyond;
  }
  yield* trimSentenceSpan(text, { start: start + from, end });
}

const STOP = /[.!?][*_"')\]”’]*(?=\s+[>*_"'([`“‘]*[\p{Lu}\p{N}`])/gu;

/** Inside of code or of the text of a link: an odd number of ticks, or a bracket that was not closed. */
function isInsideMarkup(text: string): boolean {
  let ticks = 0;
  for (let at = text.indexOf("`"); at !== -1; at = text.indexOf("`", at + 1)) ticks++;
  return ticks % 2 === 1 || text.lastIndexOf("[") > text.lastIndexOf("]");
}

function* trimSentenceSpan(text: string, { start, end }: TextSpan): Generator<TextSpan> {
  let [first, beyond] = [start, end];
  while (first < beyond && isSentenceSpace(text.charCodeAt(first))) first++;
  while (beyond > first && isSentenceSpace(text.charCodeAt(beyond - 1))) beyond--;
  if (beyond > first) yield { start: first, end: beyond };
}

function isSentenceSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0;
}

function* listRowSentences(
  document: ParsedDocument,
  block: DocumentBlock,
): Generator<DocumentSentence> {
  const [first, ...rows] = block.parts;
  if (first === undefined) return;
  const head = splitTableCells(readSpanText(document, first));
  const lines = createLineCounter(document.text, block);
  const seen = new Map<string, number>();
  const read = rows.flatMap((row) => {
    if (row.end - row.start > LONGEST_ROW) return [];
    const cells = splitTableCells(readSpanText(document, row));
    const name = (cells[0] ?? "").toLowerCase();
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return [{ row, cells, name }];
  });
  for (const { row, cells, name } of read) {
    for (const span of trimSentenceSpan(document.text, row)) {
      yield {
        ...span,
        section: block.section,
        block: block.index,
        line: lines(span.start),
        place: "row",
        text: "",
        cells,
        subject: seen.get(name) === 1 ? (cells[0] ?? "") : "",
        head,
        lead: "",
        under: "",
        numbered: false,
      };
    }
  }
}

/** Cells without the pipes around them; an escaped pipe is part of a cell. */
function splitTableCells(row: string): string[] {
  const cells = row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/);
  return cells.map((cell) => stripMarkdown(cell.replaceAll("\\|", "|")));
}

/** Counts forward only: offsets are asked for in rising order. */
function createLineCounter(
  text: string,
  { start, line }: DocumentBlock,
): (offset: number) => number {
  let [at, current] = [start, line];
  return (offset) => {
    for (let newline = text.indexOf("\n", at); newline !== -1 && newline < offset;) {
      current++;
      at = newline + 1;
      newline = text.indexOf("\n", at);
    }
    return current;
  };
}
