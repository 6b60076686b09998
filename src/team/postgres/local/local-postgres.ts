/**
 * A project's own PostgreSQL, for teams that start on one machine: its data is in the project, it listens on this
 * machine only, and any command of the project finds it.
 *
 * LP1. Confirmed data is on the disk: no safety setting of the server is switched off.
 * LP3. One process per project runs it. The system releases that process's lock when it ends, so a crash leaves no
 *      stale lock behind, and nobody can mistake a lock that is in use for a stale one.
 *
 * The server (LP2), its state (LP4), address (LP5) and package (LP6) have files of their own.
 */
import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { systemClock, sleepUnlessAborted } from "../../../clock.ts";
import { getErrorCode } from "../../../errors.ts";
import {
  type LocalPostgresAddress,
  formatLocalPostgresUrl,
  generatePassword,
  readLocalAddress,
  writeLocalAddress,
} from "./local-postgres-address.ts";
import {
  type PostgresCluster,
  createPostgresCluster,
  refuseOtherPostgresVersion,
  resetClusterPassword,
} from "./local-postgres-cluster.ts";
import { createNoPostgresError } from "./local-postgres-errors.ts";
import {
  type ServerOwner,
  findServerOwner,
  refuseInaccessiblePath,
} from "./local-postgres-owner.ts";
import { ensurePostgresProgram, findCacheDirectory } from "./local-postgres-package.ts";
import { findFreePort } from "./local-postgres-server.ts";
import { readLocalPostgresState, stopLeftoverServer } from "./local-postgres-state.ts";
import { superviseLocalServer } from "./local-postgres-supervisor.ts";

export interface LocalPostgres {
  /** With user and password. */
  readonly url: string;
  /** True where this process started it. */
  readonly own: boolean;
  /** Ends it where this process started it. May be called again. */
  stop(): Promise<void>;
}

export interface LocalPostgresOptions {
  /** Where its data, its address and its lock are: `.dissent/postgres` of the project. */
  readonly directory: string;
  /** Called, with one line each, about what takes long or goes wrong. */
  readonly onNotice: (line: string) => void;
  /** Where the person's programs keep what they can fetch again. */
  readonly cache?: string;
  /** The folder whose `.npmrc` says how packages are fetched; left out, the one we are in. */
  readonly project?: string;
}

/** Finds the one that runs, or starts it. */
export async function openLocalPostgres(setting: LocalPostgresOptions): Promise<LocalPostgres> {
  const { onNotice } = setting;
  const owner = findServerOwner();
  const directory = prepareDirectory(setting.directory, owner);
  const untilMs = systemClock.nowMs() + LONGEST_WAIT_MS;
  for (let looks = 0; ; looks++) {
    const lock = acquireProcessLock(join(directory, "lock"));
    if (lock !== undefined) {
      try {
        const server = await startPostgresHere({ ...setting, directory }, owner);
        return { ...server, own: true, stop: () => server.stop().finally(() => lock.release()) };
      } catch (cause) {
        lock.release();
        throw cause;
      }
    }
    const url = await findRunningPostgres(directory);
    if (url !== undefined) return { url, own: false, stop: async () => {} };
    if (looks === PATIENT_LOOKS) onNotice("Another process is starting the project's PostgreSQL.");
    if (systemClock.nowMs() > untilMs) {
      throw createNoPostgresError(
        `Another process has the PostgreSQL in ${directory}, which does not answer`,
        "End that process, or set",
      );
    }
    await sleepUnlessAborted(
      systemClock,
      LOOK_MS * (1 + Math.random()),
      new AbortController().signal,
    );
  }
}

// as long as another process may need to fetch and start it
const LONGEST_WAIT_MS = 10 * 60_000;
const LOOK_MS = 100;
const PATIENT_LOOKS = 10;

/** The address of the running one, whichever process started it. */
export async function findRunningPostgres(directory: string): Promise<string | undefined> {
  const address = readLocalAddress(join(directory, "address"));
  if (address === undefined) return undefined;
  const standing = await readLocalPostgresState(join(directory, "data"), address);
  return standing === "running" ? formatLocalPostgresUrl(address) : undefined;
}

async function startPostgresHere(
  {
    directory,
    onNotice,
    cache = findCacheDirectory(),
    project = process.cwd(),
  }: LocalPostgresOptions,
  owner: ServerOwner | undefined,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  if (owner !== undefined) await refuseInaccessiblePath(directory, owner);
  const data = join(directory, "data");
  if (existsSync(data)) refuseOtherPostgresVersion(data);
  const program = await ensurePostgresProgram({ cache, copy: directory, owner, project, onNotice });
  const cluster = { program, data, owner };
  const file = join(directory, "address");
  await stopLeftoverServer(data);
  const known = await prepareCluster(cluster, file);
  const server = await superviseLocalServer({ ...cluster, address: known }, onNotice);
  if (server.address.port !== known.port) await writeLocalAddress(file, server.address);
  return { url: formatLocalPostgresUrl(server.address), stop: () => server.stop() };
}

/** Data that open to the address in the file. The port is kept, so that who knows it finds it after a restart. */
async function prepareCluster(
  cluster: PostgresCluster,
  file: string,
): Promise<LocalPostgresAddress> {
  const noted = readLocalAddress(file);
  const exists = existsSync(cluster.data);
  if (noted !== undefined && exists) return noted;
  const address = { port: noted?.port ?? (await findFreePort()), password: generatePassword() };
  // first the data, whose password is set anew where the file did not follow
  if (exists) await resetClusterPassword(cluster, address.password);
  else await createPostgresCluster(cluster, { password: address.password, sync: true });
  await writeLocalAddress(file, address);
  return address;
}

/** Created if missing, and never reached through a link: a cloned repository can contain some. */
function prepareDirectory(directory: string, owner: ServerOwner | undefined): string {
  for (const path of [dirname(directory), directory]) {
    try {
      if (!existsSync(path)) mkdirSync(path);
    } catch (cause) {
      throw createNoPostgresError(
        `${path} cannot be made (${getErrorCode(cause)})`,
        "Work elsewhere, or set",
      );
    }
    if (lstatSync(path).isDirectory()) continue;
    throw createNoPostgresError(
      `${path} is not a directory, or is a link to one`,
      "Remove it, or set",
    );
  }
  try {
    chmodSync(directory, owner === undefined ? 0o700 : 0o711);
    writeFileSync(join(directory, ".gitignore"), "*\n");
  } catch (cause) {
    throw createNoPostgresError(
      `The project's PostgreSQL belongs to another user: ${directory} cannot be written (${getErrorCode(cause)})`,
      "Work as that user, or set",
    );
  }
  return realpathSync(directory);
}

interface ProcessLock {
  /** May be called again. */
  release(): void;
}

/** Undefined while another process has it. */
function acquireProcessLock(path: string): ProcessLock | undefined {
  let file: DatabaseSync | undefined;
  try {
    // nothing is ever written: SQLite is what Node has that locks files by the system
    file = new DatabaseSync(path, { timeout: 0 });
    file.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    const held = file;
    return { release: () => void (held.isOpen && held.close()) };
  } catch (cause) {
    file?.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (reason.includes("locked")) return undefined;
    throw createNoPostgresError(`${path} cannot be used: ${reason}`, "Remove it, or set");
  }
}
