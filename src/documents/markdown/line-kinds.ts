/** What a single line of Markdown certainly is, or does to the block before it. */

/** A line that begins no block, ends no paragraph and makes it nothing else: no underline, no row of a table. */
export function isPlainLine(line: string): boolean {
  return PLAIN.test(line) && !DEFINES.test(line);
}

const PLAIN = new RegExp(
  "^ {0,3}(?:" +
    [
      "[^ \\t#>\\-+*=|:_~`<\\d]",
      "\\*{1,2}[^ \\t*]",
      "_{1,2}[^ \\t_]",
      "`{1,2}[^ \\t`]",
      "~{1,2}[^ \\t~]",
      "-{1,2}[A-Za-z\\d]",
      "\\+[^ \\t+]",
      ":[A-Za-z]",
      "\\d+(?![\\d.)])",
      "\\d+[.)][^ \\t]",
    ].join("|") +
    ")",
);
const DEFINES = /^ {0,3}\[[^\]]*\]:/;

/** Three marks or more, and nothing else. */
export const THEMATIC_BREAK = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/;

/** Ends a paragraph, a quote or a table and starts its own block, whatever came before. */
export function interruptsBlock(line: string): boolean {
  return (
    INTERRUPTS.test(line) &&
    !DELIMITERS.test(line) &&
    (findCodeFence(line) !== null || !FENCE.test(line))
  );
}

/** What a quote or an item begins with may be another item, which may not interrupt: not certain. */
const INTERRUPTS =
  /^ {0,3}(?:#{1,6}(?:[ \t]|$)|`{3}|~{3}|(?:>[ \t]?|(?:[-+*]|1[.)])[ \t]+)(?:[^\s\d*+>[-]|\*{2}[^\s*]|\[[^^]))/;
/** Might be the second row of a table. */
const DELIMITERS = /^[\s:|-]+$/;

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/s;

/** The marks that open a code block, or null. */
export function findCodeFence(line: string): string | null {
  const match = FENCE.exec(line);
  if (!match) return null;
  const [, marks = "", words = ""] = match;
  return marks.startsWith("`") && words.includes("`") ? null : marks;
}

export function closesCodeFence(line: string, marks: string): boolean {
  const match = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line);
  return match !== null && (match[1] ?? "").startsWith(marks);
}

/** HTML that continues over blank lines until a line closes it. */
export type LongHtmlKind = "raw" | "comment" | "instruction" | "declaration" | "cdata";

const HTML: readonly (readonly [LongHtmlKind, RegExp, RegExp])[] = [
  [
    "raw",
    /^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i,
    /<\/(?:script|pre|style|textarea)>/i,
  ],
  ["comment", /^ {0,3}<!--/, /-->/],
  ["instruction", /^ {0,3}<\?/, /\?>/],
  ["cdata", /^ {0,3}<!\[CDATA\[/, /\]\]>/],
  ["declaration", /^ {0,3}<![A-Za-z]/, />/],
];

export function findLongHtmlKind(line: string): LongHtmlKind | null {
  return HTML.find(([, opens]) => opens.test(line))?.[0] ?? null;
}

export function closesLongHtml(line: string, kind: LongHtmlKind): boolean {
  return HTML.some(([name, , closes]) => name === kind && closes.test(line));
}
