/** `dissent mcp install`: makes the server known to a host, by its own command or in its file. Starts no debate. */
import { isAbsolute, relative } from "node:path";

import { SetupError } from "../../errors.ts";
import { type Machine, thisMachine } from "../../models/agents/locate.ts";
import { EXIT } from "../exit-codes.ts";
import type { Action } from "../program/program.ts";
import type { Session } from "../session.ts";
import { plain } from "../terminal/terminal.ts";
import { lookAt, withServer, writeHostFile } from "./install-file.ts";
import { type Host, type HostFile, HOSTS, type Scope, SCOPES } from "./install-hosts.ts";
import { type Found, foundProgram, runHost } from "./install-run.ts";
import { proveServer } from "./prove-server.ts";
import { installedServer, runningProgram, SERVER_NAME, type ServerEntry } from "./server-entry.ts";

type Step =
  | { readonly does: "nothing" }
  /** The host's program is null where it is not installed here. */
  | { readonly does: "run"; readonly command: readonly string[]; readonly program: Found | null }
  | { readonly does: "write"; readonly before: string | null; readonly after: string };

/** What is to be done for which host, and where it ends up. */
interface Installation {
  readonly client: string;
  readonly server: ServerEntry;
  readonly host: Host;
  readonly scope: Scope;
  readonly file: HostFile;
  readonly step: Step;
}

export const installServer: Action = async (session, [client = ""], flags) => {
  const installation = await planned(session, client, scopeFrom(flags));
  if (flags["dryRun"] === true) {
    say(session, installation, { told: foretold(session, installation) });
    return EXIT.decided;
  }
  const program = requiredProgram(installation);
  await proveServer(installation.server, { cwd: session.root, env: session.env });
  const backup = await carriedOut(session, installation, program);
  say(session, installation, { told: reported(session, installation, backup), backup });
  return EXIT.decided;
};

function scopeFrom(flags: Readonly<Record<string, unknown>>): Scope {
  const asked = flags["scope"] ?? "user";
  const scope = SCOPES.find((one) => one === asked);
  if (scope !== undefined) return scope;
  throw new SetupError("usage", "--scope is user or project.", {
    hint: "user: in all your projects; project: in this one, for everyone who works on it.",
  });
}

async function planned(session: Session, client: string, scope: Scope): Promise<Installation> {
  const host = Object.hasOwn(HOSTS, client) ? HOSTS[client] : undefined;
  if (host === undefined) {
    throw new SetupError("usage", `There is no host "${plain(client)}" that is known here.`, {
      hint: `Choose one of: ${Object.keys(HOSTS).join(", ")}. Others: see docs/hosts.md`,
    });
  }
  const { root, homeDir, env } = session;
  const server = installedServer(runningProgram());
  const file = host.file({ server, root, homeDir, env, platform: process.platform }, scope);
  const step = await stepFor({ server, host, file, scope }, thisMachine(env));
  return { client, server, host, scope, file, step };
}

async function stepFor(
  { server, host, file, scope }: Pick<Installation, "server" | "host" | "file" | "scope">,
  machine: Machine,
): Promise<Step> {
  const { text, holds } = await lookAt(file);
  if (holds === "ours") return { does: "nothing" };
  if (holds === "another") {
    throw new SetupError(
      "bad-host",
      `${file.path} has another server with the name ${SERVER_NAME}.`,
      { hint: `Remove it there first; nothing of ${host.title} was changed.` },
    );
  }
  const command = host.command(server, scope);
  const program = command === null ? null : foundProgram(command[0], machine);
  if (command !== null && (program !== null || !host.mayEdit(scope))) {
    return { does: "run", command, program };
  }
  return { does: "write", before: text, after: withServer(file, text) };
}

/** The host's own, where it is to be run; refused where it is not installed. */
function requiredProgram({ host, step }: Installation): Found | null {
  if (step.does !== "run") return null;
  if (step.program !== null) return step.program;
  const [name] = step.command;
  throw new SetupError("bad-host", `${host.title} is not installed: there is no ${name}.`, {
    hint: "Install it, or write the server into this project with --scope project.",
  });
}

/** Where the file before is kept, if one was changed. */
async function carriedOut(
  { root, env }: Session,
  { file, step }: Installation,
  program: Found | null,
): Promise<string | null> {
  if (step.does === "write") return writeHostFile(file, step);
  if (step.does === "run" && program !== null) {
    await runHost(program, { args: step.command.slice(1), cwd: root, env });
  }
  return null;
}

function foretold(session: Session, { host, file, step }: Installation): string {
  switch (step.does) {
    case "nothing":
      return `Nothing to do: ${shown(session, file.path)} has the server ${SERVER_NAME}.`;
    case "run": {
      const missing =
        step.program === null
          ? `\n${host.title} is not installed: there is no ${step.command[0]}.`
          : "";
      return `Would run\n  ${step.command.map(quoted).join(" ")}${missing}`;
    }
    case "write": {
      const change = step.before === null ? "create" : "change";
      return `Would ${change} ${shown(session, file.path)}\n${marked(addition(step.before ?? "", step.after))}`;
    }
  }
}

function reported(session: Session, installation: Installation, backup: string | null): string {
  const { host, scope, file, step } = installation;
  if (step.does === "nothing") return foretold(session, installation);
  const done =
    step.does === "run"
      ? `Ran ${step.command.map(quoted).join(" ")}`
      : `Wrote ${shown(session, file.path)}${backup === null ? "" : `, and kept the file before as ${shown(session, backup)}`}`;
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

function say(
  session: Session,
  { client, scope, file, step }: Installation,
  { told, backup = null }: { told: string; backup?: string | null },
): void {
  const command = step.does === "run" ? step.command : null;
  const added = step.does === "write" ? addition(step.before ?? "", step.after) : null;
  const found = { client, scope, does: step.does, path: file.path, command, added, backup };
  session.stdout.write(`${session.flags.json ? JSON.stringify(found) : told}\n`);
}

/** What comes to it and nothing of what is there, which may hold other servers' keys. */
function addition(before: string, after: string): string {
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
function marked(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => `  + ${/^[ \t]*/.exec(line)?.[0] ?? ""}${plain(line)}`)
    .join("\n");
}

function shown({ cwd, homeDir }: Session, path: string): string {
  const near = relative(cwd, path);
  if (near !== "" && !near.startsWith("..")) return plain(near);
  const fromHome = relative(homeDir, path);
  return plain(fromHome.startsWith("..") ? path : `~/${fromHome}`);
}

/** A word as a person would type it for a shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word)
    ? word
    : `'${plain(word).replaceAll("'", String.raw`'\''`)}'`;
}
