/** How two passages that are nearly the same differ, in their own words: "30 days" becomes "90 days". */
import { sanitizeLine } from "../../text/markdown.ts";
import { splitSpacedWords, diffWords } from "../../text/word-diff.ts";
import { type BlockRange, compareBlocks } from "../align/compare-blocks.ts";

const MOST_CHANGES = 3;
const LONGEST_CHANGE = 60;

/** Paragraphs are compared first, words only inside those that were replaced. */
export function describeChangedWords(a: string, b: string): string[] {
  const changes = findParagraphChanges(splitParagraphs(a), splitParagraphs(b)).filter(
    ({ removed, added }) => cutChangedWords(removed) !== cutChangedWords(added),
  );
  const shown = changes.slice(0, MOST_CHANGES).map(({ removed, added }) => {
    const [from, to] = [cutChangedWords(removed), cutChangedWords(added)];
    if (from === "") return `adds "${to}"`;
    return to === "" ? `leaves out "${from}"` : `"${from}" becomes "${to}"`;
  });
  const rest = changes.length - shown.length;
  return rest > 0 ? [...shown, `${rest} more`] : shown;
}

interface WordReplacement {
  readonly removed: string;
  readonly added: string;
}

function splitParagraphs(text: string): string[] {
  return text.split(/\n[ \t]*\r?\n/).map((paragraph) => paragraph.trim());
}

function findParagraphChanges(a: readonly string[], b: readonly string[]): WordReplacement[] {
  const numbers = new Map<string, number>();
  const numbered = (texts: readonly string[]): Int32Array =>
    Int32Array.from(texts, (text) => {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    });
  return compareBlocks(numbered(a), numbered(b)).flatMap((change) => {
    if (change.kind === "same") return [];
    const [own, other] = [sliceBlockRange(a, change.a), sliceBlockRange(b, change.b)];
    return Array.from({ length: Math.max(own.length, other.length) }, (_, at) =>
      findWordReplacements(own[at] ?? "", other[at] ?? ""),
    ).flat();
  });
}

function sliceBlockRange(
  texts: readonly string[],
  { first, beyond }: BlockRange,
): readonly string[] {
  return texts.slice(first, beyond);
}

/** Words that went and words that came at one place are one change. */
function findWordReplacements(a: string, b: string): WordReplacement[] {
  const found: { removed: string; added: string }[] = [];
  let open: { removed: string; added: string } | null = null;
  for (const { kind, text } of diffWords(splitSpacedWords(a), splitSpacedWords(b))) {
    if (kind === "same") open = null;
    else {
      if (open === null) {
        open = { removed: "", added: "" };
        found.push(open);
      }
      open[kind] += text;
    }
  }
  return found;
}

function cutChangedWords(words: string): string {
  const line = sanitizeLine(words).replace(/\s+/g, " ");
  if (line.length <= LONGEST_CHANGE) return line;
  return `${line
    .slice(0, LONGEST_CHANGE)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()} …`;
}
