/** The version of an installed program: from its package, or else by asking it. */
import { execFile } from "node:child_process";

import { readInstalledVersion } from "../../models/agents/processes/installed-version.ts";
import type { EnvironmentVariables } from "../../models/model-access.ts";

interface VersionQueryOptions {
  readonly env: EnvironmentVariables;
  readonly signal: AbortSignal;
}

/** Null if it cannot be found out in time. */
export async function readProgramVersion(
  program: string,
  { env, signal }: VersionQueryOptions,
): Promise<string | null> {
  return (
    (await readInstalledVersion(program)) ?? (await askProgramVersion(program, { env, signal }))
  );
}

function askProgramVersion(
  program: string,
  { env, signal }: VersionQueryOptions,
): Promise<string | null> {
  const { PATH, HOME, LANG, SystemRoot } = env;
  return new Promise((resolve) => {
    const child = execFile(
      program,
      ["--version"],
      {
        // no key, and nothing that would make it call a server
        env: { PATH, HOME, LANG, SystemRoot },
        timeout: VERSION_TIMEOUT_MS,
        killSignal: "SIGKILL",
        maxBuffer: 64 * 1024,
        windowsHide: true,
        signal,
      },
      (error, stdout) => resolve(error ? null : (VERSION_PATTERN.exec(stdout)?.[0] ?? null)),
    );
    child.stdin?.on("error", () => {});
    child.stdin?.end();
  });
}

const VERSION_TIMEOUT_MS = 5_000;

const VERSION_PATTERN = /\d+\.\d+(?:\.\d+)?[\w.-]{0,40}/;
