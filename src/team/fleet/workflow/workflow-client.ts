/** The fleet's workflow engine as seen from outside: work in, results out. */
import type { DBOSClient } from "@dbos-inc/dbos-sdk";

import { type Clock, sleepUnlessAborted } from "../../../clock.ts";
import { createPostgresError } from "../../postgres/postgres-errors.ts";
import type { FleetDatabase } from "../fleet-database.ts";
import {
  APPLICATION,
  APPLICATION_VERSION,
  type QueueLimits,
  createQueueRegistration,
} from "../fleet-queues.ts";
import { migrateWorkflowEngine } from "./migrate-workflow-engine.ts";
import { createQuietLogger, loadWorkflowEngine } from "./workflow-engine.ts";

export interface WorkflowOrder {
  readonly id: string;
  readonly queue: string;
  /** How the queue is to be, the first time that this process uses it. */
  readonly terms?: QueueLimits;
  readonly workflow: string;
  readonly args: readonly unknown[];
}

export interface WorkflowClient {
  /** The same id twice is one order. */
  enqueue(order: WorkflowOrder): Promise<void>;
  cancel(id: string): Promise<void>;
  /** As if it had never been ordered. */
  forget(id: string): Promise<void>;
  /** Those of them that are over. */
  listFinished(ids: readonly string[]): Promise<readonly FinishedWorkflow[]>;
  /** Deletes what ended before the given time; returns how many. */
  prune(beforeMs: number): Promise<number>;
  close(): Promise<void>;
}

const ENDED = ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"] as const;
const MOST_AT_ONCE = 1_000;
const BARE = { loadInput: false, loadOutput: false, limit: MOST_AT_ONCE } as const;

export async function createWorkflowClient(
  database: FleetDatabase,
  onTrouble: (line: string) => void,
): Promise<WorkflowClient> {
  const client = await connectWorkflowClient(database, onTrouble);
  const known = new Set<string>();

  async function asStore<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (cause) {
      throw createPostgresError(cause, "written", database.address);
    }
  }

  return {
    async enqueue({ id, queue, terms, workflow, args }) {
      if (!known.has(queue))
        await asStore(client.registerQueue(queue, createQueueRegistration(terms)));
      known.add(queue);
      const order = { workflowID: id, queueName: queue, workflowName: workflow };
      await asStore(client.enqueue({ ...order, appVersion: APPLICATION_VERSION }, ...args));
    },
    cancel: (id) => asStore(client.cancelWorkflow(id)),
    forget: (id) => asStore(client.deleteWorkflow(id)),
    listFinished: (ids) => asStore(listFinishedWorkflows(client, ids)),
    prune: (beforeMs) => asStore(deleteFinishedWorkflows(client, beforeMs)),
    close: () => client.destroy(),
  };
}

async function connectWorkflowClient(
  database: FleetDatabase,
  onTrouble: (line: string) => void,
): Promise<DBOSClient> {
  const { address, engineSchema } = database;
  const { DBOSClient: Client } = await loadWorkflowEngine();
  try {
    const [found] = await database.read<{ there: boolean }>(
      "SELECT to_regclass($1) IS NOT NULL AS there",
      [`"${engineSchema}".workflow_status`],
    );
    if (found?.there !== true) await migrateWorkflowEngine(database);
    return await Client.create({
      systemDatabaseUrl: address.url,
      systemDatabaseSchemaName: engineSchema,
      systemDatabasePoolSize: 4,
      applicationName: APPLICATION,
      logger: createQuietLogger(onTrouble),
    });
  } catch (cause) {
    throw createPostgresError(cause, "reached", address);
  }
}

async function listFinishedWorkflows(
  client: DBOSClient,
  ids: readonly string[],
): Promise<FinishedWorkflow[]> {
  const found = await client.listWorkflows({
    workflowIDs: [...ids],
    status: [...ENDED],
    loadInput: false,
  });
  return found.map(({ workflowID, status, output, error }) => ({
    id: workflowID,
    output,
    cancelled: status === "CANCELLED",
    failure:
      status === "SUCCESS" || status === "CANCELLED"
        ? null
        : describeWorkflowFailure(status, error),
  }));
}

function describeWorkflowFailure(status: string, error: unknown): string {
  return error instanceof Error ? error.message : status.toLowerCase();
}

async function deleteFinishedWorkflows(client: DBOSClient, beforeMs: number): Promise<number> {
  const old = await client.listWorkflows({
    ...BARE,
    status: [...ENDED],
    completedBefore: new Date(beforeMs).toISOString(),
  });
  if (old.length > 0) await client.deleteWorkflows(old.map(({ workflowID }) => workflowID));
  return old.length;
}

// Ends of calls that are made anywhere in the fleet: one look at the database for all that are waited for.

/** What the engine says of a call that is over. */
export interface FinishedWorkflow {
  readonly id: string;
  readonly output: unknown;
  /** Somebody dropped it. */
  readonly cancelled: boolean;
  /** Why there is no output, where something went wrong. */
  readonly failure: string | null;
}

export interface ResultPoller {
  /** Resolves when the call is over. */
  wait(id: string): Promise<FinishedWorkflow>;
  /** Nobody waits for it any more. */
  forget(id: string): void;
  close(): void;
}

// a look costs a millisecond for hundreds of calls, and a call takes seconds
const LOOK_EVERY_MS = 60;
const AFTER_A_FAILURE_MS = 500;
const MOST_IDS_PER_POLL = 400;

export function createResultPoller(
  look: (ids: readonly string[]) => Promise<readonly FinishedWorkflow[]>,
  clock: Clock,
): ResultPoller {
  const waiting = new Map<
    string,
    { promise: Promise<FinishedWorkflow>; resolve: (over: FinishedWorkflow) => void }
  >();
  const closing = new AbortController();
  let looking = false;

  async function lookOn(): Promise<void> {
    looking = true;
    while (waiting.size > 0 && !closing.signal.aborted) {
      const found = await lookOnce().catch(() => false);
      await sleepUnlessAborted(clock, found ? LOOK_EVERY_MS : AFTER_A_FAILURE_MS, closing.signal);
    }
    looking = false;
  }

  async function lookOnce(): Promise<boolean> {
    const ids = [...waiting.keys()];
    for (let at = 0; at < ids.length; at += MOST_IDS_PER_POLL) {
      for (const over of await look(ids.slice(at, at + MOST_IDS_PER_POLL))) {
        waiting.get(over.id)?.resolve(over);
        waiting.delete(over.id);
      }
    }
    return true;
  }

  return {
    wait(id) {
      const known = waiting.get(id);
      if (known) return known.promise;
      const { promise, resolve } = Promise.withResolvers<FinishedWorkflow>();
      waiting.set(id, { promise, resolve });
      if (!looking) void lookOn();
      return promise;
    },
    forget: (id) => void waiting.delete(id),
    close: () => closing.abort(),
  };
}
