/** Which format a file name's extension means, and the error for an unknown extension. */
import { statSync } from "node:fs";
import { extname, resolve } from "node:path";

import type { Configuration } from "../../config/config.ts";
import { checkProjectDirectory, resolvesInsideDirectory } from "../../config/context/safe-path.ts";
import { SetupError } from "../../errors.ts";
import type { AppContext } from "../app-context.ts";
import { type CommandFlags, readOutputFlag } from "../read-flags.ts";
import type { ReportFormat } from "./render-report.ts";

const FORMAT_BY_ENDING: Readonly<Record<string, ReportFormat | "sarif">> = {
  ".md": "md",
  ".json": "json",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".jsonl": "jsonl",
  ".html": "html",
  ".sarif": "sarif",
  ".mmd": "mermaid",
  ".svg": "svg",
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

// Where results go: what the person typed, and what the configuration says.

/** A project's file comes with its repository, so it may not send results out of it; the person may. */
export async function resolveOutputPaths(
  { cwd, root }: Pick<AppContext, "cwd" | "root">,
  flags: CommandFlags,
  { values: { out }, origins }: Pick<Configuration, "values" | "origins">,
): Promise<readonly string[]> {
  const typed = readOutputFlag(flags);
  if (out === null) return typed;
  const [, place] = /^project (.+)$/.exec(origins.get("out") ?? "") ?? [];
  if (place !== undefined && !(await resolvesInsideDirectory(root, resolve(cwd, out)))) {
    throw new SetupError("unsafe-path", `${place}: out: ${out} leads out of the project.`, {
      hint: "Name a place inside the project there, or write elsewhere with -o.",
    });
  }
  return [...typed, out];
}

/** K17: a link planted where results go is found before a debate begins, and again after it. */
export async function refuseEscapingFolder(
  { root }: AppContext,
  { featureDir }: { readonly featureDir: string | null },
): Promise<void> {
  const place = featureDir ?? ".dissent/debates";
  const checked = await checkProjectDirectory(root, `${place}/sadd`);
  if ("directory" in checked) return;
  throw new SetupError("unsafe-path", `${place} ${checked.refused}.`, {
    hint: "Remove the link, or write elsewhere with -o <dir>.",
  });
}
