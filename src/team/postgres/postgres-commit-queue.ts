/** Group commit: changes requested during a transaction go into the next one together. */
import type { StoreError } from "../../errors.ts";
import type { PostgresAddress } from "../../stores/postgres-address.ts";
import type { StoreChange } from "./postgres-changes.ts";
import type { PostgresConnections } from "./postgres-connections.ts";
import { isWriteCollision, isConnectionLost, createPostgresError } from "./postgres-errors.ts";
import { writeChangeGroup, type WriteGroupResult } from "./postgres-write.ts";

export interface PostgresCommitQueue {
  /** Resolves when the change is durable; rejects when it may not be made. It is asked for when its turn has come. */
  submit(change: () => StoreChange): Promise<void>;
  /** Resolves when nothing waits any more. */
  whenIdle(): Promise<void>;
}

interface PendingChange {
  readonly change: () => StoreChange;
  readonly resolve: () => void;
  readonly reject: (error: StoreError) => void;
}

interface PostgresCommitJob extends Omit<PendingChange, "change"> {
  readonly change: StoreChange;
}

interface PostgresCommitQueueOptions {
  readonly address: PostgresAddress;
  readonly connections: PostgresConnections;
  /** Called with the debates that have new lines. */
  readonly onWritten: (debates: readonly string[]) => void;
}

// each takes a lock in a table that all sessions share
const MOST_JOBS = 500;
const MOST_CHARACTERS = 16 * 1024 * 1024;

export function createPostgresCommitQueue(
  setting: PostgresCommitQueueOptions,
): PostgresCommitQueue {
  const { address, connections, onWritten } = setting;
  let waiting: PendingChange[] = [];
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    // until the end of this turn of the event loop: all debates that speak in it go together
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const group = takeNextGroup(waiting);
      waiting = waiting.slice(group.length);
      await commit(group);
    }
    working = undefined;
  }

  async function commit(group: readonly PostgresCommitJob[]): Promise<void> {
    let written: WriteGroupResult;
    try {
      written = await connections.transaction((run, attempt) =>
        writeChangeGroup(
          run,
          group.map(({ change }) => change),
          { schema: address.schema, channel: address.channel, isAgain: attempt > 1 },
        ),
      );
    } catch (cause) {
      await failGroup(group, cause);
      return;
    }
    for (const [index, { resolve, reject }] of group.entries()) {
      const fault = written.faults[index];
      if (fault) reject(fault);
      else resolve();
    }
    onWritten(written.debates);
  }

  /** What the database refuses of one must not be refused of the others. */
  async function failGroup(group: readonly PostgresCommitJob[], cause: unknown): Promise<void> {
    if (group.length > 1 && !isWriteCollision(cause) && !isConnectionLost(cause)) {
      for (const job of group) await commit([job]);
      return;
    }
    const error = createPostgresError(cause, "written", address);
    for (const { reject } of group) reject(error);
  }

  return {
    submit: (change) =>
      new Promise((resolve, reject) => {
        waiting.push({ change, resolve, reject });
        working ??= work();
      }),
    async whenIdle() {
      await working;
    },
  };
}

/** As many of those that wait as go into one transaction; the last may make it larger than meant. */
function takeNextGroup(waiting: readonly PendingChange[]): PostgresCommitJob[] {
  const group: PostgresCommitJob[] = [];
  let characters = 0;
  for (const { change, ...rest } of waiting) {
    if (group.length >= MOST_JOBS || characters > MOST_CHARACTERS) break;
    const job = { ...rest, change: change() };
    characters += measureChangeSize(job.change);
    group.push(job);
  }
  return group;
}

function measureChangeSize(change: StoreChange): number {
  if (change.kind === "keep") return change.text.length;
  if (change.kind !== "append") return 0;
  const { lines, blobs = [] } = change.addition;
  return [...lines, ...blobs.map(({ text }) => text)].reduce((sum, text) => sum + text.length, 0);
}
