import { describe, expect, test } from "vitest";

import { extractFailureReason } from "./local-postgres-errors.ts";
import { findCacheDirectory, explainMissingPackage } from "./local-postgres-package.ts";

describe("a machine", () => {
  test.each([
    ["linux", "x64", true, undefined],
    ["darwin", "arm64", false, undefined],
    ["linux", "x64", false, "There is no PostgreSQL to fetch for Linux on musl"],
    ["win32", "x64", false, "There is no PostgreSQL to fetch for win32-x64"],
    ["linux", "riscv64", true, "There is no PostgreSQL to fetch for linux-riscv64"],
  ])("%s %s with glibc %s", (platform, arch, glibc, why) => {
    expect(explainMissingPackage({ platform, arch, glibc })).toBe(why);
  });

  test("keeps what can be fetched again where the person said, if that is a whole path", () => {
    expect(findCacheDirectory({ env: { XDG_CACHE_HOME: "/c" }, homeDir: "/h" })).toBe("/c");
    expect(findCacheDirectory({ env: { XDG_CACHE_HOME: "c" }, homeDir: "/h" })).toBe("/h/.cache");
    expect(findCacheDirectory({ env: {}, homeDir: "/h" })).toBe("/h/.cache");
  });
});

describe("the last words of a server", () => {
  const DAY = "2026-11-16 10:00:00.000 UTC [7]";

  test("are the reason it gave, on one line, without what it says every day", () => {
    const heard = [
      `${DAY} LOG:  database system is ready to accept connections`,
      `${DAY} PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device`,
      `${DAY} FATAL:  the database system is shutting down`,
      `${DAY} LOG:  database system is shut down`,
      "",
    ].join("\n");

    expect(extractFailureReason(heard)).toBe(
      'could not write to file "pg_wal/xlogtemp.7": No space left on device',
    );
  });

  test("may be none, or odd", () => {
    expect(extractFailureReason("")).toBe("it did not say why");
    expect(extractFailureReason("\u001b[2J oops\u0007\n\n")).toBe("[2J oops");
    expect(extractFailureReason(`error: ${"x".repeat(999)}`)).toHaveLength(200);
  });
});
