/** Makes the tables of the engine below, in a thread of its own: it writes to standard output, which is not its to use. */
import { Worker, workerData } from "node:worker_threads";

import type { FleetDatabase } from "./database.ts";

interface Wanted {
  readonly url: string;
  readonly schema: string;
}

const MARK = "dissent-engine-tables";

export function migrateEngine({ address, engineSchema }: FleetDatabase): Promise<void> {
  const wanted: Wanted = { url: address.url, schema: engineSchema };
  const thread = new Worker(new URL(import.meta.url), {
    workerData: { [MARK]: wanted },
    stdout: true,
    stderr: true,
  });
  thread.stdout.resume();
  thread.stderr.resume();
  return new Promise((resolve, reject) => {
    thread.once("error", reject);
    thread.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`The engine's tables were not made (${code}).`)),
    );
  });
}

const given = (workerData as Readonly<Record<string, Wanted>> | null)?.[MARK];
if (given) {
  const { DBOS } = await import("@dbos-inc/dbos-sdk");
  await DBOS.migrate(given.url, { schemaName: given.schema });
}
