import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // the default leaves one core idle
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "unit",
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
          include: ["test/whole/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
