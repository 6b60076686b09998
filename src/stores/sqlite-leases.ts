/**
 * The right to drive a debate, as a row.
 *
 * L1. A lease is taken when there is none, when the holder's time has run out or lies further ahead than any lease
 *     lasts, or when the holder was a process of this machine that is gone; never otherwise.
 * L2. Every taking makes a new token, so that a holder that was overtaken can no longer write.
 */
import type { DatabaseSync } from "node:sqlite";

import type { Clock } from "../clock.ts";
import { StoreError } from "../errors.ts";
import type { Lease } from "../store.ts";
import { isLeaseHolderGone, THIS_PROCESS } from "./holder.ts";
import type { JournalEndCache } from "./sqlite-ends.ts";

// no lease is taken for longer: one that seems to be is of a clock that was ahead, and a holder that lives renews it
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

  /** Whether a holder that is gone was put out. */
  function clearedOf(debate: string): boolean {
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
      if (taken() || (clearedOf(debate) && taken())) {
        ends.setToken(debate, token);
        return undefined;
      }
      return new StoreError("store-lease-held", `Another process is holding ${debate}.`, {
        hint: `Look at it with: dissent watch ${debate}`,
      });
    },
    renew({ debate, token }, ttlMs) {
      if (renew.run(clock.nowMs() + ttlMs, debate, token).changes > 0) return undefined;
      return new StoreError("store-lease-lost", `Another process has taken over ${debate}.`);
    },
    release({ debate, token }) {
      if (release.run(debate, token).changes > 0) ends.setToken(debate, undefined);
      return undefined;
    },
    holds: ({ debate, token }) => ends.token(debate) === token,
  };
}
