/**
 * The address of a project's PostgreSQL, stored for the other commands of the project.
 *
 * LP5. The password is in this file, which only its owner may read, and in no message, argument or environment.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, lstatSync, readFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

import { getErrorCode } from "../../../errors.ts";
import { createNoPostgresError } from "./local-postgres-errors.ts";

export interface LocalPostgresAddress {
  readonly port: number;
  readonly password: string;
}

export const LOCAL_POSTGRES_USER = "keeper";

export function formatLocalPostgresUrl({ port, password }: LocalPostgresAddress): string {
  return `postgres://${LOCAL_POSTGRES_USER}:${password}@127.0.0.1:${port}/postgres`;
}

export function generatePassword(): string {
  return randomBytes(24).toString("base64url");
}

/** Undefined if there is none, or if it is unreadable. */
export function readLocalAddress(path: string): LocalPostgresAddress | undefined {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return undefined;
  if (!entry.isFile()) throw createNoPostgresError(`${path} is not a file`, "Remove it, or set");
  try {
    // what a copy or a restored backup has opened to others is closed again
    if ((entry.mode & 0o077) !== 0) chmodSync(path, 0o600);
    return parseLocalAddress(readFileSync(path, "utf8"));
  } catch (cause) {
    throw createNoPostgresError(
      `The project's PostgreSQL belongs to another user: ${path} cannot be read (${getErrorCode(cause)})`,
      "Work as that user, or set",
    );
  }
}

function parseLocalAddress(text: string): LocalPostgresAddress | undefined {
  try {
    const { port, password } = JSON.parse(text) as Partial<LocalPostgresAddress>;
    const fits = Number.isInteger(port) && /^[\w-]{16,}$/.test(password ?? "");
    return fits && port !== undefined && password !== undefined ? { port, password } : undefined;
  } catch {
    return undefined;
  }
}

/** On the disk before it returns: without the password its data are closed. */
export async function writeLocalAddress(
  path: string,
  address: LocalPostgresAddress,
): Promise<void> {
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(address)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  const directory = await open(dirname(path), "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
