import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { findCallProcesses } from "./agent-processes.ts";
import { MARK_VARIABLE } from "./call-mark.ts";

let root = "";
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

interface Entry {
  readonly parent?: number;
  readonly group?: number;
  readonly session?: number;
  readonly state?: string;
  readonly mark?: string;
}

/** A directory in the form of /proc. */
function proc(entries: Readonly<Record<string, Entry>>): string {
  root = mkdtempSync(join(tmpdir(), "dissent-proc-"));
  for (const [name, entry] of Object.entries({ self: {}, ...entries })) {
    const { parent = 1, group = 0, session = 0, state = "S", mark } = entry as Entry;
    mkdirSync(join(root, name));
    const fields = `${name} (a ) name) ${state} ${parent} ${group} ${session} 0`;
    writeFileSync(join(root, name, "stat"), fields);
    const variables = mark === undefined ? "A=1\0" : `A=1\0${MARK_VARIABLE}=${mark}\0`;
    writeFileSync(join(root, name, "environ"), variables);
  }
  return root;
}

const call = { isMark: (mark: string) => mark === "call-1", groups: [20] };

test("AG4 processes of a call are found by mark, group, session and parent", () => {
  const found = findCallProcesses(
    call,
    proc({
      "20": { group: 20, session: 20 },
      "21": { group: 20 },
      "22": { group: 22, session: 20 },
      "30": { mark: "call-1" },
      // a grandchild without the variable, listed before its parent
      "40": { parent: 41 },
      "41": { parent: 30 },
      "50": { mark: "call-10" },
      "51": { parent: 50 },
    }),
  );

  expect(found?.toSorted()).toEqual([20, 21, 22, 30, 40, 41]);
});

test("AG4 processes that have ended are not found, nor is this one", () => {
  const found = findCallProcesses(
    call,
    proc({ "30": { mark: "call-1", state: "Z" }, [process.pid]: { mark: "call-1" } }),
  );

  expect(found).toEqual([]);
});

test("AG4 where the system does not show its processes, nothing is claimed", () => {
  root = mkdtempSync(join(tmpdir(), "dissent-proc-"));

  expect(findCallProcesses(call, root)).toBeUndefined();
});
