/**
 * Splits a Markdown text into parts that are parsed one after another, so that a long one shows its beginning at
 * once. Text that would take a parser too long becomes a part without markup.
 */

export interface MarkdownChunk {
  readonly kind: "markdown" | "plain";
  readonly text: string;
}

/** Longer texts are shown without markup. */
export const MAX_MARKDOWN_LENGTH = 200_000;
/** A part is closed at the next place that allows it. */
const ENOUGH = 4_000;
const ENOUGH_LINES = 200;
/** A part in which no such place was found; code between fences does not count. */
const TOO_LONG = 24_000;
const TOO_MANY_LINES = 600;
/** `> > - > 1.` and so on, or the columns that replace it. */
const DEEPEST = 12;
const WIDEST_INDENT = 48;
/** Each underline makes a parser read the paragraph before it again. */
const MOST_UNDERLINES = 40;
/** Time grows with the square of what may open or close something. */
const MOST_MARKS = 1_200;

export function splitMarkdown(text: string): MarkdownChunk[] {
  if (text.length > MAX_MARKDOWN_LENGTH) return [{ kind: "plain", text }];
  const parts: MarkdownChunk[] = [];
  let lines: string[] = [];
  let length = 0;
  const close = (): void => {
    if (lines.length > 0) parts.push(createMarkdownChunk(lines));
    lines = [];
    length = 0;
  };
  for (const { line, begins } of scanMarkdownLines(text)) {
    if (begins && (length > ENOUGH || lines.length > ENOUGH_LINES)) close();
    lines.push(line);
    length += line.length + 1;
  }
  close();
  return parts;
}

/** The smallest number of signs before a heading: the top level of the text's own outline. */
export function findTopHeadingLevel(text: string): number {
  let top = 6;
  for (const { line, fenced } of scanMarkdownLines(text.slice(0, MAX_MARKDOWN_LENGTH))) {
    if (fenced) continue;
    const signs = /^ {0,3}(#{1,6})(?:\s|$)/.exec(line)?.[1];
    if (signs) top = Math.min(top, signs.length);
    else if (/^ {0,3}=+\s*$/.test(line)) top = 1;
    else if (/^ {0,3}-{2,}\s*$/.test(line)) top = Math.min(top, 2);
  }
  return top;
}

function createMarkdownChunk(lines: readonly string[]): MarkdownChunk {
  const text = lines.join("\n");
  return { kind: isExpensiveMarkdown(text) ? "plain" : "markdown", text };
}

function isExpensiveMarkdown(text: string): boolean {
  let outside = 0;
  let count = 0;
  let underlines = 0;
  let marks = 0;
  for (const { line, fenced } of scanMarkdownLines(text)) {
    count += 1;
    if (fenced) continue;
    outside += line.length;
    if (/^[ \t>]*(?:=+|-+)[ \t]*$/.test(line)) underlines += 1;
    marks += line.match(/[*_[<`]/g)?.length ?? 0;
    if (isDeeplyNested(line)) return true;
  }
  return (
    outside > TOO_LONG ||
    count > TOO_MANY_LINES ||
    underlines > MOST_UNDERLINES ||
    marks > MOST_MARKS
  );
}

/** More quotes and lists inside each other than anyone writes. */
function isDeeplyNested(line: string): boolean {
  const lead = /^[\s>*+\-0-9.)]*/.exec(line.slice(0, 400))?.[0] ?? "";
  if (/^[ \t]*/.exec(lead)?.[0] === lead && lead.length > WIDEST_INDENT && line.trim() !== "") {
    return true;
  }
  const marks = lead.match(/>|[*+-](?=\s|$)|\d{1,9}[.)](?=\s|$)/g)?.length ?? 0;
  return marks > DEEPEST && !/^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,})$/.test(line);
}

/** A list can be cut between its points: the rest is a list again. */
const POINT = /^(?:[*+-]|\d{1,9}[.)]) +\S/;

interface ScannedLine {
  readonly line: string;
  /** Inside a fence, or one of its two ends. */
  readonly fenced: boolean;
  /** A block or a point begins here that needs nothing before it. */
  readonly begins: boolean;
}

function* scanMarkdownLines(text: string): Generator<ScannedLine> {
  let fence: string | null = null;
  let afterEmpty = true;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const mark = /^ {0,3}(`{3,}(?!.*`)|~{3,})/.exec(line)?.[1] ?? null;
    const wasInside: string | null = fence;
    if (wasInside === null) fence = mark;
    else if (isClosingFence(line, wasInside)) fence = null;
    const fenced: boolean = wasInside !== null || mark !== null;
    const begins: boolean =
      wasInside === null && ((afterEmpty && /^[^\s>*+\-\d]/.test(line)) || POINT.test(line));
    yield { line, fenced, begins };
    afterEmpty = line.trim() === "";
  }
}

function isClosingFence(line: string, fence: string): boolean {
  const bare = line.trim();
  const sign = fence.charAt(0);
  return bare.length >= fence.length && bare.split(sign).join("") === "";
}
