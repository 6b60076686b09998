/** Matches sections of two documents: by title, parents first, one to one. */
import { hasWordOverlap, listTitleWords } from "../../text/comparable-words.ts";
import type { ParsedDocument, DocumentSection } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";

/** Share of words that two titles have in common: A6 for the outline, A8 for topics. */
export const SAME_HEADING = 80;
const SAME_TOPIC = 60;

/** At most this many titles are compared with one title; a word in more titles than this says nothing. */
const MOST_CANDIDATES = 24;

/**
 * From section indices of `a` to those of `b`. Sections under parents that answer each other are matched first,
 * then what is left of the same level anywhere, then H2 with H3. Section 0 answers section 0.
 */
export function alignSections(a: ParsedDocument, b: ParsedDocument): ReadonlyMap<number, number> {
  const found = new Map<number, number>([[0, 0]]);
  const taken = new Set<number>([0]);
  const join = (pairs: readonly SectionPair[]): void => {
    for (const [one, other] of pairs) {
      found.set(one.index, other.index);
      taken.add(other.index);
    }
  };
  const left = (sections: readonly DocumentSection[]): DocumentSection[] =>
    sections.filter(({ index }) => !found.has(index));
  const free = (sections: readonly DocumentSection[]): DocumentSection[] =>
    sections.filter(({ index }) => !taken.has(index));

  const [levelsA, levelsB] = [groupSectionsByDepth(a), groupSectionsByDepth(b)];
  // one H1 each is the title of the document, whatever it says
  const [onlyA, secondA] = levelsA[1] ?? [];
  const [onlyB, secondB] = levelsB[1] ?? [];
  if (onlyA && onlyB && !secondA && !secondB) join([[onlyA, onlyB]]);
  for (let depth = 1; depth <= 6; depth++) {
    const [ones, others] = [levelsA[depth] ?? [], levelsB[depth] ?? []];
    join(matchUnderParents(left(ones), free(others), found));
    join(matchSectionsByTitle(left(ones), free(others), SAME_TOPIC));
  }
  join(matchSectionsByTitle(left(listTopicSections(a)), free(listTopicSections(b)), SAME_TOPIC));
  return found;
}

/** Reads all titles beforehand, with breaks; aligning has none. */
export async function readSectionTitles(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<void> {
  for (const section of document.sections) {
    formatTitleKey(section);
    await breathe();
  }
}

/** Sections by depth, sorted out once for each document. */
function groupSectionsByDepth(document: ParsedDocument): readonly (readonly DocumentSection[])[] {
  const known = sectionsByDepthCache.get(document);
  if (known !== undefined) return known;
  const sorted: DocumentSection[][] = [[], [], [], [], [], [], []];
  for (const section of document.sections) sorted[section.depth]?.push(section);
  sectionsByDepthCache.set(document, sorted);
  return sorted;
}

const sectionsByDepthCache = new WeakMap<ParsedDocument, readonly (readonly DocumentSection[])[]>();

type SectionPair = readonly [DocumentSection, DocumentSection];

/** A8: topics are what H2 and H3 name. A document without either has whatever other headings it has, but its title. */
export function listTopicSections(document: ParsedDocument): readonly DocumentSection[] {
  const known = topicSectionsCache.get(document);
  if (known !== undefined) return known;
  const { sections } = document;
  const usual = sections.filter(({ depth }) => depth === 2 || depth === 3);
  const others = sections.filter(({ depth }) => depth > 0);
  const lone = others.filter(({ depth }) => depth === 1).length === 1;
  const found = usual.length > 0 ? usual : others.filter(({ depth }) => depth > 1 || !lone);
  topicSectionsCache.set(document, found);
  return found;
}

const topicSectionsCache = new WeakMap<ParsedDocument, readonly DocumentSection[]>();

/** Pairs of one list with another whose titles share enough words: the same words first, then the most alike. */
export function matchSectionsByTitle(
  ones: readonly DocumentSection[],
  others: readonly DocumentSection[],
  percent: number,
): SectionPair[] {
  const pairs: SectionPair[] = [];
  if (ones.length === 0 || others.length === 0) return pairs;
  const open = new Set(others);
  // the first of several with one title answers the first, the second the second
  const byTitle = groupSections([...others].reverse(), formatTitleKey);
  const rest = ones.filter((one) => {
    const same = byTitle.get(formatTitleKey(one))?.pop();
    if (same !== undefined) {
      pairs.push([one, same]);
      open.delete(same);
    }
    return same === undefined;
  });
  if (rest.length === 0 || open.size === 0) return pairs;
  const byWord = new Map<string, DocumentSection[]>();
  for (const other of open) {
    for (const word of readTitleWords(other)) {
      const holders = byWord.get(word);
      if (holders === undefined) byWord.set(word, [other]);
      else holders.push(other);
    }
  }
  for (const one of rest) {
    const other = findMostSimilarSection(one, byWord, open);
    if (
      other === undefined ||
      !hasWordOverlap(readTitleWords(one), readTitleWords(other), percent)
    ) {
      continue;
    }
    pairs.push([one, other]);
    open.delete(other);
  }
  return pairs;
}

/** Words of a title, found once per section. */
function readTitleWords(section: DocumentSection): ReadonlySet<string> {
  const known = titleWordsCache.get(section);
  if (known !== undefined) return known;
  const words = listTitleWords(section.title);
  titleWordsCache.set(section, words);
  return words;
}

const titleWordsCache = new WeakMap<DocumentSection, ReadonlySet<string>>();

function matchUnderParents(
  ones: readonly DocumentSection[],
  others: readonly DocumentSection[],
  parents: ReadonlyMap<number, number>,
): SectionPair[] {
  const families = groupSections(others, ({ parent }) => parent);
  return [...groupSections(ones, ({ parent }) => parent)].flatMap(([parent, children]) => {
    const answer = parent === null ? null : parents.get(parent);
    const candidates = answer === undefined ? undefined : families.get(answer);
    return candidates === undefined ? [] : matchSectionsByTitle(children, candidates, SAME_TOPIC);
  });
}

function findMostSimilarSection(
  one: DocumentSection,
  byWord: ReadonlyMap<string, readonly DocumentSection[]>,
  open: ReadonlySet<DocumentSection>,
): DocumentSection | undefined {
  const words = readTitleWords(one);
  const score = new Map<DocumentSection, number>();
  for (const word of words) {
    const holders = byWord.get(word) ?? [];
    if (holders.length > MOST_CANDIDATES) continue;
    for (const other of holders) {
      if (open.has(other)) score.set(other, (score.get(other) ?? 0) + 1);
    }
  }
  let best: DocumentSection | undefined;
  let most = 0;
  for (const [other, common] of score) {
    // words in common over the larger title, compared without dividing
    const larger = Math.max(words.size, readTitleWords(other).size);
    const bestLarger = best === undefined ? 1 : Math.max(words.size, readTitleWords(best).size);
    if (best === undefined || common * bestLarger > most * larger) [best, most] = [other, common];
  }
  return best;
}

function formatTitleKey(section: DocumentSection): string {
  const known = titleKeyCache.get(section);
  if (known !== undefined) return known;
  const key = [...readTitleWords(section)].sort().join(" ");
  titleKeyCache.set(section, key);
  return key;
}

const titleKeyCache = new WeakMap<DocumentSection, string>();

function groupSections<Key>(
  sections: readonly DocumentSection[],
  keyOf: (section: DocumentSection) => Key,
): Map<Key, DocumentSection[]> {
  const groups = new Map<Key, DocumentSection[]>();
  for (const section of sections) {
    const key = keyOf(section);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [section]);
    else group.push(section);
  }
  return groups;
}
