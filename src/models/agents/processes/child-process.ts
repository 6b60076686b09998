/**
 * Runs one program: no shell, its own process group, input written and closed, output bounded, and a guaranteed end.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

import type { Clock } from "../../../clock.ts";
import { ModelError } from "../../../model.ts";
import { createStoppedError } from "../../traffic/abortable-wait.ts";
import type { ProgramOutput } from "../agent-adapter.ts";
import {
  type CallProcesses,
  GRACE_MS,
  killCallProcesses,
  signalCallProcesses,
} from "./agent-processes.ts";
import { MARK_VARIABLE, createCallMark } from "./call-mark.ts";
import { watchUntilExit } from "./supervisor.ts";

export interface ChildCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly input: string;
  /** Left out: one of its own. */
  readonly mark?: string;
}

export interface RunningChild {
  /** What the program printed; fails at once when the signal comes. */
  readonly printed: Promise<ProgramOutput>;
  /** All its processes have ended and all its resources are released. Never fails. */
  readonly gone: Promise<void>;
}

type SpawnedChild = ChildProcessByStdio<Writable, Readable, Readable>;

// more than any answer needs, with all that agents print around it
const MOST_OUTPUT = 8 * 1024 * 1024;
// of what is printed to stderr, the end says what went wrong
const KEPT_ERRORS = 64 * 1024;

export function startChildProcess(
  command: ChildCommand,
  { signal, clock }: { signal: AbortSignal; clock: Clock },
): RunningChild {
  if (signal.aborted) return createFailedChild(createStoppedError(signal));
  const { mark = createCallMark() } = command;
  const child = spawnChildProcess(command, mark);
  if (child instanceof ModelError) return createFailedChild(child);
  const { pid } = child;
  if (pid === undefined) return handleFailedSpawn(child, command);
  const { promise: printed, resolve, reject } = Promise.withResolvers<ProgramOutput>();
  const letGo = watchUntilExit({ pid });
  const end = createChildTermination(child, { pid, mark, clock });
  const stop = (error: ModelError): void => {
    reject(error);
    end.begin();
  };
  const onAbort = (): void => stop(createStoppedError(signal));
  signal.addEventListener("abort", onAbort, { once: true });
  const heard = collectChildOutput(child, () => {
    stop(new ModelError("unreadable", `it printed more than ${MOST_OUTPUT / 1024 / 1024} MB`));
  });
  child.on("error", (error) => stop(createChildNotStartedError(command.file, error)));
  child.once("exit", () => end.begin());
  child.once("close", (code) => {
    signal.removeEventListener("abort", onAbort);
    resolve({ code, ...heard() });
    end.closed();
  });
  child.stdin.on("error", () => {
    // a program that ends without reading its input is judged by what it printed
  });
  child.stdin.end(command.input);
  return { printed, gone: end.over.then(letGo) };
}

function spawnChildProcess(
  { file, args, env, cwd }: ChildCommand,
  mark: string,
): SpawnedChild | ModelError {
  try {
    return spawn(file, args, {
      cwd,
      env: { ...env, [MARK_VARIABLE]: mark },
      stdio: ["pipe", "pipe", "pipe"],
      // a group of its own, so that all it starts can be ended with it
      detached: process.platform !== "win32",
      windowsHide: true,
      shell: false,
    });
  } catch (error) {
    return createChildNotStartedError(file, error);
  }
}

/** There is no such program, or no capacity for another: an event says so, and perhaps there are no pipes. */
function handleFailedSpawn(child: SpawnedChild, { file }: ChildCommand): RunningChild {
  const { promise: printed, reject } = Promise.withResolvers<ProgramOutput>();
  child.once("error", (error) => reject(createChildNotStartedError(file, error)));
  return { printed, gone: printed.then(ignoreStreamError, ignoreStreamError) };
}

function ignoreStreamError(): void {}

function createChildNotStartedError(file: string, error: unknown): ModelError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
  return new ModelError("unavailable", `${file} could not be started (${code})`, { cause: error });
}

function createFailedChild(why: ModelError): RunningChild {
  return { printed: Promise.reject(why), gone: Promise.resolve() };
}

/** Collects both streams within bounds. Bytes are put together before they are read as text. */
function collectChildOutput(
  child: SpawnedChild,
  onFlood: () => void,
): () => { stdout: string; stderr: string } {
  const out: Buffer[] = [];
  let errors: Buffer = Buffer.alloc(0);
  let isCut = false;
  let bytes = 0;
  const count = (chunk: Buffer): boolean => {
    bytes += chunk.length;
    if (bytes > MOST_OUTPUT) onFlood();
    return bytes <= MOST_OUTPUT;
  };
  child.stdout.on("data", (chunk: Buffer) => {
    if (count(chunk)) out.push(chunk);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    if (!count(chunk)) return;
    isCut ||= errors.length + chunk.length > KEPT_ERRORS;
    errors = Buffer.concat([errors, chunk]).subarray(-KEPT_ERRORS);
  });
  return () => {
    const stderr = errors.toString("utf8");
    return {
      stdout: Buffer.concat(out).toString("utf8"),
      // half of a key, left by the cut, would not be known for one
      stderr: isCut ? stderr.replace(/^\S*/, "") : stderr,
    };
  };
}

interface ChildTermination {
  /** Asks all that came of the program to end, and makes it after a while. */
  begin(): void;
  /** The program has ended and its pipes are closed. */
  closed(): void;
  readonly over: Promise<void>;
}

function createChildTermination(
  child: SpawnedChild,
  { pid, mark, clock }: { readonly pid: number; readonly mark: string; readonly clock: Clock },
): ChildTermination {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  let begun = false;
  let cancel = ignoreStreamError;
  let isForced = false;
  const call = (): CallProcesses => ({
    isMark: (one) => one === mark,
    groups: selectProcessGroups(child, pid),
  });
  const force = (): void => {
    isForced = true;
    void killCallProcesses(call(), clock)
      .then(() => closed)
      .then(resolve);
    // a process that cannot be found may keep the pipes open forever
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  };
  return {
    over,
    begin() {
      if (begun) return;
      begun = true;
      signalCallProcesses(call(), "SIGTERM");
      cancel = clock.after(GRACE_MS, force);
    },
    closed() {
      close();
      // what the program left behind has until the end of its grace
      if (isForced || signalCallProcesses(call(), "SIGTERM")) return;
      cancel();
      resolve();
    },
  };
}

/** Windows forgets whose children they were once their parent has ended. */
function selectProcessGroups(child: SpawnedChild, pid: number): readonly number[] {
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  return process.platform === "win32" && hasEnded ? [] : [pid];
}
