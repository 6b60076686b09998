/**
 * The right to run a debate, as a row.
 *
 * SL1. A lease can be taken if there is none, if it has expired or lies further ahead than any lease lasts, or if its
 *      owner was a process of this machine that is gone; never otherwise.
 * SL2. Every new lease has a new token, so a process that lost its lease can no longer write.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { DatabaseSync } from "node:sqlite";

import type { Clock } from "../clock.ts";
import { type StoreError, createLeaseHeldError, createLeaseLostError } from "../errors.ts";
import type { Lease } from "../store.ts";

// no lease is taken for longer: one that seems to be comes from a clock that was ahead, and a live owner renews it
const LONGEST_MS = 5 * 60_000;

/** Each change runs inside a transaction of the store's, and says why it may not be made. */
export interface LeaseTable {
  take(lease: Lease, ttlMs: number): StoreError | undefined;
  renew(lease: Lease, ttlMs: number): StoreError | undefined;
  release(lease: Lease): undefined;
  holds(lease: Lease): boolean;
}

export function createLeaseTable(
  database: DatabaseSync,
  clock: Clock,
  ends: JournalEndCache,
): LeaseTable {
  const take = database.prepare(
    `INSERT INTO leases (debate, token, holder, until_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (debate) DO UPDATE
     SET token = excluded.token, holder = excluded.holder, until_ms = excluded.until_ms
     WHERE leases.until_ms <= ? OR leases.until_ms > ?`,
  );
  const renew = database.prepare("UPDATE leases SET until_ms = ? WHERE debate = ? AND token = ?");
  const release = database.prepare("DELETE FROM leases WHERE debate = ? AND token = ?");
  const holder = database.prepare("SELECT token, holder FROM leases WHERE debate = ?");

  /** Whether an owner that is gone was removed. */
  function clearGoneHolder(debate: string): boolean {
    const found = holder.get(debate) as { token: string; holder: string } | undefined;
    if (!found || !isLeaseHolderGone(found.holder)) return false;
    release.run(debate, found.token);
    return true;
  }

  return {
    take({ debate, token }, ttlMs) {
      const nowMs = clock.nowMs();
      const taken = (): boolean =>
        take.run(debate, token, THIS_PROCESS, nowMs + ttlMs, nowMs, nowMs + LONGEST_MS).changes > 0;
      if (taken() || (clearGoneHolder(debate) && taken())) {
        ends.setToken(debate, token);
        return undefined;
      }
      return createLeaseHeldError(debate);
    },
    renew({ debate, token }, ttlMs) {
      if (renew.run(clock.nowMs() + ttlMs, debate, token).changes > 0) return undefined;
      return createLeaseLostError(debate);
    },
    release({ debate, token }) {
      if (release.run(debate, token).changes > 0) ends.setToken(debate, undefined);
      return undefined;
    },
    holds: ({ debate, token }) => ends.token(debate) === token,
  };
}

// Which process owns a lease, so that nobody waits for one that was killed here.

/** Process ids mean something only on one machine and in one process namespace of it. */
const PLACE = `${hostname()}${readPidNamespace()}`;

export const THIS_PROCESS = `${PLACE}/${process.pid}`;

/** True only if the owner ran on this machine and is gone; elsewhere nobody can tell. */
export function isLeaseHolderGone(holder: string): boolean {
  const slash = holder.lastIndexOf("/");
  if (holder.slice(0, slash) !== PLACE) return false;
  const pid = Number(holder.slice(slash + 1));
  try {
    process.kill(pid, 0);
    return hasProcessEnded(pid);
  } catch (error) {
    // EPERM: it lives, as somebody else's
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/** A process that has ended keeps its number until its parent notices, which in some containers is never. */
function hasProcessEnded(pid: number): boolean {
  try {
    return /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    // the system does not show it
    return false;
  }
}

function readPidNamespace(): string {
  try {
    return `:${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return "";
  }
}

// Where each journal ends and who runs it, cached in memory while nobody else writes.
//
// SC1. The cache is dropped as soon as another connection has committed, before it is used again:
//     `refresh` runs inside the write transaction, when nobody else can write.

interface JournalEndCache {
  /** To be called at the start of every write transaction. */
  refresh(): void;
  /** After a transaction that failed, nothing is known. */
  forget(): void;
  /** The sequence number the next line of a debate has. */
  next(debate: string): number;
  set(debate: string, next: number): void;
  /** The token of the lease on a debate; undefined if nobody has one. */
  token(debate: string): string | undefined;
  setToken(debate: string, token: string | undefined): void;
}

// far more than ever run at once; finished ones need not be remembered
const MOST = 50_000;

export function createJournalEndCache(database: DatabaseSync): JournalEndCache {
  const version = database.prepare("PRAGMA data_version");
  const count = database.prepare(
    "SELECT coalesce(max(sequence) + 1, 0) AS next FROM events WHERE debate = ?",
  );
  const holder = database.prepare("SELECT token FROM leases WHERE debate = ?");
  const ends = new Map<string, number>();
  const tokens = new Map<string, string | undefined>();
  let seen = -1;

  function forget(): void {
    ends.clear();
    tokens.clear();
  }

  return {
    forget,
    refresh() {
      const now = (version.get() as { data_version: number }).data_version;
      if (now !== seen || ends.size > MOST) forget();
      seen = now;
    },
    next(debate) {
      const known = ends.get(debate);
      if (known !== undefined) return known;
      const { next } = count.get(debate) as { next: number };
      ends.set(debate, next);
      return next;
    },
    set(debate, next) {
      ends.set(debate, next);
    },
    token(debate) {
      if (!tokens.has(debate)) {
        tokens.set(debate, (holder.get(debate) as { token: string } | undefined)?.token);
      }
      return tokens.get(debate);
    },
    setToken(debate, token) {
      tokens.set(debate, token);
    },
  };
}
