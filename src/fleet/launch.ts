/** Starts the engine below in this process: two kinds of work, and the queues they come from. */
import { AsyncLocalStorage } from "node:async_hooks";

import type { FleetDatabase } from "./database.ts";
import { loadEngine, quiet } from "./load-engine.ts";
import { APPLICATION, APPLICATION_VERSION, CALL, callQueue, HOLD, holdQueue } from "./names.ts";
import type { Parts } from "./worker-parts.ts";
import type { WorkerSetting } from "./worker.ts";

/** Outside of whatever runs when a piece of work begins: a step is found by its name, not by who began it. */
const outside = AsyncLocalStorage.snapshot();

export interface Launched {
  /** Takes nothing more, and waits so long for what is under way. */
  shutdown(withinMs: number): Promise<void>;
}

export async function launch(
  setting: WorkerSetting,
  around: {
    readonly id: string;
    readonly database: FleetDatabase;
    readonly rules: readonly string[];
    readonly parts: Parts;
  },
): Promise<Launched> {
  const { id, database, rules, parts } = around;
  const { onNotice = () => {} } = setting;
  const { DBOS } = await loadEngine();
  DBOS.setConfig({
    name: APPLICATION,
    applicationVersion: APPLICATION_VERSION,
    executorID: id,
    systemDatabaseUrl: database.address.url,
    systemDatabaseSchemaName: database.engineSchema,
    systemDatabasePoolSize: 10,
    logger: quiet(onNotice),
    listenQueues: [
      ...rules.map(holdQueue),
      ...Object.keys(setting.providers).map((provider) => callQueue(provider)),
    ],
  });
  DBOS.registerWorkflow(
    (debate: string, number: number) => outside(() => parts.driver.hold(debate, number)),
    { name: HOLD },
  );
  DBOS.registerWorkflow(
    (body: string) => {
      const call = DBOS.workflowID ?? "";
      return outside(() => parts.caller.call(call, body));
    },
    { name: CALL },
  );
  await DBOS.launch();
  return {
    shutdown: (withinMs) => DBOS.shutdown({ workflowCompletionTimeoutMS: withinMs }),
  };
}
