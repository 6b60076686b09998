/** Options that a brief lists in its text, as decision records do: a section "Options" or "Considered options". */
import { type MarkdownPassage, splitMarkdownPassages } from "../../text/markdown-passages.ts";

/** As `--option` takes them: "A: text", or a text without a letter. */
export function listBodyOptions(body: string): readonly string[] {
  const passages = splitMarkdownPassages(body);
  const start = passages.findIndex(isOptionsHeading);
  const heading = passages[start];
  if (!heading) return [];
  const found = listSectionItems(passages.slice(start + 1), heading.depth).map(formatOptionText);
  const fits = found.length >= FEWEST && found.length <= MOST;
  return fits && found.every((text) => text.length <= LONGEST) ? found : [];
}

const FEWEST = 2;
const MOST = 9;
const LONGEST = 300;

function isOptionsHeading({ kind, words }: MarkdownPassage): boolean {
  return kind === "heading" && TITLE.test(words.trim());
}

const TITLE = /^(?:the |our |considered |possible )?options(?: considered)?:?$|^optionen:?$/i;

/** Its outermost list; where it has none, the headings one level below it. */
function listSectionItems(
  passages: readonly MarkdownPassage[],
  level: number,
): readonly MarkdownPassage[] {
  const end = passages.findIndex(({ kind, depth }) => kind === "heading" && depth <= level);
  const section = end < 0 ? passages : passages.slice(0, end);
  const below = section.filter(({ kind }) => kind === "heading");
  const intro = below[0] ? section.slice(0, section.indexOf(below[0])) : section;
  const items = intro.filter(({ kind }) => kind === "item");
  const outermost = Math.min(...(items.length > 0 ? items : below).map(({ depth }) => depth));
  return (items.length > 0 ? items : below).filter(({ depth }) => depth === outermost);
}

/** Without the marks of Markdown, and with the letter where the text begins with one. */
function formatOptionText({ words }: MarkdownPassage): string {
  const plain = words
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*|__|`/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const [, letter, text] = /^(?:option\s+)?([A-Z0-9])\s*[:.)]\s+(\S.*)$/i.exec(plain) ?? [];
  return letter === undefined || text === undefined ? plain : `${letter}: ${text}`;
}
