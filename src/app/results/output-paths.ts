/** Which format a file gets by its ending, and what is said about an ending that no format has. */
import { statSync } from "node:fs";
import { extname, resolve } from "node:path";

import { SetupError } from "../../errors.ts";
import type { ReportFormat } from "./render-report.ts";

const FORMAT_BY_ENDING: Readonly<Record<string, ReportFormat | "sarif">> = {
  ".md": "md",
  ".json": "json",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".jsonl": "jsonl",
  ".html": "html",
  ".sarif": "sarif",
};

export function findFormatByEnding(path: string): ReportFormat | "sarif" | undefined {
  return FORMAT_BY_ENDING[extname(path).toLowerCase()];
}

/** A report is one file, so an ending that is there has to be known. */
export function refuseUnknownEnding(path: string): void {
  if (extname(path) === "" || findFormatByEnding(path) !== undefined) return;
  throw createUnknownEndingError(path, "Or name the format yourself with -f.");
}

/** Results may go to a folder, but nobody means a folder called `result.pdf`. */
export function refuseFolderNamedLikeFile(cwd: string, out: string): void {
  if (findFormatByEnding(out) !== undefined || !isNewFileName(cwd, out)) return;
  throw createUnknownEndingError(out, `For a folder of that name, write ${out}/.`);
}

/** `v1.2` and `results/` name folders; so does anything that is one already. */
export function isNewFileName(cwd: string, out: string): boolean {
  if (!/\.[a-z][a-z0-9]{0,7}$/i.test(out)) return false;
  return !statSync(resolve(cwd, out), { throwIfNoEntry: false })?.isDirectory();
}

function createUnknownEndingError(path: string, otherwise: string): SetupError {
  const known = Object.keys(FORMAT_BY_ENDING).join(" ");
  return new SetupError("usage", `${path} cannot be written: no format ends in ${extname(path)}.`, {
    hint: `Choose one of ${known}. ${otherwise}`,
  });
}
