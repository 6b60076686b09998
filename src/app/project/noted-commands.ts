/**
 * The commands that the person noted on this machine, for `dissent check --run`.
 *
 * A journal says which command checks an assumption, but a journal may come from anyone: by import, in a cloned
 * `.dissent`, or through a team's database. So each command that is noted here leaves a mark in the person's own
 * folder, and only a command with a mark is run.
 */
import { realpathSync } from "node:fs";

import type { Desk } from "../desk.ts";
import { hasOwnMark, leaveOwnMark, type OwnMark } from "./own-marks.ts";

export interface NotedCommand {
  readonly debate: string;
  readonly footing: string;
  readonly command: readonly string[];
}

type Owner = Pick<Desk, "env" | "homeDir" | "root">;

export function wasNotedHere(owner: Owner, noted: NotedCommand): boolean {
  return hasOwnMark(owner, markOf(owner, noted));
}

export function markAsNotedHere(owner: Owner, noted: NotedCommand): void {
  leaveOwnMark(owner, markOf(owner, noted), {
    shows: { project: owner.root, ...noted },
    hint: "Make that folder writable for you, and note the command again.",
  });
}

/** The same words do something else in another project, so the project is part of the mark. */
function markOf({ root }: Owner, { debate, footing, command }: NotedCommand): OwnMark {
  return { folder: "noted-commands", of: [realpathSync(root), debate, footing, command] };
}
