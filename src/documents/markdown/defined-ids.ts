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
const SINGLE_ID = String.raw`[A-Z]{1,5}-?\d{1,4}(?:\.\d{1,3})+[a-z]`;
const ID = String.raw`(?:[A-Z]{1,5}-?\d{1,4}(?:\.\d{1,3})*|(?:Gate|Milestone|Phase|Wave|Sprint|Stage|Option|Decision|Risk) [A-Z0-9]{1,3})`;

interface IdPatterns {
  readonly headed: RegExp;
  readonly row: RegExp;
  /** "R-004: Disk is full" in the first cell of a row. */
  readonly cell: RegExp | null;
}

function createPatterns(id: string, isCell: boolean): IdPatterns {
  const headed = `${MARKS}(${id})${MARKS}(?:[:.)|–—-]+|\\(|$)(.*)$`;
  return {
    headed: new RegExp(`^${headed}`, "s"),
    row: new RegExp(`^\\s*\\|?${MARKS}(${id})${MARKS}\\|(.*)$`, "s"),
    cell: isCell ? new RegExp(`^\\s*\\|?${headed}`, "s") : null,
  };
}

const WHOLE_CELLS = createPatterns(ID, false);
const ALL_CELLS = createPatterns(`(?:${SINGLE_ID}|${ID})`, true);

/** In the order of the text. Only what begins with an id and then says what it is. */
export function listDefinedIds(document: ParsedDocument): DefinedId[] {
  return document.blocks.flatMap((block) => listBlockIds(document, block, WHOLE_CELLS));
}

/** The same, with D1.2a, and with ids that share their cell with what they are given to. */
export function listAllDefinedIds(document: ParsedDocument): DefinedId[] {
  return document.blocks.flatMap((block) => listBlockIds(document, block, ALL_CELLS));
}

function listBlockIds(
  document: ParsedDocument,
  block: DocumentBlock,
  { headed, row, cell }: IdPatterns,
): DefinedId[] {
  const { kind, line, title } = block;
  if (kind === "heading") return readId(headed.exec(title), line, "heading");
  if (kind !== "list" && kind !== "table") return [];
  const lines = findDocumentLines(document);
  return block.parts.flatMap((part, at) => {
    const text = readSpanText(document, part);
    const own = findLineAtOffset(lines, part.start) + 1;
    if (kind === "table")
      return at === 0 ? [] : readId(row.exec(text) ?? cell?.exec(text) ?? null, own, "row");
    const item = text.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/, "");
    return readId(headed.exec(item), own, "item");
  });
}

/** The id in the first cell of a row; null where it has none. */
export function findRowId(row: string): string | null {
  return readId(WHOLE_CELLS.row.exec(row), 0, "row")[0]?.id ?? null;
}

function readId(
  found: RegExpExecArray | null,
  line: number,
  place: DefinedId["place"],
): DefinedId[] {
  const [, id = "", text = ""] = found ?? [];
  if (id === "" || isVersionName(id)) return [];
  const [first = ""] = text.replace(/^[\s:.)|–—-]+/, "").split(/\n|\|/, 1);
  return [{ id: formatIdKey(id), text: first, line, place }];
}

/** "R-4" for "R-004", "GATE A" for "Gate A"; the letter of D1.2a stays small. */
function formatIdKey(id: string): string {
  const [, own = id, part = ""] = /^(.*\d)([a-z])$/.exec(id) ?? [];
  return own.replace(/(\D)0+(?=\d)/, "$1").toUpperCase() + part;
}

/** Names of standards and versions, not of things in this document. */
const VERSIONS = /^(?:V|RFC|ISO|IPV|UTF-?|ES|HTTP|SHA-?|H|P)\d/;

export function isVersionName(id: string): boolean {
  return VERSIONS.test(id);
}
