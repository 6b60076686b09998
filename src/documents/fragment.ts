/** A run of the output before it has a place there: words of one document, or glue between such. */
import type { Block, Document, Span } from "./document.ts";
import type { Piece } from "./merged.ts";

export interface Fragment {
  readonly text: string;
  readonly from: Piece["from"];
}

export function glue(text: string): Fragment {
  return { text, from: null };
}

/** Words of a document; `text` is what they have become. */
export function wordsFrom(
  { variant }: Document,
  { section }: Pick<Block, "section">,
  { at, text }: { at: Span; text: string },
): Fragment {
  return { text, from: { variant, section, at } };
}

export function textOfAll(fragments: readonly Fragment[]): string {
  return fragments.map(({ text }) => text).join("");
}

/** With the line breaks of another document. */
export function withEol(text: string, eol: Document["eol"]): string {
  return /[\r\n]/.test(text) ? text.replace(/\r\n|[\r\n]/g, eol) : text;
}
