/**
 * L1: splits what is shown into parts that a reviewer can read, so that every changed line of a shown file is in one
 * part. Files stay together where they fit, then hunks; only a hunk that is longer than a part is cut, between lines.
 */
import type { ChangedFile } from "./change.ts";
import type { DiffLine } from "./diff-shape.ts";

/** Lines of one file that are shown together. */
export interface ShownPiece {
  readonly file: ChangedFile;
  readonly lines: readonly DiffLine[];
  /** It does not follow directly on the piece before it. */
  readonly isApart: boolean;
}

export interface ChangePart {
  /** Counted from 1. */
  readonly number: number;
  readonly pieces: readonly ShownPiece[];
}

/** Numbers and a sign before every line. */
const LINE_OVERHEAD = 12;
/** The line that names a file, and its marker. */
const FILE_OVERHEAD = 120;

export function splitChange(files: readonly ChangedFile[], mostBytes: number): ChangePart[] {
  const parts: ShownPiece[][] = [];
  let open: ShownPiece[] = [];
  let room = mostBytes;
  const close = (): void => {
    if (open.length > 0) parts.push(open);
    open = [];
    room = mostBytes;
  };
  for (const file of files.filter(({ hidden }) => hidden === null)) {
    const pieces = listPieces(file, mostBytes);
    const whole = pieces.reduce((sum, piece) => sum + measurePiece(piece), 0);
    if (whole > room && whole <= mostBytes) close();
    for (const piece of pieces) {
      const size = measurePiece(piece);
      if (size > room) close();
      open.push(piece);
      room -= size;
    }
  }
  close();
  return parts.map((pieces, at) => ({ number: at + 1, pieces }));
}

function listPieces(file: ChangedFile, mostBytes: number): ShownPiece[] {
  if (file.hunks.length === 0) return [{ file, lines: [], isApart: false }];
  return file.hunks.flatMap(({ lines }) =>
    cutLines(lines, mostBytes - FILE_OVERHEAD).map((cut, at) => ({
      file,
      lines: cut,
      isApart: at === 0,
    })),
  );
}

function cutLines(lines: readonly DiffLine[], mostBytes: number): (readonly DiffLine[])[] {
  const cuts: DiffLine[][] = [];
  let size = Infinity;
  for (const line of lines) {
    const bytes = measureLine(line);
    if (size + bytes > mostBytes) {
      cuts.push([]);
      size = 0;
    }
    cuts.at(-1)?.push(line);
    size += bytes;
  }
  return cuts;
}

function measurePiece({ lines }: ShownPiece): number {
  return FILE_OVERHEAD + lines.reduce((sum, line) => sum + measureLine(line), 0);
}

/** A letter is at most three bytes of a string's length; that is close enough to choose a cut. */
function measureLine({ text }: DiffLine): number {
  return text.length + LINE_OVERHEAD;
}
