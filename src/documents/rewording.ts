/** How two passages that are nearly the same differ, in their own words: "30 days" becomes "90 days". */
import { oneLine } from "../text/markdown.ts";
import { type BlockRange, compareBlocks } from "./compare-blocks.ts";
import { spacedWords, wordChanges } from "./word-changes.ts";

const MOST_CHANGES = 3;
const LONGEST_CHANGE = 60;

/** Paragraphs are compared first, words only inside those that were replaced. */
export function changedWords(a: string, b: string): string[] {
  const changes = changesBetween(paragraphsOf(a), paragraphsOf(b)).filter(
    ({ removed, added }) => cut(removed) !== cut(added),
  );
  const shown = changes.slice(0, MOST_CHANGES).map(({ removed, added }) => {
    const [from, to] = [cut(removed), cut(added)];
    if (from === "") return `adds "${to}"`;
    return to === "" ? `leaves out "${from}"` : `"${from}" becomes "${to}"`;
  });
  const rest = changes.length - shown.length;
  return rest > 0 ? [...shown, `${rest} more`] : shown;
}

interface Change {
  readonly removed: string;
  readonly added: string;
}

function paragraphsOf(text: string): string[] {
  return text.split(/\n[ \t]*\r?\n/).map((paragraph) => paragraph.trim());
}

function changesBetween(a: readonly string[], b: readonly string[]): Change[] {
  const numbers = new Map<string, number>();
  const numbered = (texts: readonly string[]): Int32Array =>
    Int32Array.from(texts, (text) => {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    });
  return compareBlocks(numbered(a), numbered(b)).flatMap((change) => {
    if (change.kind === "same") return [];
    const [own, other] = [within(a, change.a), within(b, change.b)];
    return Array.from({ length: Math.max(own.length, other.length) }, (_, at) =>
      wordsChanged(own[at] ?? "", other[at] ?? ""),
    ).flat();
  });
}

function within(texts: readonly string[], { first, beyond }: BlockRange): readonly string[] {
  return texts.slice(first, beyond);
}

/** Words that went and words that came at one place are one change. */
function wordsChanged(a: string, b: string): Change[] {
  const found: { removed: string; added: string }[] = [];
  let open: { removed: string; added: string } | null = null;
  for (const { kind, text } of wordChanges(spacedWords(a), spacedWords(b))) {
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

function cut(words: string): string {
  const line = oneLine(words).replace(/\s+/g, " ");
  if (line.length <= LONGEST_CHANGE) return line;
  return `${line
    .slice(0, LONGEST_CHANGE)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()} …`;
}
