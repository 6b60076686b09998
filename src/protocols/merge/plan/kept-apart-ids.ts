/** A38: an id that means something else in the merged document gets a free number where it comes in, or stays out. */
import type { IdRename } from "../../../documents/apply/change-plan.ts";
import { formatIdPattern } from "../../../documents/apply/renamed-ids.ts";
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  containsSpan,
  readSpanText,
} from "../../../documents/document.ts";
import { type Based, listDocuments } from "../rules/table.ts";
import { getVariantDocument } from "./change-reasons.ts";
import {
  findFreeId,
  getIdFamily,
  getIdStem,
  type IdDefinition,
  isSameMeaning,
  listIdDefinitions,
} from "./defined-ids.ts";
import type { DraftChange } from "./draft-change.ts";

/** What becomes of the ids of each change: other ones, or the id that cannot have another number. */
export function keepIdsApart(
  based: Based,
  into: ParsedDocument,
  drafts: readonly DraftChange[],
): ReadonlyMap<DraftChange, readonly IdRename[] | string> {
  const gone = drafts.flatMap(({ target }) => (target.kind === "span" ? [target.at] : []));
  const output = listIdDefinitions(into).filter(
    ({ at }) => !gone.some((span) => containsSpan(span, at)),
  );
  const naming: IdNaming = {
    into,
    documents: listDocuments(based),
    output: [...output],
    names: new Map(),
    taken: new Set(),
  };
  const coming = drafts
    .filter(({ point, from }) => point.settled === undefined && from !== into.variant)
    .map((draft) => ({ draft, from: getVariantDocument(based, draft.from) }));
  const stuck = new Map<DraftChange, string>();
  for (const one of coming.toSorted((a, b) => findPosition(a.draft) - findPosition(b.draft)))
    for (const definition of listComing(one)) {
      const problem = nameDefinition(naming, one, definition);
      if (problem !== null) stuck.set(one.draft, problem);
    }
  return new Map(
    coming.map((one) => [one.draft, stuck.get(one.draft) ?? listRenames(naming, one)]),
  );
}

/** A change and the document that its words come from. */
interface ComingChange {
  readonly draft: DraftChange;
  readonly from: ParsedDocument;
}

interface IdNaming {
  readonly into: ParsedDocument;
  readonly documents: readonly ParsedDocument[];
  /** What ids mean in the merged document, with what has come in. */
  readonly output: IdDefinition[];
  /** What each definition that comes in is called. */
  readonly names: Map<IdDefinition, string>;
  readonly taken: Set<string>;
}

function findPosition({ target }: DraftChange): number {
  if (target.kind === "order") return Number.MAX_SAFE_INTEGER;
  return target.kind === "span" ? target.at.start : target.at;
}

function listComing({ draft: { source }, from }: ComingChange): readonly IdDefinition[] {
  return source === null
    ? []
    : listIdDefinitions(from).filter(({ at }) => containsSpan(source, at));
}

/** Null, or the id where it means something else and cannot have another number. */
function nameDefinition(
  naming: IdNaming,
  coming: ComingChange,
  definition: IdDefinition,
): string | null {
  const { into, documents, output, names, taken } = naming;
  if (names.has(definition)) return null;
  const { id } = definition;
  const add = (name: string): null => {
    names.set(definition, name);
    taken.add(name);
    output.push({ ...definition, id: name });
    return null;
  };
  const twin = [...names].find(
    ([other]) =>
      other.id === id &&
      listIdDefinitions(coming.from).includes(other) &&
      isSameMeaning(other, definition),
  );
  if (twin !== undefined) return add(twin[1]);
  const isTaken = meansOther(naming, coming, definition);
  const place = findReplacedDefinition(into, coming.draft);
  // who takes a place takes its number, too, where the document goes on naming it and says nothing else of it
  if (
    place !== null &&
    place.id !== id &&
    (isTaken || isNamedElsewhere(into, place)) &&
    output.every((other) => other.id !== place.id || isSameMeaning(other, definition)) &&
    definition.home !== "heading"
  )
    return add(place.id);
  if (!isTaken) return add(id);
  // a section with an id is referred to by more than its number
  if (definition.home === "heading") return id;
  const stem = findLocalStem(into, coming.draft, id);
  return add(findFreeId({ id, stem }, documents, taken));
}

function meansOther(
  { into, output }: IdNaming,
  { draft, from }: ComingChange,
  definition: IdDefinition,
): boolean {
  const family = getIdFamily(definition.id);
  const isRelated = ({ id, home }: IdDefinition): boolean =>
    (home === "heading") === (definition.home === "heading") &&
    (id === definition.id ||
      (getIdFamily(id) === family && (id === family || definition.id === family)));
  const known = output.filter(isRelated);
  // two sections of one id would be one thing twice
  if (definition.home === "heading") return known.some(({ id }) => id === definition.id);
  if (known.length === 0 || known.some((other) => isSameMeaning(other, definition))) return false;
  // what has several meanings in both is counted anew in every part
  const isCountedAnew = [into, from].every((document) => hasSeveralMeanings(document, definition));
  return !isCountedAnew || known.some(({ section }) => section === draft.targetSection);
}

function hasSeveralMeanings(document: ParsedDocument, { id }: IdDefinition): boolean {
  const [first, ...others] = listIdDefinitions(document).filter((one) => one.id === id);
  return first !== undefined && others.some((other) => !isSameMeaning(first, other));
}

/** What the one row or item had that gives way to one other. */
function findReplacedDefinition(
  into: ParsedDocument,
  { target, source }: DraftChange,
): IdDefinition | null {
  if (target.kind !== "span" || source === null) return null;
  const { at } = target;
  const isSame = (one: TextSpan): boolean => one.start === at.start && one.end === at.end;
  return listIdDefinitions(into).find((one) => isSame(one.at)) ?? null;
}

function isNamedElsewhere({ text }: ParsedDocument, { id, at }: IdDefinition): boolean {
  const pattern = new RegExp(formatIdPattern(id), "u");
  return pattern.test(text.slice(0, at.start)) || pattern.test(text.slice(at.end));
}

/** Among rows that all are D3.…, what was D2.2 counts on as they do. */
function findLocalStem(into: ParsedDocument, { target }: DraftChange, id: string): string {
  const own = getIdStem(id);
  const block = findTargetBlock(into, target);
  if (block === undefined) return own;
  const stems = new Set(
    listIdDefinitions(into)
      .filter(({ at }) => containsSpan(block, at))
      .map((one) => getIdStem(one.id)),
  );
  const [stem, other] = [...stems];
  const letters = /^[A-Z]+/.exec(id)?.[0];
  const isLike = stem !== undefined && other === undefined && /^[A-Z]+/.exec(stem)?.[0] === letters;
  return isLike ? stem : own;
}

function findTargetBlock(
  { blocks }: ParsedDocument,
  target: DraftChange["target"],
): DocumentBlock | undefined {
  if (target.kind === "order") return undefined;
  const at = target.kind === "span" ? target.at.start : target.at;
  return blocks.find(({ start, end, parts }) => parts.length > 0 && start <= at && at <= end);
}

/** Also where the words only refer to what comes in with others. */
function listRenames({ names }: IdNaming, { draft, from }: ComingChange): IdRename[] {
  const { source, sourceSection } = draft;
  if (source === null) return [];
  const words = readSpanText(from, source);
  const own = listIdDefinitions(from);
  const renames = new Map<string, string>();
  for (const [{ id }] of names) {
    if (renames.has(id) || !new RegExp(formatIdPattern(id), "u").test(words)) continue;
    const all = own.filter((one) => one.id === id);
    const meant =
      all.find(({ at }) => containsSpan(source, at)) ??
      all.find(({ section }) => section === sourceSection) ??
      (all.every((one) => all[0] !== undefined && isSameMeaning(one, all[0]))
        ? all.find((one) => names.has(one))
        : undefined);
    const as = meant === undefined ? undefined : names.get(meant);
    if (as !== undefined && as !== id) renames.set(id, as);
  }
  return [...renames].map(([id, as]) => ({ id, as }));
}
