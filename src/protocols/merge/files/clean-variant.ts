/**
 * Leaves out of a draft what belongs to no paragraph: page headers and footers, a table of contents made of page
 * numbers, and the comments of an earlier merge. Everything else stays as it is, byte for byte.
 */
export interface CleanedVariant {
  readonly text: string;
  /** What was left out, in words; empty for most drafts. */
  readonly removed: readonly string[];
}

export function cleanVariantText(text: string, format: "markdown" | "text"): CleanedVariant {
  return format === "markdown" ? removeSourceComments(text) : removePagination(text);
}

const OWN_COMMENT =
  /^[ \t]*<!-- (?:Source: (?:Base \(original\)|.+ — merged per refactor-plan Change #\d+)|Produced by: dissent merge|(?:Base: Variant|Date: \d{4}-\d{2}-\d{2}).*) -->[ \t]*(?:\r?\n|$)(?:[ \t]*(?:\r?\n|$))?/gm;

/** They name changes of another merge. Only where one of them shows that there was one. */
function removeSourceComments(text: string): CleanedVariant {
  if (!/^[ \t]*<!-- (?:Source: .* refactor-plan Change #|Produced by: dissent merge)/m.test(text))
    return { text, removed: [] };
  let count = 0;
  const bare = text.replace(OWN_COMMENT, () => {
    count++;
    return "";
  });
  return { text: bare, removed: [`${count} comments of an earlier merge`] };
}

/** A text of fewer pages is read as it is. */
const FEWEST_PAGES = 3;
/** So many lines at either end of a page may be its header or footer; fewer where nothing else would be left of it. */
const REACHES = [3, 2, 1] as const;

function removePagination(text: string): CleanedVariant {
  const pages = splitPages(text);
  if (pages.length < FEWEST_PAGES) return { text, removed: [] };
  const tried = REACHES.map((reach) => stripPages(pages, reach));
  const found = tried.find(
    ({ kept }) => kept.filter((page) => page.length === 0).length * 2 <= pages.length,
  );
  if (found === undefined) return { text, removed: [] };
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const { kept, count } = found;
  const { lines, listed } = removeContents(joinPages(kept));
  const removed = [
    `${count} page headers and footers`,
    ...(listed > 0 ? [`a table of contents of ${listed} lines`] : []),
  ];
  return { text: `${lines.join(eol)}${eol}`, removed };
}

/** Pages without their running lines. */
function stripPages(
  pages: readonly (readonly string[])[],
  reach: number,
): { readonly kept: readonly string[][]; readonly count: number } {
  const running = findRunningLines(pages, reach);
  let count = 0;
  const kept = pages.map((lines) => {
    const edges = findEdges(lines, reach);
    const own = lines.filter((line, at) => {
      const isRunning = edges.has(at) && running.has(formatRunningLine(line));
      if (isRunning) count++;
      return !isRunning;
    });
    return trimBlankLines(own);
  });
  return { kept, count };
}

/** At form feeds, else after lines that end in a page number in brackets. */
function splitPages(text: string): string[][] {
  const byFeed = text.split("\f");
  if (byFeed.length >= FEWEST_PAGES) return byFeed.map((page) => page.split(/\r?\n/));
  const pages: string[][] = [[]];
  for (const line of text.split(/\r?\n/)) {
    pages.at(-1)?.push(line);
    if (PAGE_END.test(line)) pages.push([]);
  }
  return pages.filter((page) => page.some((line) => line.trim() !== ""));
}

const PAGE_END = /\[Page \d+\]\s*$|^\s*(?:Page|Seite) \d+(?: (?:of|von) \d+)?\s*$|^\s*- \d+ -\s*$/i;

/** Lines that stand at the edge of at least half of the pages, whatever their numbers. */
function findRunningLines(
  pages: readonly (readonly string[])[],
  reach: number,
): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const lines of pages) {
    const edges = [...findEdges(lines, reach)].map((at) => formatRunningLine(lines[at] ?? ""));
    for (const edge of new Set(edges)) counts.set(edge, (counts.get(edge) ?? 0) + 1);
  }
  const enough = Math.max(2, Math.floor((pages.length - 1) / 2));
  return new Set([...counts].filter(([, count]) => count >= enough).map(([edge]) => edge));
}

/** The first and the last lines of a page that are not blank. */
function findEdges(lines: readonly string[], reach: number): ReadonlySet<number> {
  const worded = lines.flatMap((line, at) => (line.trim() === "" ? [] : [at]));
  return new Set([...worded.slice(0, reach), ...worded.slice(-reach)]);
}

function formatRunningLine(line: string): string {
  return line.trim().replace(/\s+/g, " ").replace(/\d+/g, "#");
}

function trimBlankLines(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return first === -1 ? [] : lines.slice(first, last + 1);
}

/** A paragraph that goes over a page break stays one. */
function joinPages(pages: readonly (readonly string[])[]): string[] {
  const joined: string[] = [];
  for (const page of pages) {
    const [before, next] = [joined.at(-1), page[0]];
    if (next === undefined) continue;
    const goesOn =
      before !== undefined && !/[.:!?。)]\s*$/.test(before) && /^\s*\p{Ll}/u.test(next);
    if (before !== undefined && !goesOn) joined.push("");
    joined.push(...page);
  }
  return joined;
}

const CONTENTS = /^\s*(?:table of contents|contents|inhalt(?:sverzeichnis)?)\s*$/i;
/** "3.2. Storage ........ 14". */
const ENTRY = /\S.*(?:\.\s?){3,}\s*\d+\s*$|^\s*\d+(?:\.\d+)*\.?\s+\S.*\s{3,}\d+\s*$/;
const FEWEST_ENTRIES = 3;

/** Its page numbers are wrong without pages, and its lines are the headings once more. */
function removeContents(lines: readonly string[]): {
  readonly lines: readonly string[];
  readonly listed: number;
} {
  const start = lines.findIndex((line) => CONTENTS.test(line));
  if (start === -1) return { lines, listed: 0 };
  let [end, entries] = [start + 1, 0];
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    if (!ENTRY.test(line)) break;
    entries++;
    end = at + 1;
  }
  if (entries < FEWEST_ENTRIES) return { lines, listed: 0 };
  const [before, after] = [trimEnd(lines.slice(0, start)), trimBlankLines(lines.slice(end))];
  return { lines: before.length === 0 ? after : [...before, "", ...after], listed: entries };
}

function trimEnd(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== "") + 1);
}
