/**
 * The wait for the disk.
 *
 * SQLite appends a commit to its log and does not wait (synchronous NORMAL); writers that must know it lasts wait
 * here. The log is one file in commit order, so whatever is on the disk has everything before it there too. A fast
 * disk is waited for synchronously, which is cheapest; a slow one beside the event loop.
 */
import { closeSync, fdatasync, fdatasyncSync, openSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

export interface DiskSync {
  /** Calls back when everything committed before is on the disk, or with why nobody knows whether it is. */
  sync(told: (fault: Error | null) => void): void;
  /** The same, synchronously; throws. */
  syncNow(): void;
  close(): void;
}

type ElapsedClock = () => number;

const readMonotonicMs: ElapsedClock = () => performance.now();

export function createDiskSync(
  database: DatabaseSync,
  elapsedMs: ElapsedClock = readMonotonicMs,
): DiskSync {
  const path = database.location();
  if (path === null) return NO_DISK;
  const log = `${path}-wal`;
  return createDiskSyncForLog(
    openWalFile(log, createFileIdentityCheck([path, log], elapsedMs)),
    elapsedMs,
  );
}

export interface WalFile {
  now(): void;
  beside(told: (fault: Error | null) => void): void;
  close(): void;
}

// longer than handing the wait to another thread takes, shorter than anyone notices
const SLOW_MS = 4;

export function createDiskSyncForLog(
  log: WalFile,
  elapsedMs: ElapsedClock = readMonotonicMs,
): DiskSync {
  let tookMs = 0;
  return {
    sync(told) {
      const startedMs = elapsedMs();
      const end = (fault: Error | null): void => {
        tookMs = elapsedMs() - startedMs;
        told(fault);
      };
      const isSlow = tookMs > SLOW_MS;
      const fault = catchSyncFault(() => (isSlow ? log.beside(end) : log.now()));
      if (fault || !isSlow) end(fault);
    },
    syncNow: () => log.now(),
    close: () => log.close(),
  };
}

function catchSyncFault(call: () => void): Error | null {
  try {
    call();
    return null;
  } catch (fault) {
    return fault as Error;
  }
}

/** The log is made with the first commit, and stays the same file as long as a connection is open. */
export function openWalFile(path: string, checkPlace: () => void = () => {}): WalFile {
  let opened: number | undefined;
  let waits = 0;
  let isClosed = false;

  function file(): number {
    checkPlace();
    return (opened ??= openSync(path, "r+"));
  }

  /** Not while another thread waits with it. */
  function letGo(): void {
    if (!isClosed || waits > 0 || opened === undefined) return;
    closeSync(opened);
    opened = undefined;
  }

  return {
    now() {
      fdatasyncSync(file());
    },
    beside(told) {
      const log = file();
      waits += 1;
      fdatasync(log, (fault) => {
        waits -= 1;
        letGo();
        told(fault);
      });
    },
    close() {
      isClosed = true;
      letGo();
    },
  };
}

/** A database in memory lasts as long as it does. */
const NO_DISK: DiskSync = { sync: (told) => told(null), syncNow() {}, close() {} };

// a look takes as long as a fifth of a wait for a fast disk
const LOOK_EVERY_MS = 200;

/**
 * Looks now and then whether the files are those that were there when they were first looked at; throws once another
 * file, or none, is where one was: what is written to it then, nobody finds again.
 */
function createFileIdentityCheck(paths: readonly string[], elapsedMs: ElapsedClock): () => void {
  const known = new Map(paths.map((path) => [path, readFileIdentity(path)]));
  let lookedMs = elapsedMs();
  return () => {
    if (elapsedMs() - lookedMs < LOOK_EVERY_MS) return;
    for (const [path, before] of known) {
      const now = readFileIdentity(path);
      // the log is made with the first commit
      if (before === undefined) known.set(path, now);
      else if (now !== before) throw new Error(`${path} was moved or removed`);
    }
    lookedMs = elapsedMs();
  };
}

function readFileIdentity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
