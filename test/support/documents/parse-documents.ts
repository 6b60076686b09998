/** Documents of a test, parsed as the real ones are. */
import type { ParsedDocument } from "../../../src/documents/document.ts";
import { parseDocument } from "../../../src/documents/markdown/parse-document.ts";
import { createEventLoopYielder } from "../../../src/documents/yield-to-event-loop.ts";

/** A variant out of its lines; the first is variant 1. */
export function parseTestDocument(text: string, variant = 1): Promise<ParsedDocument> {
  const name = `${String.fromCharCode(96 + variant)}.md`;
  return parseDocument({ variant, name, text, format: "markdown" }, createEventLoopYielder());
}

export function parseTestDocuments(...texts: readonly string[]): Promise<ParsedDocument[]> {
  return Promise.all(texts.map((text, place) => parseTestDocument(text, place + 1)));
}

export function parsePlainDocuments(...texts: readonly string[]): Promise<ParsedDocument[]> {
  return Promise.all(
    texts.map((text, place) =>
      parseDocument(
        { variant: place + 1, name: `${place + 1}.txt`, text, format: "text" },
        createEventLoopYielder(),
      ),
    ),
  );
}
