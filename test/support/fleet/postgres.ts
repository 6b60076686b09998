/**
 * A real PostgreSQL: the one that DATABASE_URL names, else one from npm that lives as long as a file of tests.
 * Each test has a schema of its own, which is dropped with it.
 */
import { randomBytes } from "node:crypto";
import { realpathSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";
import { afterAll } from "vitest";

import { formatLocalPostgresUrl } from "../../../src/team/postgres/local/local-postgres-address.ts";
import { createPostgresCluster } from "../../../src/team/postgres/local/local-postgres-cluster.ts";
import { findServerOwner } from "../../../src/team/postgres/local/local-postgres-owner.ts";
import {
  findCacheDirectory,
  ensurePostgresProgram,
} from "../../../src/team/postgres/local/local-postgres-package.ts";
import {
  findFreePort,
  type LocalPostgresServer,
  startLocalServer,
} from "../../../src/team/postgres/local/local-postgres-server.ts";
import { missingPart } from "../processes/missing-part.ts";

export const PASSWORD = "s3cret-of-the-server";

/** Where PostgreSQL is fetched to: a command with a home of its own is told by XDG_CACHE_HOME. */
export const CACHE = findCacheDirectory();

/** Why there is no PostgreSQL to test on, or undefined. */
export const NO_POSTGRES: string | undefined = missingPart("postgres");

export interface PostgresServer {
  /** With user and password. */
  readonly url: string;
  /** As after a power cut: connections are dropped, nothing is written first. Resolves when it answers again. */
  restart(): Promise<void>;
  /** Gone until something has happened. */
  away(meanwhile: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

let shared: Promise<string> | undefined;

/** The address of the server that all tests of a file share. */
export function postgres(): Promise<string> {
  shared ??= sharedUrl();
  return shared;
}

async function sharedUrl(): Promise<string> {
  const named = process.env["DATABASE_URL"] ?? "";
  return named === "" ? (await startPostgres()).url : named;
}

const running = new Set<PostgresServer>();
const schemas: { readonly server: string; readonly schema: string }[] = [];

afterAll(async () => {
  for (const { server, schema } of schemas.splice(0)) {
    const all = ["", "_fleet", "_team", "_dbos"].map((end) => `${schema}${end}`).join(", ");
    await asked(server, `DROP SCHEMA IF EXISTS ${all} CASCADE`).catch(() => {});
  }
  for (const server of running) await server.stop();
});

/** The address of a schema that nobody else uses. */
export function createTestSchema(server: string): string {
  const schema = `test_${randomBytes(6).toString("hex")}`;
  schemas.push({ server, schema });
  const url = new URL(server);
  url.searchParams.set("schema", schema);
  return url.href;
}

export function schemaIn(url: string): string {
  return new URL(url).searchParams.get("schema") ?? "dissent";
}

/** Rows of one statement, on a connection that is closed again. */
export async function asked<Row>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const plain = new URL(url);
  plain.searchParams.delete("schema");
  const client = new Client({ connectionString: plain.href });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql, [...values])).rows as Row[];
  } finally {
    await client.end().catch(() => {});
  }
}

/** As `dissent serve` starts one, but for what only matters to data that are worth something. */
export async function startPostgres(): Promise<PostgresServer> {
  const place = realpathSync(await mkdtemp(join(tmpdir(), "dissent-postgres-")));
  const owner = findServerOwner();
  // where it does not run as root it must still be able to enter
  await chmod(place, 0o711);
  const onNotice = (): void => {};
  const program = await ensurePostgresProgram({
    cache: CACHE,
    copy: place,
    owner,
    project: process.cwd(),
    onNotice,
  });
  const cluster = { program, data: join(place, "cluster"), owner };
  await createPostgresCluster(cluster, { password: PASSWORD, sync: false });
  const address = { port: await findFreePort(), password: PASSWORD };
  const start = (): Promise<LocalPostgresServer> =>
    startLocalServer({ ...cluster, address, settings: ["fsync=off"] });
  let child = await start();
  const server: PostgresServer = {
    url: formatLocalPostgresUrl(address),
    restart: () => server.away(async () => {}),
    async away(meanwhile) {
      await child.halt("immediate");
      await meanwhile();
      child = await start();
    },
    async stop() {
      running.delete(server);
      await child.halt("immediate");
      await rm(place, { recursive: true, force: true });
    },
  };
  running.add(server);
  return server;
}
