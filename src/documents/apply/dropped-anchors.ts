/** A38: which figures, dates, thresholds and requirement ids of accepted content the output lacks, and why. */
import { DATE_FORMS } from "../claims/date-ranges.ts";
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
  type BlockKind,
} from "../document.ts";
import { isNoteBlock } from "../markdown/document-excerpt.ts";
import { SPOKEN, blankCharacters, listBlockPortions } from "../markdown/prose-passages.ts";
import { REQUIREMENT_ID } from "../markdown/requirement-ids.ts";
import { findDocumentLines, findLineAtOffset } from "../markdown/text-lines.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { type MergeInput, findBaseDocument } from "./apply-change-plan.ts";
import type { MergeChange } from "./change-plan.ts";
import type { ChangeRecord, DroppedAnchor } from "./merge-result.ts";

interface MergeOutput {
  readonly output: ParsedDocument;
  readonly records: readonly ChangeRecord[];
}

/** Accepted is what the base says and what an approved change takes. Each lost anchor once per reason. */
export async function findDroppedAnchors(
  merging: MergeInput,
  { output, records }: MergeOutput,
  breathe: YieldToEventLoop,
): Promise<DroppedAnchor[]> {
  const kept = new Set<string>();
  for (const { key, figure } of listAnchors(output)) {
    kept.add(key).add(figure);
    await breathe();
  }
  const dropped = new Map<string, DroppedAnchor>();
  const base = findBaseDocument(merging);
  const lose = (
    { variant }: ParsedDocument,
    anchor: ContentAnchor,
    reason: string | null,
  ): void => {
    const id = [variant, anchor.kind, anchor.key, reason].join("\n");
    if (dropped.has(id)) return;
    const { kind, text, line } = anchor;
    dropped.set(id, { anchor: text, kind, variant, line, reason });
  };
  const statuses = new Map(records.map((record) => [record.number, record]));
  const applied = merging.plan.changes.filter(
    ({ number }) => statuses.get(number)?.status === "applied",
  );
  for (const anchor of listAnchors(base)) {
    await breathe();
    if (!kept.has(anchor.key)) lose(base, anchor, describeReplacingChange(applied, anchor));
  }
  for (const change of merging.plan.changes) {
    const from = merging.documents.find(({ variant }) => variant === change.from);
    if (!change.approved || from === undefined || change.source === null) continue;
    for (const anchor of listAnchors(from, change.source)) {
      await breathe();
      if (kept.has(anchor.key)) continue;
      const record = statuses.get(change.number);
      lose(
        from,
        anchor,
        record?.status === "applied"
          ? describeUnusedNote(from, anchor)
          : describeUnappliedChange(record),
      );
    }
  }
  return [...dropped.values()];
}

function describeReplacingChange(
  applied: readonly MergeChange[],
  { start, end }: ContentAnchor,
): string | null {
  const by = applied.find(
    ({ target }) => target.kind === "span" && target.at.start < end && start < target.at.end,
  );
  return by ? `Change #${by.number} (${by.point}) put other words in its place` : null;
}

/** Notes come along only where they are used. */
function describeUnusedNote({ blocks }: ParsedDocument, { start }: ContentAnchor): string | null {
  const block = blocks.find((one) => one.start <= start && start < one.end);
  return isNoteBlock(block) ? "nothing that was taken refers to this note" : null;
}

function describeUnappliedChange(record: ChangeRecord | undefined): string | null {
  if (record === undefined) return null;
  return `Change #${record.number} was not made: ${record.remarks.join("; ")}`;
}

// What a merge may not lose without saying so: requirement ids, figures with what they count, dates, thresholds.

interface ContentAnchor extends TextSpan {
  readonly kind: DroppedAnchor["kind"];
  /** As written, on one line. */
  readonly text: string;
  /** The same for the same thing, however it is spaced. */
  readonly key: string;
  /** The key without the words that bound it. */
  readonly figure: string;
  /** Counted from 1. */
  readonly line: number;
}

/** In text order; those of a span are those completely inside it. */
export function* listAnchors(
  document: ParsedDocument,
  within?: TextSpan,
): Generator<ContentAnchor> {
  for (const { block, ...at } of listBlockPortions(document, ANCHORING, within))
    yield* findAnchorsInBlock(document, block, at);
}

const ANCHORING: ReadonlySet<BlockKind> = new Set([...SPOKEN, "code"]);

const REQUIREMENT = new RegExp(REQUIREMENT_ID.source, "gu");
/** A line may break anywhere in one. */
const DATE = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:${DATE_FORMS.replaceAll(" ", "\\s+")})(?![\\p{L}\\p{N}_])`,
  "gu",
);

/** One space, or one line break with the indentation after it. */
const SPACE = String.raw`(?:[ \u00a0]|[ \t]*(?:\r\n|[\r\n])[ \t]*)`;
const FIGURE = new RegExp(
  // not a part of a name, an id, a path or a footnote
  String.raw`(?<![\p{L}\p{N}_#/^]|[\p{L}\p{N}][-.:,])(?:[$€£] ?)?\d+(?:[.,:]\d+)*(?: ?[–-] ?\d+(?:[.,]\d+)*)?` +
    String.raw`(?: ?[%‰]|(?:${SPACE}|-)?\p{L}[\p{L}\p{M}]*(?:/\p{L}+)?)?`,
  "gu",
);
const BOUNDS =
  "at (?:most|least)|up to|n(?:o|ot) (?:more|less|fewer|later|longer|earlier) than|(?:not )?exceed(?:s|ing)?|" +
  "(?:more|less|fewer|greater|higher|lower|longer|shorter) than|below|under|above|over|within|max(?:imum)?(?: of)?|" +
  "min(?:imum)?(?: of)?|limit(?:ed)? (?:of|to)|capped at|[<>≤≥]=?";
const BOUND = new RegExp(
  String.raw`(?:${BOUNDS.replaceAll(" ", String.raw`\s+`)})(?:\s+(?:an?|the))?\s*$`,
  "iu",
);
const REACH = 40;
const NUMBERING =
  /^[ \t]*(?:#{1,6}[ \t]+)?(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(?:\d+(?:\.\d+)*[.)]?[ \t]+)?$/;
const SECTION = /\b(?:sections?|chapters?|figures?|tables?)\s+$/i;

function* findAnchorsInBlock(
  document: ParsedDocument,
  block: DocumentBlock,
  at: TextSpan,
): Generator<ContentAnchor> {
  const text = readSpanText(document, at);
  if (!/\d/.test(text)) return;
  // addresses, and the marks of a quote
  const words = text
    .replace(/\b[a-z][a-z\d+.-]*:\/\/[^\s)>\]]+|\]\([^)\s]*/gi, blankCharacters)
    .replace(/^[ \t]*>[ \t>]*/gm, blankCharacters);
  const named: (TextSpan & { kind: ContentAnchor["kind"] })[] = [];
  for (const { index, 0: id } of words.matchAll(REQUIREMENT)) {
    named.push({ kind: "requirement", start: index, end: index + id.length });
  }
  for (const { index, 0: date } of words.matchAll(DATE)) {
    if (/\d/.test(date)) named.push({ kind: "date", start: index, end: index + date.length });
  }
  const isNamed = (at: number): boolean => named.some(({ start, end }) => start <= at && at < end);
  const found: (TextSpan & { kind: ContentAnchor["kind"]; figure: number })[] = named.map(
    (one) => ({
      ...one,
      figure: one.start,
    }),
  );
  for (const { index, 0: figure } of words.matchAll(FIGURE)) {
    if (isNamed(index) || isListNumbering(words, index, { figure, kind: block.kind })) continue;
    const bound = BOUND.exec(words.slice(Math.max(0, index - REACH), index))?.[0].length ?? 0;
    const kind = bound === 0 ? "number" : "threshold";
    found.push({ kind, start: index - bound, end: index + figure.length, figure: index });
  }
  const lines = findDocumentLines(document);
  for (const { kind, start, end, figure } of found.sort((a, b) => a.start - b.start)) {
    const whole = joinAnchorLines(words.slice(start, end));
    yield {
      kind,
      text: whole,
      key: normalizeAnchorKey(whole),
      figure: normalizeAnchorKey(joinAnchorLines(words.slice(figure, end))),
      start: at.start + start,
      end: at.start + end,
      line: findLineAtOffset(lines, at.start + figure) + 1,
    };
  }
}

function joinAnchorLines(words: string): string {
  // "by 2 March." ends a sentence
  return words
    .replace(/\s+/g, " ")
    .replace(/[ .,]+$/, "")
    .trimStart();
}

/** A number that only counts items, headings or sections says nothing. */
function isListNumbering(
  words: string,
  at: number,
  { figure, kind }: { figure: string; kind: DocumentBlock["kind"] },
): boolean {
  if (kind === "code") return false;
  if (SECTION.test(words.slice(Math.max(0, at - 12), at))) return true;
  const lineStart = Math.max(words.lastIndexOf("\n", at - 1), words.lastIndexOf("\r", at - 1)) + 1;
  const before = words.slice(lineStart, at);
  if (before.length > REACH || !NUMBERING.test(before)) return false;
  if (kind === "heading")
    return /^\d+(?:\.\d+)*(?:\s|$)/.test(figure) || /^[.)]/.test(words.slice(at + figure.length));
  return /^\d{1,9}$/.test(figure) && /^[.)](?:\s|$)/.test(words.slice(at + figure.length));
}

function normalizeAnchorKey(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(\d),(?=\d{3}(?!\d))/g, "$1")
    .replace(/[–—]/g, "-");
}
