/**
 * `dissent mcp install`: registers the server with a host, through its own command or its file. It starts no debate.
 */
import { isAbsolute, relative } from "node:path";

import { SetupError } from "../../errors.ts";
import {
  type ProgramSearchContext,
  createProgramSearchContext,
} from "../../models/agents/processes/locate-program.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";
import {
  type AgentHost,
  HOSTS,
  type HostFile,
  INSTALL_SCOPES,
  type InstallScope,
} from "./agent-hosts.ts";
import { addServerToText, inspectHostFile, writeHostFile } from "./host-file.ts";
import {
  type LocatedHostProgram,
  findHostProgram,
  proveMcpServer,
  runHostCommand,
} from "./prove-server.ts";
import {
  MCP_SERVER_NAME,
  type ServerEntry,
  createServerEntry,
  findRunningProgram,
} from "./server-entry.ts";

type InstallStep =
  | { readonly does: "nothing" }
  /** The host's program is null where it is not installed here. */
  | {
      readonly does: "run";
      readonly command: readonly string[];
      readonly program: LocatedHostProgram | null;
    }
  | { readonly does: "write"; readonly before: string | null; readonly after: string };

/** What is to be done for which host, and where it ends up. */
interface PlannedInstallation {
  readonly client: string;
  readonly server: ServerEntry;
  readonly host: AgentHost;
  readonly scope: InstallScope;
  readonly file: HostFile;
  readonly step: InstallStep;
}

export const runMcpInstallCommand: CommandHandler = async (cli, [client = ""], flags) => {
  const installation = await planInstallation(cli, client, parseInstallScope(flags));
  if (flags["dryRun"] === true) {
    printInstallation(cli, installation, { told: describePlannedStep(cli, installation) });
    return EXIT.decided;
  }
  const program = requireHostProgram(installation);
  await proveMcpServer(installation.server, { cwd: cli.root, env: cli.env });
  const backup = await performInstallation(cli, installation, program);
  printInstallation(cli, installation, {
    told: describeInstallation(cli, installation, backup),
    backup,
  });
  return EXIT.decided;
};

function parseInstallScope(flags: Readonly<Record<string, unknown>>): InstallScope {
  const asked = flags["scope"] ?? "user";
  const scope = INSTALL_SCOPES.find((one) => one === asked);
  if (scope !== undefined) return scope;
  throw new SetupError("usage", "--scope is user or project.", {
    hint: "user: in all your projects; project: in this one, for everyone who works on it.",
  });
}

async function planInstallation(
  cli: CliContext,
  client: string,
  scope: InstallScope,
): Promise<PlannedInstallation> {
  const host = Object.hasOwn(HOSTS, client) ? HOSTS[client] : undefined;
  if (host === undefined) {
    throw new SetupError(
      "usage",
      `There is no host "${sanitizeForTerminal(client)}" that is known here.`,
      {
        hint: `Choose one of: ${Object.keys(HOSTS).join(", ")}. Others: see docs/hosts.md`,
      },
    );
  }
  const { root, homeDir, env } = cli;
  const server = createServerEntry(findRunningProgram());
  const file = host.file({ server, root, homeDir, env, platform: process.platform }, scope);
  const step = await planInstallStep(
    { server, host, file, scope },
    createProgramSearchContext(env),
  );
  return { client, server, host, scope, file, step };
}

async function planInstallStep(
  { server, host, file, scope }: Pick<PlannedInstallation, "server" | "host" | "file" | "scope">,
  machine: ProgramSearchContext,
): Promise<InstallStep> {
  const { text, holds } = await inspectHostFile(file);
  if (holds === "ours") return { does: "nothing" };
  if (holds === "another") {
    throw new SetupError(
      "bad-host",
      `${file.path} has another server with the name ${MCP_SERVER_NAME}.`,
      { hint: `Remove it there first; nothing of ${host.title} was changed.` },
    );
  }
  const command = host.command(server, scope);
  const program = command === null ? null : findHostProgram(command[0], machine);
  if (command !== null && (program !== null || !host.mayEdit(scope))) {
    return { does: "run", command, program };
  }
  return { does: "write", before: text, after: addServerToText(file, text) };
}

/** The host's own, where it is to be run; refused where it is not installed. */
function requireHostProgram({ host, step }: PlannedInstallation): LocatedHostProgram | null {
  if (step.does !== "run") return null;
  if (step.program !== null) return step.program;
  const [name] = step.command;
  throw new SetupError("bad-host", `${host.title} is not installed: there is no ${name}.`, {
    hint: "Install it, or write the server into this project with --scope project.",
  });
}

/** Where the file before is kept, if one was changed. */
async function performInstallation(
  { root, env }: CliContext,
  { file, step }: PlannedInstallation,
  program: LocatedHostProgram | null,
): Promise<string | null> {
  if (step.does === "write") return writeHostFile(file, step);
  if (step.does === "run" && program !== null) {
    await runHostCommand(program, { args: step.command.slice(1), cwd: root, env });
  }
  return null;
}

function describePlannedStep(cli: CliContext, { host, file, step }: PlannedInstallation): string {
  switch (step.does) {
    case "nothing":
      return `Nothing to do: ${formatShownPath(cli, file.path)} has the server ${MCP_SERVER_NAME}.`;
    case "run": {
      const missing =
        step.program === null
          ? `\n${host.title} is not installed: there is no ${step.command[0]}.`
          : "";
      return `Would run\n  ${step.command.map(quoteInstallArgument).join(" ")}${missing}`;
    }
    case "write": {
      const change = step.before === null ? "create" : "change";
      return `Would ${change} ${formatShownPath(cli, file.path)}\n${markAddedLines(extractAddedText(step.before ?? "", step.after))}`;
    }
  }
}

function describeInstallation(
  cli: CliContext,
  installation: PlannedInstallation,
  backup: string | null,
): string {
  const { host, scope, file, step } = installation;
  if (step.does === "nothing") return describePlannedStep(cli, installation);
  const done =
    step.does === "run"
      ? `Ran ${step.command.map(quoteInstallArgument).join(" ")}`
      : `Wrote ${formatShownPath(cli, file.path)}${backup === null ? "" : `, and kept the file before as ${formatShownPath(cli, backup)}`}`;
  const note = host.note?.(scope, step.does) ?? null;
  return [
    done,
    ...(note === null ? [] : [note]),
    ...(scope === "project" && isAbsolute(installation.server.command)
      ? ["The entry names a path of this machine. Others run this command on theirs."]
      : []),
    "The server was started once, and it answers.",
    `${host.title} starts the server in its next session. No debate starts until you ask for one.`,
  ].join("\n");
}

function printInstallation(
  cli: CliContext,
  { client, scope, file, step }: PlannedInstallation,
  { told, backup = null }: { told: string; backup?: string | null },
): void {
  const command = step.does === "run" ? step.command : null;
  const added = step.does === "write" ? extractAddedText(step.before ?? "", step.after) : null;
  const found = { client, scope, does: step.does, path: file.path, command, added, backup };
  cli.stdout.write(`${cli.flags.json ? JSON.stringify(found) : told}\n`);
}

/** Only what is added, not what is there, which may contain other servers' keys. */
function extractAddedText(before: string, after: string): string {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return after
    .slice(start, after.length - end)
    .replace(/^,?\s*?\n/, "")
    .trimEnd();
}

/** Line by line, its indentation kept. */
function markAddedLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => `  + ${/^[ \t]*/.exec(line)?.[0] ?? ""}${sanitizeForTerminal(line)}`)
    .join("\n");
}

function formatShownPath({ cwd, homeDir }: CliContext, path: string): string {
  const near = relative(cwd, path);
  if (near !== "" && !near.startsWith("..")) return sanitizeForTerminal(near);
  const fromHome = relative(homeDir, path);
  return sanitizeForTerminal(fromHome.startsWith("..") ? path : `~/${fromHome}`);
}

/** A word as a person would type it for a shell. */
function quoteInstallArgument(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word)
    ? word
    : `'${sanitizeForTerminal(word).replaceAll("'", String.raw`'\''`)}'`;
}
