/** Paths as participants write them, and what Git has under that name. */
import { parsePath } from "./file-tree.ts";
import type { TrackedFiles } from "./tracked-files.ts";

/** Whether it is a file that may be shown, or a folder with one. */
export function isWithin({ files }: TrackedFiles, path: string): boolean {
  if (files.has(path)) return true;
  for (const name of files.keys()) if (name.startsWith(`${path}/`)) return true;
  return false;
}

/** As Git names it: relative to the top, with forward slashes. */
export function cleanPath(written: string): string {
  return parsePath(written.trim())
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "")
    .replace(/^\.$/, "")
    .replace(/\/+$/, "");
}

/** In one line, why nothing of that name is shown. */
export function findMissingReason({ closed }: TrackedFiles, path: string): string {
  const why = closed.get(path);
  if (why !== undefined) return why;
  if (path.startsWith("/") || /^[a-z]:/i.test(path) || path.split("/").includes(".."))
    return "it lies outside of the repository";
  const above = [...closed].find(([name]) => path.startsWith(`${name}/`));
  return above?.[1] ?? "Git tracks no file of that name";
}
