/** The lines of a text by offset, and how a line starts. Lines end as in CommonMark: LF, CR or both. */

export interface TextLines {
  readonly text: string;
  /** Where each line begins; one more at the end, for the end of the text. */
  readonly starts: readonly number[];
  /** Where each line ends, without its line break. */
  readonly ends: readonly number[];
}

const [TAB, LF, CR, SPACE] = [9, 10, 13, 32];

/** A text that ends in a line break has no empty line after it. A byte order mark is part of no line. */
export function splitTextLines(text: string): TextLines {
  const [starts, ends]: [number[], number[]] = [[], []];
  let start = text.startsWith("\ufeff") ? 1 : 0;
  const push = (end: number, next: number): void => {
    starts.push(start);
    ends.push(end);
    start = next;
  };
  if (text.includes("\r")) {
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LF) push(at, at + 1);
      else if (code === CR) {
        const end = at;
        if (text.charCodeAt(at + 1) === LF) at++;
        push(end, at + 1);
      }
    }
  } else {
    for (let at = text.indexOf("\n", start); at !== -1; at = text.indexOf("\n", at + 1))
      push(at, at + 1);
  }
  if (start < text.length) push(text.length, text.length);
  starts.push(text.length);
  return { text, starts, ends };
}

const textLinesCache = new WeakMap<object, TextLines>();

/** The lines of a document, found once. */
export function findDocumentLines(document: { readonly text: string }): TextLines {
  const lines = textLinesCache.get(document) ?? splitTextLines(document.text);
  textLinesCache.set(document, lines);
  return lines;
}

export function countLines({ ends }: TextLines): number {
  return ends.length;
}

/** Where a line begins; beyond the last line, the end of the text. */
export function findLineStart({ text, starts }: TextLines, line: number): number {
  return starts[line] ?? text.length;
}

export function readLineText({ text, starts, ends }: TextLines, line: number): string {
  return text.slice(starts[line], ends[line]);
}

/** Nothing but spaces and tabs. */
export function isBlankLine({ text, starts, ends }: TextLines, line: number): boolean {
  const end = ends[line] ?? 0;
  for (let at = starts[line] ?? 0; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code !== SPACE && code !== TAB) return false;
  }
  return true;
}

/** The line that contains an offset, counted from 0. */
export function findLineAtOffset({ starts }: TextLines, offset: number): number {
  let [low, high] = [0, Math.max(0, starts.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Without the white space at its end. */
export function findTrimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isWhitespaceCode(text.charCodeAt(at - 1))) at--;
  return at;
}

function isWhitespaceCode(code: number): boolean {
  return code === SPACE || code === LF || code === CR || code === TAB;
}
