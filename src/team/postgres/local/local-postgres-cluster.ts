/** The data directory of a PostgreSQL: created completely or not at all, and reopened if the password was lost. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chown, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { LOCAL_POSTGRES_USER } from "./local-postgres-address.ts";
import { extractFailureReason, createNoPostgresError } from "./local-postgres-errors.ts";
import type { ServerOwner } from "./local-postgres-owner.ts";
import { POSTGRES_MAJOR } from "./local-postgres-package.ts";

export interface PostgresCluster {
  /** The directory with `bin`, `lib` and `share`. */
  readonly program: string;
  readonly data: string;
  readonly owner: ServerOwner | undefined;
}

const WHOLLY = { recursive: true, force: true } as const;
const MOST_BYTES = 1024 * 1024;

/** Made beside its place and then moved there: what a killed process began is begun anew. */
export async function createPostgresCluster(
  { program, data, owner }: PostgresCluster,
  { password, sync }: { readonly password: string; readonly sync: boolean },
): Promise<void> {
  const draft = `${data}.new`;
  const secret = `${data}.password`;
  // an initdb whose starter was killed may still be writing
  for (const path of [draft, secret]) await rm(path, { ...WHOLLY, maxRetries: 20 });
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeFile(secret, `${password}\n`, { mode: 0o600, flag: "wx" });
    if (owner) for (const path of [draft, secret]) await chown(path, owner.uid, owner.gid);
    const flags = "--auth=scram-sha-256 --encoding=UTF8 --locale=C";
    const where = [`--pgdata=${draft}`, `--pwfile=${secret}`, `--username=${LOCAL_POSTGRES_USER}`];
    const rest = [...flags.split(" "), ...(sync ? [] : ["--no-sync"])];
    await runClusterProgram(join(program, "bin", "initdb"), [...where, ...rest], { data, owner });
    await rename(draft, data);
  } finally {
    await rm(secret, { force: true });
    await rm(draft, WHOLLY);
  }
}

/** Sets another password while no server runs, which needs none. */
export async function resetClusterPassword(
  cluster: PostgresCluster,
  password: string,
): Promise<void> {
  const { program, data, owner } = cluster;
  const statement = `ALTER ROLE ${LOCAL_POSTGRES_USER} PASSWORD '${password}'`;
  const flags = ["--single", "-D", data, "-c", "log_min_error_statement=panic", "postgres"];
  await runClusterProgram(join(program, "bin", "postgres"), flags, {
    data,
    owner,
    says: `${statement}\n`,
  });
}

/** A newer PostgreSQL cannot read what an older one wrote. */
export function refuseOtherPostgresVersion(data: string): void {
  const file = join(data, "PG_VERSION");
  const version = existsSync(file) ? readFileSync(file, "utf8").trim() : "none";
  if (version === POSTGRES_MAJOR) return;
  throw createNoPostgresError(
    `${data} holds data of PostgreSQL ${version.slice(0, 20)}, and this Dissent brings ${POSTGRES_MAJOR}`,
    "Go on with the Dissent that wrote it, or restore a backup elsewhere and set",
  );
}

async function runClusterProgram(
  file: string,
  args: readonly string[],
  { data, owner, says = "" }: { data: string; owner: ServerOwner | undefined; says?: string },
): Promise<void> {
  const as = owner && { uid: owner.uid, gid: owner.gid };
  const running = promisify(execFile)(file, [...args], {
    ...as,
    cwd: dirname(data),
    env: {},
    maxBuffer: MOST_BYTES,
  });
  running.child.stdin?.on("error", () => {});
  running.child.stdin?.end(says);
  await running.catch((cause: { stderr?: string; message: string }) => {
    // without the cause: it repeats what was said to the program
    throw createNoPostgresError(
      `PostgreSQL could not make its data in ${data}: ${extractFailureReason(cause.stderr || cause.message)}`,
      "Remove what blocks it, or set",
    );
  });
}
