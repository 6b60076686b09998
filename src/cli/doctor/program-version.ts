/** The version of a program on this machine: from the package it came in, else by asking it. */
import { execFile } from "node:child_process";

import type { Environment } from "../../models/access.ts";
import { versionBeside } from "../../models/agents/version.ts";

interface Asking {
  readonly env: Environment;
  readonly signal: AbortSignal;
}

/** Null where it cannot be told in good time. */
export async function programVersion(
  program: string,
  { env, signal }: Asking,
): Promise<string | null> {
  return (await versionBeside(program)) ?? (await told(program, { env, signal }));
}

function told(program: string, { env, signal }: Asking): Promise<string | null> {
  const { PATH, HOME, LANG, SystemRoot } = env;
  return new Promise((resolve) => {
    const child = execFile(
      program,
      ["--version"],
      {
        // no key, and nothing that would make it talk to somebody
        env: { PATH, HOME, LANG, SystemRoot },
        timeout: PATIENCE_MS,
        killSignal: "SIGKILL",
        maxBuffer: 64 * 1024,
        windowsHide: true,
        signal,
      },
      (error, stdout) => resolve(error ? null : (VERSION.exec(stdout)?.[0] ?? null)),
    );
    child.stdin?.on("error", () => {});
    child.stdin?.end();
  });
}

const PATIENCE_MS = 5_000;

const VERSION = /\d+\.\d+(?:\.\d+)?[\w.-]{0,40}/;
