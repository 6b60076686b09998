/** The connection to a fleet's tables, which are beside the store's. */
import { type Clock, sleepUnlessAborted } from "../../clock.ts";
import { type PostgresAddress, parsePostgresAddress } from "../../stores/postgres-address.ts";
import type { PostgresConnections } from "../postgres/postgres-connections.ts";
import { createPostgresError } from "../postgres/postgres-errors.ts";
import {
  STORE_TABLES,
  type SchemaMigrations,
  openMigratedConnections,
} from "../postgres/postgres-migrations.ts";

export interface FleetDatabase extends PostgresConnections {
  readonly address: PostgresAddress;
  /** In quotes. */
  readonly schema: string;
  /** Where the engine below keeps its own tables. */
  readonly engineSchema: string;
  /** Where workers and clients tell each other of wishes and endings. */
  readonly channel: string;
  /** Where what is being said right now goes by. */
  readonly liveChannel: string;
}

export async function openFleetDatabase(url: string, clock: Clock): Promise<FleetDatabase> {
  const address = parsePostgresAddress(url);
  const own = address.schema.slice(1, -1);
  const schema = `"${own}_fleet"`;
  const tables = [[address.schema, STORE_TABLES] as const, [schema, FLEET_TABLES] as const];
  const connections = await openMigratedConnections({ address, clock }, tables).catch(
    (cause: unknown) => {
      throw createPostgresError(cause, "read", address);
    },
  );
  return {
    ...connections,
    address,
    schema,
    engineSchema: `${own}_dbos`,
    channel: `${address.channel}_fleet`,
    liveChannel: `${address.channel}_live`,
  };
}

// A database that is away comes back; until then there is nothing else to do.

const AGAIN_AFTER_MS = 1_000;
// five minutes and more, with the patience of the connections themselves
const MOST_TRIES = 300;
const NEVER = new AbortController().signal;

export async function retryWhileUnavailable<Result>(
  work: () => Promise<Result>,
  { clock }: { readonly clock: Clock },
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      // time does not mend a defect
      if (error instanceof TypeError || tries >= MOST_TRIES) throw error;
      await sleepUnlessAborted(clock, AGAIN_AFTER_MS, NEVER);
    }
  }
}

// The tables of a fleet, beside those of the store and of the engine below it.

/** One text for each version. Never change one that was released: add the next. */
const FLEET_TABLES: SchemaMigrations = [
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
