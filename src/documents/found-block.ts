/** A block as the readers of Markdown hand it on, before it has a number, a section and a title. */
import type { BlockKind, Span } from "./document.ts";

/** It begins where its first line begins, indentation included, and ends with its last visible character. */
export interface FoundBlock extends Span {
  readonly kind: BlockKind;
  readonly depth: number;
  /** A heading's words with their marks. */
  readonly heading: Span | null;
  readonly parts: readonly Span[];
  /** Of a list: its bullet, or what follows its numbers. Neighbours with the same one are one list. */
  readonly marker: string;
  /** Labels that are defined anywhere in it, as they are compared; a footnote's begins with `^`. */
  readonly labels: readonly string[];
}

/** A block and the line after it. */
export interface Certain {
  readonly block: FoundBlock;
  readonly next: number;
}

export const NOTHING_FOUND = {
  depth: 0,
  heading: null,
  parts: [],
  marker: "",
  labels: [],
} as const satisfies Omit<FoundBlock, "kind" | keyof Span>;

/** The same block at another place. */
export function moved(block: FoundBlock, by: number): FoundBlock {
  const move = ({ start, end }: Span): Span => ({ start: start + by, end: end + by });
  return {
    ...block,
    ...move(block),
    heading: block.heading === null ? null : move(block.heading),
    parts: block.parts.map(move),
  };
}

/** As CommonMark compares labels. */
export function sameLabel(label: string): string {
  return label
    .replace(/[\t\n\r ]+/g, " ")
    .replace(/^ | $/g, "")
    .toLowerCase()
    .toUpperCase()
    .toLowerCase();
}
