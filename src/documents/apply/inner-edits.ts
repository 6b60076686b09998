/** A38: changes inside one block of the base: items of a list, rows of a table, words of a paragraph. */
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
} from "../document.ts";
import type { DocumentExcerpt } from "../markdown/document-excerpt.ts";
import { renameLabels } from "../markdown/link-labels.ts";
import {
  findContentSpan,
  formatNextMark,
  padToMark,
  reindentItem,
  splitItemMark,
} from "./item-marks.ts";
import {
  type OutputFragment,
  convertLineBreaks,
  createGlueFragment,
  createSourceFragment,
} from "./output-fragment.ts";
import { createRowFragments } from "./row-fragments.ts";
import { type BlockReplacement, isNothingTaken, listExcerptUnits } from "./taken-blocks.ts";
import {
  type InnerEdit,
  type InnerEditFit,
  createWordsEdit,
  createWordsRemoval,
} from "./word-edits.ts";

/** The edit, or why it cannot be made. */
export function createInnerEdit(
  base: ParsedDocument,
  replacement: BlockReplacement,
  names: ReadonlyMap<string, string>,
): InnerEdit | string {
  const { at, from } = replacement;
  const { target } = replacement.change;
  if (target.kind === "span" && target.kept === "lines")
    return createLinesEdit(base, replacement, names);
  if (at.kind === "blocks") return "it replaces whole blocks";
  if (isNothingTaken(replacement.excerpt)) return createRemovalEdit(base, at);
  const excerpt = expandListToItems(from, replacement.excerpt);
  const fit = { eol: base.eol, names, from, excerpt };
  const wrong = describeUnfitExcerpt(from, excerpt);
  if (wrong !== null) return wrong;
  if (at.kind === "words") return createWordsEdit(base, at, fit);
  if (at.first === at.beyond) return createPartInsertion(base, at, fit);
  return at.block.kind === "table" ? createRowsEdit(base, at, fit) : createItemsEdit(base, at, fit);
}

/** A whole list is all of its items. */
function expandListToItems({ blocks }: ParsedDocument, excerpt: DocumentExcerpt): DocumentExcerpt {
  if (excerpt.kind !== "blocks" || excerpt.beyond - excerpt.first !== 1) return excerpt;
  const block = blocks[excerpt.first];
  if (block?.kind !== "list" || block.parts.length === 0) return excerpt;
  return { kind: "parts", block, first: 0, beyond: block.parts.length };
}

type PartsExcerpt = Extract<DocumentExcerpt, { kind: "parts" }>;

const OUTSIDE = new Set<DocumentBlock["kind"]>([
  "heading",
  "definition",
  "footnote",
  "front-matter",
  "rule",
  "html",
]);

function describeUnfitExcerpt(from: ParsedDocument, excerpt: DocumentExcerpt): string | null {
  const wrong = listExcerptUnits(from, excerpt).find(({ block }) => OUTSIDE.has(block.kind));
  return wrong ? `a ${wrong.block.kind} cannot stand inside of a block` : null;
}

/** With the white space up to the next item or row. */
function createRemovalEdit(
  base: ParsedDocument,
  at: Exclude<DocumentExcerpt, { kind: "blocks" }>,
): InnerEdit | string {
  if (at.kind === "words") return createWordsRemoval(base, at);
  const { block, first, beyond } = at;
  if (block.kind === "table" && first === 0) return "the head of a table stays";
  const [from, next] = [block.parts[first], block.parts[beyond]];
  const { start, end } = findPartsSpan(at);
  const before = block.parts[first - 1];
  const span = from && next ? { start, end: next.start } : { start: before?.end ?? start, end };
  return { block, span, fragments: [], remarks: [] };
}

/** Items beside items, rows beside rows; a bullet takes the form of the base's. */
function createPartInsertion(
  base: ParsedDocument,
  { block, first }: PartsExcerpt,
  { excerpt, from, names, eol }: InnerEditFit,
): InnerEdit | string {
  const isTable = block.kind === "table";
  const units = listExcerptUnits(from, excerpt);
  const isPart = excerpt.kind === "parts" && excerpt.block.kind === block.kind;
  // a paragraph beside items becomes one
  if (!isPart && (isTable || units.some(({ block: taken }) => taken.kind !== "paragraph")))
    return "only items stand beside items, and rows beside rows";
  if (isTable && (first === 0 || (excerpt.kind === "parts" && excerpt.first === 0)))
    return "the head of a table stays";
  const fragments: OutputFragment[] = [];
  let end: number | null = null;
  for (const { block: taken, at: span } of units) {
    if (end !== null)
      fragments.push(createGlueFragment(convertLineBreaks(from.text.slice(end, span.start), eol)));
    end = span.end;
    if (!isPart) {
      fragments.push(...createItemFragments(base, { block, first }, { from, taken, span, names }));
      continue;
    }
    if (isTable) {
      const row = { from, block: taken, row: span, replaced: null, names };
      const fitted = createRowFragments(base, block, row);
      if (typeof fitted === "string") return fitted;
      fragments.push(...fitted);
      continue;
    }
    const raw = renameLabels(readSpanText(from, span), names);
    const text = convertLineBreaks(copyBullet(base, block, raw), eol);
    fragments.push(createSourceFragment(from, taken, { at: span, text }));
  }
  const [before, next] = [block.parts[first - 1], block.parts[first]];
  const [one, two] = [block.parts[Math.max(0, first - 1)], block.parts[Math.max(1, first)]];
  const white = one && two ? base.text.slice(one.end, two.start) : eol;
  const gap = createGlueFragment(/^\s+$/.test(white) ? white : eol);
  const at = next?.start ?? before?.end ?? block.end;
  return {
    block,
    span: { start: at, end: at },
    fragments: next ? [...fragments, gap] : [gap, ...fragments],
    remarks: [],
  };
}

/** A paragraph as an item: with the mark of the base's, or the next number. */
function createItemFragments(
  base: ParsedDocument,
  { block, first }: Pick<PartsExcerpt, "block" | "first">,
  {
    from,
    taken,
    span,
    names,
  }: Pick<InnerEditFit, "from" | "names"> & {
    readonly taken: DocumentBlock;
    readonly span: TextSpan;
  },
): OutputFragment[] {
  const neighbour = block.parts[Math.max(0, first - 1)];
  const own = neighbour === undefined ? "" : readSpanText(base, neighbour);
  const mark = formatNextMark(splitItemMark(own, "list").mark, first > 0 ? 1 : 0) || "- ";
  const { mark: white, content } = splitItemMark(readSpanText(from, span), "paragraph");
  const text = reindentItem(renameLabels(content, names), white.length, mark.length);
  const at = findContentSpan(span, content);
  return [
    createGlueFragment(mark),
    createSourceFragment(from, taken, { at, text: convertLineBreaks(text, base.eol) }),
  ];
}

function copyBullet(base: ParsedDocument, block: DocumentBlock, item: string): string {
  const first = block.parts[0];
  const bullet = first ? /^[ \t]*([-+*])/.exec(readSpanText(base, first))?.[1] : undefined;
  return bullet === undefined ? item : item.replace(/^([ \t]*)[-+*](?=\s)/, `$1${bullet}`);
}

/** Lines of one block in the place of lines of another that is like it. */
function createLinesEdit(
  { eol }: ParsedDocument,
  { at, excerpt, from }: BlockReplacement,
  names: ReadonlyMap<string, string>,
): InnerEdit | string {
  if (at.kind !== "words" || excerpt.kind !== "words" || at.block.kind !== excerpt.block.kind)
    return "only lines can stand in the place of lines";
  const lines = readSpanText(from, excerpt.at);
  const named = at.block.kind === "list" ? renameLabels(lines, names) : lines;
  const text = convertLineBreaks(named, eol);
  const fragments = [createSourceFragment(from, excerpt.block, { at: excerpt.at, text })];
  return { block: at.block, span: at.at, fragments, remarks: [] };
}

function createRowsEdit(
  base: ParsedDocument,
  at: PartsExcerpt,
  fit: InnerEditFit,
): InnerEdit | string {
  const { excerpt, from } = fit;
  if (excerpt.kind !== "parts" || excerpt.block.kind !== "table")
    return "only rows can stand in the place of rows";
  if (at.first === 0 || excerpt.first === 0) return "the head of a table stays";
  const units = listExcerptUnits(from, excerpt);
  const isOneForOne = units.length === at.beyond - at.first;
  const fragments: OutputFragment[] = [];
  for (const [place, { block, at: row }] of units.entries()) {
    const replaced = (isOneForOne ? at.block.parts[at.first + place] : null) ?? null;
    const fitted = createRowFragments(base, at.block, {
      from,
      block,
      row,
      replaced,
      names: fit.names,
    });
    if (typeof fitted === "string") return fitted;
    if (place > 0) fragments.push(createGlueFragment(fit.eol));
    fragments.push(...fitted);
  }
  return { block: at.block, span: findPartsSpan(at), fragments, remarks: [] };
}

/** The base's marks stay; what follows them is replaced, indented as the base's items are. */
function createItemsEdit(
  base: ParsedDocument,
  at: PartsExcerpt,
  fit: InnerEditFit,
): InnerEdit | string {
  const first = at.block.parts[at.first];
  if (first === undefined) return "there is no such item";
  const { mark } = splitItemMark(readSpanText(base, first), "list");
  const { excerpt, from } = fit;
  const separate = excerpt.kind === "parts" && excerpt.block.kind === "list";
  const fragments: OutputFragment[] = [];
  let end = 0;
  for (const [place, { block, at: span }] of listExcerptUnits(from, excerpt).entries()) {
    if (excerpt.kind === "parts" && !separate) return "a row cannot stand in a list";
    const taken = splitItemMark(readSpanText(from, span), separate ? "list" : "paragraph");
    if (place > 0)
      fragments.push(
        createGlueFragment(
          separate
            ? fit.eol.repeat(countLineBreaks(from, end, span.start)) + formatNextMark(mark, place)
            : fit.eol + fit.eol + padToMark(mark),
        ),
      );
    end = span.end;
    const text = reindentItem(
      renameLabels(taken.content, fit.names),
      taken.mark.length,
      mark.length,
    );
    fragments.push(
      createSourceFragment(from, block, {
        at: findContentSpan(span, taken.content),
        text: convertLineBreaks(text, fit.eol),
      }),
    );
  }
  const span = { start: first.start + mark.length, end: findPartsSpan(at).end };
  return { block: at.block, span, fragments, remarks: ["the marks of the base's list stay"] };
}

/** Items that stand apart stay apart. */
function countLineBreaks({ text }: ParsedDocument, start: number, end: number): number {
  return Math.max(1, text.slice(start, end).split("\n").length - 1);
}

function findPartsSpan({ block, first, beyond }: PartsExcerpt): TextSpan {
  const [from, to] = [block.parts[first], block.parts[beyond - 1]];
  return { start: from?.start ?? block.start, end: to?.end ?? block.end };
}
