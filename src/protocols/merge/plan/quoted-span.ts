/** K7: where the words that a vote quotes stand in a draft. */
import { type ParsedDocument, type TextSpan, containsSpan } from "../../../documents/document.ts";

/** Where a quote stands, within the side first; white space and marks of quotes may be others (K7). */
export function findQuotedSpan(
  { text }: ParsedDocument,
  quote: string,
  side: TextSpan | undefined,
): TextSpan | null {
  const words = quote.trim().split(/\s+/).map(escapeWord);
  const pattern = new RegExp(words.join("\\s+"), "gu");
  const spans = [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
  return spans.find((span) => side !== undefined && containsSpan(side, span)) ?? spans[0] ?? null;
}

const SINGLE_MARKS = "'\u2018\u2019\u201a\u201b\u2032`\u00b4";
const DOUBLE_MARKS = '"\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb';
const DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212";

/** A word as a pattern that does not mind which marks of quotes and dashes were typed. */
function escapeWord(word: string): string {
  return Array.from(word, (sign) => {
    const alike = [SINGLE_MARKS, DOUBLE_MARKS, DASHES].find((marks) => marks.includes(sign));
    // a dash that comes first in a class stands for itself
    return alike === undefined ? sign.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&") : `[${alike}]`;
  }).join("");
}
