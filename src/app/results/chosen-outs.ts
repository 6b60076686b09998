/** Where results go: what the person typed, and what the configuration says. */
import { resolve } from "node:path";

import type { Configuration } from "../../config/config.ts";
import { staysInside } from "../../config/context/safe-path.ts";
import { SetupError } from "../../errors.ts";
import type { Desk } from "../desk.ts";
import { outFlag } from "../flags.ts";

/** A project's file comes with its repository, so it may not send results out of it; the person may. */
export async function chosenOuts(
  { cwd, root }: Pick<Desk, "cwd" | "root">,
  flags: Readonly<Record<string, unknown>>,
  { values: { out }, origins }: Pick<Configuration, "values" | "origins">,
): Promise<readonly string[]> {
  const typed = outFlag(flags);
  if (out === null) return typed;
  const [, place] = /^project (.+)$/.exec(origins.get("out") ?? "") ?? [];
  if (place !== undefined && !(await staysInside(root, resolve(cwd, out)))) {
    throw new SetupError("unsafe-path", `${place}: out: ${out} leads out of the project.`, {
      hint: "Name a place inside the project there, or write elsewhere with -o.",
    });
  }
  return [...typed, out];
}
