/** K21: quoted words, cut into the paragraphs, items and rows that they are or stand in. */
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
} from "../../../documents/document.ts";

export interface PassagePiece {
  readonly document: ParsedDocument;
  readonly kind: "paragraph" | "item" | "row" | "other";
  readonly block: DocumentBlock;
  readonly section: number;
  /** The whole paragraph, item or row. */
  readonly unit: TextSpan;
  /** What of it was quoted. */
  readonly words: TextSpan;
  /** Only marks of Markdown, or a full stop, are missing. */
  readonly isWhole: boolean;
}

/** Words of another draft that are a whole list and more: the list comes as it is. */
export function cutIntoBlocks(document: ParsedDocument, quote: TextSpan): PassagePiece[] {
  const pieces = cutIntoPieces(document, quote);
  const isMore = new Set(pieces.map(({ block }) => block)).size > 1;
  return pieces.flatMap((piece, at): PassagePiece[] => {
    const { block, kind } = piece;
    const own = pieces.filter((one) => one.block === block);
    const isWhole = own.length === block.parts.length && own.every((one) => one.isWhole);
    if (!isMore || kind !== "item" || !isWhole) return [piece];
    if (pieces[at - 1]?.block === block) return [];
    return [{ ...piece, kind: "other", unit: block, words: block }];
  });
}

/** In their order. The head of a table, headings and thematic breaks are no pieces: they stay where they are. */
export function cutIntoPieces(document: ParsedDocument, quote: TextSpan): PassagePiece[] {
  const blocks = document.blocks.filter(
    (block) => block.kind !== "heading" && block.kind !== "rule" && touches(block, quote),
  );
  return blocks.flatMap((block) =>
    listUnits(block)
      .filter((unit) => touches(unit, quote))
      .map((unit): PassagePiece => {
        const [start, end] = [Math.max(unit.start, quote.start), Math.min(unit.end, quote.end)];
        const before = document.text.slice(unit.start, start);
        const isWhole = OPENING.test(before) && CLOSING.test(document.text.slice(end, unit.end));
        const words = isWhole ? unit : { start, end };
        const { section } = block;
        return { document, kind: nameKind(block), block, section, unit, words, isWhole };
      })
      .filter(({ words }) => readSpanText(document, words).trim() !== ""),
  );
}

function touches(a: TextSpan, b: TextSpan): boolean {
  return a.start < b.end && b.start < a.end;
}

const OPENING = /^[\s|>*_`#+-]*(?:\d{1,9}[.)]\s*)?(?:\[[ xX]\]\s*)?[\s*_`]*$/;
const CLOSING = /^[\s|.,;*_`"'”’]*$/;

function listUnits(block: DocumentBlock): readonly TextSpan[] {
  if (block.kind === "table") return block.parts.slice(1);
  return block.kind === "list" && block.parts.length > 0 ? block.parts : [block];
}

function nameKind({ kind, parts }: DocumentBlock): PassagePiece["kind"] {
  if (kind === "table") return "row";
  if (kind === "list") return parts.length > 0 ? "item" : "other";
  return kind === "paragraph" ? "paragraph" : "other";
}
