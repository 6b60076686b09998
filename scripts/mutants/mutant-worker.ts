/**
 * A process that runs tests against one changed file after another. Vitest loads the change in place of the
 * file, so the work tree stays as it is. The parent process ends this one when a mutant never comes back.
 */
import { join } from "node:path";

import type { Plugin } from "vite";
import {
  BaseSequencer,
  createVitest,
  type CliOptions,
  type TestSpecification,
  type Vitest,
} from "vitest/node";

import { readUnitConfiguration } from "./unit-configuration.ts";

export interface WorkerTask {
  /** From the root, closest first. */
  readonly tests: readonly string[];
  /** Absent: the tests are run against the source as it is. */
  readonly changed?: { readonly file: string; readonly source: string };
}

export interface WorkerReply {
  readonly failedTest: string | null;
  /** Milliseconds by test file. */
  readonly durations: Readonly<Record<string, number>>;
}

/** A mutant that fills memory for ever ends sooner, and takes no memory of other tests. */
const WORKER_MEMORY_MB = 1024;

class InGivenOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files);
  }
}

let changed: WorkerTask["changed"];

const root = process.argv[2];
if (root === undefined || process.send === undefined) {
  throw new Error("This file is started by scripts/test-mutants.ts. Run: npm run test:mutants");
}
const vitest = await startVitest(root);
process.on("message", (task: WorkerTask) => {
  void runTask(vitest, root, task).then((reply) => process.send?.(reply));
});
process.on("disconnect", () => process.exit(0));
process.send("ready");

async function startVitest(folder: string): Promise<Vitest> {
  const { name: _name, ...settings } = await readUnitConfiguration(folder);
  const plugin: Plugin = {
    name: "one-mutant",
    enforce: "pre",
    transform: (_code, id) =>
      changed !== undefined && id === join(folder, changed.file) ? changed.source : undefined,
  };
  const options: CliOptions = {
    ...settings,
    config: false,
    root: folder,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    // nothing that was read from a mutant may be kept for the next run
    fsModuleCache: false,
    cache: false,
    sequence: { sequencer: InGivenOrder },
    execArgv: [`--max-old-space-size=${WORKER_MEMORY_MB}`],
    reporters: [{}],
    silent: true,
  };
  return createVitest(options, { plugins: [plugin] });
}

async function runTask(running: Vitest, folder: string, task: WorkerTask): Promise<WorkerReply> {
  for (const file of [changed?.file, task.changed?.file]) {
    if (file !== undefined) running.invalidateFile(join(folder, file));
  }
  ({ changed } = task);
  if (task.tests.length === 0) return { failedTest: null, durations: {} };
  // otherwise what failed once would be reported again after every later run
  running.state.filesMap.clear();
  running.state.idMap.clear();
  const project = running.getRootProject();
  const specifications = task.tests.map((test) => project.createSpecification(join(folder, test)));
  const { testModules, unhandledErrors } = await running.runTestSpecifications(
    specifications,
    false,
  );
  const failed = testModules.find((module) => module.state() === "failed");
  const durations = Object.fromEntries(
    testModules.map((module) => [module.relativeModuleId, module.diagnostic().duration]),
  );
  const nothingFailed = failed === undefined && unhandledErrors.length === 0;
  return {
    failedTest: nothingFailed ? null : (failed?.relativeModuleId ?? "an unhandled error"),
    durations,
  };
}
