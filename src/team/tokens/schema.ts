/** The tables of a team, beside those of the store. */
import type { SchemaMigrations } from "../postgres/postgres-migrations.ts";

/** One text for each version. Never change one that was released: add the next. */
export const TEAM_TABLES: SchemaMigrations = [
  (schema) => `
    CREATE TABLE ${schema}.tokens (
      id text COLLATE "C" PRIMARY KEY,
      hash bytea NOT NULL,
      person text NOT NULL,
      scopes text[] NOT NULL,
      budget_micros bigint,
      created_ms bigint NOT NULL,
      expires_ms bigint,
      last_used_ms bigint,
      revoked_ms bigint
    );
    CREATE TABLE ${schema}.reservations (
      id uuid PRIMARY KEY,
      token text COLLATE "C" NOT NULL REFERENCES ${schema}.tokens,
      micros bigint NOT NULL,
      made_ms bigint NOT NULL
    );
    CREATE INDEX reservations_by_token ON ${schema}.reservations (token);
    CREATE TABLE ${schema}.bindings (
      debate text COLLATE "C" PRIMARY KEY,
      token text COLLATE "C" NOT NULL REFERENCES ${schema}.tokens,
      micros bigint NOT NULL,
      before_micros bigint NOT NULL,
      closed boolean NOT NULL DEFAULT false
    );
    CREATE INDEX bindings_by_token ON ${schema}.bindings (token);
    CREATE TABLE ${schema}.acts (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id uuid NOT NULL UNIQUE,
      at_ms bigint NOT NULL,
      token text COLLATE "C",
      person text,
      act text NOT NULL,
      debate text COLLATE "C",
      detail text NOT NULL,
      address text NOT NULL
    );
    CREATE INDEX acts_by_debate ON ${schema}.acts (debate, number DESC);
    CREATE INDEX acts_by_person ON ${schema}.acts (person, number DESC);
    CREATE FUNCTION ${schema}.refuse_change() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RAISE EXCEPTION ''acts are added and never changed''; END';
    CREATE TRIGGER acts_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON ${schema}.acts
      FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_change();
    CREATE FUNCTION ${schema}.now_ms() RETURNS bigint LANGUAGE sql VOLATILE
      AS 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint';
  `,
];
