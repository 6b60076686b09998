/** What references in a document can point to, besides its headings. */
import { listComparableWords } from "../../text/comparable-words.ts";
import {
  type DocumentBlock,
  type DocumentSection,
  type ParsedDocument,
  readSpanText,
} from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { normalizeLabel } from "./markdown-block.ts";
import { parseMarkdownBlocks } from "./mdast-blocks.ts";
import { listProsePassages } from "./prose-passages.ts";

export interface ReferenceTargets {
  /** Link labels, and footnotes with a `^` before them. */
  readonly labels: ReadonlySet<string>;
  /** `id` and `name` of HTML. */
  readonly anchors: ReadonlySet<string>;
  /** M1, D2.3: the first word of a heading, item, cell or paragraph. */
  readonly plans: ReadonlySet<string>;
  /** Offsets at which one of them is introduced. */
  readonly introduced: ReadonlySet<number>;
}

export async function collectReferenceTargets(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<ReferenceTargets> {
  const labels = new Set<string>();
  const anchors = new Set<string>();
  for (const block of document.blocks) {
    await breathe();
    const text = readSpanText(document, block);
    if (block.kind !== "code" && text.includes("]:")) {
      for (const label of listBlockLabels(block, text)) labels.add(label);
    }
    if (block.kind !== "code" && text.includes("<")) {
      for (const [, name = ""] of text.matchAll(/\s(?:id|name)\s*=\s*["']?([^\s"'>]+)/gi)) {
        anchors.add(name.toLowerCase());
      }
    }
  }
  const { plans, introduced } = await collectPlanTargets(document, breathe);
  return { labels, anchors, plans, introduced };
}

/** The parser knows best, but not for blocks that take it too long. */
function listBlockLabels({ kind }: DocumentBlock, text: string): readonly string[] {
  if (kind === "html" || kind === "front-matter") return [];
  if (text.length <= LONGEST) return parseMarkdownBlocks(text).flatMap(({ labels }) => labels);
  return [...text.matchAll(/^[ \t>]{0,12}\[([^\]\n]{1,300})\]:/gm)].map(([, label = ""]) =>
    normalizeLabel(label),
  );
}

const LONGEST = 2_000;

const INTRODUCES =
  /(?:^|\|)[ \t>]*(?:#{1,6}[ \t]+|[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(?:\[[ xX]\][ \t]+)?[*_~[]*(?:(?:[Mm]ilestone|[Dd]eliverable)[ \t]+)?[*_]*([MD]\d+(?:\.\d+)*)(?=[\s*_:.)|\]–—-]|$)/gm;
/** "M1 must ship first" is a sentence about M1, not its introduction. */
const NAMES_IT = /^[*_\]]*(?:\s*(?:[:.)|–—(-]|$)|\s+\p{Lu})/u;

async function collectPlanTargets(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<Pick<ReferenceTargets, "plans" | "introduced">> {
  const plans = new Set<string>();
  const introduced = new Set<number>();
  for (const { words, start, block } of listProsePassages(document)) {
    await breathe();
    if (!/[MD]\d/.test(words)) continue;
    for (const match of words.matchAll(INTRODUCES)) {
      const [whole, name = ""] = match;
      const end = match.index + whole.length;
      if (block.kind !== "heading" && !NAMES_IT.test(words.slice(end, end + 40))) continue;
      plans.add(name);
      introduced.add(start + end - name.length);
    }
  }
  return { plans, introduced };
}

// The names by which a document's sections can be referred to: numbers, titles and the anchors of
// links.

interface HeadingNames {
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
