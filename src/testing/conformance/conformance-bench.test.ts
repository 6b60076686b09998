import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { listMarkedProcesses } from "./conformance-bench.ts";

function proc(
  entries: Readonly<Record<string, readonly [environ: string, cmdline: string]>>,
): string {
  const root = mkdtempSync(join(tmpdir(), "dissent-proc-"));
  for (const [name, [environ, cmdline]] of Object.entries(entries)) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, "environ"), environ);
    writeFileSync(join(root, name, "cmdline"), cmdline);
  }
  return root;
}

test("processes are found by the mark they inherited, the dead and strangers are not", () => {
  const root = proc({
    self: ["", ""],
    "12": ["A=1\0MARK=mark-7\0", "node\0agent.ts\0"],
    "13": ["MARK=mark-77\0", "another\0"],
    "14": ["MARK=mark-7\0", ""],
    net: ["MARK=mark-7\0", "no process\0"],
  });

  expect(listMarkedProcesses("mark-7", root)).toEqual([
    { pid: 12, command: "node agent.ts", environment: ["A=1", "MARK=mark-7", ""] },
  ]);
});

test("where processes cannot be seen, nothing is claimed", () => {
  expect(listMarkedProcesses("mark", join(tmpdir(), "there-is-no-proc"))).toBeUndefined();
});
