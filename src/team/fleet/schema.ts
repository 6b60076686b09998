/** The tables of a fleet, beside those of the store and of the engine below it. */
import type { SchemaMigrations } from "../postgres/postgres-migrations.ts";

/** One text for each version. Never change one that was released: add the next. */
export const FLEET_TABLES: SchemaMigrations = [
  (schema) => `
    CREATE TABLE ${schema}.workers (
      id text COLLATE "C" PRIMARY KEY,
      host text NOT NULL,
      pid integer NOT NULL,
      version text NOT NULL,
      rules text[] NOT NULL,
      state text NOT NULL,
      started_ms bigint NOT NULL,
      beat_ms bigint NOT NULL,
      holding integer NOT NULL DEFAULT 0,
      calling integer NOT NULL DEFAULT 0,
      rss_bytes bigint NOT NULL DEFAULT 0
    );
    CREATE TABLE ${schema}.holdings (
      debate text COLLATE "C" NOT NULL,
      number integer NOT NULL,
      rules text NOT NULL,
      state text NOT NULL,
      worker text,
      limits text,
      wish text,
      again boolean NOT NULL DEFAULT false,
      ending text,
      trouble text,
      sent_ms bigint NOT NULL,
      ended_ms bigint,
      PRIMARY KEY (debate, number)
    );
    CREATE INDEX holdings_under_way ON ${schema}.holdings (worker) WHERE state <> 'ended';
    CREATE INDEX holdings_in_trouble ON ${schema}.holdings (ended_ms) WHERE trouble IS NOT NULL;
    CREATE TABLE ${schema}.grants (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      provider text COLLATE "C" NOT NULL,
      at_ms double precision NOT NULL,
      late_ms double precision NOT NULL,
      tokens bigint NOT NULL
    );
    CREATE INDEX grants_by_time ON ${schema}.grants (provider, at_ms DESC);
    CREATE INDEX grants_by_end ON ${schema}.grants (provider, late_ms DESC);
    CREATE TABLE ${schema}.texts (
      sha256 text COLLATE "C" PRIMARY KEY,
      content bytea NOT NULL,
      used_ms bigint NOT NULL
    );
    CREATE UNLOGGED TABLE ${schema}.onlookers (
      debate text COLLATE "C" PRIMARY KEY,
      until_ms bigint NOT NULL
    );
    CREATE FUNCTION ${schema}.now_ms() RETURNS bigint LANGUAGE sql VOLATILE
      AS 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint';
  `,
];
