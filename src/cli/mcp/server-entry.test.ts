import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { createServerEntry, findRunningProgram } from "./server-entry.ts";

const NODE = "/opt/node/bin/node";

/** A copy as npx keeps it, with the lock that says where it came from. */
function inNpxCache(resolved: string | undefined): string {
  const place = join(mkdtempSync(join(tmpdir(), "dissent-npx-")), "_npx", "0a1b2c");
  const launcher = join(place, "node_modules", "dissent", "bin", "dissent.js");
  mkdirSync(dirname(launcher), { recursive: true });
  if (resolved !== undefined) {
    const packages = { "node_modules/dissent": { version: "0.1.0", resolved } };
    writeFileSync(join(place, "package-lock.json"), JSON.stringify({ packages }));
  }
  return launcher;
}

test("an installation is started by the paths of its Node and its program", () => {
  const launcher = "/home/ada/dissent/bin/dissent.js";

  expect(createServerEntry({ node: NODE, launcher })).toEqual({
    command: NODE,
    args: [launcher, "mcp"],
  });
  expect(createServerEntry(findRunningProgram())).toMatchObject({ command: process.execPath });
});

test("a copy of npx is started as the package that it came from, in its version", () => {
  const registry = inNpxCache("https://registry.example/dissent/-/dissent-0.1.0.tgz");
  const repository = inNpxCache("git+ssh://git@git.example/team/dissent.git#0a1b2c");

  expect(createServerEntry({ node: NODE, launcher: registry })).toEqual({
    command: "npx",
    args: ["-y", "dissent@0.1.0", "mcp"],
  });
  expect(createServerEntry({ node: NODE, launcher: repository }).args[1]).toBe(
    "git+ssh://git@git.example/team/dissent.git#0a1b2c",
  );
});

test("a copy that does not say where it came from is started by its path, and no package is guessed", () => {
  const launcher = inNpxCache(undefined);

  expect(createServerEntry({ node: NODE, launcher })).toEqual({
    command: NODE,
    args: [launcher, "mcp"],
  });
});
