/**
 * Which debates the fleet should run, and which worker runs each.
 *
 * FH1. A debate has at most one open assignment. Sending it again meanwhile makes it run once more afterwards, so
 *      that an answer that arrives at the last moment is not missed.
 * FH2. Only the worker that owns an assignment can end it.
 */
import type { Limits } from "../../domain/journal/event.ts";
import type { RunStatement } from "../postgres/postgres-connections.ts";
import type { FleetDatabase } from "./fleet-database.ts";

export type StopRequest = "pause" | "drop";

export interface QueuedAssignment {
  readonly number: number;
  readonly rules: string;
}

export interface ClaimedAssignment {
  readonly limits: Partial<Limits> | null;
  readonly wish: StopRequest | null;
}

/** How an assignment ended. */
export interface AssignmentEnding {
  readonly status: "settled" | "paused" | "waiting" | "handed-over" | "failed";
  readonly reason?: "interrupted" | "limit" | "failed";
  readonly detail?: string;
}

export interface Assignments {
  send(debate: string, rules: string, limits: Partial<Limits> | null): Promise<QueuedAssignment>;
  /** Null where it has ended meanwhile. */
  take(debate: string, number: number, worker: string): Promise<ClaimedAssignment | null>;
  isAssignedTo(debate: string, number: number, worker: string): Promise<boolean>;
  /** The assignment that follows at once; null if there is none. */
  end(
    holding: OwnedAssignment,
    ending: AssignmentEnding,
    trouble: string | null,
  ): Promise<QueuedAssignment | null>;
  wish(debate: string, wish: StopRequest): Promise<void>;
  wishesFor(worker: string): Promise<readonly { debate: string; wish: StopRequest }[]>;
  last(debate: string): Promise<AssignmentRow | null>;
  /** Those that were sent so long ago and are in no queue and at no worker. */
  stale(olderThanMs: number): Promise<readonly StaleAssignment[]>;
}

export interface StaleAssignment extends QueuedAssignment {
  readonly debate: string;
  /** It was in a queue, and the worker that took it failed. */
  readonly wasTaken: boolean;
}

export interface OwnedAssignment {
  readonly debate: string;
  readonly number: number;
  readonly worker: string;
}

export interface AssignmentRow {
  readonly number: number;
  readonly state: "queued" | "held" | "ended";
  readonly worker: string | null;
  readonly again: boolean;
  readonly ending: AssignmentEnding | null;
  readonly trouble: string | null;
}

export function createAssignments(database: FleetDatabase): Assignments {
  return {
    ...createClientQueries(database),
    ...createWorkerQueries(database),
    ...createReadQueries(database),
  };
}

/** From outside. */
function createClientQueries({
  transaction,
  schema,
}: FleetDatabase): Pick<Assignments, "send" | "wish"> {
  const table = `${schema}.holdings`;
  return {
    send: (debate, rules, limits) =>
      transaction(async (run) => {
        await lockDebateRow(run, schema, debate);
        const [found] = await run<{ number: number; state: string; rules: string }>(
          `SELECT number, state, rules FROM ${table} WHERE debate = $1 ORDER BY number DESC LIMIT 1`,
          [debate],
        );
        const text = limits === null ? null : JSON.stringify(limits);
        if (!found || found.state === "ended") {
          const number = (found?.number ?? 0) + 1;
          return insertNextAssignment(run, schema, {
            debate,
            number,
            rules,
            limits: text,
            wish: null,
          });
        }
        await run(
          `UPDATE ${table} SET again = again OR state = 'held', limits = coalesce($3, limits),
             wish = CASE WHEN state = 'held' THEN wish END
           WHERE debate = $1 AND number = $2`,
          [debate, found.number, text],
        );
        return { number: found.number, rules: found.rules };
      }),

    // who drops has paused as well, and the two may come in either order
    wish: async (debate, wish) =>
      void (await transaction((run) =>
        run(
          `UPDATE ${table} SET wish = CASE WHEN wish = 'drop' THEN wish ELSE $2 END, again = false
           WHERE debate = $1 AND state <> 'ended'`,
          [debate, wish],
        ),
      )),
  };
}

/** By the worker that owns it. */
function createWorkerQueries({
  transaction,
  schema,
}: FleetDatabase): Pick<Assignments, "take" | "end"> {
  const table = `${schema}.holdings`;
  return {
    async take(debate, number, worker) {
      const [row] = await transaction((run) =>
        run<{ limits: string | null; wish: StopRequest | null }>(
          `UPDATE ${table} SET state = 'held', worker = $3
           WHERE debate = $1 AND number = $2 AND state <> 'ended' RETURNING limits, wish`,
          [debate, number, worker],
        ),
      );
      if (!row) return null;
      const limits = row.limits === null ? null : (JSON.parse(row.limits) as Partial<Limits>);
      return { limits, wish: row.wish };
    },

    end: ({ debate, number, worker }, ending, trouble) =>
      transaction(async (run) => {
        await lockDebateRow(run, schema, debate);
        const [row] = await run<Omit<NextAssignment, "debate" | "number"> & { again: boolean }>(
          `UPDATE ${table} SET state = 'ended', ended_ms = ${schema}.now_ms(), ending = $4, trouble = $5
           WHERE debate = $1 AND number = $2 AND worker = $3 AND state = 'held'
           RETURNING again, rules, limits, wish`,
          [debate, number, worker, JSON.stringify(ending), trouble],
        );
        if (!row || (!row.again && ending.status !== "handed-over")) return null;
        const { rules, limits, again } = row;
        // a request to run it again came after any pause; otherwise a pause is for the next worker
        const wish = again ? null : row.wish;
        return insertNextAssignment(run, schema, {
          debate,
          number: number + 1,
          rules,
          limits,
          wish,
        });
      }),
  };
}

/** Without changing anything. */
function createReadQueries({
  read,
  schema,
  engineSchema,
}: FleetDatabase): Pick<Assignments, "isAssignedTo" | "wishesFor" | "last" | "stale"> {
  const table = `${schema}.holdings`;
  return {
    async isAssignedTo(debate, number, worker) {
      const rows = await read(
        `SELECT 1 FROM ${table} WHERE debate = $1 AND number = $2 AND worker = $3 AND state = 'held'`,
        [debate, number, worker],
      );
      return rows.length > 0;
    },

    wishesFor: (worker) =>
      read(
        `SELECT debate, wish FROM ${table}
         WHERE worker = $1 AND state <> 'ended' AND wish IS NOT NULL`,
        [worker],
      ),

    async last(debate) {
      const [row] = await read<Omit<AssignmentRow, "ending"> & { ending: string | null }>(
        `SELECT number, state, worker, again, ending, trouble FROM ${table}
         WHERE debate = $1 ORDER BY number DESC LIMIT 1`,
        [debate],
      );
      if (!row) return null;
      return {
        ...row,
        ending: row.ending === null ? null : (JSON.parse(row.ending) as AssignmentEnding),
      };
    },

    stale: (olderThanMs) =>
      read(
        // by the name it has in the engine below, which is that of names.ts
        `SELECT holding.debate, holding.number, holding.rules,
           work.status IS NOT NULL AS "wasTaken"
         FROM ${table} AS holding LEFT JOIN "${engineSchema}".workflow_status AS work
           ON work.workflow_uuid = holding.debate || '#' || holding.number
         WHERE holding.state <> 'ended' AND holding.sent_ms < ${schema}.now_ms() - $1::bigint
           AND coalesce(work.status, '') NOT IN ('ENQUEUED', 'PENDING') LIMIT 1000`,
        [olderThanMs],
      ),
  };
}

/** One at a time for each debate. */
async function lockDebateRow(run: RunStatement, schema: string, debate: string): Promise<void> {
  await run("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`${schema} ${debate}`]);
}

async function insertNextAssignment(
  run: RunStatement,
  schema: string,
  { debate, number, rules, limits, wish }: NextAssignment,
): Promise<QueuedAssignment> {
  await run(
    `INSERT INTO ${schema}.holdings (debate, number, rules, state, limits, wish, sent_ms)
     VALUES ($1, $2, $3, 'queued', $4, $5, ${schema}.now_ms()) ON CONFLICT DO NOTHING`,
    [debate, number, rules, limits, wish],
  );
  return { number, rules };
}

interface NextAssignment {
  readonly debate: string;
  readonly number: number;
  readonly rules: string;
  readonly limits: string | null;
  readonly wish: StopRequest | null;
}
