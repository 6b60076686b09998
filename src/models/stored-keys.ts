/** Keys a person stored, in a file only they can read. A key in the environment takes precedence. */
import { randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";

import { isJsonObject } from "../domain/json.ts";
import { findVendor } from "../domain/vendor.ts";
import { SetupError } from "../errors.ts";
import type { EnvironmentVariables } from "./model-access.ts";

/** Whose keys are meant. */
export interface KeyOwner {
  readonly env: EnvironmentVariables;
  readonly homeDir: string;
}

/** Keys by the variable they replace, such as `ANTHROPIC_API_KEY`. */
export type StoredKeys = Readonly<Record<string, string>>;

export function resolveKeysPath({ env, homeDir }: KeyOwner): string {
  const named = env["XDG_CONFIG_HOME"] ?? "";
  // the base directory rules say that a relative one is to be ignored
  return join(isAbsolute(named) ? named : join(homeDir, ".config"), "dissent", "keys.json");
}

/** Empty if there is no file. A file that others can read is refused, because they have its keys already. */
export function readStoredKeys(owner: KeyOwner): StoredKeys {
  const path = resolveKeysPath(owner);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return {};
  if (!stats.isFile() || stats.size > LARGEST_FILE) throw createDamagedKeysError(path);
  if ((stats.mode & 0o077) !== 0 && process.platform !== "win32") {
    throw new SetupError("bad-keys", `Others on this machine can read ${path}.`, {
      hint: `Close it, and replace its keys if others may have seen them: chmod 600 ${quoteKeysPath(path)}`,
    });
  }
  return readKeysFile(path);
}

/** The environment, with stored keys where it has none of that name. */
export function addStoredKeys(owner: KeyOwner): EnvironmentVariables {
  const set = Object.entries(owner.env).filter(([, value]) => (value ?? "").trim() !== "");
  return { ...owner.env, ...readStoredKeys(owner), ...Object.fromEntries(set) };
}

/** The values alone, to take them out of texts: also those of a file that is refused otherwise. */
export function listStoredSecrets(owner: KeyOwner): readonly string[] {
  try {
    return Object.values(readKeysFile(resolveKeysPath(owner)));
  } catch {
    // no file, or none with keys: nothing of it can leak
    return [];
  }
}

/** The variable that a vendor's name or a variable's own name means. */
export function resolveKeyName(name: string): string {
  const [first] = findVendor(name.toLowerCase())?.keyNames ?? [];
  if (first !== undefined) return first;
  if (NAME.test(name)) return name;
  throw new SetupError("usage", `A key cannot be stored under the name "${name}".`, {
    hint: "Name a vendor (anthropic, openai, google), an endpoint with a keyEnv, or a variable such as TEAM_KEY.",
  });
}

export async function saveStoredKey(owner: KeyOwner, name: string, value: string): Promise<void> {
  const key = value.trim();
  if (key.length < SHORTEST_KEY || key.length > LONGEST_KEY || /[\s\p{Cc}]/u.test(key)) {
    throw new SetupError("usage", `What was given for ${name} is not a key.`, {
      hint: `Give one word of at least ${SHORTEST_KEY} characters.`,
    });
  }
  await writeKeysFile(owner, { ...readStoredKeys(owner), [name]: key });
}

/** False where none was stored under the name. */
export async function deleteStoredKey(owner: KeyOwner, name: string): Promise<boolean> {
  const { [name]: removed, ...rest } = readStoredKeys(owner);
  if (removed === undefined) return false;
  await writeKeysFile(owner, rest);
  return true;
}

const NAME = /^[A-Z][A-Z0-9_]{0,55}(?:KEY|TOKEN|SECRET)$/;

// shorter ones could not be taken out of texts without taking out words
const SHORTEST_KEY = 8;
const LONGEST_KEY = 8 * 1024;
const LARGEST_FILE = 1024 * 1024;

function readKeysFile(path: string): StoredKeys {
  let found: unknown;
  try {
    found = JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw createDamagedKeysError(path, cause);
  }
  if (!isJsonObject(found)) throw createDamagedKeysError(path);
  const entries = Object.entries(found);
  if (!entries.every(isStoredKey)) throw createDamagedKeysError(path);
  return Object.fromEntries(entries);
}

function isStoredKey(entry: [name: string, value: unknown]): entry is [string, string] {
  return NAME.test(entry[0]) && typeof entry[1] === "string";
}

/** Never with the cause's message: a JSON parser's repeats the content of the file. */
function createDamagedKeysError(path: string, cause?: unknown): SetupError {
  const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
  return new SetupError("bad-keys", `${path} cannot be read as stored keys${code}.`, {
    hint: `Mend it, or take it away and store them anew: rm ${quoteKeysPath(path)}`,
  });
}

/** Readers see the old keys or the new ones, and nobody else ever sees any. */
async function writeKeysFile(owner: KeyOwner, keys: StoredKeys): Promise<void> {
  const path = resolveKeysPath(owner);
  const draft = join(dirname(path), `.keys.${randomUUID().slice(0, 8)}.tmp`);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => {});
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown cause";
    throw new SetupError("bad-keys", `${path} cannot be written (${code}).`, {
      hint: "Make its directory writable for you, or set the variable in the environment instead.",
    });
  }
}

function quoteKeysPath(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
