/** A new order for a document's sections. */
import type { ParsedDocument } from "../document.ts";
import { isNoteBlock, isUnclosedBlock } from "../markdown/document-excerpt.ts";

/** Why the sections cannot take that order, or null. */
export function describeInvalidOrder(
  document: ParsedDocument,
  order: readonly number[],
): string | null {
  const { sections, blocks } = document;
  const wanted = order.flatMap((index) => sections[index] ?? []);
  const parents = new Set(wanted.map(({ parent }) => parent));
  if (wanted.length !== order.length || new Set(order).size !== order.length || wanted.length < 2) {
    return "it does not name sections of the base";
  }
  if (parents.size > 1 || order.includes(0)) return "its sections are not beside each other";
  const last = blocks.at(-1);
  if (last && isUnclosedBlock(document, last))
    return "the base ends in code or HTML that is never closed";
  return null;
}

/** Indices of blocks in their new order. The places of the sections that are named are filled anew; the rest stays. */
export function reorderBlocks(document: ParsedDocument, order: readonly number[]): number[] {
  const { sections, blocks } = document;
  const notes = findTrailingNotes(document);
  const findSectionRange = (index: number): { from: number; to: number } => {
    const section = sections[index];
    const from = section?.first ?? 0;
    let to = from;
    while (to < notes && (blocks[to]?.start ?? 0) < (section?.end ?? 0)) to++;
    return { from, to };
  };
  const places = order.toSorted((a, b) => a - b).map(findSectionRange);
  const filled = order.map(findSectionRange);
  const ordered: number[] = [];
  let at = 0;
  for (const [index, { from, to }] of places.entries()) {
    const section = filled[index] ?? { from, to };
    for (; at < from; at++) ordered.push(at);
    for (let block = section.from; block < section.to; block++) ordered.push(block);
    at = to;
  }
  for (; at < blocks.length; at++) ordered.push(at);
  return ordered;
}

/** Notes at the end belong to the document, not to the section that happens to be last. */
function findTrailingNotes({ blocks }: ParsedDocument): number {
  let from = blocks.length;
  while (from > 0 && isNoteBlock(blocks[from - 1])) from--;
  return from;
}
