import { tmpdir } from "node:os";
import { join } from "node:path";

import { defineConfig } from "vitest/config";

import { LongestFirst } from "./test/support/longest-first.ts";

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
          // a busy machine is no failure
          testTimeout: 30_000,
          // nothing here mocks a module or changes a global, so files may share one
          isolate: false,
          include: ["src/**/*.test.ts", "web/**/*.test.ts", "test/*.test.ts"],
        },
      },
      {
        test: {
          name: "whole",
          // one more than cores: every file waits for processes, disks and deadlines for a fifth of its time
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          include: ["test/whole/**/*.test.ts"],
          // programs that the tests start keep their compiled code, as the command line does
          env: { NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
