/** A0, A38: ids that a document gives to things, such as R-004, M2 or D1.2a, and what each of them means there. */
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
} from "../../../documents/document.ts";
import { isVersionName } from "../../../documents/markdown/defined-ids.ts";
import {
  countCommonWords,
  isFunctionWord,
  listComparableWords,
} from "../../../text/comparable-words.ts";

/** Where an id is given to something. Rows, items and paragraphs can have another number, and headings cannot. */
const ID_HOMES = ["heading", "row", "item", "paragraph"] as const;
type IdHome = (typeof ID_HOMES)[number];

export interface IdDefinition {
  readonly id: string;
  readonly at: TextSpan;
  readonly section: number;
  readonly words: ReadonlySet<string>;
  readonly home: IdHome;
}

const MARKS = String.raw`(?:\*\*|__|\[|\(|\x60)*`;
const ID = String.raw`[A-Z]{1,5}-?\d{1,4}(?:\.\d{1,3})*(?:(?<=[-.]\d{1,4})\.?[a-z])?`;
const OPENING = String.raw`^\s*(?:#{1,6}\s+|[-+*]\s+|\d+[.)]\s+|\|\s*)?(?:\[[ xX]\]\s+)?`;
const DEFINED_ID = new RegExp(`${OPENING}(${MARKS})(${ID})(?![\\p{L}\\p{N}-])(.*)$`, "su");

/** What follows an id that is given to something, and is not only named at the beginning of a sentence. */
const GIVEN = /^(?:\*\*|__|\]|\)|`)*\s*(?:[:|)]|[–—-]\s|$)/;

const definitionsCache = new WeakMap<ParsedDocument, readonly IdDefinition[]>();

/** What begins with an id; where a heading does, rows and items only name it, and where a row does, items do. */
export function listIdDefinitions(document: ParsedDocument): readonly IdDefinition[] {
  const known = definitionsCache.get(document);
  if (known !== undefined) return known;
  const all = document.blocks.flatMap((block) =>
    listDefiningSpans(block).flatMap((at) => readDefinition(document, block, at)),
  );
  const homes = new Map<string, number>();
  for (const { id, home } of all)
    homes.set(id, Math.min(ID_HOMES.indexOf(home), homes.get(id) ?? ID_HOMES.length));
  const found = all.filter(({ id, home }) => ID_HOMES.indexOf(home) === homes.get(id));
  definitionsCache.set(document, found);
  return found;
}

function listDefiningSpans({ kind, parts, ...block }: DocumentBlock): readonly TextSpan[] {
  if (kind === "heading" || kind === "paragraph") return [{ start: block.start, end: block.end }];
  return kind === "table" ? parts.slice(1) : parts;
}

function readDefinition(
  document: ParsedDocument,
  { kind, section }: DocumentBlock,
  at: TextSpan,
): IdDefinition[] {
  const [, marks = "", id, rest = ""] = DEFINED_ID.exec(readSpanText(document, at)) ?? [];
  if (id === undefined || isVersionName(id) || QUARTER.test(id)) return [];
  const isMarked = marks !== "" && kind !== "paragraph";
  if (kind !== "heading" && !isMarked && !GIVEN.test(rest)) return [];
  const words = readMeaning(kind === "table" ? listCells(rest) : [rest]);
  const home =
    kind === "heading" || kind === "paragraph" ? kind : kind === "table" ? "row" : "item";
  return [{ id, at, section, words, home }];
}

const QUARTER = /^Q[1-4]$/;

function listCells(row: string): string[] {
  return row.split(/(?<!\\)\|/);
}

const MOST_WORDS = 12;
const FEWEST_WORDS = 3;
/** Grades say nothing of what a row is about. */
const GRADES = new Set(["low", "medium", "high", "critical", "none"]);

/** Explosion and explosive are one word. */
const LONGEST_STEM = 6;

/** The first cell that says something, and the next one where that is too short. */
function readMeaning(cells: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const cell of cells) {
    if (words.size >= FEWEST_WORDS) break;
    for (const word of listComparableWords(cell))
      if (words.size < MOST_WORDS && !isFunctionWord(word) && !GRADES.has(word))
        words.add(word.slice(0, LONGEST_STEM));
  }
  return words;
}

/** Half of the words of the shorter one. */
export function isSameMeaning(
  { words: a }: Pick<IdDefinition, "words">,
  { words: b }: Pick<IdDefinition, "words">,
): boolean {
  const fewer = Math.min(a.size, b.size);
  return fewer === 0 || countCommonWords(a, b) * 2 >= fewer;
}

/** D1.2 and D1.2a: readers take one for a part of the other. */
export function getIdFamily(id: string): string {
  return id.replace(/\.?[a-z]$/, "");
}

/** "D1." of D1.2a, "R-" of R-004. */
export function getIdStem(id: string): string {
  return getIdFamily(id).replace(/\d+$/, "");
}

/** As a word of its own, also in D1.2a. */
function listUsedNumbers(stem: string, { text }: ParsedDocument): number[] {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}.-])${stem.replaceAll(".", String.raw`\.`)}(\\d{1,4})(?!\\d)`,
    "gu",
  );
  return [...text.matchAll(pattern)].map(([, digits]) => Number(digits));
}

/** The next number that no draft uses: R8 for R4, D5.4 for D5.1, R-011 for R-004. */
export function findFreeId(
  { id, stem }: { readonly id: string; readonly stem: string },
  documents: readonly ParsedDocument[],
  taken: ReadonlySet<string>,
): string {
  const digits = /\d+$/.exec(getIdFamily(id))?.[0].length ?? 1;
  const used = documents.flatMap((document) => listUsedNumbers(stem, document));
  for (let next = used.reduce((most, one) => Math.max(most, one), 0) + 1; ; next++) {
    const name = `${stem}${String(next).padStart(digits, "0")}`;
    if (!taken.has(name)) return name;
  }
}
