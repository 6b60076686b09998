/** A0, A38: ids that a document defines, such as R-004 or M2, so that none gets a second meaning by a merge. */
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
  containsSpan,
} from "../../../documents/document.ts";
import {
  countCommonWords,
  isFunctionWord,
  listComparableWords,
} from "../../../text/comparable-words.ts";

interface IdDefinition {
  readonly id: string;
  readonly at: TextSpan;
  readonly words: ReadonlySet<string>;
}

/** A heading, item or row that begins with an id. */
const DEFINED_ID =
  /^\s*(?:#{1,6}\s+|[-+*]\s+|\d+[.)]\s+|\|\s*)?(?:\*\*|__|\[|`)*([A-Z]{1,5}-?\d{1,4}(?:\.\d{1,3})*)(?![\p{L}\p{N}-])/u;

/** Ids of the taken words that mean something else in the base; `gone` is what gives way there. */
export function findCollidingIds(
  base: ParsedDocument,
  from: ParsedDocument,
  { source, gone }: { readonly source: TextSpan; readonly gone: readonly TextSpan[] },
): CollidingId[] {
  const [own, theirs] = [listDefinitions(base), listDefinitions(from)];
  return [...theirs].flatMap(([key, meanings]) => {
    const [meaning, second] = meanings;
    const [known, other] = own.get(key) ?? [];
    // what has several meanings in one draft is counted anew in every part of it
    if (!meaning || second || !known || other) return [];
    if (!containsSpan(source, meaning.at) || gone.some((span) => containsSpan(span, known.at)))
      return [];
    if (isSameMeaning(meaning.words, known.words)) return [];
    const isPart = [own, theirs].every((all) => isOnlyPart(all, meaning.id));
    return [{ id: meaning.id, isPart }];
  });
}

export interface CollidingId {
  readonly id: string;
  /** Only rows and items have it: another number does no harm. */
  readonly isPart: boolean;
}

function isOnlyPart(all: Definitions, id: string): boolean {
  return !["heading", "paragraph"].some((place) => all.has(`${place} ${id}`));
}

/** The next number that no draft uses: R8 for R4, D5.4 for D5.1, R-011 for R-004. */
export function findFreeId(
  id: string,
  documents: readonly ParsedDocument[],
  taken: ReadonlySet<string>,
): string {
  const [, stem = id, digits = "1"] = /^(.*?)(\d+)$/.exec(id) ?? [];
  const numbers = documents.flatMap((document) =>
    [...listDefinitions(document).values()].flat().flatMap((one) => {
      const number = one.id.startsWith(stem) ? one.id.slice(stem.length) : "";
      return /^\d+$/.test(number) ? [Number(number)] : [];
    }),
  );
  for (let next = Math.max(0, ...numbers) + 1; ; next++) {
    const name = `${stem}${String(next).padStart(digits.length, "0")}`;
    if (!taken.has(name)) return name;
  }
}

/** Half of the words of the shorter one. */
function isSameMeaning(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const fewer = Math.min(a.size, b.size);
  return fewer === 0 || countCommonWords(a, b) * 2 >= fewer;
}

const MOST_WORDS = 12;

type Definitions = ReadonlyMap<string, readonly IdDefinition[]>;

function listDefinitions(document: ParsedDocument): Definitions {
  const known = definitionsCache.get(document);
  if (known !== undefined) return known;
  const found = new Map<string, IdDefinition[]>();
  const spans = document.blocks.flatMap((block) =>
    listDefiningSpans(block).map((at) => ({ at, place: block.kind })),
  );
  for (const { at, place } of spans) {
    const text = readSpanText(document, at);
    const id = DEFINED_ID.exec(text)?.[1];
    if (id === undefined) continue;
    const words = listComparableWords(text.slice(text.indexOf(id) + id.length))
      .filter((word) => !isFunctionWord(word))
      .slice(0, MOST_WORDS);
    // a heading and a row of an overview may define one thing
    const key = `${place} ${id}`;
    found.set(key, [...(found.get(key) ?? []), { id, at, words: new Set(words) }]);
  }
  definitionsCache.set(document, found);
  return found;
}

const definitionsCache = new WeakMap<ParsedDocument, Definitions>();

function listDefiningSpans(block: DocumentBlock): readonly TextSpan[] {
  if (block.kind === "heading" || block.kind === "paragraph") return [block];
  return block.parts;
}
