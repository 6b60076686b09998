/**
 * Group commit.
 *
 * SQ1. A write that must last resolves only once it would survive a power cut.
 * SQ2. All waiting writes go into one transaction, up to a bound; writes requested during the wait for the disk go
 *      into the next. Running debates go first, so that some already wait for their models while others begin. Leases
 *      do not wait for the disk: after a power cut nobody has one.
 * SQ4. If a wait for the disk fails, nobody knows what is on it, so nothing more is written here.
 */
import type { DatabaseSync } from "node:sqlite";

import type { StoreError } from "../errors.ts";
import type { DiskSync } from "./sqlite-disk-sync.ts";
import { createSqliteError } from "./sqlite-open.ts";

/** Says why it may not be done; others of its group go on. */
export type CommitWork = () => StoreError | undefined;

/** `opens` and `lasts` wait for the disk, `passes` does not. */
export type CommitKind = "opens" | "lasts" | "passes";

interface SqliteCommitJob {
  readonly work: CommitWork;
  readonly lasts: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface SqliteCommitQueue {
  submit(kind: CommitKind, work: CommitWork): Promise<void>;
  /** Commits what waits, without waiting for the disk. */
  commitNow(): void;
  close(): void;
}

export interface SqliteCommitQueueOptions {
  readonly database: DatabaseSync;
  readonly disk: DiskSync;
  /** First and last inside every transaction. */
  readonly begin: () => void;
  readonly end: () => void;
  /** After a transaction that failed, nothing is known. */
  readonly forget: () => void;
  /** Something new is on the disk. */
  readonly onWritten: () => void;
}

// enough to share one wait for the disk, few enough not to block the event loop
const MOST_UNDER_WAY = 1_024;
const MOST_OPENINGS = 256;

export function createSqliteCommitQueue(setting: SqliteCommitQueueOptions): SqliteCommitQueue {
  const { database, disk } = setting;
  const begin = database.prepare("BEGIN IMMEDIATE");
  const end = database.prepare("COMMIT");
  const underWay: SqliteCommitJob[] = [];
  const openings: SqliteCommitJob[] = [];
  /** Committed, and not yet known to be on the disk. */
  let written: SqliteCommitJob[] = [];
  /** Those that the current wait for the disk is for. */
  let syncing: readonly SqliteCommitJob[] = [];
  let isScheduled = false;
  let broken: StoreError | undefined;

  function schedule(): void {
    if (isScheduled || syncing.length > 0 || underWay.length + openings.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      commit([...underWay.splice(0, MOST_UNDER_WAY), ...openings.splice(0, MOST_OPENINGS)]);
      sync();
      schedule();
    });
  }

  function commit(group: readonly SqliteCommitJob[]): void {
    if (group.length === 0) return;
    const settled: (() => void)[] = [];
    const lasting: SqliteCommitJob[] = [];
    try {
      begin.run();
      setting.begin();
      for (const job of group) {
        const fault = job.work();
        if (fault) settled.push(() => job.reject(fault));
        else if (job.lasts) lasting.push(job);
        else settled.push(job.resolve);
      }
      setting.end();
      end.run();
    } catch (cause) {
      setting.forget();
      if (database.isOpen && database.isTransaction) database.exec("ROLLBACK");
      rejectCommitJobs(group, createSqliteError(cause, "written"));
      return;
    }
    written.push(...lasting);
    for (const settle of settled) settle();
  }

  function sync(): void {
    if (syncing.length > 0 || written.length === 0) return;
    [syncing, written] = [written, []];
    disk.sync((fault) => {
      if (fault) fail(fault);
      else settle();
      sync();
      schedule();
    });
  }

  function settle(): void {
    for (const { resolve } of syncing) resolve();
    syncing = [];
    setting.onWritten();
  }

  function fail(fault: Error): void {
    broken = createSqliteError(fault, "written");
    rejectCommitJobs(
      [...syncing, ...written, ...underWay.splice(0), ...openings.splice(0)],
      broken,
    );
    [syncing, written] = [[], []];
  }

  return {
    submit: (kind, work) =>
      new Promise((resolve, refuse) => {
        if (broken) {
          refuse(broken);
          return;
        }
        const job = { work, lasts: kind !== "passes", resolve, reject: refuse };
        (kind === "opens" ? openings : underWay).push(job);
        schedule();
      }),

    commitNow() {
      commit([...underWay.splice(0), ...openings.splice(0)]);
      sync();
    },

    close() {
      if (!database.isOpen) return;
      commit([...underWay.splice(0), ...openings.splice(0)]);
      [syncing, written] = [[...syncing, ...written], []];
      try {
        if (syncing.length > 0) disk.syncNow();
        settle();
      } catch (fault) {
        fail(fault as Error);
      }
      disk.close();
      database.close();
    },
  };
}

function rejectCommitJobs(group: readonly SqliteCommitJob[], error: StoreError): void {
  for (const job of group) job.reject(error);
}
