/** Changes inside of one block of the base: items of a list, rows of a table, words of a paragraph (A38). */
import { type Block, type Document, type Span, textOf } from "./document.ts";
import type { Excerpt } from "./excerpt.ts";
import { type Fragment, glue, withEol, wordsFrom } from "./fragment.ts";
import { renamed } from "./labels.ts";
import { unitsOf } from "./taken-blocks.ts";
import type { Replacement } from "./taking.ts";

export interface InnerEdit {
  readonly block: Block;
  readonly span: Span;
  readonly fragments: readonly Fragment[];
  readonly remarks: readonly string[];
}

/** The edit, or why it cannot be made. */
export function innerEdit(
  base: Document,
  replacement: Replacement,
  names: ReadonlyMap<string, string>,
): InnerEdit | string {
  const { at, from } = replacement;
  if (at.kind === "blocks") return "it replaces whole blocks";
  const excerpt = asItems(from, replacement.excerpt);
  const fit = { eol: base.eol, names, from, excerpt };
  const wrong = unfit(from, excerpt);
  if (wrong !== null) return wrong;
  if (at.kind === "words") return wordsEdit(at, fit);
  return at.block.kind === "table" ? rowsEdit(base, at, fit) : itemsEdit(base, at, fit);
}

/** A whole list is all of its items. */
function asItems({ blocks }: Document, excerpt: Excerpt): Excerpt {
  if (excerpt.kind !== "blocks" || excerpt.beyond - excerpt.first !== 1) return excerpt;
  const block = blocks[excerpt.first];
  if (block?.kind !== "list" || block.parts.length === 0) return excerpt;
  return { kind: "parts", block, first: 0, beyond: block.parts.length };
}

interface Fit {
  readonly eol: Document["eol"];
  readonly names: ReadonlyMap<string, string>;
  readonly from: Document;
  readonly excerpt: Excerpt;
}

type Parts = Extract<Excerpt, { kind: "parts" }>;

const OUTSIDE = new Set<Block["kind"]>([
  "heading",
  "definition",
  "footnote",
  "front-matter",
  "rule",
  "html",
]);

function unfit(from: Document, excerpt: Excerpt): string | null {
  const wrong = unitsOf(from, excerpt).find(({ block }) => OUTSIDE.has(block.kind));
  return wrong ? `a ${wrong.block.kind} cannot stand inside of a block` : null;
}

/** On one line: a line break could begin something else. */
function wordsEdit(
  { block, at }: Extract<Excerpt, { kind: "words" }>,
  fit: Fit,
): InnerEdit | string {
  const units = unitsOf(fit.from, fit.excerpt);
  if (units.some(({ block: taken }) => taken.kind !== "paragraph" && taken.kind !== "list")) {
    return "only words can stand in the place of words";
  }
  const fragments: Fragment[] = [];
  for (const { block: taken, at: span } of units) {
    if (fragments.length > 0) fragments.push(glue(" "));
    const { content } = itemOf(textOf(fit.from, span), taken.kind);
    const text = renamed(content, fit.names).replace(/[ \t]*(?:\r\n|[\r\n])[ \t]*/g, " ");
    fragments.push(wordsFrom(fit.from, taken, { at: contentAt(span, content), text }));
  }
  return { block, span: at, fragments, remarks: [] };
}

function rowsEdit(base: Document, at: Parts, fit: Fit): InnerEdit | string {
  const { excerpt, from } = fit;
  if (excerpt.kind !== "parts" || excerpt.block.kind !== "table")
    return "only rows can stand in the place of rows";
  if (at.first === 0 || excerpt.first === 0) return "the head of a table stays";
  const columns = cellsIn(textOf(base, at.block.parts[0] ?? at.block));
  const fragments: Fragment[] = [];
  for (const { block, at: span } of unitsOf(from, excerpt)) {
    const text = renamed(textOf(from, span), fit.names).trimStart();
    if (cellsIn(text) !== columns) return "the rows have another number of cells";
    if (fragments.length > 0) fragments.push(glue(fit.eol));
    fragments.push(wordsFrom(from, block, { at: span, text }));
  }
  return { block: at.block, span: spanOf(at), fragments, remarks: [] };
}

function cellsIn(row: string): number {
  return row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/).length;
}

/** The base's marks stay; what follows them is replaced, indented as the base's items are. */
function itemsEdit(base: Document, at: Parts, fit: Fit): InnerEdit | string {
  const first = at.block.parts[at.first];
  if (first === undefined) return "there is no such item";
  const { mark } = itemOf(textOf(base, first), "list");
  const { excerpt, from } = fit;
  const separate = excerpt.kind === "parts" && excerpt.block.kind === "list";
  const fragments: Fragment[] = [];
  for (const [place, { block, at: span }] of unitsOf(from, excerpt).entries()) {
    if (excerpt.kind === "parts" && !separate) return "a row cannot stand in a list";
    const taken = itemOf(textOf(from, span), separate ? "list" : "paragraph");
    if (place > 0)
      fragments.push(
        glue(separate ? fit.eol + following(mark, place) : fit.eol + fit.eol + pad(mark)),
      );
    const text = indented(renamed(taken.content, fit.names), taken.mark.length, mark.length);
    fragments.push(
      wordsFrom(from, block, { at: contentAt(span, taken.content), text: withEol(text, fit.eol) }),
    );
  }
  const span = { start: first.start + mark.length, end: spanOf(at).end };
  return { block: at.block, span, fragments, remarks: ["the marks of the base's list stay"] };
}

function spanOf({ block, first, beyond }: Parts): Span {
  const [from, to] = [block.parts[first], block.parts[beyond - 1]];
  return { start: from?.start ?? block.start, end: to?.end ?? block.end };
}

function contentAt({ end }: Span, content: string): Span {
  return { start: end - content.length, end };
}

const MARK = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|(?=[\r\n]|$))/;

/** An item's mark with the white space around it, and what follows. */
function itemOf(text: string, kind: Block["kind"]): { mark: string; content: string } {
  const mark = kind === "list" ? (MARK.exec(text)?.[0] ?? "") : (/^[ \t]*/.exec(text)?.[0] ?? "");
  return { mark, content: text.slice(mark.length) };
}

/** Bullets repeat, numbers count on. */
function following(mark: string, place: number): string {
  return mark.replace(/\d+/, (number) => String(Number(number) + place));
}

function pad(mark: string): string {
  return " ".repeat(mark.length);
}

/** Lines after the first one move as far as the first one does. */
function indented(text: string, before: number, after: number): string {
  if (!/[\r\n]/.test(text)) return text;
  return text.replace(/(\r\n|[\r\n])([ \t]*)(?=[^\r\n])/g, (_, eol: string, white: string) => {
    const columns = white.replaceAll("\t", "    ").length;
    return eol + " ".repeat(Math.max(0, columns < before ? columns : columns - before + after));
  });
}
