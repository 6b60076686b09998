/** Positions in a document that a plan needs: sections, the smallest container of some words, and places to add to. */
import { alignSections } from "../../../documents/align/align-sections.ts";
import type { ChangeTarget } from "../../../documents/apply/change-plan.ts";
import {
  type DocumentBlock,
  type ParsedDocument,
  type DocumentSection,
  type TextSpan,
  readSpanText,
} from "../../../documents/document.ts";
import { fitTableRow } from "../../../documents/markdown/table-columns.ts";
import { foldText } from "../../../domain/evidence/evidence.ts";

/** The section's own blocks, or with those of its subsections; null where nothing of it can be taken. */
export function sectionSpan(
  document: ParsedDocument,
  section: DocumentSection,
  whole: boolean,
): TextSpan | null {
  const beyond = whole
    ? document.blocks.findLastIndex(({ start }) => start < section.end) + 1
    : section.beyond;
  let [from, to] = [section.first, beyond];
  // front matter stays where it is, and notes go where they are needed
  while (from < to && document.blocks[from]?.kind === "front-matter") from++;
  while (from < to && isNote(document.blocks[to - 1])) to--;
  const [first, last] = [document.blocks[from], document.blocks[to - 1]];
  return first && last && from < to
    ? trimRules(document, { start: first.start, end: last.end })
    : null;
}

/** Thematic breaks at the end belong to the layout of the document that they stand in. */
export function trimRules({ blocks }: ParsedDocument, { start, end }: TextSpan): TextSpan {
  const own = blocks.filter((block) => block.start < end && start < block.end);
  const last = own.findLast(({ kind }) => kind !== "rule");
  return last === undefined || last === own.at(-1) ? { start, end } : { start, end: last.end };
}

function isNote(block: DocumentBlock | undefined): boolean {
  return block?.kind === "definition" || block?.kind === "footnote";
}

export function sectionAt(
  { sections }: ParsedDocument,
  index: number,
): DocumentSection | undefined {
  return sections.find((section) => section.index === index);
}

/** Sections below this one, at any depth. */
export function listDescendants(
  document: ParsedDocument,
  section: DocumentSection,
): DocumentSection[] {
  return section.children.flatMap((index) => {
    const child = sectionAt(document, index);
    return child ? [child, ...listDescendants(document, child)] : [];
  });
}

/** The paragraph, list item or table row that contains some words. */
interface Holder {
  readonly kind: "paragraph" | "item" | "row" | "code" | "quote" | "other";
  readonly at: TextSpan;
  readonly section: number;
  readonly block: DocumentBlock;
}

export function findHolder(
  document: ParsedDocument,
  { start }: Pick<TextSpan, "start">,
): Holder | null {
  const block = document.blocks.find((one) => one.start <= start && start < one.end);
  if (!block) return null;
  const { section } = block;
  const part = block.parts.find((one) => one.start <= start && start < one.end);
  switch (block.kind) {
    case "list":
      return part ? { kind: "item", at: part, section, block } : null;
    case "table":
      // the head names the columns: another one would change what every row says
      return part && part !== block.parts[0] ? { kind: "row", at: part, section, block } : null;
    case "paragraph":
    case "code":
    case "quote":
      return { kind: block.kind, at: { start: block.start, end: block.end }, section, block };
    default:
      return { kind: "other", at: { start: block.start, end: block.end }, section, block };
  }
}

/** Behind a part: where the next one begins, or the end of the last. */
export function findPartEnd(
  block: DocumentBlock | undefined,
  part: TextSpan | undefined,
): number | undefined {
  const next = block?.parts.find(({ start }) => part !== undefined && start >= part.end);
  return next?.start ?? part?.end;
}

/** Whether one may replace another without breaking its surroundings. */
export function canReplace(source: Holder, target: Holder): boolean {
  if (source.kind === "other" || target.kind === "other") return false;
  if (source.kind === "row" || target.kind === "row") return source.kind === target.kind;
  return target.kind !== "item" || source.kind === "item" || source.kind === "paragraph";
}

/** Why a row of another table cannot take the place of this one; null where it can, and for anything else. */
export function describeUnfitRow(
  [base, target]: readonly [ParsedDocument, Holder],
  [winner, source]: readonly [ParsedDocument, Holder],
): string | null {
  if (source.kind !== "row" || target.kind !== "row") return null;
  const fitted = fitTableRow(
    { document: base, block: target.block },
    { document: winner, block: source.block },
    { row: source.at, replaced: target.at },
  );
  return typeof fitted === "string" ? fitted : null;
}

type Aligned = ReadonlyMap<number, number>;

const alignments = new WeakMap<ParsedDocument, WeakMap<ParsedDocument, Aligned>>();

/** Which section of `to` answers which of `from`; found once per pair. */
export function alignDocuments(from: ParsedDocument, to: ParsedDocument): Aligned {
  const known = alignments.get(from) ?? new WeakMap<ParsedDocument, Aligned>();
  alignments.set(from, known);
  const found = known.get(to) ?? alignSections(from, to);
  known.set(to, found);
  return found;
}

/** Where a section of another variant goes: beside the answers to its neighbours there, else at the end. */
export interface SectionPlacement {
  readonly target: Extract<ChangeTarget, { kind: "offset" }>;
  readonly section: number;
  readonly integration: "insert" | "append";
}

export function placeFor(
  document: ParsedDocument,
  base: ParsedDocument,
  section: DocumentSection,
): SectionPlacement {
  const answers = alignDocuments(document, base);
  const parent = section.parent === null ? undefined : sectionAt(document, section.parent);
  const siblings = parent ? parent.children : topLevel(document);
  const at = siblings.indexOf(section.index);
  const answer = (index: number): DocumentSection | undefined => {
    const found = answers.get(index);
    return found === undefined || found === 0 ? undefined : sectionAt(base, found);
  };
  for (const before of siblings.slice(0, Math.max(0, at)).toReversed()) {
    const found = answer(before);
    if (found) return { ...findPlaceAfter(base, found), integration: "insert" };
  }
  for (const next of siblings.slice(at + 1)) {
    const found = answer(next);
    if (found) {
      const target = { kind: "offset", at: found.start, depth: found.depth } as const;
      return { target, section: found.index, integration: "insert" };
    }
  }
  const around = parent ? answer(parent.index) : undefined;
  if (around) {
    const { target, section: index } = findPlaceAfter(base, around);
    return {
      target: { ...target, depth: around.depth + 1 },
      section: index,
      integration: "append",
    };
  }
  const last = base.sections.at(-1);
  // what hangs under nothing here becomes a section like the others
  const top = base.sections.findLast(({ depth }) => depth > 0 && depth <= section.depth)?.depth;
  const target = {
    kind: "offset",
    at: base.blocks.at(-1)?.end ?? base.text.length,
    depth: parent && parent.depth > 1 ? Math.min(2, top ?? 2) : section.depth,
  } as const;
  return { target, section: last?.index ?? 0, integration: "append" };
}

/** At the end of a section of the base, its subsections included. */
function findPlaceAfter(
  base: ParsedDocument,
  section: DocumentSection,
): Omit<SectionPlacement, "integration"> {
  const last = base.blocks.findLast(({ start }) => start < section.end);
  const at = last && last.start >= section.start ? last.end : section.end;
  return { target: { kind: "offset", at, depth: section.depth }, section: section.index };
}

/** Where a passage of another variant goes: beside the answers to its neighbours, else to the end of its section. */
export function placeBeside(
  document: ParsedDocument,
  base: ParsedDocument,
  {
    start,
    home,
    pairs,
  }: { start: number; home: DocumentSection; pairs: ReadonlyMap<number, number> },
): SectionPlacement {
  const at = document.blocks.findIndex((block) => block.start <= start && start < block.end);
  const own = (block: DocumentBlock): boolean => block.section === document.blocks[at]?.section;
  const answer = (block: DocumentBlock): DocumentBlock | undefined => {
    if (block.kind === "heading") return undefined;
    const words = foldText(readSpanText(document, block));
    const paired = pairs.get(block.start);
    return base.blocks.find(
      (one) =>
        one.section === home.index &&
        (one.start === paired || foldText(readSpanText(base, one)) === words),
    );
  };
  const put = (offset: number, integration: SectionPlacement["integration"]): SectionPlacement => ({
    target: { kind: "offset", at: offset, depth: home.depth + 1 },
    section: home.index,
    integration,
  });
  for (const block of document.blocks.slice(0, at).toReversed().filter(own)) {
    const found = answer(block);
    if (found) return put(found.end, "insert");
  }
  for (const block of document.blocks.slice(at + 1).filter(own)) {
    const found = answer(block);
    if (found) return put(found.start, "insert");
  }
  return put(base.blocks[home.beyond - 1]?.end ?? home.ownEnd, "append");
}

function topLevel({ sections }: ParsedDocument): number[] {
  return sections
    .filter(({ parent, index }) => parent === null && index !== 0)
    .map(({ index }) => index);
}
