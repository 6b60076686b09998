import { listComparableWords } from "../../text/comparable-words.ts";
/** The names by which a document's sections can be referred to: numbers, titles and the anchors of links. */
import type { ParsedDocument, DocumentSection } from "../document.ts";

export interface HeadingNames {
  /** "3.2", as written before the titles; where none is written, by place in the outline. */
  readonly numbers: ReadonlySet<string>;
  /** Titles in lower case without numbering. */
  readonly titles: ReadonlySet<string>;
  /** What a link may name after `#`. */
  readonly slugs: ReadonlySet<string>;
}

const HEADING_NUMBER = /^(?:(?:section|chapter|part|§)\s*)?(\d+(?:\.\d+)*)(?:[.):]|\s|$)/i;

export function collectHeadingNames({ sections }: ParsedDocument): HeadingNames {
  const headings = sections.filter(({ index }) => index > 0);
  return {
    numbers: collectSectionNumbers(headings),
    titles: new Set(headings.flatMap(({ title }) => listTitleNames(title))),
    slugs: collectHeadingSlugs(headings),
  };
}

/** A title with and without what numbers it. */
function listTitleNames(title: string): string[] {
  const bare = title.replace(HEADING_NUMBER, "");
  return [title, bare]
    .map((words) => listComparableWords(words).join(" "))
    .filter((name) => name !== "");
}

/** Parts of a numbered section are counted from it, even where they carry no number. */
function collectSectionNumbers(headings: readonly DocumentSection[]): ReadonlySet<string> {
  const written = new Map<number, string>();
  for (const { index, title } of headings) {
    const number = HEADING_NUMBER.exec(title)?.[1];
    if (number !== undefined) written.set(index, number);
  }
  if (written.size === 0) return new Set(headings.map(({ number }) => number));
  const names = new Set(written.values());
  const known = new Map(written);
  const sections = new Map(headings.map((section) => [section.index, section]));
  for (const { index, parent } of headings) {
    const above = parent === null ? undefined : known.get(parent);
    if (known.has(index) || above === undefined || parent === null) continue;
    const place = (sections.get(parent)?.children.indexOf(index) ?? 0) + 1;
    known.set(index, `${above}.${place}`);
    names.add(`${above}.${place}`);
  }
  return names;
}

/** As GitHub makes them; a second heading of the same words gets "-1". */
function collectHeadingSlugs(headings: readonly DocumentSection[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const slugs = new Set<string>();
  for (const { title } of headings) {
    const own = /\{#([\w-]+)\}\s*$/.exec(title)?.[1];
    if (own !== undefined) slugs.add(own.toLowerCase());
    const slug = formatHeadingSlug(title);
    const before = counts.get(slug) ?? 0;
    counts.set(slug, before + 1);
    slugs.add(before === 0 ? slug : `${slug}-${before}`);
  }
  return slugs;
}

function formatHeadingSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}
