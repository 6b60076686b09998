/**
 * Puts back work that was taken from the queues by a worker that will not do it.
 *
 * FO1. A dead worker's work goes back unchanged, in one statement: two workers that try at once do it once, and
 *      finished or cancelled work stays so. The same goes for work of a worker that is no longer listed.
 * FO2. Work that a live worker supposedly took but does not know of goes back too: it was taken in a commit whose
 *      reply got lost.
 */
import type { FleetDatabase } from "../fleet-database.ts";

/** The dead, and how long an unlisted worker must be silent to count as dead. */
export interface DeadWorkers {
  readonly workers: readonly string[];
  readonly silentMs: number;
}

/** FO1; how many pieces of work. */
export async function requeueWorkOfDeadWorkers(
  { transaction, schema, engineSchema }: FleetDatabase,
  { workers, silentMs }: DeadWorkers,
): Promise<number> {
  const rows = await transaction((run) =>
    run(
      `${buildRequeueSql(engineSchema)} AND (work.executor_id = ANY ($1::text[])
         OR (work.started_at_epoch_ms < ${schema}.now_ms() - $2::bigint AND NOT EXISTS
           (SELECT 1 FROM ${schema}.workers AS worker WHERE worker.id = work.executor_id)))
       RETURNING 1`,
      [workers, silentMs],
    ),
  );
  return rows.length;
}

/** FO2; all that is left to it where it knows of nothing. */
export async function requeueUnknownWork(
  { transaction, schema, engineSchema }: FleetDatabase,
  { worker, known, olderMs }: KnownWork,
): Promise<number> {
  const rows = await transaction((run) =>
    run(
      `${buildRequeueSql(engineSchema)} AND work.executor_id = $1
         AND work.workflow_uuid <> ALL ($2::text[])
         AND work.started_at_epoch_ms <= ${schema}.now_ms() - $3::bigint
       RETURNING 1`,
      [worker, known, olderMs],
    ),
  );
  return rows.length;
}

export interface KnownWork {
  readonly worker: string;
  /** Names of the work that it does or has just done. */
  readonly known: readonly string[];
  /** Taken at least this long ago: starting takes a moment. */
  readonly olderMs: number;
}

/** As the engine below puts back what it finds of its own when it starts. */
function buildRequeueSql(engineSchema: string): string {
  return `UPDATE "${engineSchema}".workflow_status AS work
    SET status = 'ENQUEUED', owner_xid = NULL, started_at_epoch_ms = NULL, recovery_attempts = 0,
      updated_at = (extract(epoch FROM now()) * 1000)::bigint
    WHERE work.status = 'PENDING' AND work.queue_name IS NOT NULL`;
}
