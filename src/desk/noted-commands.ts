/**
 * The commands that the person noted on this machine, for `dissent check --run`.
 *
 * A journal says which command checks an assumption, but a journal may come from anyone: by import, in a cloned
 * `.dissent`, or through a team's database. So each command that is noted here leaves a mark in the person's own
 * folder, and only a command with a mark is run.
 */
import { hash } from "node:crypto";
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { SetupError } from "../errors.ts";
import { userConfigPath } from "../intake/config-paths.ts";
import { codeOf } from "../intake/read-text.ts";
import type { Desk } from "./desk.ts";

export interface NotedCommand {
  readonly debate: string;
  readonly footing: string;
  readonly command: readonly string[];
}

type Owner = Pick<Desk, "env" | "homeDir" | "root">;

export function wasNotedHere(owner: Owner, noted: NotedCommand): boolean {
  return existsSync(markPath(owner, noted));
}

export function markAsNotedHere(owner: Owner, noted: NotedCommand): void {
  const path = markPath(owner, noted);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, `${JSON.stringify({ project: owner.root, ...noted }, null, 2)}\n`, {
      mode: 0o600,
    });
  } catch (cause) {
    throw new SetupError("file-unreadable", `${path} cannot be written (${codeOf(cause)}).`, {
      cause,
      hint: "Make that folder writable for you, and note the command again.",
    });
  }
}

/** The same words do something else in another project, so the project is part of the name. */
function markPath({ env, homeDir, root }: Owner, noted: NotedCommand): string {
  const { debate, footing, command } = noted;
  const name = hash("sha256", JSON.stringify([realpathSync(root), debate, footing, command]));
  return join(dirname(userConfigPath({ env, homeDir })), "noted-commands", `${name}.json`);
}
