/** Finds and reads configuration files. */
import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import { SetupError } from "../errors.ts";
import { DEFAULT_PROTOCOL } from "../protocols/names.ts";
import { stripToPlainLine } from "../text/plain-text.ts";
import { checkConfigLayer } from "./check-config-layer.ts";
import { type ConfigLayer, createFileLayer } from "./config-layers.ts";
import { CONFIG_FILE_NAMES, MAX_CONFIG_BYTES, userConfigPath } from "./config-paths.ts";
import type { SigningSettings } from "./config-schema.ts";
import { readTextFile } from "./context/read-text-file.ts";
import { formatRelativePath, isInsideDirectory } from "./context/safe-path.ts";
import { createMistakeError } from "./input-mistakes.ts";
import { parseMarkup } from "./parse-markup.ts";
import { type FileTrustRequest, refuseForeignFile } from "./trusted-files.ts";

/** The project's file: in the current directory or above, up to its repository; never one that others can write. */
export async function findProjectConfig(request: FileTrustRequest): Promise<string | undefined> {
  for (let directory = request.cwd; ; directory = dirname(directory)) {
    const found: string[] = [];
    for (const name of CONFIG_FILE_NAMES) {
      if (await pathExists(join(directory, name))) found.push(name);
    }
    const [first, second] = found;
    if (first !== undefined && second !== undefined) {
      throw new SetupError("bad-config", `Both ${first} and ${second} stand in ${directory}.`, {
        hint: "Keep one of them.",
      });
    }
    if (first !== undefined) {
      refuseForeignFile(join(directory, first), request);
      return join(directory, first);
    }
    if ((await pathExists(join(directory, ".git"))) || dirname(directory) === directory)
      return undefined;
  }
}

/** The person's own file, when there is one. */
export async function findUserConfig(
  request: Pick<FileTrustRequest, "env" | "homeDir">,
): Promise<string | undefined> {
  const path = userConfigPath(request);
  return (await pathExists(path)) ? path : undefined;
}

interface ConfigFileRequest {
  readonly kind: "project" | "user";
  readonly path: string;
  readonly cwd: string;
  /** Known already; the file is not read. */
  readonly text?: string;
}

export async function readConfigFile({
  kind,
  path,
  cwd,
  ...given
}: ConfigFileRequest): Promise<ConfigLayer> {
  const full = resolve(cwd, path);
  const near = isInsideDirectory(cwd, full) || isInsideDirectory(dirname(full), cwd);
  const file = stripToPlainLine(near ? formatRelativePath(cwd, full) : full);
  const text =
    given.text ?? (await readTextFile(full, { maxBytes: MAX_CONFIG_BYTES, shown: file }));
  const markup = parseMarkup(text, { file, code: "bad-config" });
  const { value } = markup;
  if (value === null) return createFileLayer(kind, markup, { values: {} });
  if (typeof value === "object" && !Array.isArray(value)) {
    return createFileLayer(kind, markup, { values: value as ConfigLayer["values"] });
  }
  throw createMistakeError(markup, {
    path: [],
    part: "value",
    says: "must hold settings with values",
    hint: `Write settings such as protocol: ${DEFAULT_PROTOCOL}.`,
  });
}

async function pathExists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

// What a person's own configuration says of signing; nobody else's file is looked at.

export async function readSigningSettings({
  env,
  homeDir,
  cwd,
}: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  readonly cwd: string;
}): Promise<SigningSettings> {
  const path = await findUserConfig({ env, homeDir });
  if (path === undefined) return {};
  const layer = checkConfigLayer(await readConfigFile({ kind: "user", path, cwd }));
  return layer.values["signing"] ?? {};
}
