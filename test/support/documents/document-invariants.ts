/** What holds for every parsed document, whatever its text is. */
import type { ParsedDocument, TextSpan } from "../../../src/documents/document.ts";

/** The first thing that does not hold, or null. */
export function unsound(document: ParsedDocument): string | null {
  return (
    unsoundBlocks(document) ??
    document.blocks.map((block) => unsoundParts(document, block)).find((found) => found !== null) ??
    unsoundSections(document)
  );
}

function unsoundBlocks({ text, blocks }: ParsedDocument): string | null {
  let at = text.startsWith("\ufeff") ? 1 : 0;
  for (const { index, start, end, line } of blocks) {
    if (start < at || end <= start || end > text.length) return `block ${index} at ${start}-${end}`;
    if (!/^[ \t\r\n]*$/.test(text.slice(at, start))) return `words before block ${index}`;
    if (start > 1 && !/[\r\n\ufeff]/.test(text.charAt(start - 1)))
      return `block ${index} in a line`;
    const before = text.slice(0, start).split(/\r\n|[\r\n]/).length;
    if (before !== line) return `block ${index} is said to be in line ${line}, not ${before}`;
    at = end;
  }
  return /^[ \t\r\n]*$/.test(text.slice(at)) ? null : "words after the last block";
}

function unsoundParts(
  { text }: ParsedDocument,
  block: TextSpan & { parts: readonly TextSpan[] },
): string | null {
  let at = block.start;
  for (const { start, end } of block.parts) {
    if (start < at || end < start || end > block.end) return `part at ${start}-${end}`;
    at = end;
  }
  return text.length >= at ? null : "parts beyond the text";
}

function unsoundSections({ text, blocks, sections }: ParsedDocument): string | null {
  let [at, block] = [0, 0];
  for (const section of sections) {
    const { index, start, ownEnd, end, first, beyond, parent } = section;
    if (index > 0 && start !== blocks[first]?.start)
      return `section ${index} begins without a heading`;
    if (start !== at && index > 0) return `section ${index} begins at ${start}, not ${at}`;
    if (first !== block) return `section ${index} begins with block ${first}, not ${block}`;
    if (ownEnd > end || ownEnd < start) return `section ${index} ends wrongly`;
    if (parent !== null && sections[parent]?.children.includes(index) !== true)
      return `section ${index} is an orphan`;
    for (let own = first; own < beyond; own++) {
      if (blocks[own]?.section !== index) return `block ${own} is in another section`;
    }
    at = ownEnd;
    block = beyond;
  }
  if (block !== blocks.length) return "blocks outside of every section";
  return at === text.length ? null : "text outside of every section";
}
