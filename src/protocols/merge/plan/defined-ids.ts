/** A0, A38: ids that a document defines, such as R-004 or M2, so that none gets a second meaning by a merge. */
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
} from "../../../documents/document.ts";
import {
  countCommonWords,
  isFunctionWord,
  listComparableWords,
} from "../../../text/comparable-words.ts";
import { containsSpan } from "./document-places.ts";

interface IdDefinition {
  readonly id: string;
  readonly at: TextSpan;
  readonly words: ReadonlySet<string>;
}

/** A heading, item or row that begins with an id. */
const DEFINED_ID =
  /^\s*(?:#{1,6}\s+|[-+*]\s+|\d+[.)]\s+|\|\s*)?(?:\*\*|__|\[|`)*([A-Z]{1,5}-?\d{1,4}(?:\.\d{1,3})*)(?![\p{L}\p{N}-])/u;

/** The first id of the taken words that means something else in the base; undefined where there is none. */
export function findCollidingId(
  base: ParsedDocument,
  from: ParsedDocument,
  { source, gone }: { readonly source: TextSpan; readonly gone: TextSpan | null },
): string | undefined {
  const [own, theirs] = [listDefinitions(base), listDefinitions(from)];
  for (const [key, meanings] of theirs) {
    const [meaning, second] = meanings;
    const [known, other] = own.get(key) ?? [];
    // what has several meanings in one draft is counted anew in every part of it
    if (!meaning || second || !known || other) continue;
    if (!containsSpan(source, meaning.at) || (gone !== null && containsSpan(gone, known.at)))
      continue;
    if (!isSameMeaning(meaning.words, known.words)) return meaning.id;
  }
  return undefined;
}

/** Half of the words of the shorter one. */
function isSameMeaning(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const fewer = Math.min(a.size, b.size);
  return fewer === 0 || countCommonWords(a, b) * 2 >= fewer;
}

const MOST_WORDS = 12;

function listDefinitions(document: ParsedDocument): ReadonlyMap<string, readonly IdDefinition[]> {
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

const definitionsCache = new WeakMap<
  ParsedDocument,
  ReadonlyMap<string, readonly IdDefinition[]>
>();

function listDefiningSpans(block: DocumentBlock): readonly TextSpan[] {
  if (block.kind === "heading" || block.kind === "paragraph") return [block];
  return block.parts;
}
