/** A38-A42: flaws of a document, each with an identity, so that those a merge brought in are told from old ones. */
import {
  computeWordOverlap,
  listComparableWords,
  listTitleWords,
} from "../../text/comparable-words.ts";
import {
  type DocumentBlock,
  type DocumentSection,
  type ParsedDocument,
  readSpanText,
} from "../document.ts";
import { type DefinedId, listAllDefinedIds } from "../markdown/defined-ids.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";

export interface DocumentFlaw {
  readonly check: "structure" | "topics" | "headings" | "ids";
  /** The same flaw has the same identity in every document. */
  readonly identity: string;
  readonly problem: string;
}

/** What can be seen in the document alone. */
export async function listDocumentFlaws(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<DocumentFlaw[]> {
  const flaws = listOutlineFlaws(document);
  await breathe();
  flaws.push(...findRepeatedTopics(document));
  flaws.push(...(await findRepeatedPassages(document, breathe)));
  flaws.push(...findCollidingIds(document));
  await breathe();
  return flaws;
}

/** What is wrong with the headings, whatever they say. */
export function listOutlineFlaws(document: ParsedDocument): DocumentFlaw[] {
  return [...findLevelGaps(document), ...findEmptyHeadings(document)];
}

/** A40: levels follow each other without a gap and begin at the first or second. */
function findLevelGaps({ blocks }: ParsedDocument): DocumentFlaw[] {
  const flaws: DocumentFlaw[] = [];
  let above: DocumentBlock | null = null;
  for (const block of blocks) {
    if (block.kind !== "heading") continue;
    const { depth, line, title } = block;
    const add = (identity: string, problem: string): void => {
      flaws.push({ check: "structure", identity, problem: `Line ${line}: ${problem}` });
    };
    if (above === null && depth > 2)
      add(`first ${title}`, `the first heading, "${title}", is at level ${depth}.`);
    if (above !== null && depth > above.depth + 1) {
      const problem = `"${title}" is at level ${depth} under one of level ${above.depth}.`;
      add(`gap ${above.title} > ${title}`, problem);
    }
    above = block;
  }
  return flaws;
}

/** A heading with nothing under it, not even another heading. */
function findEmptyHeadings(document: ParsedDocument): DocumentFlaw[] {
  return document.sections.flatMap((section) => {
    const { index, title, children, first, beyond } = section;
    if (index === 0 || children.length > 0) return [];
    const content = document.blocks.slice(first + 1, beyond);
    if (content.some((block) => isContentBlock(document, block))) return [];
    const line = document.blocks[first]?.line ?? 0;
    const problem = `Line ${line}: nothing is under "${title}".`;
    return [{ check: "headings", identity: `empty ${formatTopicKey(title)}`, problem }];
  });
}

function isContentBlock(document: ParsedDocument, block: DocumentBlock): boolean {
  if (block.kind === "rule") return false;
  return block.kind !== "html" || !/^<!--.*-->$/s.test(readSpanText(document, block).trim());
}

/** Words of a title that say how something is treated, not what it is. */
const TREATMENTS = new Set(
  "analysis and assessment detail list matrix note overview register section summary table".split(
    " ",
  ),
);

function formatTopicKey(title: string): string {
  const words = [...listTitleWords(title)];
  const telling = words.filter((word) => !TREATMENTS.has(word));
  return (telling.length > 0 ? telling : words).sort().join(" ");
}

const NUMBERED = /^\s*(?:section\s+)?(\d{1,2}(?:\.\d{1,2})*)[.):]?\s+\D/i;

/** Sections under one heading with one topic, or with one number. */
function findRepeatedTopics(document: ParsedDocument): DocumentFlaw[] {
  const flaws: DocumentFlaw[] = [];
  const seen = new Map<string, DocumentSection>();
  for (const section of document.sections) {
    if (section.index === 0) continue;
    const { parent, title, depth } = section;
    const above = parent === null ? "" : formatTopicKey(document.sections[parent]?.title ?? "");
    const line = document.blocks[section.first]?.line ?? 0;
    const topic = formatTopicKey(title);
    const number = NUMBERED.exec(title)?.[1];
    for (const [kind, key] of [
      ["topic", topic],
      ["number", number],
    ] as const) {
      if (key === undefined || key === "") continue;
      const place = `${kind} ${parent} ${depth} ${key}`;
      const first = seen.get(place);
      if (first === undefined) {
        seen.set(place, section);
        continue;
      }
      const what = kind === "topic" ? "has the topic of" : `has the number ${key}, as has`;
      flaws.push({
        check: "topics",
        identity: [kind, above, key, ...[first.title, title].map(formatTopicKey).sort()].join("|"),
        problem: `Line ${line}: "${title}" ${what} "${first.title}".`,
      });
      break;
    }
  }
  return flaws;
}

/** Shorter passages are repeated by chance. */
const SHORTEST_REPEATED = 10;

/** A paragraph, item or row whose words stand elsewhere as well. */
async function findRepeatedPassages(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<DocumentFlaw[]> {
  const flaws: DocumentFlaw[] = [];
  const seen = new Map<string, number>();
  for (const block of document.blocks) {
    if (block.kind !== "paragraph" && block.kind !== "list" && block.kind !== "table") continue;
    await breathe();
    const parts = block.parts.length > 0 ? block.parts : [block];
    for (const part of parts) {
      const words = listComparableWords(readSpanText(document, part));
      if (words.length < SHORTEST_REPEATED) continue;
      const identity = `passage ${words.join(" ")}`;
      const line = seen.get(identity);
      if (line === undefined) seen.set(identity, block.line);
      else {
        const shown = words.slice(0, 8).join(" ");
        const problem = `Line ${block.line}: "${shown}…" stands in the text of line ${line} as well.`;
        flaws.push({ check: "topics", identity, problem });
      }
    }
  }
  return flaws;
}

/** Two texts for one id are about one thing if the shorter shares so much of its words with the longer. */
const SAME_MEANING = 0.34;

/** Where an id is given to something: in a heading, else in a row, else in an item. Elsewhere it is referred to. */
const HOMES = ["heading", "row", "item"] as const;

/** More meanings than these are the count of something that begins anew in every part. */
const MOST_MEANINGS = 40;

/** One id that two headings, rows or items give to different things. */
function findCollidingIds(document: ParsedDocument): DocumentFlaw[] {
  const flaws: DocumentFlaw[] = [];
  const defined = Map.groupBy(listAllDefinedIds(document), ({ id }) => id);
  for (const [id, places] of defined) {
    const meanings = listMeanings(places);
    // each pair counts: which of them comes first is different in every draft
    for (const [at, { line, words }] of meanings.entries())
      for (const other of meanings.slice(0, at)) {
        if (isSameMeaning(other.words, words)) continue;
        flaws.push({
          check: "ids",
          identity: formatIdPair(id, other.words, words),
          problem: `Line ${line}: ${id} means something else than in line ${other.line}.`,
        });
      }
    flaws.push(...findFamilyCollision(defined, { id, meanings }));
  }
  return flaws;
}

interface IdMeaning {
  readonly line: number;
  readonly words: ReadonlySet<string>;
}

function listMeanings(places: readonly DefinedId[]): IdMeaning[] {
  const home = HOMES.find((one) => places.some(({ place }) => place === one));
  return places
    .filter(({ place }) => place === home)
    .map(({ text, line }) => ({ line, words: listTitleWords(text) }))
    .filter(({ words }) => words.size > 0)
    .slice(0, MOST_MEANINGS);
}

function formatIdPair(id: string, a: ReadonlySet<string>, b: ReadonlySet<string>): string {
  const sides = [a, b].map((side) => [...side].slice(0, 12).join(" ")).sort();
  return [id, ...sides].join("|");
}

/** D1.2 is read as what D1.2a and D1.2b are parts of. */
function findFamilyCollision(
  defined: ReadonlyMap<string, readonly DefinedId[]>,
  { id, meanings }: { readonly id: string; readonly meanings: readonly IdMeaning[] },
): DocumentFlaw[] {
  const [own] = meanings;
  const parts = ["a", "b", "c"].flatMap((letter) => listMeanings(defined.get(id + letter) ?? []));
  const [first] = parts;
  if (!own || !first || parts.some(({ words }) => isSameMeaning(words, own.words))) return [];
  const identity = formatIdPair(`${id}a`, first.words, own.words);
  const problem = `Line ${own.line}: ${id} is no part of what ${id}a in line ${first.line} belongs to.`;
  return [{ check: "ids", identity, problem }];
}

/** Explosion and explosive are one word. */
const LONGEST_STEM = 6;

function isSameMeaning(one: ReadonlySet<string>, two: ReadonlySet<string>): boolean {
  const [a, b] = [one, two].map(
    (words) => new Set([...words].map((word) => word.slice(0, LONGEST_STEM))),
  ) as [Set<string>, Set<string>];
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a];
  const shared = [...fewer].filter((word) => more.has(word)).length;
  return shared >= SAME_MEANING * fewer.size || computeWordOverlap(a, b) >= SAME_MEANING;
}
