/** Where results go: what the person typed, and what the configuration says. */
import { resolve } from "node:path";

import type { Configuration } from "../../config/config.ts";
import { resolvesInsideDirectory } from "../../config/context/safe-path.ts";
import { SetupError } from "../../errors.ts";
import type { AppContext } from "../app-context.ts";
import { readOutputFlag } from "../read-flags.ts";

/** A project's file comes with its repository, so it may not send results out of it; the person may. */
export async function resolveOutputPaths(
  { cwd, root }: Pick<AppContext, "cwd" | "root">,
  flags: Readonly<Record<string, unknown>>,
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
