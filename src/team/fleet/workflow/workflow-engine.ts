/** Loads the workflow engine and starts it in this process: two kinds of work, and their queues. */
import { AsyncLocalStorage } from "node:async_hooks";

import type * as Sdk from "@dbos-inc/dbos-sdk";

import type { Clock } from "../../../clock.ts";
import { SetupError } from "../../../errors.ts";
import type { FleetDatabase } from "../fleet-database.ts";
import {
  APPLICATION,
  APPLICATION_VERSION,
  CALL_MODEL_WORKFLOW,
  RUN_DEBATE_WORKFLOW,
  formatCallQueueName,
  formatDebateQueueName,
} from "../fleet-queues.ts";
import type { WorkerParts } from "../worker/worker-parts.ts";
import type { WorkerSetting } from "../worker/worker.ts";

/** Outside of whatever runs when a piece of work begins: a step is found by its name, not by who began it. */
const runOutsideWorkflow = AsyncLocalStorage.snapshot();

export interface LaunchedWorkflowEngine {
  /** Names of the work in progress here, or until very recently. */
  known(): readonly string[];
  /** Takes no new work, and waits this long for work in progress. */
  shutdown(withinMs: number): Promise<void>;
}

export async function launchWorkflowEngine(
  setting: WorkerSetting,
  around: {
    readonly id: string;
    readonly clock: Clock;
    readonly database: FleetDatabase;
    readonly rules: readonly string[];
    readonly parts: WorkerParts;
  },
): Promise<LaunchedWorkflowEngine> {
  const { id, database, rules, parts } = around;
  const { onNotice = () => {} } = setting;
  const { DBOS } = await loadWorkflowEngine();
  const book = trackInProgressWork(around.clock);
  DBOS.setConfig({
    name: APPLICATION,
    applicationVersion: APPLICATION_VERSION,
    executorID: id,
    systemDatabaseUrl: database.address.url,
    systemDatabaseSchemaName: database.engineSchema,
    systemDatabasePoolSize: 10,
    logger: createQuietLogger(onNotice),
    listenQueues: [
      ...rules.map(formatDebateQueueName),
      ...Object.keys(setting.providers).map((provider) => formatCallQueueName(provider)),
    ],
  });
  const begun = <Result>(work: (name: string) => Promise<Result>): Promise<Result> => {
    const name = DBOS.workflowID ?? "";
    return runOutsideWorkflow(() => work(name));
  };
  DBOS.registerWorkflow(
    (debate: string, number: number) =>
      begun((name) => book.track(name, () => parts.debateRunner.run(debate, number))),
    { name: RUN_DEBATE_WORKFLOW },
  );
  DBOS.registerWorkflow(
    (body: string) => begun((name) => book.track(name, () => parts.callRunner.call(name, body))),
    { name: CALL_MODEL_WORKFLOW },
  );
  await DBOS.launch();
  return {
    known: () => book.listRecentNames(),
    shutdown: (withinMs) => DBOS.shutdown({ workflowCompletionTimeoutMS: withinMs }),
  };
}

// What a worker does and has just done, so that it can tell what it is only said to be doing.

interface InProgressWork {
  track<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  listRecentNames(): readonly string[];
}

// its result is written after the work, with retries while the database is away
const KEPT_MS = 180_000;

export function trackInProgressWork(clock: Clock): InProgressWork {
  /** Null while it is in progress, otherwise when it ended. */
  const names = new Map<string, number | null>();
  return {
    async track(name, work) {
      names.set(name, null);
      try {
        return await work();
      } finally {
        names.set(name, clock.nowMs());
      }
    },
    listRecentNames() {
      const sinceMs = clock.nowMs() - KEPT_MS;
      for (const [name, overMs] of names) {
        if (overMs !== null && overMs < sinceMs) names.delete(name);
      }
      return [...names.keys()];
    },
  };
}

// The engine is installed only where a fleet is used.

export async function loadWorkflowEngine(): Promise<typeof Sdk> {
  try {
    suppressDriverWarning();
    return await import("@dbos-inc/dbos-sdk");
  } catch (cause) {
    throw new SetupError(
      "no-database",
      "A fleet needs @dbos-inc/dbos-sdk, which is not installed.",
      { cause, hint: "Install it beside dissent: npm install @dbos-inc/dbos-sdk pg" },
    );
  }
}

/** It asks the driver in a way that the driver means to drop; nobody who runs a worker can do anything about it. */
function suppressDriverWarning(): void {
  if (isDriverWarningSuppressed) return;
  isDriverWarningSuppressed = true;
  const emit = process.emitWarning.bind(process) as (...all: unknown[]) => void;
  const quieter = (warning: string | Error, ...rest: unknown[]): void => {
    if (String(warning).startsWith("Calling client.query() when the client is already")) return;
    emit(warning, ...rest);
  };
  process.emitWarning = quieter;
}

let isDriverWarningSuppressed = false;

// a database that is away makes it say the same many times a second
const SAME_AGAIN_MS = 60_000;
const MOST_KNOWN = 200;

/** Its own words go where ours go: only those that say that something is wrong, and the same ones once a minute. */
export function createQuietLogger(
  onTrouble: (line: string) => void,
  nowMs: () => number = () => Date.now(),
): Sdk.DLogger {
  const saidMs = new Map<string, number>();
  const tell = (entry: unknown): void => {
    const [line = ""] = (entry instanceof Error ? entry.message : String(entry)).split("\n", 1);
    // numbers differ from one to the next
    const kind = line.replace(/\d+/g, "0");
    if (nowMs() - (saidMs.get(kind) ?? Number.NEGATIVE_INFINITY) < SAME_AGAIN_MS) return;
    if (saidMs.size >= MOST_KNOWN) saidMs.clear();
    saidMs.set(kind, nowMs());
    onTrouble(line);
  };
  return { info: () => {}, debug: () => {}, warn: tell, error: tell };
}
