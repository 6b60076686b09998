/**
 * Worker processes beside a server, for a team that has no others.
 *
 * CR1. A worker that dies is restarted, after a pause that grows while workers die quickly.
 * CR2. Workers end with the server, even if it is killed, and hand their debates over.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import type { CliContext } from "../../cli/cli-context.ts";
import { type Clock, sleepUnlessAborted } from "../../clock.ts";

export interface WorkerProcess {
  /** How it ended, in words. */
  readonly ended: Promise<string>;
  kill(signal: "SIGTERM" | "SIGKILL"): void;
}

export interface WorkerSupervisorOptions {
  readonly count: number;
  readonly start: () => WorkerProcess;
  readonly clock: Clock;
  readonly onNotice: (line: string) => void;
}

export interface WorkerSupervisor {
  close(): Promise<void>;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A worker that lived this long did not die of its start. */
const SETTLED_MS = 60_000;
/** To let its turns in flight land, and hand its debates over. */
const LEAVE_MS = 45_000;

export function superviseWorkers({
  count,
  start,
  clock,
  onNotice,
}: WorkerSupervisorOptions): WorkerSupervisor {
  const closing = new AbortController();
  const alive = new Set<WorkerProcess>();

  async function keepWorker(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!closing.signal.aborted) {
      const sinceMs = clock.nowMs();
      const worker = start();
      alive.add(worker);
      const how = await worker.ended;
      alive.delete(worker);
      if (closing.signal.aborted) return;
      if (clock.nowMs() - sinceMs >= SETTLED_MS) pauseMs = FIRST_PAUSE_MS;
      onNotice(`A worker ended (${how}); another is started in ${Math.round(pauseMs / 1000)} s.`);
      await sleepUnlessAborted(clock, pauseMs, closing.signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  const all = Promise.all(Array.from({ length: count }, keepWorker));
  return {
    async close() {
      closing.abort();
      for (const worker of alive) worker.kill("SIGTERM");
      const cancel = clock.after(LEAVE_MS, () => {
        for (const worker of alive) worker.kill("SIGKILL");
      });
      await all;
      cancel();
    },
  };
}

// Worker processes beside a server: the same program under the same Node.

const WORKER_LAUNCHER = fileURLToPath(new URL("../../../bin/dissent.js", import.meta.url));
// what is kept waiting for longer is asked again by another worker
const WORKER_DRAIN_TIME = "30s";

export function startWorkerProcess(cli: CliContext, database: string): WorkerProcess {
  const { cwd, configPath } = cli;
  const config = configPath === null ? [] : ["-c", configPath];
  const args = [
    "-C",
    cwd,
    ...config,
    "--quiet",
    "team",
    "worker",
    "--drain-time",
    WORKER_DRAIN_TIME,
    "--until-eof",
  ];
  const child = spawn(process.execPath, [WORKER_LAUNCHER, ...args], {
    // not among the arguments, where other users of the machine would see it
    env: { ...process.env, DISSENT_DATABASE_URL: database },
    // the pipe ends with this process, however that ends, and so does the worker
    stdio: ["pipe", "ignore", "inherit"],
  });
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  child.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  child.once("exit", (code, signal) => resolve(signal ?? `code ${code}`));
  return { ended, kill: (signal) => void child.kill(signal) };
}
