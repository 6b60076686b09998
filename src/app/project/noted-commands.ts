/**
 * The commands that the person noted on this machine, for `dissent check --run`.
 *
 * A journal says which command checks an assumption, but a journal may come from anyone: by import, in a cloned
 * `.dissent`, or through a team's database. So each command that is noted here leaves a mark in the person's own
 * folder, and only a command with a mark is run.
 */
import { realpathSync } from "node:fs";

import type { AppContext } from "../app-context.ts";
import { hasConsentMark, writeConsentMark, type ConsentMark } from "./user-consent.ts";

export interface ApprovedCommand {
  readonly debate: string;
  readonly footing: string;
  readonly command: readonly string[];
}

type ProjectConsentOwner = Pick<AppContext, "env" | "homeDir" | "root">;

export function isApprovedCommand(owner: ProjectConsentOwner, noted: ApprovedCommand): boolean {
  return hasConsentMark(owner, createCommandConsent(owner, noted));
}

export function approveCommand(owner: ProjectConsentOwner, noted: ApprovedCommand): void {
  writeConsentMark(owner, createCommandConsent(owner, noted), {
    shows: { project: owner.root, ...noted },
    hint: "Make that folder writable for you, and note the command again.",
  });
}

/** The same words do something else in another project, so the project is part of the mark. */
function createCommandConsent(
  { root }: ProjectConsentOwner,
  { debate, footing, command }: ApprovedCommand,
): ConsentMark {
  return { folder: "noted-commands", of: [realpathSync(root), debate, footing, command] };
}
