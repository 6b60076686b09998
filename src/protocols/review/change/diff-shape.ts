/** A change as a unified diff states it: files, hunks and lines with their numbers on both sides. */

export type LineSide = "old" | "new";

export interface DiffLine {
  readonly sign: " " | "+" | "-";
  /** Null where the line is not on that side. */
  readonly old: number | null;
  readonly new: number | null;
  /** Without its sign and line feed; a carriage return stays. */
  readonly text: string;
}

export interface DiffHunk {
  readonly lines: readonly DiffLine[];
}

export const FILE_STATUSES = ["changed", "added", "deleted", "renamed", "copied", "mode"] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

export interface DiffFile {
  /** Where it is after the change; of a deleted file, where it was. */
  readonly path: string;
  /** Where it was before; the same unless it was renamed or copied. */
  readonly oldPath: string;
  readonly status: FileStatus;
  readonly isBinary: boolean;
  readonly isSubmodule: boolean;
  readonly hunks: readonly DiffHunk[];
}

export function countChangedLines({ hunks }: Pick<DiffFile, "hunks">): {
  readonly added: number;
  readonly removed: number;
} {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    added: lines.filter(({ sign }) => sign === "+").length,
    removed: lines.filter(({ sign }) => sign === "-").length,
  };
}
