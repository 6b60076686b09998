/** Finds and reads configuration files. */
import { stat } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";

import { SetupError } from "../errors.ts";
import { fileLayer, type Layer } from "./layers.ts";
import { faultIn } from "./mistakes.ts";
import { plainLine } from "./plain-text.ts";
import { readText } from "./read-text.ts";
import { isInside, pathFrom } from "./safe-path.ts";
import { parseMarkup } from "./yaml.ts";

export const CONFIG_NAMES = ["dissent.yaml", "dissent.yml", "dissent.json"] as const;

/** The project's file: beside the caller or above, up to the repository that holds it. */
export async function findProjectFile(cwd: string): Promise<string | undefined> {
  for (let directory = cwd; ; directory = dirname(directory)) {
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
    if (first !== undefined) return join(directory, first);
    if ((await exists(join(directory, ".git"))) || dirname(directory) === directory)
      return undefined;
  }
}

/** The person's own file, when there is one. */
export async function findUserFile(
  env: Readonly<Record<string, string | undefined>>,
  homeDir: string,
): Promise<string | undefined> {
  const named = env["XDG_CONFIG_HOME"] ?? "";
  // the base directory rules say that a relative one is to be ignored
  const top = isAbsolute(named) ? named : join(homeDir, ".config");
  const path = join(top, "dissent", "config.yaml");
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

// a hundred times what a configuration needs
export const LARGEST_CONFIG = 256 * 1024;

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
