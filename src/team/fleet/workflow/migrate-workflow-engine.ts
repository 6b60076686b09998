/** Creates the workflow engine's tables in a thread of its own, because the engine writes to standard output. */
import { setTimeout } from "node:timers/promises";
import { Worker, workerData } from "node:worker_threads";

import type { FleetDatabase } from "../fleet-database.ts";

interface MigrationRequest {
  readonly url: string;
  readonly schema: string;
}

const MARK = "dissent-engine-tables";
const LOOK_EVERY_MS = 100;

export function migrateWorkflowEngine({ address, engineSchema }: FleetDatabase): Promise<void> {
  const wanted: MigrationRequest = { url: address.url, schema: engineSchema };
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

const requestedMigration = (workerData as Readonly<Record<string, MigrationRequest>> | null)?.[
  MARK
];
if (requestedMigration) await runRequestedMigration(requestedMigration);

/** One after the other: workers that start together would lock each other out. */
async function runRequestedMigration({ url, schema }: MigrationRequest): Promise<void> {
  const [{ DBOS }, { Client }] = await Promise.all([import("@dbos-inc/dbos-sdk"), import("pg")]);
  const line = new Client({ connectionString: url });
  await line.connect();
  try {
    // asked for again and again: an index is made only when nobody's statement is waiting
    const turn = "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine";
    while ((await line.query<{ mine: boolean }>(turn, [schema])).rows[0]?.mine !== true) {
      await setTimeout(LOOK_EVERY_MS);
    }
    await DBOS.migrate(url, { schemaName: schema });
  } finally {
    await line.end();
  }
}
