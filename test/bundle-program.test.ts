import { expect, test } from "vitest";

import { takeBuiltinsDirectly } from "../scripts/bundle-program.ts";

test("imports of built-in modules, and no others, become what they name", () => {
  const code = [
    'import fs, { readFileSync as read, statSync } from "node:fs";',
    'import process$1 from "node:process";',
    'import * as os from "node:os";',
    'import { hash } from "node:crypto";',
    'import { Command } from "./start.js";',
  ].join("\n");

  expect(takeBuiltinsDirectly(code).split("\n")).toEqual([
    'const fs = process.getBuiltinModule("node:fs");',
    'const { readFileSync: read, statSync } = process.getBuiltinModule("node:fs");',
    'const process$1 = process.getBuiltinModule("node:process");',
    'const os = process.getBuiltinModule("node:os");',
    'const { hash } = process.getBuiltinModule("node:crypto");',
    'import { Command } from "./start.js";',
  ]);
});
