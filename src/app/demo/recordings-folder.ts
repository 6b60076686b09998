/** Where recorded debates are: those that ship with the package, unless `DISSENT_RECORDINGS` names another folder. */
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export function findRecordingsFolder(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): string {
  const named = (env["DISSENT_RECORDINGS"] ?? "").trim();
  if (named !== "") return resolve(cwd, named);
  const here = dirname(fileURLToPath(import.meta.url));
  return join(here, "..", "..", "..", "examples", "recordings");
}
