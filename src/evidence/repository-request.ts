/** What a debate has code look up in a repository, and what comes back: the contract of both sides. */
import * as z from "zod";

/** What a participant can ask for, beside nothing. */
export const WANTED_KINDS = ["file", "folder", "search", "regex"] as const;

/** Requests of one participant beyond this number are refused. */
export const MOST_REQUESTS = 12;
/** Longer words are not searched for. */
export const LONGEST_PATTERN = 100;

export interface WantedFile {
  readonly kind: (typeof WANTED_KINDS)[number];
  /** `path` or `path:10-80`, a folder, words, or a regular expression. */
  readonly what: string;
  /** Where to search; empty for everywhere. */
  readonly within: string;
}

/** Null stands for the working tree. */
export type WantedRevision = string | null;

export interface RepositoryIndexRequest {
  readonly kind: "repository-index";
  readonly revision: WantedRevision;
  /** Paths whose folders are listed first where not all of them can be. */
  readonly near?: readonly string[];
}

export interface RepositoryFilesRequest {
  readonly kind: "repository-files";
  readonly revision: WantedRevision;
  /** The commit of the index, so that another checkout is never read in its place. */
  readonly commit: string | null;
  /** By participant, in the order of their seats. */
  readonly wanted: readonly (readonly WantedFile[])[];
  readonly bytes: number;
  readonly bytesEach: number;
  /** Ids are `<prefix>-1`, `<prefix>-2`…; the summary is called `summary`. */
  readonly prefix: string;
  readonly summary: string;
  /** What was given before. */
  readonly given: readonly GivenPiece[];
}

export type RepositoryRequest = RepositoryIndexRequest | RepositoryFilesRequest;

const piece = z.object({
  id: z.string(),
  kind: z.enum(["lines", "folder", "search"]),
  /** A path, a folder, or what was searched for. */
  what: z.string(),
  /** Lines counted from 1; 0 where it is no file. */
  from: z.int(),
  to: z.int(),
  /** Lines of the whole file, or lines found. */
  of: z.int(),
  bytes: z.int(),
  /** Secrets that were taken out. */
  redacted: z.int(),
});

/** A source that came from the repository. */
export type GivenPiece = z.infer<typeof piece>;

export const RepositoryIndexAnswer = z.object({
  /** Null where nothing was committed yet. */
  commit: z.string().nullable(),
  files: z.int(),
  /** The tree as participants are shown it. */
  tree: z.string(),
});
export type RepositoryIndexAnswer = z.infer<typeof RepositoryIndexAnswer>;

export const RepositoryFilesAnswer = z.object({
  commit: z.string().nullable(),
  given: z.array(piece),
  refused: z.array(z.object({ what: z.string(), why: z.string() })),
});
export type RepositoryFilesAnswer = z.infer<typeof RepositoryFilesAnswer>;

/** "lines 10-80 of 300", "all 40 lines", "3 lines". */
export function describePieceExtent({ kind, from, to, of }: GivenPiece): string {
  if (kind !== "lines") return of === 1 ? "1 line" : `${of} lines`;
  if (from === 1 && to === of) return of === 1 ? "its one line" : `all ${of} lines`;
  return from === to ? `line ${from} of ${of}` : `lines ${from}-${to} of ${of}`;
}

/** Whole pieces of state in words: "the working tree on commit 3d74f716". */
export function describeReadState(revision: WantedRevision, commit: string | null): string {
  const short = commit?.slice(0, 12) ?? "";
  if (revision !== null) return `commit ${short}`;
  return commit === null ? "the working tree" : `the working tree on commit ${short}`;
}
