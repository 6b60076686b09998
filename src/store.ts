/** CONTRACT: where journals are kept. */
import type { DebateSummary } from "./domain/journal/summary.ts";

export interface JournalLine {
  readonly sequence: number;
  /** The event as one line of JSON, hash included; these very bytes are exported. */
  readonly line: string;
}

/** The right to drive one debate. */
export interface Lease {
  readonly debate: string;
  readonly token: string;
  /** How many lines the journal had when this was taken, where the store knows it without looking. */
  readonly lines?: number;
}

/** A summary, and whether a live process runs the debate now. */
export type ListedDebate = DebateSummary & { readonly held: boolean };

export interface ListQuery {
  readonly limit?: number;
  readonly search?: string;
  readonly status?: DebateSummary["status"];
  /** Called for each debate that is left out because neither its summary nor its journal can be read. */
  readonly onUnreadable?: (debate: string, why: string) => void;
}

export interface Store {
  /**
   * Appends lines at the expected position, all or none, and stores the summary with them. Durable when it resolves.
   * Rejects with `store-conflict` if someone else was first, and with `store-lease-lost` if a given lease is no longer
   * valid. A function is called at most once, when its turn to be written has come, so that it includes what was
   * recorded while it waited.
   */
  append(addition: JournalAddition | (() => JournalAddition)): Promise<void>;
  /** Lines from a sequence number on; empty for an unknown debate. */
  read(debate: string, from?: number): Promise<readonly JournalLine[]>;
  /** Existing and future lines; ends when the signal aborts. Sees other processes' lines too. */
  watch(debate: string, from: number, signal: AbortSignal): AsyncIterable<JournalLine>;
  /** Rejects with `store-lease-held` while another owner's lease has not expired. */
  lease(debate: string, ttlMs: number): Promise<Lease>;
  /** Extends a lease; rejects with `store-lease-lost` when someone took it over. */
  renew(lease: Lease, ttlMs: number): Promise<void>;
  release(lease: Lease): Promise<void>;
  /** Newest first. A summary that cannot be read is worked out again from its journal. `search` matches words of the id, the question and what came of it (`gist`). */
  list(query?: ListQuery): Promise<readonly ListedDebate[]>;
  /** Keeps a text under its SHA-256. */
  putBlob(sha256: string, text: string): Promise<void>;
  blob(sha256: string): Promise<string | undefined>;
  /** Keeps a signature beside a journal, once; the journal's own lines stay as they are. */
  keepSignature(debate: string, signature: string): Promise<void>;
  /** In the order in which they were kept. */
  signatures(debate: string): Promise<readonly string[]>;
  /** Left out by stores that keep no figures. */
  readonly figures?: FigureCache;
  close(): Promise<void>;
}

/** What was computed from whole journals, kept so that it is computed once. */
export interface FigureCache {
  /** By debate; those of other rules, and of journals that have grown since, are left out. */
  read(rules: string): Promise<ReadonlyMap<string, string>>;
  keep(rules: string, computed: readonly JournalFigures[]): Promise<void>;
}

export interface JournalFigures {
  readonly debate: string;
  /** How many events the journal had. */
  readonly events: number;
  readonly text: string;
}

export interface JournalAddition {
  readonly debate: string;
  /** Sequence number of the first line. */
  readonly expected: number;
  readonly lines: readonly string[];
  /** Null where the lines change nothing in it; never with the first line. */
  readonly summary: DebateSummary | null;
  readonly lease?: Lease;
  readonly blobs?: readonly { readonly sha256: string; readonly text: string }[];
}
