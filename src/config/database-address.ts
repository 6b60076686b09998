/**
 * Finds the database of a project's debates, if they are not in the project's own file.
 *
 * A project's file may come from anyone: it can name one of the person's variables, but no address. No file contains
 * a password.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { toJsonFields } from "../domain/json.ts";
import { SetupError } from "../errors.ts";
import { stripToPlainLine } from "../text/plain-text.ts";
import { checkConfigLayer } from "./check-config-layer.ts";
import { createFileLayer, type ConfigLayer } from "./config-layers.ts";
import { CONFIG_FILE_NAMES, MAX_CONFIG_BYTES, userConfigPath } from "./config-paths.ts";
import { isInsideDirectory, formatRelativePath } from "./context/safe-path.ts";
import { DATABASE_REFERENCE, DATABASE_VARIABLE } from "./database-reference.ts";
import { parseMarkup } from "./parse-markup.ts";
import { refuseForeignFile } from "./trusted-files.ts";

export interface DatabaseRequest {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly homeDir: string;
  readonly configPath: string | null;
}

/** Its address, password included, or `project`; null where debates stay in the project's file. */
export function resolveDatabaseAddress(request: DatabaseRequest): string | null {
  const { env, cwd, homeDir, configPath } = request;
  const named = (env[DATABASE_VARIABLE] ?? "").trim();
  if (named !== "") return named;
  const project = configPath === null ? findProjectConfigSync(request) : resolve(cwd, configPath);
  const user = userConfigPath({ env, homeDir });
  for (const [kind, path] of [["project", project] as const, ["user", user] as const]) {
    const said = path === undefined ? undefined : readDatabaseEntry(path, { kind, cwd });
    if (said !== undefined) return resolveDatabaseEntry(said, env);
  }
  return null;
}

/** As the configuration finds it, which says what is wrong with two of them. */
function findProjectConfigSync(request: DatabaseRequest): string | undefined {
  for (let at = request.cwd; ; at = dirname(at)) {
    const found = CONFIG_FILE_NAMES.map((name) => join(at, name)).find((path) => existsSync(path));
    if (found !== undefined) {
      refuseForeignFile(found, request);
      return found;
    }
    if (existsSync(join(at, ".git")) || dirname(at) === at) return undefined;
  }
}

interface DatabaseEntry {
  readonly value: string;
  readonly layer: ConfigLayer;
}

function readDatabaseEntry(
  path: string,
  { kind, cwd }: { kind: "project" | "user"; cwd: string },
): DatabaseEntry | undefined {
  const text = readConfigText(path);
  // almost no file does, and a command that only reads debates need not report other mistakes in it
  if (!/\bdatabase\b/.test(text)) return undefined;
  const near = isInsideDirectory(cwd, path) || isInsideDirectory(dirname(path), cwd);
  const file = stripToPlainLine(near ? formatRelativePath(cwd, path) : path);
  const markup = parseMarkup(text, { file, code: "bad-config" });
  const { value } = markup;
  const { database } = toJsonFields(value);
  if (database === undefined || database === null) return undefined;
  const layer = checkConfigLayer(createFileLayer(kind, markup, { values: { database } }));
  return { value: String(layer.values["database"]), layer };
}

function readConfigText(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  // what cannot be read as a configuration is said where the configuration is read
  return stats?.isFile() && stats.size <= MAX_CONFIG_BYTES ? readFileSync(path, "utf8") : "";
}

function resolveDatabaseEntry(
  { value, layer }: DatabaseEntry,
  env: DatabaseRequest["env"],
): string {
  const reference = DATABASE_REFERENCE.exec(value);
  if (!reference) return value;
  const [, name = "", schema] = reference;
  const address = (env[name] ?? "").trim();
  if (address === "") {
    throw layer.fault({
      path: ["database"],
      part: "value",
      says: `is taken from ${name}, which is not set`,
      hint: `Set ${name}, or ${DATABASE_VARIABLE}, to the address of the database.`,
    });
  }
  if (schema === undefined) return address;
  const url = URL.parse(address);
  if (url === null) {
    throw new SetupError("bad-config", `${name} does not hold the address of a database.`, {
      hint: "Write it as postgres://user:password@host:5432/database",
    });
  }
  url.searchParams.set("schema", schema);
  return url.href;
}
