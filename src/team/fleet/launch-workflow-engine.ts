/** Starts the engine below in this process: two kinds of work, and the queues they come from. */
import { AsyncLocalStorage } from "node:async_hooks";

import type { Clock } from "../../clock.ts";
import type { FleetDatabase } from "./fleet-database.ts";
import {
  APPLICATION,
  APPLICATION_VERSION,
  CALL_MODEL_WORKFLOW,
  formatCallQueueName,
  RUN_DEBATE_WORKFLOW,
  formatDebateQueueName,
} from "./fleet-queues.ts";
import { loadWorkflowEngine, createQuietLogger } from "./load-workflow-engine.ts";
import { trackInProgressWork } from "./work-book.ts";
import type { WorkerParts } from "./worker-parts.ts";
import type { WorkerSetting } from "./worker.ts";

/** Outside of whatever runs when a piece of work begins: a step is found by its name, not by who began it. */
const runOutsideWorkflow = AsyncLocalStorage.snapshot();

export interface LaunchedWorkflowEngine {
  /** Names of the work that is under way here, or was until a moment ago. */
  known(): readonly string[];
  /** Takes nothing more, and waits so long for what is under way. */
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
