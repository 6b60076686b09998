/** A document as it was written: the complete text, with its structure as offsets into it. */

export type BlockKind =
  | "front-matter"
  | "heading"
  | "paragraph"
  | "list"
  | "table"
  | "code"
  | "html"
  | "quote"
  | "footnote"
  | "definition"
  | "rule";

/** A position: `text.slice(start, end)`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A block of the top level; the white space between blocks belongs to none. */
export interface DocumentBlock extends TextSpan {
  readonly index: number;
  readonly kind: BlockKind;
  /** Counted from 1. */
  readonly line: number;
  /** Level of a heading, 1 to 6; 0 for every other block. */
  readonly depth: number;
  /** A heading's words without its marks; empty for every other block. */
  readonly title: string;
  /** The section it belongs to; a heading belongs to the section it opens. */
  readonly section: number;
  /** Items of a list (of its top level), rows of a table (the head first); else empty. */
  readonly parts: readonly TextSpan[];
}

/** A heading and its content. Section 0 is what comes before the first heading, and has no title. */
export interface DocumentSection extends TextSpan {
  readonly index: number;
  readonly depth: number;
  readonly title: string;
  /** Place in the outline: "3.2" is the second part of the third; "0" for section 0. */
  readonly number: string;
  readonly parent: number | null;
  readonly children: readonly number[];
  /** Its own blocks, heading first, without those of its subsections: `blocks.slice(first, beyond)`. */
  readonly first: number;
  readonly beyond: number;
  /** Where its first subsection begins; `end` where it has none. `end` is where the next section begins. */
  readonly ownEnd: number;
}

export interface ParsedDocument {
  /** Counted from 1, in the order of input. */
  readonly variant: number;
  /** What people read: "A", "B"… */
  readonly label: string;
  /** File name, or who wrote it; plain, on one line. */
  readonly name: string;
  readonly format: "markdown" | "text";
  /** Exactly as read, byte order mark included. */
  readonly text: string;
  readonly eol: "\n" | "\r\n";
  readonly blocks: readonly DocumentBlock[];
  readonly sections: readonly DocumentSection[];
}

export function formatVariantLabel(variant: number): string {
  return String.fromCharCode(64 + variant);
}

export function readSpanText(
  { text }: Pick<ParsedDocument, "text">,
  { start, end }: TextSpan,
): string {
  return text.slice(start, end);
}

export function containsSpan(outer: TextSpan, inner: TextSpan): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
