/** A piece of output before it has a position: words of one document, or glue between them. */
import type { DocumentBlock, ParsedDocument, TextSpan } from "../document.ts";
import type { OutputPiece } from "./merge-result.ts";

export interface OutputFragment {
  readonly text: string;
  readonly from: OutputPiece["from"];
}

export function createGlueFragment(text: string): OutputFragment {
  return { text, from: null };
}

/** Words of a document; `text` is what they have become. */
export function createSourceFragment(
  { variant }: ParsedDocument,
  { section }: Pick<DocumentBlock, "section">,
  { at, text }: { at: TextSpan; text: string },
): OutputFragment {
  return { text, from: { variant, section, at } };
}

export function joinFragmentTexts(fragments: readonly OutputFragment[]): string {
  return fragments.map(({ text }) => text).join("");
}

/** With the line breaks of another document. */
export function convertLineBreaks(text: string, eol: ParsedDocument["eol"]): string {
  return /[\r\n]/.test(text) ? text.replace(/\r\n|[\r\n]/g, eol) : text;
}
