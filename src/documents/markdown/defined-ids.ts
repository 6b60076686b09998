/** Ids that a document gives to things: `R-001` in a heading, `M1` at the head of an item, `Gate A` in a first cell. */
import { type DocumentBlock, type ParsedDocument, readSpanText } from "../document.ts";
import { findDocumentLines, findLineAtOffset } from "./text-lines.ts";

export interface DefinedId {
  /** Upper case, without zeros before its number. */
  readonly id: string;
  /** What it is given to, in the words behind it. */
  readonly text: string;
  readonly line: number;
  /** The same id in a table and in a heading is one thing in two forms. */
  readonly place: "heading" | "item" | "row";
}

const MARKS = String.raw`[\s>*_~\[\]]*`;
const ID = String.raw`(?:[A-Z]{1,5}-?\d{1,4}(?:\.\d{1,3})*|(?:Gate|Milestone|Phase|Wave|Sprint|Stage|Option|Decision|Risk) [A-Z0-9]{1,3})`;
const HEADED = new RegExp(`^${MARKS}(${ID})${MARKS}(?:[:.)|–—-]+|\\(|$)(.*)$`, "s");
const ROW = new RegExp(`^\\s*\\|?${MARKS}(${ID})${MARKS}\\|(.*)$`, "s");

/** In the order of the text. Only what begins with an id and then says what it is. */
export function listDefinedIds(document: ParsedDocument): DefinedId[] {
  return document.blocks.flatMap((block) => listBlockIds(document, block));
}

function listBlockIds(document: ParsedDocument, block: DocumentBlock): DefinedId[] {
  const { kind, line, title } = block;
  if (kind === "heading") return readId(HEADED.exec(title), line, "heading");
  if (kind !== "list" && kind !== "table") return [];
  const lines = findDocumentLines(document);
  return block.parts.flatMap((part, at) => {
    const text = readSpanText(document, part);
    const own = findLineAtOffset(lines, part.start) + 1;
    if (kind === "table") return at === 0 ? [] : readId(ROW.exec(text), own, "row");
    const item = text.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/, "");
    return readId(HEADED.exec(item), own, "item");
  });
}

/** The id in the first cell of a row; null where it has none. */
export function findRowId(row: string): string | null {
  return readId(ROW.exec(row), 0, "row")[0]?.id ?? null;
}

function readId(
  found: RegExpExecArray | null,
  line: number,
  place: DefinedId["place"],
): DefinedId[] {
  const [, id = "", text = ""] = found ?? [];
  if (id === "" || VERSIONS.test(id)) return [];
  const [first = ""] = text.replace(/^[\s:.)|–—-]+/, "").split(/\n|\|/, 1);
  return [{ id: id.replace(/(\D)0+(?=\d)/, "$1").toUpperCase(), text: first, line, place }];
}

/** Names of standards and versions, not of things in this document. */
const VERSIONS = /^(?:V|RFC|ISO|IPV|UTF-?|ES|HTTP|SHA-?|H|P)\d/;
