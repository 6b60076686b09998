/** The context of a command: streams, environment, and the debates of the current project. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

import type { AppContext } from "../app/app-context.ts";
import { CONFIG_FILE_NAMES } from "../config/config-paths.ts";
import { decodeUtf8Text, createTooLargeError } from "../config/context/read-text-file.ts";
import { refuseForeignFile, type FileTrustRequest } from "../config/trusted-files.ts";
import { SetupError, getErrorCode } from "../errors.ts";
import {
  type TerminalOutput,
  type TerminalStyle,
  createTerminalStyle,
} from "./terminal/terminal-style.ts";
import { createWrappingOutput } from "./terminal/wrap-lines.ts";

export interface GlobalFlags {
  readonly cwd?: string;
  readonly config?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly display?: "auto" | "live" | "plain" | "none";
  readonly color?: boolean;
  /** False for `--no-input`: no question is asked. */
  readonly input?: boolean;
}

export interface CliContext extends AppContext {
  /** Lines for people; on a terminal they are wrapped to its width. */
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  /** Standard output for whole documents, which stay as they are: reports, forms, scripts, JSON. */
  readonly documents: TerminalOutput;
  /** Style of standard output. */
  readonly style: TerminalStyle;
  readonly flags: GlobalFlags;
  /** What was typed after the program's name. */
  readonly args: readonly string[];
}

/** Recorded for a person whose name neither a flag nor the environment says. */
export const UNKNOWN_PERSON = "someone";

export function openCliContext(flags: GlobalFlags): CliContext {
  const cwd = resolveWorkingDirectory(flags.cwd);
  const env = flags.color === false ? { ...process.env, NO_COLOR: "1" } : process.env;
  const homeDir = homedir();
  let root: string | undefined;
  return {
    cwd,
    // found when it is needed: a command that needs no project works below someone else's
    get root() {
      return (root ??= findProjectRoot({ cwd, env, homeDir }));
    },
    env,
    homeDir,
    configPath: flags.config ?? null,
    stdin: readStandardInput,
    stdout: flags.json ? process.stdout : createWrappingOutput(process.stdout),
    stderr: createWrappingOutput(process.stderr),
    documents: process.stdout,
    style: createTerminalStyle(process.stdout, env),
    flags,
    person: env["DISSENT_BY"] ?? env["USER"] ?? env["USERNAME"] ?? UNKNOWN_PERSON,
    args: process.argv.slice(2),
  };
}

/** Where the person is or wants to be, as long as one can work there. */
export function resolveWorkingDirectory(given: string | undefined): string {
  const hint =
    given === undefined ? "Change to a directory that exists." : "Check the path after -C.";
  try {
    const cwd = resolve(given ?? process.cwd());
    if (!statSync(cwd).isDirectory()) {
      throw new SetupError("file-unreadable", `${cwd} is a file, not a directory.`, { hint });
    }
    accessSync(cwd, constants.R_OK | constants.X_OK);
    return cwd;
  } catch (cause) {
    if (cause instanceof SetupError) throw cause;
    const code = getErrorCode(cause);
    const isMissing = code === "ENOENT" || code === "ENOTDIR";
    const shown = given ?? "The current directory";
    const message = isMissing
      ? `There is no directory ${given === undefined ? "here any more" : resolve(given)}.`
      : `${shown} cannot be worked in (${code}).`;
    throw new SetupError("file-unreadable", message, { hint, cause });
  }
}

/** The nearest directory with debates, a configuration or a repository; otherwise the current one. */
function findProjectRoot(request: FileTrustRequest): string {
  const { cwd, homeDir } = request;
  for (let at = cwd; ; at = dirname(at)) {
    // what someone once did in their home directory is not every project's
    if (at === homeDir && at !== cwd) return cwd;
    const found = PROJECT_MARKERS.map((mark) => join(at, mark)).filter((path) => existsSync(path));
    if (found.length > 0) {
      for (const path of found) refuseForeignFile(path, request);
      return at;
    }
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return cwd;
  }
}

const PROJECT_MARKERS = [".dissent", ...CONFIG_FILE_NAMES];

// as much as a brief may have; more is not even kept
const MAX_STDIN_BYTES = 1024 * 1024;

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_STDIN_BYTES)
      throw createTooLargeError("standard input", bytes, MAX_STDIN_BYTES);
  }
  return decodeUtf8Text(Buffer.concat(chunks), "standard input");
}
