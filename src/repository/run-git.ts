/**
 * Runs Git to read a repository. Nothing of the repository can make it run a hook or wait for a person; and unless it
 * runs as the person would run it, nothing makes it reach another machine or look elsewhere.
 */
import { spawn } from "node:child_process";

import { type Clock, systemClock } from "../clock.ts";

export interface GitRun {
  /** Null where it is not installed, was too slow or said too much. */
  readonly status: number | null;
  readonly stdout: Uint8Array;
  /** The first line of what it complained about. */
  readonly complaint: string;
  readonly failure: "missing" | "too-slow" | "too-long" | null;
}

export interface GitRunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  readonly maxBytes?: number;
  readonly maxMs?: number;
  /** In place of the checkout's own folder. */
  readonly workTree?: { readonly gitDir: string; readonly folder: string };
  readonly clock?: Clock;
  /** With the person's own `GIT_` variables, as hooks set them, and with the network where Git needs it. */
  readonly asPerson?: boolean;
}

const QUIET = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "submodule.recurse=false",
];
const OFFLINE = "protocol.allow=never";

const MAX_MS = 20_000;
const MAX_BYTES = 64 * 1024 * 1024;

export function runGit(args: readonly string[], options: GitRunOptions): Promise<GitRun> {
  const { cwd, env, input = "", maxBytes = MAX_BYTES, maxMs = MAX_MS, workTree } = options;
  const { clock = systemClock, asPerson = false } = options;
  const { promise, resolve } = Promise.withResolvers<GitRun>();
  const where = workTree ? [`--git-dir=${workTree.gitDir}`, `--work-tree=${workTree.folder}`] : [];
  const settings = (asPerson ? QUIET : [...QUIET, OFFLINE]).flatMap((setting) => ["-c", setting]);
  const child = spawn(
    "git",
    ["--no-pager", "--no-optional-locks", ...where, ...settings, ...args],
    {
      cwd,
      env: asPerson
        ? { ...env, GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" }
        : createApartEnvironment(env),
      windowsHide: true,
    },
  );
  const parts: Buffer[] = [];
  let bytes = 0;
  let complaints = "";
  let failure: GitRun["failure"] = null;
  const give = (status: number | null): void => {
    cancel();
    const [complaint = ""] = complaints.split("\n");
    resolve({
      status: failure === null ? status : null,
      stdout: Buffer.concat(parts),
      complaint: complaint.replace(/^(?:fatal|error): /, ""),
      failure,
    });
  };
  const stop = (why: GitRun["failure"]): void => {
    failure ??= why;
    child.kill("SIGKILL");
  };
  const cancel = clock.after(maxMs, () => stop("too-slow"));
  child.stdout.on("data", (part: Buffer) => {
    if (failure !== null) return;
    bytes += part.length;
    parts.push(bytes > maxBytes ? part.subarray(0, part.length - (bytes - maxBytes)) : part);
    if (bytes > maxBytes) stop("too-long");
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (complaints.length < 2_000) complaints += text;
  });
  child.on("error", () => {
    failure ??= "missing";
    give(null);
  });
  child.on("close", give);
  // it may end before it has read everything
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return promise;
}

/** What it printed; null where it failed. */
export async function readGitOutput(
  args: readonly string[],
  options: GitRunOptions,
): Promise<string | null> {
  const run = await runGit(args, options);
  return run.status === 0 ? decodeOutput(run) : null;
}

export function decodeOutput({ stdout }: Pick<GitRun, "stdout">): string {
  return Buffer.from(stdout.buffer, stdout.byteOffset, stdout.length).toString("utf8");
}

/** Without settings that point Git elsewhere. */
function createApartEnvironment(
  env: GitRunOptions["env"],
): Readonly<Record<string, string | undefined>> {
  const kept = Object.entries(env).filter(([name]) => !/^GIT_/i.test(name));
  return {
    ...Object.fromEntries(kept),
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    LC_ALL: "C",
  };
}
