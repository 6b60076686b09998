/** The selected paragraph and change; both are in the address. */
import type {
  MergedChange,
  MergedPiece,
  MergedSource,
  MergedView,
} from "../../../../src/protocols/merge/view/merged-view-shape.ts";

export interface DocumentSelection {
  /** Index of a piece; null where the change left no words of its own. */
  readonly piece: number | null;
  /** Place among the sources of the piece. */
  readonly part: number;
  readonly source: MergedSource | null;
  readonly change: MergedChange | null;
}

const EMPTY_SELECTION: DocumentSelection = { piece: null, part: 0, source: null, change: null };

/** Without a choice, the first words that came from elsewhere. */
export function readDocumentSelection(
  view: MergedView,
  { piece, part, change }: Readonly<Record<string, string>>,
): DocumentSelection {
  const index = parsePieceNumber(piece);
  const sources = index === null ? [] : (view.pieces[index]?.sources ?? []);
  if (index !== null && sources.length > 0)
    return selectPiece(view, index, parsePieceNumber(part) ?? 0);
  const number = parsePieceNumber(change);
  const named = view.changes.find((one) => one.number === number);
  if (named) return selectChange(view, named);
  const first = view.pieces.findIndex((one) => listPieceChanges(one).length > 0);
  return first === -1
    ? EMPTY_SELECTION
    : selectPiece(view, first, findChangedPart(view.pieces[first]));
}

function selectPiece(view: MergedView, piece: number, wanted: number): DocumentSelection {
  const sources = view.pieces[piece]?.sources ?? [];
  const part = wanted < sources.length ? wanted : 0;
  const source = sources[part] ?? null;
  const change = view.changes.find(({ number }) => number === source?.change) ?? null;
  return { piece, part, source, change };
}

function selectChange(view: MergedView, change: MergedChange): DocumentSelection {
  const piece = view.pieces.findIndex((one) => listPieceChanges(one).includes(change.number));
  if (piece === -1) return { ...EMPTY_SELECTION, change };
  const { sources } = view.pieces[piece] ?? { sources: [] };
  const part = sources.findIndex((source) => source.change === change.number);
  return { piece, part, source: sources[part] ?? null, change };
}

function listPieceChanges({ sources }: MergedPiece): number[] {
  return sources.flatMap(({ change }) => change ?? []);
}

function findChangedPart(piece: MergedPiece | undefined): number {
  return Math.max(0, piece?.sources.findIndex(({ change }) => change !== null) ?? 0);
}

function parsePieceNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : null;
}

/** The next paragraph with words, or the one before; stays at either end. */
export function findAdjacentPiece(
  { pieces }: MergedView,
  from: number | null,
  by: 1 | -1,
): number | null {
  for (let at = (from ?? -1) + by; at >= 0 && at < pieces.length; at += by) {
    if ((pieces[at]?.sources.length ?? 0) > 0) return at;
  }
  return from;
}

/** Adjacent words of one source are described once: items that one change brought are one part. */
export interface SourcePart {
  readonly index: number;
  readonly source: MergedSource;
}

export function listSourceParts({ sources }: MergedPiece): SourcePart[] {
  const parts: SourcePart[] = [];
  for (const [index, source] of sources.entries()) {
    const last = parts.at(-1)?.source;
    const same =
      last?.variant === source.variant &&
      last.change === source.change &&
      last.place === source.place;
    if (!same) parts.push({ index, source });
  }
  return parts;
}

/** The document, or without the comments that say where each part comes from. */
export function formatDocumentText(
  { pieces }: MergedView,
  { comments }: { comments: boolean },
): string {
  return pieces
    .filter(({ sources, text }) => comments || sources.length > 0 || text.trim() === "")
    .map(({ text }) => text)
    .join("");
}
