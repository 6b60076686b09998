/** Consents stored in the person's own folder on this machine, where no project can write. */
import { hash } from "node:crypto";
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { userConfigPath } from "../../config/config-paths.ts";
import { SetupError, getErrorCode } from "../../errors.ts";
import type { AppContext } from "../app-context.ts";

export type ConsentOwner = Pick<AppContext, "env" | "homeDir">;

export interface ConsentMark {
  /** Below the person's folder, such as `noted-commands`. */
  readonly folder: string;
  /** What was agreed to: any change makes another mark. */
  readonly of: unknown;
}

export function hasConsentMark(owner: ConsentOwner, mark: ConsentMark): boolean {
  return existsSync(consentMarkPath(owner, mark));
}

/** Leaves a mark, with a description by which a person can recognise it. */
export function writeConsentMark(
  owner: ConsentOwner,
  mark: ConsentMark,
  { shows, hint }: { readonly shows: object; readonly hint: string },
): void {
  const path = consentMarkPath(owner, mark);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, `${JSON.stringify(shows, null, 2)}\n`, { mode: 0o600 });
  } catch (cause) {
    throw new SetupError("file-unreadable", `${path} cannot be written (${getErrorCode(cause)}).`, {
      cause,
      hint,
    });
  }
}

function consentMarkPath(owner: ConsentOwner, { folder, of }: ConsentMark): string {
  const name = hash("sha256", JSON.stringify(of));
  return join(dirname(userConfigPath(owner)), folder, `${name}.json`);
}

// The commands that the person noted on this machine, for `dissent decisions check --run`.
//
// A journal says which command checks an assumption, but a journal may come from anyone: by import, in a cloned
// `.dissent`, or through a team's database. So each command that is noted here leaves a mark in the person's own
// folder, and only a command with a mark is run.

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
