/**
 * Parts that some tests need and `npm ci` does not bring: a browser, a PostgreSQL, the agents people use,
 * other people's linters.
 * A part that cannot be had is said in one line before the tests; the tests that need it are skipped and counted.
 */
import { inject } from "vitest";
import type { TestProject } from "vitest/node";

export type Part = "chromium" | "postgres" | "agents" | "linters";

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
