/** The words of a passage with their counts: what two passages share, and what only one of them mentions. */
import { listComparableWords } from "../../text/comparable-words.ts";
import { closesCodeFence, findCodeFence } from "../markdown/line-kinds.ts";

export interface PassageTerms {
  /** All words in order, as one string: passages with the same words differ in marks only. */
  readonly words: string;
  readonly total: number;
  /** In the order of first use. */
  readonly counts: ReadonlyMap<string, number>;
}

export function countPassageTerms(text: string): PassageTerms {
  const words = listComparableWords(text);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { words: words.join(" "), total: words.length, counts };
}

export function countSharedTerms(a: PassageTerms, b: PassageTerms): number {
  const [fewer, more] = a.counts.size <= b.counts.size ? [a, b] : [b, a];
  let count = 0;
  for (const word of fewer.counts.keys()) if (more.counts.has(word)) count++;
  return count;
}

// Marks that change what words mean: signs, comparisons, currencies, ticks, and everything inside code.

/** In text order; the same words with the same of these say the same. */
export function collectMeaningfulMarks(text: string): string {
  const marks: string[] = [];
  let fence: { readonly marks: string; readonly indent: number } | null = null;
  for (const line of text.split(/\r\n|\n/)) {
    // a block is the same inside an item or a quote
    const before: number = (fence === null ? OUTSIDE : INSIDE).exec(line)?.[0].length ?? 0;
    const bare = line.slice(before);
    const opens: string | null = fence === null ? findCodeFence(bare) : null;
    if (opens !== null) fence = { marks: opens, indent: before };
    else if (fence === null) marks.push(...listLineMarks(line));
    else if (closesCodeFence(bare, fence.marks)) fence = null;
    else marks.push(line.slice(Math.min(fence.indent, before)).trimEnd());
  }
  return marks.join("\n");
}

const INSIDE = /^[ \t>]*/;
const OUTSIDE = /^(?:[ \t>]|(?:[-+*]|\d{1,9}[.)])[ \t])*/;

const QUICK = /[-+<>$%#~`\u0080-\u{10ffff}]/u;

const MEANINGFUL_MARK = new RegExp(
  [
    // -5 and +5, not a range, a date or the mark of an item
    String.raw`(?<![\p{L}\p{N})\]-])[-+](?=\.?\d)`,
    // < 200, not a quote
    String.raw`(?<=[^\s>][ \t]*)[<>]=?(?=[ \t]*[-+$€£¥]?\.?\d)`,
    String.raw`[$€£¥](?=[ \t]?\d)|(?<=\d[ \t]?)[$€£¥%‰]`,
    // C++ and C#
    String.raw`(?<=\p{L})(?:\+\+?|#)(?![\p{L}\p{N}])`,
    String.raw`(?<!~)~~(?!~)`,
    "[✅❌✓✔✗✘☐☑☒⛔⚠🟢🟡🟠🔴]",
  ].join("|"),
  "gu",
);

const SPELLED: ReadonlyMap<string, string> = new Map([
  ["−", "-"],
  ["≤", "<="],
  ["≥", ">="],
]);

function listLineMarks(line: string): string[] {
  if (!QUICK.test(line)) return [];
  const plain = line.replace(/[−≤≥]/g, (mark) => SPELLED.get(mark) ?? mark);
  const code = [...plain.matchAll(/`([^`]+)`/g)].flatMap(([, inside = ""]) =>
    listCodeOperators(inside),
  );
  return [...(plain.match(MEANINGFUL_MARK) ?? []), ...code];
}

/** What joins the names in a piece of code: `a < b`, `!a`; none where it is a name, a path or a flag. */
function listCodeOperators(code: string): string[] {
  return code.match(/(?<= )[-+*/%<>=!&|^~]+(?= )|!(?=[\w(])/g) ?? [];
}
