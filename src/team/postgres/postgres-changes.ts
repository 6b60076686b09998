/** What a group of changes does to the debates it touches: judged one after another, before anything is written. */
import type { DebateSummary } from "../../domain/summary.ts";
import { movedOn, StoreError } from "../../errors.ts";
import type { Addition, Lease } from "../../store.ts";

export type Change =
  | { readonly kind: "append"; readonly addition: Addition }
  | { readonly kind: "take" | "renew"; readonly lease: Lease; readonly ttlMs: number }
  | { readonly kind: "release"; readonly lease: Lease }
  | { readonly kind: "keep"; readonly sha256: string; readonly text: string };

/** Where a debate stands: what the database says, and then what the group has made of it so far. */
export interface Standing {
  next: number;
  token: string | null;
  held: boolean;
}

/** What is to be written, all of it or nothing. */
export interface Draft {
  readonly lines: { readonly debate: string; readonly sequence: number; readonly line: string }[];
  readonly texts: Map<string, string>;
  readonly summaries: Map<string, DebateSummary>;
  /** The lease a debate has afterwards, or null. */
  readonly leases: Map<string, { readonly token: string; readonly ttlMs: number } | null>;
}

export function emptyDraft(): Draft {
  return { lines: [], texts: new Map(), summaries: new Map(), leases: new Map() };
}

/** The debate whose place or lease a change depends on. */
export function debateOf(change: Change): string | undefined {
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
export function enter(draft: Draft, change: Change, standing: Standing): StoreError | undefined {
  switch (change.kind) {
    case "append":
      return append(draft, change.addition, standing);
    case "take":
      return take(draft, change, standing);
    case "renew":
      if (standing.token !== change.lease.token) return lost(change.lease.debate);
      hold(draft, change, standing);
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

function append(draft: Draft, addition: Addition, standing: Standing): StoreError | undefined {
  const { debate, expected, lines, summary, lease, blobs = [] } = addition;
  if (lease && standing.token !== lease.token) return lost(debate);
  if (standing.next !== expected) {
    return movedOn(debate, standing.next);
  }
  for (const { sha256, text } of blobs) draft.texts.set(sha256, text);
  for (const line of lines) draft.lines.push({ debate, sequence: standing.next++, line });
  if (summary) draft.summaries.set(debate, summary);
  return undefined;
}

type Holding = Extract<Change, { readonly ttlMs: number }>;

function take(draft: Draft, change: Holding, standing: Standing): StoreError | undefined {
  const { debate, token } = change.lease;
  // its own token is there already when an earlier try was committed and nobody could say so
  if (standing.held && standing.token !== token) {
    return new StoreError("store-lease-held", `Another process is holding ${debate}.`, {
      hint: `Look at it with: dissent watch ${debate}`,
    });
  }
  hold(draft, change, standing);
  return undefined;
}

function hold(draft: Draft, { lease, ttlMs }: Holding, standing: Standing): void {
  draft.leases.set(lease.debate, { token: lease.token, ttlMs });
  standing.token = lease.token;
  standing.held = ttlMs > 0;
}

function lost(debate: string): StoreError {
  return new StoreError("store-lease-lost", `Another process has taken over ${debate}.`);
}
