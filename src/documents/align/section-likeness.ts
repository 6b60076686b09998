/** A0: how alike two sections are, by title, by what they say, by number and by place. */
import {
  countCommonWords,
  isFunctionWord,
  listComparableWords,
  listTitleWords,
} from "../../text/comparable-words.ts";
import { type DocumentSection, type ParsedDocument, readSpanText } from "../document.ts";

/** A section with its place among its siblings, from 0 to 1. */
export interface PlacedSection {
  readonly document: ParsedDocument;
  readonly section: DocumentSection;
  readonly place: number;
}

/** An id says where a section stands in its own draft, not what it is about: "M2", "R-004", "Phase 3", "Gate A". */
const SECTION_ID =
  /^\s*(?:(?:phase|milestone|step|gate|stage|part|section|chapter|week|sprint|wave|layer|risk|task|option|appendix)\s+(?:\d+(?:\.\d+)*|[a-z]|[ivx]+)(?![\p{L}\p{N}])|[a-z]{1,4}-?\d+(?:\.\d+)*(?![\p{L}\p{N}]))\s*[:.)–—-]*\s*/iu;

/** Below this many words a text says too little to tell it from another. */
const FEWEST_WORDS = 8;

/** 0 where two sections are not about the same thing. The higher, the more alike. */
export function measureSectionLikeness(a: PlacedSection, b: PlacedSection): number {
  const titles = measureTitleLikeness(a.section, b.section);
  const [wordsA, wordsB] = [listBodyWords(a), listBodyWords(b)];
  const fewer = Math.min(wordsA.size, wordsB.size);
  const bodies =
    fewer === 0 ? 0 : (2 * countCommonWords(wordsA, wordsB)) / (wordsA.size + wordsB.size);
  if (!isSameTopic(titles, bodies, fewer < FEWEST_WORDS)) return 0;
  const places = 1 - Math.abs(a.place - b.place);
  const numbers = readSectionNumber(a.section) === readSectionNumber(b.section) ? 1 : 0;
  return 0.5 * titles + 0.4 * bodies + 0.07 * places + 0.03 * numbers;
}

/** The less the titles have in common, the more the texts must. */
function isSameTopic(titles: number, bodies: number, tiny: boolean): boolean {
  if (titles >= 0.99) return true;
  if (titles >= 0.6) return tiny || bodies >= 0.12;
  if (titles >= 0.3) return !tiny && bodies >= 0.3;
  return !tiny && bodies >= 0.45;
}

/** Words in common over the words of the longer title, ids left out. */
export function measureTitleLikeness(a: DocumentSection, b: DocumentSection): number {
  const [wordsA, wordsB] = [listTopicWords(a), listTopicWords(b)];
  const larger = Math.max(wordsA.size, wordsB.size);
  if (larger === 0) return readSectionNumber(a) === readSectionNumber(b) ? 0.4 : 0;
  return countCommonWords(wordsA, wordsB) / larger;
}

/** What a title is about, without the id that it begins with. */
export function listTopicWords(section: DocumentSection): ReadonlySet<string> {
  const known = topicWordsCache.get(section);
  if (known !== undefined) return known;
  const plain = section.title.replace(SECTION_ID, "");
  const words = plain.trim() === "" ? new Set<string>() : listTitleWords(plain);
  topicWordsCache.set(section, words);
  return words;
}

const topicWordsCache = new WeakMap<DocumentSection, ReadonlySet<string>>();

function readSectionNumber({ title }: DocumentSection): string {
  return (/^\s*(?:[\p{L}]+[ -]?)?(\d+(?:\.\d+)*)/u.exec(title)?.[1] ?? "") || title.trim();
}

/** All that is said below its heading, its subsections included. */
function listBodyWords({ document, section }: PlacedSection): ReadonlySet<string> {
  const known = bodyWordsCache.get(section);
  if (known !== undefined) return known;
  const heading = document.blocks[section.first];
  const start = heading?.kind === "heading" ? heading.end : section.start;
  const words = listComparableWords(readSpanText(document, { start, end: section.end }));
  const found = new Set(words.filter((word) => word.length > 2 && !isFunctionWord(word)));
  bodyWordsCache.set(section, found);
  return found;
}

const bodyWordsCache = new WeakMap<DocumentSection, ReadonlySet<string>>();
