/** Worker processes beside a server: the same program under the same Node. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import type { CliContext } from "../../cli/cli-context.ts";
import type { WorkerProcess } from "./worker-supervisor.ts";

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
