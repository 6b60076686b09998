import { tmpdir } from "node:os";
import { join } from "node:path";

import { defineConfig } from "vitest/config";

import { LongestFirst } from "./test/support/processes/longest-first.ts";
import { OWN_CACHES } from "./test/support/processes/own-caches.ts";

const PROCESSES = {
  setupFiles: "test/support/properties/repeat-in-ci.ts",
  // one more than cores: every file waits for processes and disks for a fifth of its time
  maxWorkers: 3,
  env: {
    ...OWN_CACHES,
    // programs that the tests start keep their compiled code, as the command line does
    NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache"),
  },
  // ceilings against hangs; a slow machine is no failure
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // once more where nobody watches: a run on a crowded machine is not thrown away for one process that hung
  retry: process.env["CI"] === "true" ? 1 : 0,
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          // the default leaves one core idle
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // nothing here mocks a module or changes a global, so files may share one
          isolate: false,
          setupFiles: "test/support/properties/repeat-in-ci.ts",
          include: ["src/**/*.test.ts", "web/**/*.test.ts", "test/*.test.ts"],
        },
      },
      {
        test: {
          ...PROCESSES,
          name: "whole",
          sequence: { groupOrder: 1 },
          include: ["test/whole/**/*.test.ts"],
          globalSetup: "test/support/processes/find-parts.ts",
        },
      },
      {
        test: {
          ...PROCESSES,
          name: "rest",
          sequence: { groupOrder: 2 },
          include: ["test/rest/**/*.test.ts"],
          globalSetup: "test/support/processes/fetch-parts.ts",
        },
      },
    ],
  },
});
