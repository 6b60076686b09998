/** Finds and reads configuration files. */
import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import { SetupError } from "../errors.ts";
import { plainLine } from "../text/plain-text.ts";
import { CONFIG_NAMES, LARGEST_CONFIG, userConfigPath } from "./config-paths.ts";
import { readText } from "./context/read-text.ts";
import { isInside, pathFrom } from "./context/safe-path.ts";
import { fileLayer, type Layer } from "./layers.ts";
import { faultIn } from "./mistakes.ts";
import { refuseForeignFile, type TrustRequest } from "./trusted-files.ts";
import { parseMarkup } from "./yaml.ts";

/** The project's file: beside the caller or above, up to the repository that holds it; never one that others write. */
export async function findProjectFile(request: TrustRequest): Promise<string | undefined> {
  for (let directory = request.cwd; ; directory = dirname(directory)) {
    const found: string[] = [];
    for (const name of CONFIG_NAMES) {
      if (await exists(join(directory, name))) found.push(name);
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
    if ((await exists(join(directory, ".git"))) || dirname(directory) === directory)
      return undefined;
  }
}

/** The person's own file, when there is one. */
export async function findUserFile(
  request: Pick<TrustRequest, "env" | "homeDir">,
): Promise<string | undefined> {
  const path = userConfigPath(request);
  return (await exists(path)) ? path : undefined;
}

interface ConfigFile {
  readonly kind: "project" | "user";
  readonly path: string;
  readonly cwd: string;
}

export async function readConfigFile({ kind, path, cwd }: ConfigFile): Promise<Layer> {
  const full = resolve(cwd, path);
  const near = isInside(cwd, full) || isInside(dirname(full), cwd);
  const file = plainLine(near ? pathFrom(cwd, full) : full);
  const text = await readText(full, { maxBytes: LARGEST_CONFIG, shown: file });
  const markup = parseMarkup(text, { file, code: "bad-config" });
  const { value } = markup;
  if (value === null) return fileLayer(kind, markup, { values: {} });
  if (typeof value === "object" && !Array.isArray(value)) {
    return fileLayer(kind, markup, { values: value as Layer["values"] });
  }
  throw faultIn(markup, {
    path: [],
    part: "value",
    says: "must hold settings with values",
    hint: "Write settings such as protocol: judges.",
  });
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
