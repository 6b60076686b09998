/**
 * Parts that some tests need and `npm ci` does not bring: a browser, a PostgreSQL, the agents people use,
 * other people's linters.
 * A part that cannot be had is said in one line before the tests; the tests that need it are skipped and counted.
 */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import { inject } from "vitest";
import type { TestProject } from "vitest/node";

export type Part = "chromium" | "postgres" | "agents" | "linters" | Program;

/** Programs that a system has or has not: the shells that completion is tested in, openssl for certificates, ssh-keygen for signatures. */
export const PROGRAMS = ["zsh", "fish", "openssl", "ssh-keygen"] as const;
export type Program = (typeof PROGRAMS)[number];

/** Those that are not on the path. */
export function missingPrograms(): MissingParts {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const missing = PROGRAMS.filter(
    (name) => !folders.some((folder) => existsSync(join(folder, name))),
  );
  return Object.fromEntries(missing.map((name) => [name, "it is not installed"]));
}

/** Part to the reason why it is not there. */
export type MissingParts = Partial<Record<Part, string>>;

declare module "vitest" {
  interface ProvidedContext {
    readonly missingParts: MissingParts;
  }
}

/** Why a part is not there, or undefined. */
export function missingPart(part: Part): string | undefined {
  return inject("missingParts")[part];
}

/** Called once before all tests of a project. */
export function announceMissing(project: TestProject, missing: MissingParts): void {
  for (const [part, why] of Object.entries(missing)) {
    process.stdout.write(`Skipped: tests that need ${part} (${why}).\n`);
  }
  project.provide("missingParts", missing);
}
