/** Before the tests of `npm run test:rest`, which fetch what they need. */
import { rm } from "node:fs/promises";

import type { TestProject } from "vitest/node";

import {
  findCacheDirectory,
  ensurePostgresProgram,
} from "../../../src/team/postgres/local/local-postgres-package.ts";
import { REAL_AGENTS, realAgent } from "../agents/real-agents.ts";
import { findChromium } from "../page/chromium.ts";
import { LINTERS, linterCommand } from "./foreign-linters.ts";
import {
  announceMissing,
  type MissingParts,
  missingPrograms,
  type Part,
  type Program,
} from "./missing-part.ts";
import { OWN_CACHES } from "./own-caches.ts";

const FETCHED: Readonly<Record<Exclude<Part, Program>, () => Promise<unknown>>> = {
  chromium: findChromium,
  postgres: async () =>
    (process.env["DATABASE_URL"] ?? "") === "" &&
    ensurePostgresProgram({
      cache: findCacheDirectory(),
      copy: "",
      owner: undefined,
      project: process.cwd(),
      onNotice: (line) => process.stdout.write(`${line}\n`),
    }),
  agents: () => Promise.all(REAL_AGENTS.map((agent) => realAgent(agent))),
  linters: () => Promise.all(LINTERS.map((linter) => linterCommand(linter))),
};

/** A run of some files fetches only what those ask for, when they do. */
export async function setup(project: TestProject): Promise<void> {
  Object.assign(process.env, OWN_CACHES);
  const namesFiles = process.argv.some((word) => word.startsWith("test/"));
  const missing: MissingParts = missingPrograms();
  for (const [part, fetch] of Object.entries(FETCHED) as [Part, () => Promise<unknown>][]) {
    if (namesFiles) break;
    try {
      await fetch();
    } catch (error) {
      missing[part] = firstLine(error);
    }
  }
  // all of it is unpacked elsewhere by now
  await rm(OWN_CACHES.npm_config_cache, { recursive: true, force: true });
  announceMissing(project, missing);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}
