/** Finds a program without a shell. For a Windows batch file it finds the program that the file starts. */
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { posix, win32 } from "node:path";

import type { EnvironmentVariables } from "../../model-access.ts";
import { findEnvironmentValue } from "./child-environment.ts";

export interface ProgramSearchContext {
  readonly platform: NodeJS.Platform;
  readonly env: EnvironmentVariables;
  /** The Node.js that runs this. */
  readonly node: string;
  /** A file that may be run. */
  isProgram(path: string): boolean;
  readText(path: string): string;
}

export type ProgramLocation =
  | { readonly found: true; readonly file: string; readonly before: readonly string[] }
  | { readonly found: false; readonly why: "missing" | "batch" };

const MISSING: ProgramLocation = { found: false, why: "missing" };

export function locateProgram(name: string, machine: ProgramSearchContext): ProgramLocation {
  const path = machine.platform === "win32" ? win32 : posix;
  const isPath = name.includes("/") || (machine.platform === "win32" && name.includes("\\"));
  const directories = isPath ? [""] : listSearchFolders(machine);
  for (const directory of directories) {
    for (const ending of listProgramExtensions(name, machine)) {
      const file = (directory === "" ? name : path.join(directory, name)) + ending;
      if (!machine.isProgram(file)) continue;
      return /\.(?:cmd|bat)$/i.test(file) && machine.platform === "win32"
        ? resolveBatchTarget(file, machine)
        : { found: true, file, before: [] };
    }
  }
  return MISSING;
}

export function createProgramSearchContext(env: EnvironmentVariables): ProgramSearchContext {
  return {
    platform: process.platform,
    env,
    node: process.execPath,
    isProgram(path) {
      try {
        accessSync(path, process.platform === "win32" ? constants.F_OK : constants.X_OK);
        return statSync(path).isFile();
      } catch {
        return false;
      }
    },
    readText: (path) => readFileSync(path, "utf8"),
  };
}

/** Relative entries are left out: the current directory is not to be trusted. */
function listSearchFolders({ platform, env }: ProgramSearchContext): readonly string[] {
  const path = platform === "win32" ? win32 : posix;
  return (findEnvironmentValue(env, "PATH", platform) ?? "")
    .split(path.delimiter)
    .map((directory) => directory.replace(/^"(.*)"$/, "$1"))
    .filter((directory) => path.isAbsolute(directory));
}

function listProgramExtensions(
  name: string,
  { platform, env }: ProgramSearchContext,
): readonly string[] {
  if (platform !== "win32") return [""];
  const known = (findEnvironmentValue(env, "PATHEXT", platform) ?? ".COM;.EXE;.BAT;.CMD")
    .split(";")
    .filter((ending) => /^\.(?:com|exe|bat|cmd)$/i.test(ending));
  return known.some((ending) => name.toLowerCase().endsWith(ending.toLowerCase())) ? [""] : known;
}

/**
 * A batch file would be run by a shell, whose quoting no argument survives safely.
 * The ones that npm writes start one file beside them, and that file is run in their place.
 */
function resolveBatchTarget(file: string, machine: ProgramSearchContext): ProgramLocation {
  const started = [...machine.readText(file).matchAll(STARTED)].at(-1)?.[1];
  if (started === undefined) return { found: false, why: "batch" };
  const target = win32.join(win32.dirname(file), started);
  return /\.exe$/i.test(target)
    ? { found: true, file: target, before: [] }
    : { found: true, file: machine.node, before: [target] };
}

const STARTED = /"%(?:~dp0|dp0%)\\?((?!node\.exe)[^"%]+\.(?:[cm]?js|exe))"/gi;
