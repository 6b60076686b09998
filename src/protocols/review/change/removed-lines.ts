/** Where lines that a change removed used to stand, in the file as it is after the change. */
import type { DiffLine } from "./diff-shape.ts";
import { parseDiff } from "./parse-diff.ts";

/** The line that now follows them, or else the one before; null where the change has no such lines. */
export function findLineAfterRemoval(
  diff: string,
  { path, line }: { readonly path: string; readonly line: number },
): number | null {
  const file = parseDiff(diff).files.find((one) => one.path === path || one.oldPath === path);
  for (const { lines } of file?.hunks ?? []) {
    const at = lines.findIndex((one) => one.old === line);
    if (at === -1) continue;
    const hasNumber = (one: DiffLine): boolean => one.new !== null;
    const near = lines.slice(at).find(hasNumber) ?? lines.slice(0, at).findLast(hasNumber);
    return near?.new ?? 1;
  }
  return null;
}
