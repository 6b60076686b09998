/**
 * The PostgreSQL store on its connections, once its tables exist.
 *
 * PG1. An append is durable when it resolves: lines, texts and summary are one transaction.
 * PG2. Position and lease are checked inside it, so two processes can never both write.
 * PG3. Only the database's clock says whether a lease has expired; every new lease has a new token.
 */
import { randomUUID } from "node:crypto";

import { parseSummary } from "../../domain/journal/summary.ts";
import type { JournalLine, ListedDebate, Store } from "../../store.ts";
import type { PostgresAddress } from "../../stores/postgres-address.ts";
import { rebuildSummary } from "../../stores/rebuild-summary.ts";
import { splitSearchTerms } from "../../stores/search-words.ts";
import { createPostgresCommitQueue } from "./postgres-commit-queue.ts";
import type { PostgresConnectionOptions, RunStatement } from "./postgres-connections.ts";
import { createPostgresError } from "./postgres-errors.ts";
import { createJournalListener } from "./postgres-journal-listener.ts";
import { STORE_TABLES, openMigratedConnections } from "./postgres-migrations.ts";
import { toDatabaseKey } from "./postgres-write.ts";

export async function openPostgresStore(setting: PostgresConnectionOptions): Promise<Store> {
  const { address, clock } = setting;
  const { schema, channel } = address;
  const ways = await openMigratedConnections(setting, [[schema, STORE_TABLES]]).catch(
    (cause: unknown) => {
      throw createPostgresError(cause, "reached", address);
    },
  );
  const listener = createJournalListener({ channel, connections: ways, clock });
  const commits = createPostgresCommitQueue({
    address,
    connections: ways,
    onWritten: (debates) => {
      for (const debate of debates) listener.wake(toDatabaseKey(debate));
    },
  });
  const statements = createStoreQueries(ways.read, address);

  return {
    ...statements,
    append: (given) =>
      commits.submit(() => {
        const addition = typeof given === "function" ? given() : given;
        return { kind: "append", addition };
      }),
    watch: (debate, from, signal) =>
      listener.follow({
        key: toDatabaseKey(debate),
        from,
        signal,
        read: (next) => statements.read(debate, next),
      }),
    async lease(debate, ttlMs) {
      const lease = { debate, token: randomUUID() };
      await commits.submit(() => ({ kind: "take", lease, ttlMs }));
      return lease;
    },
    renew: (lease, ttlMs) => commits.submit(() => ({ kind: "renew", lease, ttlMs })),
    release: (lease) => commits.submit(() => ({ kind: "release", lease })),
    putBlob: (sha256, text) => commits.submit(() => ({ kind: "keep", sha256, text })),
    keepSignature: (debate, signature) =>
      ways
        .transaction(async (run) => {
          await run(
            `INSERT INTO ${schema}.signatures (debate, signature) VALUES ($1, $2)
             ON CONFLICT DO NOTHING`,
            [toDatabaseKey(debate), signature],
          );
        })
        .catch((cause: unknown) => {
          throw createPostgresError(cause, "written", address);
        }),
    async close() {
      await commits.whenIdle();
      await listener.close();
      await ways.close();
    },
  };
}

/** What changes nothing. */
function createStoreQueries(
  read: RunStatement,
  address: PostgresAddress,
): Pick<Store, "read" | "list" | "blob" | "signatures"> {
  const { schema } = address;
  const found: RunStatement = (sql, values) =>
    read<never>(sql, values).catch((cause: unknown) => {
      throw createPostgresError(cause, "read", address);
    });

  const linesFrom = async (debate: string, from = 0): Promise<readonly JournalLine[]> => {
    const rows = await found<{ sequence: number; line: Buffer }>(
      `SELECT sequence, line FROM ${schema}.events
       WHERE debate = $1 AND sequence >= $2 ORDER BY sequence`,
      [toDatabaseKey(debate), from],
    );
    return rows.map(({ sequence, line }): JournalLine => ({ sequence, line: line.toString() }));
  };

  return {
    read: linesFrom,

    async list({ limit = 1_000_000, search = "", status, onUnreadable } = {}) {
      const rows = await found<{ id: string; summary: string; held: boolean }>(
        `SELECT debates.id AS id, summary, coalesce(leases.until_ms > ${schema}.now_ms(), false) AS held
         FROM ${schema}.debates LEFT JOIN ${schema}.leases ON leases.debate = debates.id
         WHERE ($1::text IS NULL OR status = $1) AND words LIKE ALL ($2::text[])
         ORDER BY opened_ms DESC, id DESC LIMIT $3`,
        [status ?? null, splitSearchTerms(search).map((term) => `%${term}%`), limit],
      );
      const listed: ListedDebate[] = [];
      for (const { id, summary: text, held } of rows) {
        const summary =
          parseSummary(text) ?? rebuildSummary((await linesFrom(id)).map(({ line }) => line));
        if (typeof summary === "string") onUnreadable?.(id, summary);
        else listed.push({ ...summary, held });
      }
      return listed;
    },

    async blob(sha256) {
      const [row] = await found<{ content: Buffer }>(
        `SELECT content FROM ${schema}.blobs WHERE sha256 = $1`,
        [toDatabaseKey(sha256)],
      );
      return row?.content.toString();
    },

    async signatures(debate) {
      const rows = await found<{ signature: string }>(
        `SELECT signature FROM ${schema}.signatures WHERE debate = $1 ORDER BY place`,
        [toDatabaseKey(debate)],
      );
      return rows.map(({ signature }) => signature);
    },
  };
}
