import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { checkProjectDirectory } from "./safe-path.ts";

const project = mkdtempSync(join(tmpdir(), "dissent-safe-path-"));
afterAll(() => rmSync(project, { recursive: true, force: true }));

test("K17 a directory that is made while it is looked at is no link", async () => {
  const checked = await Promise.all(
    Array.from({ length: 500 }, async (_, index) => {
      const path = `made-${index}`;
      const [found] = await Promise.all([
        checkProjectDirectory(project, `${path}/sadd`),
        mkdir(join(project, path, "sadd"), { recursive: true }),
      ]);
      return "directory" in found ? "inside" : found.refused;
    }),
  );

  expect(new Set(checked)).toEqual(new Set(["inside"]));
});

test("K17 a link that leads out, or nowhere, is refused", async () => {
  symlinkSync(tmpdir(), join(project, "out"));
  symlinkSync(join(project, "nothing"), join(project, "nowhere"));

  for (const path of ["out", "out/sadd", "nowhere", "nowhere/sadd"]) {
    expect(await checkProjectDirectory(project, path)).toEqual({
      refused: "leads out of the project through a link",
    });
  }
});
