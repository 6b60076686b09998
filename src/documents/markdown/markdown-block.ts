/** A parsed Markdown block before it has a number, a section and a title. */
import type { BlockKind, TextSpan } from "../document.ts";

/** It begins where its first line begins, indentation included, and ends with its last visible character. */
export interface MarkdownBlock extends TextSpan {
  readonly kind: BlockKind;
  readonly depth: number;
  /** A heading's words with their marks. */
  readonly heading: TextSpan | null;
  readonly parts: readonly TextSpan[];
  /** Of a list: its bullet, or what follows its numbers. Neighbours with the same one are one list. */
  readonly marker: string;
  /** Labels that are defined anywhere in it, as they are compared; a footnote's begins with `^`. */
  readonly labels: readonly string[];
}

/** A block and the line after it. */
export interface FastBlock {
  readonly block: MarkdownBlock;
  readonly next: number;
}

export const NOTHING_FOUND = {
  depth: 0,
  heading: null,
  parts: [],
  marker: "",
  labels: [],
} as const satisfies Omit<MarkdownBlock, "kind" | keyof TextSpan>;

/** The same block at another place. */
export function shiftBlock(block: MarkdownBlock, by: number): MarkdownBlock {
  const move = ({ start, end }: TextSpan): TextSpan => ({ start: start + by, end: end + by });
  return {
    ...block,
    ...move(block),
    heading: block.heading === null ? null : move(block.heading),
    parts: block.parts.map(move),
  };
}

/** As CommonMark compares labels. */
export function normalizeLabel(label: string): string {
  return label
    .replace(/[\t\n\r ]+/g, " ")
    .replace(/^ | $/g, "")
    .toLowerCase()
    .toUpperCase()
    .toLowerCase();
}
