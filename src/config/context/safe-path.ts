/** K17: paths that a brief or a configuration may name. None of them leaves the project. */
import { lstat, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, posix, relative, resolve, sep } from "node:path";

/** Whether a path is a directory or inside it; both with links resolved. */
export function isInsideDirectory(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** A path as people and patterns write it: from a directory, with forward slashes. */
export function formatRelativePath(directory: string, path: string): string {
  return relative(directory, path).split(sep).join("/");
}

/** A directory to be written to, in normal form, or why it is refused. */
export async function checkProjectDirectory(
  project: string,
  given: string,
): Promise<{ readonly directory: string } | { readonly refused: string }> {
  if (/[\u0000-\u001f\u007f-\u009f]/.test(given))
    return { refused: "has a control character in it" };
  const path = posix.normalize(given.replaceAll("\\", "/")).replace(/(?<=.)\/$/, "");
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path))
    return { refused: "must be a relative path" };
  if (path.split("/").includes("..")) return { refused: "leads out of the project" };
  const root = await realpath(project);
  const real = await resolvePlannedPath(resolve(root, path));
  if (real === undefined || !isInsideDirectory(root, real)) {
    return { refused: "leads out of the project through a link" };
  }
  return { directory: path };
}

/** Whether writing to a path stays inside a directory once every link on the way is followed. */
export async function resolvesInsideDirectory(directory: string, path: string): Promise<boolean> {
  const real = await resolvePlannedPath(path);
  return real !== undefined && isInsideDirectory(await realpath(directory), real);
}

/**
 * The path with links resolved; its last parts may not exist yet. Undefined for a dangling link: whoever creates its
 * target decides where writing goes.
 */
async function resolvePlannedPath(path: string): Promise<string | undefined> {
  const found = await realpath(path).catch(() => undefined);
  if (found !== undefined) return found;
  const there = await lstat(path).catch(() => undefined);
  if (there?.isSymbolicLink()) return undefined;
  // just created by another debate that starts here
  if (there) return realpath(path).catch(() => undefined);
  const parent = await resolvePlannedPath(dirname(path));
  return parent === undefined ? undefined : join(parent, path.slice(dirname(path).length));
}
