/**
 * Deletes what a fleet no longer needs: finished work of the engine, long texts of calls, used leases, dead workers.
 */
import type { FleetDatabase } from "./fleet-database.ts";
import { SHORTEST_TEXT_RETENTION_MS } from "./order-texts.ts";
import type { WorkflowClient } from "./workflow/workflow-client.ts";

export interface PruneResult {
  readonly work: number;
  readonly texts: number;
}

/**
 * Journals are not touched: outcomes belong to the team. Nothing younger than a day is deleted, whatever the caller
 * asks: a worker may still be finishing a call, or a call may need its texts.
 */
export async function pruneFinishedWork(
  { transaction, read, schema }: FleetDatabase,
  engine: WorkflowClient,
  keepMs: number,
): Promise<PruneResult> {
  const [now] = await read<{ ms: number }>(`SELECT ${schema}.now_ms()::float8 AS ms`);
  const beforeMs = (now?.ms ?? 0) - Math.max(keepMs, SHORTEST_TEXT_RETENTION_MS);
  let work = 0;
  for (let more = 1; more > 0; work += more) more = await engine.prune(beforeMs);
  const texts = await transaction(async (run) => {
    await run(`DELETE FROM ${schema}.grants WHERE late_ms < ${schema}.now_ms() - 120000`);
    await run(`DELETE FROM ${schema}.onlookers WHERE until_ms < ${schema}.now_ms()`);
    await run(`DELETE FROM ${schema}.workers WHERE state = 'dead' AND beat_ms < $1`, [beforeMs]);
    await run(
      `DELETE FROM ${schema}.holdings AS old WHERE state = 'ended' AND ended_ms < $1
         AND number < (SELECT max(number) FROM ${schema}.holdings WHERE debate = old.debate)`,
      [beforeMs],
    );
    return run<{ sha256: string }>(
      `DELETE FROM ${schema}.texts WHERE used_ms < $1 RETURNING sha256`,
      [beforeMs],
    );
  });
  return { work, texts: texts.length };
}
