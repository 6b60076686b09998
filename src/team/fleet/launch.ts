/** Starts the engine below in this process: two kinds of work, and the queues they come from. */
import { AsyncLocalStorage } from "node:async_hooks";

import type { Clock } from "../../clock.ts";
import type { FleetDatabase } from "./database.ts";
import { loadEngine, quiet } from "./load-engine.ts";
import { APPLICATION, APPLICATION_VERSION, CALL, callQueue, HOLD, holdQueue } from "./names.ts";
import { workBook } from "./work-book.ts";
import type { Parts } from "./worker-parts.ts";
import type { WorkerSetting } from "./worker.ts";

/** Outside of whatever runs when a piece of work begins: a step is found by its name, not by who began it. */
const outside = AsyncLocalStorage.snapshot();

export interface Launched {
  /** Names of the work that is under way here, or was until a moment ago. */
  known(): readonly string[];
  /** Takes nothing more, and waits so long for what is under way. */
  shutdown(withinMs: number): Promise<void>;
}

export async function launch(
  setting: WorkerSetting,
  around: {
    readonly id: string;
    readonly clock: Clock;
    readonly database: FleetDatabase;
    readonly rules: readonly string[];
    readonly parts: Parts;
  },
): Promise<Launched> {
  const { id, database, rules, parts } = around;
  const { onNotice = () => {} } = setting;
  const { DBOS } = await loadEngine();
  const book = workBook(around.clock);
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
  const begun = <Result>(work: (name: string) => Promise<Result>): Promise<Result> => {
    const name = DBOS.workflowID ?? "";
    return outside(() => work(name));
  };
  DBOS.registerWorkflow(
    (debate: string, number: number) =>
      begun((name) => book.done(name, () => parts.driver.hold(debate, number))),
    { name: HOLD },
  );
  DBOS.registerWorkflow(
    (body: string) => begun((name) => book.done(name, () => parts.caller.call(name, body))),
    { name: CALL },
  );
  await DBOS.launch();
  return {
    known: () => book.known(),
    shutdown: (withinMs) => DBOS.shutdown({ workflowCompletionTimeoutMS: withinMs }),
  };
}
