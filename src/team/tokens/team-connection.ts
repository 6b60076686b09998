/** The connection to a team's tables, which are beside the store's and read from it. */
import { type Clock, systemClock } from "../../clock.ts";
import { DissentError } from "../../errors.ts";
import { parsePostgresAddress } from "../../stores/postgres-address.ts";
import type { RunStatement } from "../postgres/postgres-connections.ts";
import { createPostgresError } from "../postgres/postgres-errors.ts";
import {
  STORE_TABLES,
  type SchemaMigrations,
  openMigratedConnections,
} from "../postgres/postgres-migrations.ts";
import { redactTokens } from "./token-format.ts";

export interface TeamConnection {
  readonly read: RunStatement;
  /** All or nothing; tried again, also where an earlier try may have been committed after all. */
  readonly transaction: <Result>(work: (run: RunStatement) => Promise<Result>) => Promise<Result>;
  /** In quotes, as all names of schemas here. */
  readonly schema: string;
  /** The database's clock, for use in a statement. */
  readonly now: string;
  /** Where the debates are. */
  readonly store: string;
  /** A text as it may be kept: without tokens, keys and the database's password. */
  readonly clean: (text: string) => string;
  close(): Promise<void>;
}

export interface TeamOptions {
  readonly url: string;
  readonly clock?: Clock;
  /** Takes the keys of this machine out of what is kept about acts. */
  readonly redact?: (text: string) => string;
}

export async function openTeamConnection(setting: TeamOptions): Promise<TeamConnection> {
  const { url, clock = systemClock, redact = (text) => text } = setting;
  const address = parsePostgresAddress(url);
  const schema = `"${address.schema.slice(1, -1)}_team"`;

  /** Refusals are for people and stay as they are. */
  const said =
    (what: "reached" | "read" | "written") =>
    (cause: unknown): never => {
      throw cause instanceof DissentError ? cause : createPostgresError(cause, what, address);
    };

  // what debates have cost is read where they are, and the first of them may still be to come
  const ways = await openMigratedConnections({ address, clock }, [
    [address.schema, STORE_TABLES],
    [schema, TEAM_TABLES],
  ]).catch(said("reached"));
  return {
    schema,
    now: `${schema}.now_ms()`,
    store: address.schema,
    clean(text) {
      const known = redact(redactTokens(text));
      const clean = address.secrets.reduce(
        (rest, secret) => rest.replaceAll(secret, "[redacted]"),
        known,
      );
      // PostgreSQL keeps no NUL in a text, and half a character would come back as another
      return clean.toWellFormed().replaceAll("\0", "");
    },
    read: (sql, values) => ways.read<never>(sql, values).catch(said("read")),
    transaction: (work) => ways.transaction((run) => work(run)).catch(said("written")),
    close: () => ways.close(),
  };
}

// The tables of a team, beside those of the store.

/** One text for each version. Never change one that was released: add the next. */
const TEAM_TABLES: SchemaMigrations = [
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
