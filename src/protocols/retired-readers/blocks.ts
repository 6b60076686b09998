/** Splits Markdown into blocks: paragraphs, list items, quoted lines and tables, each with its headings. */

export interface BriefBlock {
  /** Where the block's words begin in the text. */
  readonly start: number;
  readonly text: string;
  readonly headings: readonly string[];
  readonly table: boolean;
}

interface Heading {
  readonly level: number;
  readonly words: string;
}

interface Open {
  start: number;
  end: number;
  readonly table: boolean;
}

/** Trimming a line's end takes quadratic time in a hostile line, so a heading is cut first. */
const LONGEST_HEADING = 200;

/** Linear in the text: every line is looked at once. */
export function blocksOf(text: string): BriefBlock[] {
  const blocks: BriefBlock[] = [];
  let headings: Heading[] = [];
  let open: Open | undefined;
  let fence: string | undefined;
  const close = (): void => {
    if (open) {
      const words = text.slice(open.start, open.end);
      const above = headings.map((heading) => heading.words);
      blocks.push({ start: open.start, text: words, headings: above, table: open.table });
    }
    open = undefined;
  };
  for (const { line, start } of linesOf(text)) {
    const mark = /^\s{0,3}(```|~~~)/.exec(line)?.[1];
    if (fence !== undefined || mark !== undefined) {
      close();
      if (fence === undefined) fence = mark;
      else if (mark === fence) fence = undefined;
      continue;
    }
    const heading = /^ {0,3}(#{1,6})\s+(\S.*)$/.exec(line);
    if (heading) {
      close();
      const level = heading[1]?.length ?? 1;
      const words = (heading[2] ?? "").slice(0, LONGEST_HEADING).replace(/[#\s]+$/, "");
      headings = [...headings.filter((above) => above.level < level), { level, words }];
      continue;
    }
    if (line.trim() === "" || /^\s*(?:-{3,}|\*{3,}|_{3,}|<!--.*-->)\s*$/.test(line)) {
      close();
      continue;
    }
    const table = /^\s*\|/.test(line);
    const lead = table ? 0 : (/^\s*(?:[-*+]\s+|\d{1,3}[.)]\s+|>\s?)/.exec(line)?.[0].length ?? 0);
    if (open === undefined || lead > 0 || open.table !== table) {
      close();
      open = { start: start + lead, end: start + line.length, table };
    } else {
      open.end = start + line.length;
    }
  }
  close();
  return blocks;
}

function* linesOf(text: string): Generator<{ line: string; start: number }> {
  let start = 0;
  while (start <= text.length) {
    const feed = text.indexOf("\n", start);
    const end = feed === -1 ? text.length : feed;
    yield { line: text.slice(start, end).replace(/\r$/, ""), start };
    start = end + 1;
  }
}
