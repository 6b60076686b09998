/** Starts the server as a host would and has it answer `initialize`, to prove that the installation works. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";

import { systemClock } from "../../clock.ts";
import { SetupError } from "../../errors.ts";
import {
  type ProgramLocation,
  type ProgramSearchContext,
  createProgramSearchContext,
  locateProgram,
} from "../../models/agents/processes/locate-program.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";
import { MCP_SERVER_NAME, type ServerEntry } from "./server-entry.ts";

export interface ServerProofOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Tells that it does not answer after this long; npx may have to fetch it first. */
  readonly longestMs?: number;
}

/** Fails where it does not answer as Dissent; nothing is left running. */
export async function proveMcpServer(
  entry: ServerEntry,
  { cwd, env, longestMs = MAX_PROOF_MS }: ServerProofOptions,
): Promise<void> {
  const program = findHostProgram(entry.command, createProgramSearchContext(env));
  const words = [entry.command, ...entry.args].join(" ");
  if (program === null) throw createProofError(words, `there is no ${entry.command}`);
  const child = spawn(program.file, [...program.before, ...entry.args], {
    cwd,
    env,
    shell: false,
    windowsHide: true,
  });
  const cancel = systemClock.after(longestMs, () => child.kill("SIGKILL"));
  const why = await waitForInitializeReply(child);
  child.stdin.end();
  const force = systemClock.after(SHUTDOWN_GRACE_MS, () => child.kill("SIGKILL"));
  await waitForChildExit(child);
  cancel();
  force();
  if (why !== null) throw createProofError(words, why);
}

const MAX_PROOF_MS = 180_000;
const SHUTDOWN_GRACE_MS = 5_000;
const MAX_SERVER_OUTPUT = 64 * 1024;

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "dissent mcp install", version: "1" },
  },
};

/** Null where it answered as Dissent does; else why not. */
function waitForInitializeReply(child: ChildProcessWithoutNullStreams): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const heard = { stdout: "", stderr: "" };
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    heard.stderr = (heard.stderr + text).slice(-MAX_SERVER_OUTPUT);
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    heard.stdout = (heard.stdout + text).slice(-MAX_SERVER_OUTPUT);
    const end = heard.stdout.indexOf("\n");
    if (end !== -1)
      resolve(isDissentReply(heard.stdout.slice(0, end)) ? null : "it answers otherwise");
  });
  child.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown error"));
  child.on("close", (code, signal) => {
    const last = heard.stderr.trim().split("\n")[0] ?? "";
    const ended = signal === null ? `it ended with ${code}` : "it did not answer in time";
    resolve(last === "" ? ended : `${ended}: ${sanitizeForTerminal(last)}`);
  });
  child.stdin.on("error", () => {});
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  return promise;
}

function isDissentReply(line: string): boolean {
  try {
    const { result } = JSON.parse(line) as { result?: { serverInfo?: { name?: unknown } } };
    return result?.serverInfo?.name === MCP_SERVER_NAME;
  } catch {
    return false;
  }
}

function waitForChildExit(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
    return Promise.resolve();
  }
  return new Promise((resolve) => child.once("close", () => resolve()));
}

function createProofError(words: string, why: string): SetupError {
  return new SetupError(
    "bad-host",
    `The server does not start as it should: ${sanitizeForTerminal(why)}.`,
    {
      hint: `Nothing was changed. See what it says: ${sanitizeForTerminal(words)}`,
    },
  );
}

// Runs a host's own command: found and started without a shell, read and ended.

export type LocatedHostProgram = Extract<ProgramLocation, { found: true }>;

/** Null where it is not installed, or is a batch file that only a shell could run. */
export function findHostProgram(
  name: string,
  machine: ProgramSearchContext,
): LocatedHostProgram | null {
  const located = locateProgram(name, machine);
  if (!located.found) return null;
  // the program behind the editor's batch file needs that file's environment
  return name === "code" && located.before.length > 0 ? null : located;
}

const MAX_HOST_RUN_MS = 120_000;
const MAX_HOST_OUTPUT = 64 * 1024;

/** Resolves to what it said; fails with it. */
export async function runHostCommand(
  { file, before }: LocatedHostProgram,
  { args, cwd, env }: { args: readonly string[]; cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn(file, [...before, ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    shell: false,
    windowsHide: true,
    timeout: MAX_HOST_RUN_MS,
  });
  let said = "";
  const hear = (chunk: string): void => {
    said = (said + chunk).slice(-MAX_HOST_OUTPUT);
  };
  child.stdout.setEncoding("utf8").on("data", hear);
  child.stderr.setEncoding("utf8").on("data", hear);
  const ended = await new Promise<number | string>((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown error"));
    child.once("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
  if (ended === 0) return said;
  const last = said.trim().split("\n").at(-1) ?? "";
  const why = last === "" ? "it said nothing" : sanitizeForTerminal(last);
  throw new SetupError("bad-host", `${file} did not add the server (${ended}): ${why}`, {
    hint: "See what was run with --dry-run, and run it by hand.",
  });
}
