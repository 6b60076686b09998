/**
 * The programs that a project's `agents` name, and whether the person agreed to run them.
 *
 * A project's file may come from anyone, so the person agrees once to its `agents`, and again whenever they change.
 * The consent is stored in the person's own folder. Agents from the person's own file need none.
 */
import { realpathSync } from "node:fs";

import type { Configuration } from "../../config/config.ts";
import { SetupError } from "../../errors.ts";
import { stripToPlainLine } from "../../text/plain-text.ts";
import {
  hasConsentMark,
  writeConsentMark,
  type ConsentOwner,
  type ConsentMark,
} from "./user-consent.ts";

export interface ProjectPrograms {
  /** The configuration that names them. */
  readonly file: string;
  /** From the name of an agent to what would be run, each on one line. */
  readonly commands: ReadonlyMap<string, string>;
  /** What the file says of them. */
  readonly section: unknown;
}

/** Null where the project's file describes no agent of its own. */
export function listProjectPrograms({
  projectAgents,
  values,
}: Pick<Configuration, "projectAgents" | "values">): ProjectPrograms | null {
  if (projectAgents === null) return null;
  const { file, agents } = projectAgents;
  const commands = Object.keys(agents).map((name) => {
    const { command = "", args = [], env = {} } = values.access.agents[name] ?? {};
    const given = Object.entries(env).map(
      ([variable, value]) => `${variable}=${quoteShellArgument(value)}`,
    );
    return [name, [...given, ...[command, ...args].map(quoteShellArgument)].join(" ")] as const;
  });
  return { file, commands: new Map(commands), section: sortObjectKeys(agents) };
}

export function areTrustedPrograms(owner: ConsentOwner, programs: ProjectPrograms): boolean {
  return hasConsentMark(owner, createProgramConsent(programs));
}

export function trustProjectPrograms(owner: ConsentOwner, programs: ProjectPrograms): void {
  const { file, section } = programs;
  writeConsentMark(owner, createProgramConsent(programs), {
    shows: { file, agents: section },
    hint: "Make that folder writable for you, and agree again.",
  });
}

/** A program that nobody agreed to. It was not started, and nothing was spent. */
export class UntrustedProgramError extends SetupError {
  readonly programs: ProjectPrograms;

  constructor(agent: string, programs: ProjectPrograms) {
    const command = programs.commands.get(agent) ?? "";
    super(
      "untrusted-agents",
      `${stripToPlainLine(programs.file)} wants to run a program as ${agent}, and you have not agreed to it: ${command}.`,
      { hint: "If you trust it, type: dissent config trust" },
    );
    this.programs = programs;
  }
}

/** One line for each program, as a person reads it before they agree. */
export function formatProgramLines({ commands }: ProjectPrograms): string[] {
  return Array.from(commands, ([agent, command]) => `  ${agent}: ${command}`);
}

/** The same words start something else from another place, so the file's path is part of the mark. */
function createProgramConsent({ file, section }: ProjectPrograms): ConsentMark {
  return { folder: "trusted-agents", of: [realpathSync(file), section] };
}

function quoteShellArgument(word: string): string {
  const line = stripToPlainLine(word);
  return /^[\w@%+=:,./{}-]+$/.test(line) ? line : `'${line.replaceAll("'", `'\\''`)}'`;
}

/** The order of keys means nothing, and must not ask again. */
function sortObjectKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortObjectKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, below]) => [key, sortObjectKeys(below)]),
  );
}
