/**
 * The connections to a PostgreSQL database: few of them, bounded waits, and retries where they are safe.
 *
 * PC1. A failed query is retried only if it changed nothing, or if the second try finds out what the first one did.
 * PC2. A database that was never reached is given up at once; one that was reached is waited for as long as a restart
 *      takes, but no longer than a lease lasts.
 */
import { setMaxListeners } from "node:events";

import type * as Driver from "pg";
import type { Pool, PoolClient } from "pg";

import { type Clock, sleepUnlessAborted } from "../../clock.ts";
import { StoreError } from "../../errors.ts";
import type { PostgresAddress } from "../../stores/postgres-address.ts";
import { isWriteCollision, isConnectionLost } from "./postgres-errors.ts";

/** Runs one statement and returns its rows. */
export type RunStatement = <Row>(
  sql: string,
  values?: readonly unknown[],
) => Promise<readonly Row[]>;

/** A connection with its events; written out, so that no public declaration needs the driver's types. */
export interface NotifiedConnection {
  on(
    event: "notification",
    told: (message: { readonly payload?: string | undefined }) => void,
  ): unknown;
  once(event: "end" | "error", told: () => void): unknown;
  query(sql: string): Promise<unknown>;
  /** Lets the process end while it is open. */
  unref(): void;
  end(): Promise<void>;
}

export interface PostgresConnections {
  /** For statements that change nothing. */
  readonly read: RunStatement;
  /** All or nothing. `attempt` is above one when an earlier try may have been committed after all. */
  readonly transaction: <Result>(
    work: (run: RunStatement, attempt: number) => Promise<Result>,
  ) => Promise<Result>;
  /** A separate connection for a listener; the caller ends it. */
  connect(): Promise<NotifiedConnection>;
  close(): Promise<void>;
}

export interface PostgresConnectionOptions {
  readonly address: PostgresAddress;
  readonly clock: Clock;
  /** How long one that was reached is waited for. */
  readonly patienceMs?: number;
  /** Loads the package `pg`; without a type, for the same reason. */
  readonly load?: () => Promise<unknown>;
}

// one writes, the others read; a team's server has a hundred to share
const MOST_CONNECTIONS = 4;
const PATIENCE_MS = 10_000;

const LIMITS = {
  application_name: "dissent",
  keepAlive: true,
  connectionTimeoutMillis: 5_000,
  statement_timeout: 20_000,
  lock_timeout: 5_000,
  // a process that was frozen in the middle must not block others
  idle_in_transaction_session_timeout: 10_000,
  // longer than the server's own limit: the answer of a cut line never comes
  query_timeout: 25_000,
};

type PostgresDriverLoader = NonNullable<PostgresConnectionOptions["load"]>;

/** Fails with what to install where the driver is missing. */
export async function requirePostgresDriver(): Promise<void> {
  await loadPostgresDriver();
}

async function loadPostgresDriver(
  load: PostgresDriverLoader = () => import("pg"),
): Promise<typeof Driver> {
  return (await load().catch((cause: unknown) => {
    throw createMissingDriverError(cause);
  })) as typeof Driver;
}

export async function openPostgresConnections(
  setting: PostgresConnectionOptions,
): Promise<PostgresConnections> {
  const { address, clock, patienceMs = PATIENCE_MS, load } = setting;
  const pg = await loadPostgresDriver(load);
  class LimitedClient extends pg.Client {
    constructor() {
      super({ ...LIMITS, connectionString: address.url });
    }
  }
  const pool: Pool = new pg.Pool({
    max: MOST_CONNECTIONS,
    allowExitOnIdle: true,
    // limits are the clients' own: the pool would count the wait for a free one as well
    Client: LimitedClient as unknown as new () => PoolClient,
  });
  // unhandled, either would end the process; users of the connection get the error from their query
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  const closing = new AbortController();
  // as many as wait at once
  setMaxListeners(0, closing.signal);
  let reached = false;

  async function retryPatiently<Result>(
    work: (attempt: number) => Promise<Result>,
  ): Promise<Result> {
    const sinceMs = clock.nowMs();
    for (let attempt = 1; ; attempt++) {
      try {
        return await work(attempt);
      } catch (cause) {
        const passes = isWriteCollision(cause) || (reached && isConnectionLost(cause));
        const spentMs = clock.nowMs() - sinceMs;
        if (!passes || closing.signal.aborted || spentMs >= patienceMs) throw cause;
        await sleepUnlessAborted(clock, Math.min(50 * 2 ** attempt, 1_000), closing.signal);
      }
    }
  }

  async function borrowConnection<Result>(
    use: (run: RunStatement) => Promise<Result>,
  ): Promise<Result> {
    const client = await pool.connect();
    reached = true;
    const run: RunStatement = async (sql, values = []) =>
      (await client.query(sql, [...values])).rows;
    try {
      const result = await use(run);
      client.release();
      return result;
    } catch (cause) {
      // nobody knows what state it is in
      client.release(!(cause instanceof StoreError));
      throw cause;
    }
  }

  return {
    read: (sql, values) => retryPatiently(() => borrowConnection((run) => run(sql, values))),
    transaction: (work) =>
      retryPatiently((attempt) =>
        borrowConnection(async (run) => {
          await run("BEGIN");
          try {
            const result = await work(run, attempt);
            await run("COMMIT");
            return result;
          } catch (cause) {
            if (cause instanceof StoreError) await run("ROLLBACK");
            throw cause;
          }
        }),
      ),
    async connect() {
      const client = new LimitedClient();
      client.on("error", () => {});
      await client.connect();
      // the driver has unref, its types do not
      return client as LimitedClient & { unref(): void };
    },
    async close() {
      closing.abort();
      await waitForGoodbye(pool.end(), clock);
    },
  };
}

/** Saying goodbye on a line that was cut is never answered, and must not keep a process. */
export function waitForGoodbye(goodbye: Promise<unknown>, clock: Clock): Promise<void> {
  const over = new AbortController();
  goodbye.then(
    () => over.abort(),
    () => over.abort(),
  );
  return sleepUnlessAborted(clock, GOODBYE_MS, over.signal);
}

const GOODBYE_MS = 2_000;

function createMissingDriverError(cause: unknown): StoreError {
  return new StoreError(
    "store-unavailable",
    "PostgreSQL cannot be spoken to: the package pg is not installed.",
    { cause, hint: "Install it beside dissent: npm install pg" },
  );
}
