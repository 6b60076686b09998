/** A38: changes of words inside a paragraph, an item or a cell. */
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
} from "../document.ts";
import type { DocumentExcerpt } from "../markdown/document-excerpt.ts";
import { renameLabels } from "../markdown/link-labels.ts";
import { findContentSpan, splitItemMark } from "./item-marks.ts";
import {
  type OutputFragment,
  createGlueFragment,
  createSourceFragment,
} from "./output-fragment.ts";
import { listExcerptUnits } from "./taken-blocks.ts";

export interface InnerEdit {
  readonly block: DocumentBlock;
  readonly span: TextSpan;
  readonly fragments: readonly OutputFragment[];
  readonly remarks: readonly string[];
}

export interface InnerEditFit {
  readonly eol: ParsedDocument["eol"];
  readonly names: ReadonlyMap<string, string>;
  readonly from: ParsedDocument;
  readonly excerpt: DocumentExcerpt;
}

/** Between two words that stay, one space is enough, and before the first there is none. */
export function createWordsRemoval(
  { text }: ParsedDocument,
  { block, at }: Extract<DocumentExcerpt, { kind: "words" }>,
): InnerEdit {
  let { start, end } = at;
  if (start === block.start || /\s/.test(text.charAt(start - 1))) {
    while (end < block.end && /[ \t]/.test(text.charAt(end))) end++;
    const isLast = end === at.end && /^(?:[\r\n]|$)/.test(text.slice(end, block.end));
    if (isLast) start -= /[ \t]*$/.exec(text.slice(block.start, start))?.[0].length ?? 0;
  }
  return { block, span: { start, end }, fragments: [], remarks: [] };
}

/** A bar begins another cell. */
function breaksCell(words: string): boolean {
  return /(?<!\\)\|/.test(words);
}

/** On one line: a line break could begin something else. */
export function createWordsEdit(
  base: ParsedDocument,
  { block, at }: Extract<DocumentExcerpt, { kind: "words" }>,
  fit: InnerEditFit,
): InnerEdit | string {
  const { from, excerpt } = fit;
  const units = listExcerptUnits(from, excerpt);
  const isCell = (taken: DocumentBlock): boolean =>
    taken.kind === "table" &&
    excerpt.kind === "words" &&
    !breaksCell(readSpanText(from, excerpt.at));
  if (
    units.some(({ block: taken }) => !["paragraph", "list"].includes(taken.kind) && !isCell(taken))
  )
    return "only words can stand in the place of words";
  if (block.kind === "table" && units.some((unit) => breaksCell(readSpanText(from, unit.at))))
    return "the words would break the row that they are put into";
  const fragments: OutputFragment[] = [];
  for (const { block: taken, at: span } of units) {
    if (fragments.length > 0) fragments.push(createGlueFragment(" "));
    const { content } = splitItemMark(readSpanText(fit.from, span), taken.kind);
    const text = renameLabels(content, fit.names).replace(/[ \t]*(?:\r\n|[\r\n])[ \t]*/g, " ");
    fragments.push(
      createSourceFragment(fit.from, taken, { at: findContentSpan(span, content), text }),
    );
  }
  if (at.start !== at.end) return { block, span: at, fragments, remarks: [] };
  const [before, next] = [base.text.charAt(at.start - 1), base.text.charAt(at.start)];
  const isFirst = /^\s?$/.test(before);
  const glue = (isApart: boolean): OutputFragment[] => (isApart ? [] : [createGlueFragment(" ")]);
  const apart = [
    ...glue(isFirst),
    ...fragments,
    // marks of emphasis and code open what follows the beginning, and close what they follow
    ...glue(isFirst ? /^\s?$/.test(next) : !/[\p{L}\p{N}]/u.test(next)),
  ];
  return { block, span: at, fragments: apart, remarks: [] };
}
