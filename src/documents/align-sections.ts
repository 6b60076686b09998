/** Which section of one document answers which of another: by title, parents first, one to one. */
import type { Breath } from "./breath.ts";
import type { Document, Section } from "./document.ts";
import { overlapReaches, titleWords } from "./words.ts";

/** Share of words that two titles have in common: A6 for the outline, A8 for topics. */
export const SAME_HEADING = 80;
const SAME_TOPIC = 60;

/** Titles that are held against one title at most; a word that stands in more of them tells nothing. */
const MOST_CANDIDATES = 24;

/**
 * From section indices of `a` to those of `b`. Sections under parents that answer each other are matched first,
 * then what is left of the same level anywhere, then H2 with H3. Section 0 answers section 0.
 */
export function alignSections(a: Document, b: Document): ReadonlyMap<number, number> {
  const found = new Map<number, number>([[0, 0]]);
  const taken = new Set<number>([0]);
  const join = (pairs: readonly Pair[]): void => {
    for (const [one, other] of pairs) {
      found.set(one.index, other.index);
      taken.add(other.index);
    }
  };
  const left = (sections: readonly Section[]): Section[] =>
    sections.filter(({ index }) => !found.has(index));
  const free = (sections: readonly Section[]): Section[] =>
    sections.filter(({ index }) => !taken.has(index));

  const [levelsA, levelsB] = [levelsOf(a), levelsOf(b)];
  // one H1 each is the title of the document, whatever it says
  const [onlyA, secondA] = levelsA[1] ?? [];
  const [onlyB, secondB] = levelsB[1] ?? [];
  if (onlyA && onlyB && !secondA && !secondB) join([[onlyA, onlyB]]);
  for (let depth = 1; depth <= 6; depth++) {
    const [ones, others] = [levelsA[depth] ?? [], levelsB[depth] ?? []];
    join(underParents(left(ones), free(others), found));
    join(matched(left(ones), free(others), SAME_TOPIC));
  }
  join(matched(left(topicsOf(a)), free(topicsOf(b)), SAME_TOPIC));
  return found;
}

/** Reads all titles beforehand, with breaks; aligning has none. */
export async function readTitles(document: Document, breathe: Breath): Promise<void> {
  for (const section of document.sections) {
    titleKey(section);
    await breathe();
  }
}

/** Sections by depth, sorted out once for each document. */
function levelsOf(document: Document): readonly (readonly Section[])[] {
  const known = levels.get(document);
  if (known !== undefined) return known;
  const sorted: Section[][] = [[], [], [], [], [], [], []];
  for (const section of document.sections) sorted[section.depth]?.push(section);
  levels.set(document, sorted);
  return sorted;
}

const levels = new WeakMap<Document, readonly (readonly Section[])[]>();

type Pair = readonly [Section, Section];

/** A8: topics are what H2 and H3 name. A document without either has whatever other headings it has, but its title. */
export function topicsOf(document: Document): readonly Section[] {
  const known = topics.get(document);
  if (known !== undefined) return known;
  const { sections } = document;
  const usual = sections.filter(({ depth }) => depth === 2 || depth === 3);
  const others = sections.filter(({ depth }) => depth > 0);
  const lone = others.filter(({ depth }) => depth === 1).length === 1;
  const found = usual.length > 0 ? usual : others.filter(({ depth }) => depth > 1 || !lone);
  topics.set(document, found);
  return found;
}

const topics = new WeakMap<Document, readonly Section[]>();

/** Pairs of one list with another whose titles share enough words: the same words first, then the most alike. */
export function matched(
  ones: readonly Section[],
  others: readonly Section[],
  percent: number,
): Pair[] {
  const pairs: Pair[] = [];
  if (ones.length === 0 || others.length === 0) return pairs;
  const open = new Set(others);
  // the first of several with one title answers the first, the second the second
  const byTitle = grouped([...others].reverse(), titleKey);
  const rest = ones.filter((one) => {
    const same = byTitle.get(titleKey(one))?.pop();
    if (same !== undefined) {
      pairs.push([one, same]);
      open.delete(same);
    }
    return same === undefined;
  });
  if (rest.length === 0 || open.size === 0) return pairs;
  const byWord = new Map<string, Section[]>();
  for (const other of open) {
    for (const word of wordsOfTitle(other)) {
      const holders = byWord.get(word);
      if (holders === undefined) byWord.set(word, [other]);
      else holders.push(other);
    }
  }
  for (const one of rest) {
    const other = mostAlike(one, byWord, open);
    if (other === undefined || !overlapReaches(wordsOfTitle(one), wordsOfTitle(other), percent)) {
      continue;
    }
    pairs.push([one, other]);
    open.delete(other);
  }
  return pairs;
}

/** Words of a title, found once per section. */
function wordsOfTitle(section: Section): ReadonlySet<string> {
  const known = titles.get(section);
  if (known !== undefined) return known;
  const words = titleWords(section.title);
  titles.set(section, words);
  return words;
}

const titles = new WeakMap<Section, ReadonlySet<string>>();

function underParents(
  ones: readonly Section[],
  others: readonly Section[],
  parents: ReadonlyMap<number, number>,
): Pair[] {
  const families = grouped(others, ({ parent }) => parent);
  return [...grouped(ones, ({ parent }) => parent)].flatMap(([parent, children]) => {
    const answer = parent === null ? null : parents.get(parent);
    const candidates = answer === undefined ? undefined : families.get(answer);
    return candidates === undefined ? [] : matched(children, candidates, SAME_TOPIC);
  });
}

function mostAlike(
  one: Section,
  byWord: ReadonlyMap<string, readonly Section[]>,
  open: ReadonlySet<Section>,
): Section | undefined {
  const words = wordsOfTitle(one);
  const score = new Map<Section, number>();
  for (const word of words) {
    const holders = byWord.get(word) ?? [];
    if (holders.length > MOST_CANDIDATES) continue;
    for (const other of holders) {
      if (open.has(other)) score.set(other, (score.get(other) ?? 0) + 1);
    }
  }
  let best: Section | undefined;
  let most = 0;
  for (const [other, common] of score) {
    // words in common over the larger title, compared without dividing
    const larger = Math.max(words.size, wordsOfTitle(other).size);
    const bestLarger = best === undefined ? 1 : Math.max(words.size, wordsOfTitle(best).size);
    if (best === undefined || common * bestLarger > most * larger) [best, most] = [other, common];
  }
  return best;
}

function titleKey(section: Section): string {
  const known = keys.get(section);
  if (known !== undefined) return known;
  const key = [...wordsOfTitle(section)].sort().join(" ");
  keys.set(section, key);
  return key;
}

const keys = new WeakMap<Section, string>();

function grouped<Key>(
  sections: readonly Section[],
  keyOf: (section: Section) => Key,
): Map<Key, Section[]> {
  const groups = new Map<Key, Section[]>();
  for (const section of sections) {
    const key = keyOf(section);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [section]);
    else group.push(section);
  }
  return groups;
}
