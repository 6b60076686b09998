/** The passages of a Markdown text as a person sees them: headings, list items, paragraphs and table rows. */

export interface MarkdownPassage {
  readonly kind: "heading" | "item" | "text" | "row";
  /** Of a heading its level; of anything else its indentation. */
  readonly depth: number;
  /** Of an item. */
  readonly bullet: string;
  /** As written, line breaks included, without the marks that make it a heading or an item. */
  readonly words: string;
  /** The first row of a table, whose cells name its columns. */
  readonly head: boolean;
}

/** Never code, comments, link addresses, rules or the line below a table's head. */
export function splitMarkdownPassages(text: string): readonly MarkdownPassage[] {
  const passages: MarkdownPassage[] = [];
  let open = false;
  for (const line of blankUnreadText(text).split(/\r\n?|\n/)) {
    const words = line.trim();
    const last = passages.at(-1);
    if (words === "" || isRule(words)) {
      if (open && last?.kind === "text" && isUnderline(words))
        passages.push(raiseToHeading(passages, words));
      open = false;
      continue;
    }
    const next = readPassageStart(line, open ? last : undefined);
    if (next) passages.push(next);
    else if (last) passages.splice(-1, 1, { ...last, words: `${last.words}\n${line}` });
    open = next?.kind !== "heading" && !isBoldLine(words);
  }
  return passages.filter(({ kind, words }) => kind !== "row" || !/^[|:\s-]+$/.test(words));
}

/** A line of its own in bold, with or without a colon: what people write in place of a heading. */
export function isBoldLine(words: string): boolean {
  return /^(?:\*\*|__)[^*_\n]+(?:\*\*|__)\s*:?$/.test(words);
}

export function splitTableCells(row: string): readonly string[] {
  const inner = row.replace(/^\s*\|/, "").replace(/\|\s*$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

/** Code, comments and link definitions, each with what none of them is without. */
const UNREAD = [
  {
    marks: ["```", "~~~"],
    found: /^ {0,3}(```+|~~~+)[^\n]*\n(?:[^]*?\n)??(?: {0,3}\1[^\n]*$|(?![^]))/gm,
    by: "",
  },
  { marks: ["<!--"], found: /<!--[^]*?(?:-->|$)/g, by: "\n" },
  { marks: ["]:"], found: /^ {0,3}\[[^\]\n]+\]:[^\n]*$/gm, by: "" },
] as const;

function blankUnreadText(text: string): string {
  return UNREAD.reduce(
    // a document may have megabytes, and looking for its marks takes a hundredth of the time
    (left, { marks, found, by }) =>
      marks.some((mark) => left.includes(mark)) ? left.replace(found, by) : left,
    text,
  );
}

/** Null for a line that carries on the passage before it. */
function readPassageStart(line: string, open: MarkdownPassage | undefined): MarkdownPassage | null {
  const words = line.trim();
  const [, marks, title = ""] = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(line) ?? [];
  if (marks !== undefined) return createPassage("heading", marks.length, title);
  if (words.startsWith("|") && words.indexOf("|", 1) > 0) {
    return { ...createPassage("row", 0, words), head: open?.kind !== "row" };
  }
  const depth = /^\s*/.exec(line)?.[0].replaceAll("\t", "    ").length ?? 0;
  const [, bullet, item = ""] = /^([-+*•–]|\d{1,3}[.)])\s+(.*)$/.exec(words) ?? [];
  if (bullet !== undefined) return { ...createPassage("item", depth, item), bullet };
  const label = /^(?:\*\*|__)?[\p{L}][\p{L} ]{1,30}(?:\*\*|__)?:/u.test(words);
  if (open && open.kind !== "row" && !isBoldLine(words) && !(label && open.kind === "text"))
    return null;
  return createPassage("text", depth, words);
}

function createPassage(
  kind: MarkdownPassage["kind"],
  depth: number,
  words: string,
): MarkdownPassage {
  return { kind, depth, words, bullet: "", head: false };
}

function isRule(words: string): boolean {
  return /^(?:=+|-{3,}|\*{3,}|_{3,})$/.test(words);
}

function isUnderline(words: string): boolean {
  return /^(?:=+|-{3,})$/.test(words);
}

/** The last paragraph, which an underline makes a heading. */
function raiseToHeading(passages: MarkdownPassage[], underline: string): MarkdownPassage {
  const words = passages.pop()?.words ?? "";
  return createPassage("heading", underline.startsWith("=") ? 1 : 2, words);
}
