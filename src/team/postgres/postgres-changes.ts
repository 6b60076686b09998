/** What a group of changes does to its debates: checked one after another, before anything is written. */
import type { DebateSummary } from "../../domain/journal/summary.ts";
import {
  createConflictError,
  createLeaseHeldError,
  createLeaseLostError,
  type StoreError,
} from "../../errors.ts";
import type { JournalAddition, Lease } from "../../store.ts";

export type StoreChange =
  | { readonly kind: "append"; readonly addition: JournalAddition }
  | { readonly kind: "take" | "renew"; readonly lease: Lease; readonly ttlMs: number }
  | { readonly kind: "release"; readonly lease: Lease }
  | { readonly kind: "keep"; readonly sha256: string; readonly text: string };

/** The state of a debate: what the database says, and then what the group has changed so far. */
export interface DebateWriteState {
  next: number;
  token: string | null;
  held: boolean;
}

/** What is to be written, all of it or nothing. */
export interface WriteDraft {
  readonly lines: { readonly debate: string; readonly sequence: number; readonly line: string }[];
  readonly texts: Map<string, string>;
  readonly summaries: Map<string, DebateSummary>;
  /** The lease a debate has afterwards, or null. */
  readonly leases: Map<string, { readonly token: string; readonly ttlMs: number } | null>;
}

export function createWriteDraft(): WriteDraft {
  return { lines: [], texts: new Map(), summaries: new Map(), leases: new Map() };
}

/** The debate whose place or lease a change depends on. */
export function findChangedDebate(change: StoreChange): string | undefined {
  switch (change.kind) {
    case "append":
      return change.addition.debate;
    case "take":
    case "renew":
    case "release":
      return change.lease.debate;
    case "keep":
      return undefined;
  }
}

/** Enters a change into the draft, or says why it may not be made; the others of its group go on. */
export function applyStoreChange(
  draft: WriteDraft,
  change: StoreChange,
  standing: DebateWriteState,
): StoreError | undefined {
  switch (change.kind) {
    case "append":
      return applyAppend(draft, change.addition, standing);
    case "take":
      return applyLeaseTake(draft, change, standing);
    case "renew":
      if (standing.token !== change.lease.token) return createLeaseLostError(change.lease.debate);
      setDraftLease(draft, change, standing);
      return undefined;
    case "release":
      if (standing.token !== change.lease.token) return undefined;
      draft.leases.set(change.lease.debate, null);
      standing.token = null;
      standing.held = false;
      return undefined;
    case "keep":
      draft.texts.set(change.sha256, change.text);
      return undefined;
  }
}

function applyAppend(
  draft: WriteDraft,
  addition: JournalAddition,
  standing: DebateWriteState,
): StoreError | undefined {
  const { debate, expected, lines, summary, lease, blobs = [] } = addition;
  if (lease && standing.token !== lease.token) return createLeaseLostError(debate);
  if (standing.next !== expected) {
    return createConflictError(debate, standing.next);
  }
  for (const { sha256, text } of blobs) draft.texts.set(sha256, text);
  for (const line of lines) draft.lines.push({ debate, sequence: standing.next++, line });
  if (summary) draft.summaries.set(debate, summary);
  return undefined;
}

type LeaseChange = Extract<StoreChange, { readonly ttlMs: number }>;

function applyLeaseTake(
  draft: WriteDraft,
  change: LeaseChange,
  standing: DebateWriteState,
): StoreError | undefined {
  const { debate, token } = change.lease;
  // its own token is there already when an earlier try was committed and nobody could say so
  if (standing.held && standing.token !== token) {
    return createLeaseHeldError(debate);
  }
  setDraftLease(draft, change, standing);
  return undefined;
}

function setDraftLease(
  draft: WriteDraft,
  { lease, ttlMs }: LeaseChange,
  standing: DebateWriteState,
): void {
  draft.leases.set(lease.debate, { token: lease.token, ttlMs });
  standing.token = lease.token;
  standing.held = ttlMs > 0;
}
