/** Runs the related tests against each mutant in a process of their own, which is ended when a mutant never comes back. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import type { WorkerReply, WorkerTask } from "./mutant-worker.ts";

export interface TestRunner {
  /** The reply, or null when the tests did not end within the ceiling. */
  readonly run: (task: WorkerTask, ceilingMs: number) => Promise<WorkerReply | null>;
  readonly stop: () => void;
}

export function startTestRunner(root: string): TestRunner {
  let worker: ChildProcess | undefined;

  async function startWorker(): Promise<ChildProcess> {
    const started = fork(join(import.meta.dirname, "mutant-worker.ts"), [root], {
      cwd: root,
      // a group of its own, so that the processes of the tests end with it
      detached: true,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    await once(started, "message");
    return started;
  }

  function stop(): void {
    if (worker?.pid === undefined) return;
    if (process.platform === "win32") worker.kill("SIGKILL");
    else process.kill(-worker.pid, "SIGKILL");
    worker = undefined;
  }

  async function run(task: WorkerTask, ceilingMs: number): Promise<WorkerReply | null> {
    const running = (worker ??= await startWorker());
    const reply = await new Promise<WorkerReply | null>((resolve) => {
      const timer = setTimeout(() => finish(null), ceilingMs);
      const onExit = (): void => finish(null);
      const finish = (answer: WorkerReply | null): void => {
        clearTimeout(timer);
        running.off("message", finish).off("exit", onExit);
        resolve(answer);
      };
      running.once("message", finish).once("exit", onExit);
      running.send(task);
    });
    if (reply === null) stop();
    return reply;
  }

  return { run, stop };
}
