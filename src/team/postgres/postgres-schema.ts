/** The tables of the store in PostgreSQL. */
import type { SchemaMigrations } from "./postgres-migrations.ts";

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
