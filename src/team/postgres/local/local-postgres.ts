/**
 * A PostgreSQL of the project's own, for teams that begin on one machine: its data are in the project, it listens on
 * this machine alone, and any command of the project finds it.
 *
 * LP1. Real data: what is confirmed is on the disk. Nothing of the server's safety is switched off.
 * LP2. It ends with the process that started it (local-postgres-server.ts).
 * LP3. One at a time per project, and nothing that a crash leaves behind is in the way (local-postgres-lock.ts).
 * LP4. It is found only where it proves that it keeps this project's data (local-postgres-proof.ts).
 * LP5. The password stays in a file that only its owner may read (local-postgres-address.ts).
 * LP6. It comes from one known package (local-postgres-package.ts).
 */
import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { systemClock } from "../../../clock.ts";
import { pause } from "../postgres-connections.ts";
import {
  type LocalAddress,
  newPassword,
  readAddress,
  urlOf,
  writeAddress,
} from "./local-postgres-address.ts";
import {
  type Cluster,
  makeCluster,
  refuseOtherVersion,
  resetPassword,
} from "./local-postgres-cluster.ts";
import { keptRunning } from "./local-postgres-keep.ts";
import { endLeftover } from "./local-postgres-leftover.ts";
import { takenLock } from "./local-postgres-lock.ts";
import { type Owner, refuseClosed, serverOwner } from "./local-postgres-owner.ts";
import { cacheDirectory, postgresProgram } from "./local-postgres-package.ts";
import { standingOf } from "./local-postgres-proof.ts";
import { codeIn, noPostgres } from "./local-postgres-refusal.ts";
import { freePort } from "./local-postgres-server.ts";

export interface LocalPostgres {
  /** With user and password. */
  readonly url: string;
  /** True where this process started it. */
  readonly own: boolean;
  /** Ends it where this process started it. May be called again. */
  stop(): Promise<void>;
}

export interface LocalSetting {
  /** Where its data, its address and its lock are: `.dissent/postgres` of the project. */
  readonly directory: string;
  /** Told, in one line each, what takes long or goes wrong. */
  readonly onNotice: (line: string) => void;
  /** Where the person's programs keep what they can fetch again. */
  readonly cache?: string;
  /** The folder whose `.npmrc` says how packages are fetched; left out, the one we are in. */
  readonly project?: string;
}

/** Finds the one that runs, or starts it. */
export async function localPostgres(setting: LocalSetting): Promise<LocalPostgres> {
  const { onNotice } = setting;
  const owner = serverOwner();
  const directory = preparedDirectory(setting.directory, owner);
  const untilMs = systemClock.nowMs() + LONGEST_WAIT_MS;
  for (let looks = 0; ; looks++) {
    const lock = takenLock(join(directory, "lock"));
    if (lock !== undefined) {
      try {
        const server = await startedHere({ ...setting, directory }, owner);
        return { ...server, own: true, stop: () => server.stop().finally(() => lock.release()) };
      } catch (cause) {
        lock.release();
        throw cause;
      }
    }
    const url = await runningPostgres(directory);
    if (url !== undefined) return { url, own: false, stop: async () => {} };
    if (looks === PATIENT_LOOKS) onNotice("Another process is starting the project's PostgreSQL.");
    if (systemClock.nowMs() > untilMs) {
      throw noPostgres(
        `Another process has the PostgreSQL in ${directory}, which does not answer`,
        "End that process, or set",
      );
    }
    await pause(systemClock, LOOK_MS * (1 + Math.random()), new AbortController().signal);
  }
}

// as long as another process may need to fetch and start it
const LONGEST_WAIT_MS = 10 * 60_000;
const LOOK_MS = 100;
const PATIENT_LOOKS = 10;

/** The address of the one that runs, whoever started it. */
export async function runningPostgres(directory: string): Promise<string | undefined> {
  const address = readAddress(join(directory, "address"));
  if (address === undefined) return undefined;
  const standing = await standingOf(join(directory, "data"), address);
  return standing === "running" ? urlOf(address) : undefined;
}

async function startedHere(
  { directory, onNotice, cache = cacheDirectory(), project = process.cwd() }: LocalSetting,
  owner: Owner | undefined,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  if (owner !== undefined) await refuseClosed(directory, owner);
  const data = join(directory, "data");
  if (existsSync(data)) refuseOtherVersion(data);
  const program = await postgresProgram({ cache, copy: directory, owner, project, onNotice });
  const cluster = { program, data, owner };
  const file = join(directory, "address");
  await endLeftover(data);
  const known = await opened(cluster, file);
  const server = await keptRunning({ ...cluster, address: known }, onNotice);
  if (server.address.port !== known.port) await writeAddress(file, server.address);
  return { url: urlOf(server.address), stop: () => server.stop() };
}

/** Data that open to the address in the file. The port is kept, so that who knows it finds it after a restart. */
async function opened(cluster: Cluster, file: string): Promise<LocalAddress> {
  const noted = readAddress(file);
  const exists = existsSync(cluster.data);
  if (noted !== undefined && exists) return noted;
  const address = { port: noted?.port ?? (await freePort()), password: newPassword() };
  // first the data, whose password is set anew where the file did not follow
  if (exists) await resetPassword(cluster, address.password);
  else await makeCluster(cluster, { password: address.password, sync: true });
  await writeAddress(file, address);
  return address;
}

/** Made where it is missing, and never reached through a link: a cloned repository can hold some. */
function preparedDirectory(directory: string, owner: Owner | undefined): string {
  for (const path of [dirname(directory), directory]) {
    try {
      if (!existsSync(path)) mkdirSync(path);
    } catch (cause) {
      throw noPostgres(`${path} cannot be made (${codeIn(cause)})`, "Work elsewhere, or set");
    }
    if (lstatSync(path).isDirectory()) continue;
    throw noPostgres(`${path} is no directory, or a link to one`, "Remove it, or set");
  }
  try {
    chmodSync(directory, owner === undefined ? 0o700 : 0o711);
    writeFileSync(join(directory, ".gitignore"), "*\n");
  } catch (cause) {
    throw noPostgres(
      `The project's PostgreSQL belongs to another user: ${directory} cannot be written (${codeIn(cause)})`,
      "Work as that user, or set",
    );
  }
  return realpathSync(directory);
}
