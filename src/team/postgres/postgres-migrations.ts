/** Migrates an older PostgreSQL schema: forward only, one process at a time. */
import { StoreError } from "../../errors.ts";
import {
  type PostgresConnectionOptions,
  type PostgresConnections,
  type RunStatement,
  openPostgresConnections,
} from "./postgres-connections.ts";

/** One text for each version, given the schema's name in quotes. */
export type SchemaMigrations = readonly ((schema: string) => string)[];

/** Connects, and brings the named schemas up to date. */
export async function openMigratedConnections(
  setting: PostgresConnectionOptions,
  schemas: readonly (readonly [name: string, tables: SchemaMigrations])[],
): Promise<PostgresConnections> {
  const connections = await openPostgresConnections(setting);
  const { read, transaction } = connections;
  try {
    for (const [name, tables] of schemas) {
      if (await isSchemaUpToDate(read, name, tables)) continue;
      await transaction((run) => migrateSchema(run, name, tables)).catch(async (cause: unknown) => {
        // a connection may not yet see what another process has just created
        if (!(await isSchemaUpToDate(read, name, tables))) throw cause;
      });
    }
    return connections;
  } catch (cause) {
    await connections.close();
    throw cause;
  }
}

/** A look without a lock: nearly always there is nothing to do. */
async function isSchemaUpToDate(
  run: RunStatement,
  schema: string,
  tables: SchemaMigrations,
): Promise<boolean> {
  const [found] = await run<{ encoding: string; there: boolean }>(
    `SELECT current_setting('server_encoding') AS encoding,
            to_regclass($1) IS NOT NULL AS there`,
    [`${schema}.migrations`],
  );
  if (found !== undefined && found.encoding !== "UTF8") {
    throw new StoreError(
      "store-unavailable",
      `The database is kept in ${found.encoding}, and journals need UTF8.`,
      { hint: "Create one with: CREATE DATABASE dissent ENCODING 'UTF8' TEMPLATE template0" },
    );
  }
  return found?.there === true && (await readSchemaVersion(run, schema, tables)) === tables.length;
}

/** Inside a transaction, and alone: others that start now wait here and then find it done. */
async function migrateSchema(
  run: RunStatement,
  schema: string,
  tables: SchemaMigrations,
): Promise<void> {
  await run("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`dissent ${schema}`]);
  const [namespace] = await run<{ there: boolean }>(
    // by the table itself: a name that was looked up before is answered from what the connection remembers
    "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1) AS there",
    [schema.slice(1, -1)],
  );
  // asked first: making it if it is missing needs a right that using it does not
  if (namespace?.there !== true) await run(`CREATE SCHEMA ${schema}`);
  const [table] = await run<{ there: boolean }>("SELECT to_regclass($1) IS NOT NULL AS there", [
    `${schema}.migrations`,
  ]);
  if (table?.there !== true) {
    await run(
      `CREATE TABLE ${schema}.migrations
       (version integer PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())`,
    );
  }
  const version = await readSchemaVersion(run, schema, tables);
  for (const [index, sql] of tables.entries()) {
    if (index < version) continue;
    await run(sql(schema));
    await run(`INSERT INTO ${schema}.migrations (version) VALUES ($1)`, [index + 1]);
  }
}

async function readSchemaVersion(
  run: RunStatement,
  schema: string,
  tables: SchemaMigrations,
): Promise<number> {
  const [row] = await run<{ version: number }>(
    `SELECT coalesce(max(version), 0) AS version FROM ${schema}.migrations`,
  );
  const version = row?.version ?? 0;
  if (version <= tables.length) return version;
  throw new StoreError(
    "store-corrupt",
    `The database was written by a newer Dissent (format ${version}).`,
    { hint: "Update Dissent, or name another schema: ?schema=…" },
  );
}

// The tables of the store in PostgreSQL.

/** One text for each version. Never change one that was released: add the next. */
export const STORE_TABLES: SchemaMigrations = [
  (schema) => `
    CREATE TABLE ${schema}.debates (
      id text COLLATE "C" PRIMARY KEY,
      status text NOT NULL,
      opened_ms bigint NOT NULL,
      summary text NOT NULL,
      words text NOT NULL
    );
    CREATE INDEX debates_by_age ON ${schema}.debates (opened_ms DESC, id DESC);
    CREATE TABLE ${schema}.events (
      debate text COLLATE "C" NOT NULL,
      sequence integer NOT NULL,
      line bytea NOT NULL,
      PRIMARY KEY (debate, sequence)
    );
    CREATE TABLE ${schema}.blobs (sha256 text COLLATE "C" PRIMARY KEY, content bytea NOT NULL);
    CREATE TABLE ${schema}.leases (
      debate text COLLATE "C" PRIMARY KEY,
      token text NOT NULL,
      until_ms bigint NOT NULL
    );
    CREATE FUNCTION ${schema}.now_ms() RETURNS bigint LANGUAGE sql VOLATILE
      AS 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint';
  `,
  (schema) => `
    CREATE TABLE ${schema}.signatures (
      place bigint GENERATED ALWAYS AS IDENTITY,
      debate text COLLATE "C" NOT NULL,
      signature text COLLATE "C" NOT NULL,
      PRIMARY KEY (debate, signature)
    );
  `,
];
