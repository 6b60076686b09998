/** Serves a team until SIGTERM or Ctrl-C. */
import { relative } from "node:path";

import { type AppContext, createContextRedactor, openProjectApp } from "../../app/app-context.ts";
import { prepareDissentFolder } from "../../app/project/dissent-folder.ts";
import { readTextFlag } from "../../app/read-flags.ts";
import type { CliContext } from "../../cli/cli-context.ts";
import { printPageDefect } from "../../cli/debates/serve-page.ts";
import { EXIT } from "../../cli/exit-codes.ts";
import type { CommandHandler } from "../../cli/program/program.ts";
import { sanitizeForTerminal } from "../../cli/terminal/terminal-style.ts";
import { systemClock } from "../../clock.ts";
import { SetupError } from "../../errors.ts";
import { createPageBundleSource } from "../../page/page-bundle.ts";
import { type ServerKey, ensureServerKey } from "../../signing/signing-keys.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import { fleetClient } from "../fleet/fleet-client.ts";
import { loadWorkflowEngine } from "../fleet/workflow/workflow-engine.ts";
import { requirePostgresDriver } from "../postgres/postgres-connections.ts";
import { isLoopbackServerHost, parsePublicUrl } from "../server/guard/server-names.ts";
import { createOpenApiDocument } from "../server/routes/openapi.ts";
import { createTeamContext } from "../server/team-context.ts";
import { type TeamServer, startTeamServer } from "../server/team-server.ts";
import { type Team, openTeam } from "../tokens/team.ts";
import { SCOPES } from "../tokens/token-grant.ts";
import { type TeamDatabase, openTeamDatabase } from "./team-database.ts";
import { startWorkerProcess, superviseWorkers } from "./worker-supervisor.ts";

type Flags = Readonly<Record<string, unknown>>;

export const runServeCommand: CommandHandler = async (cli, _, flags) => {
  if (flags["openapi"] === true) {
    cli.documents.write(`${JSON.stringify(createOpenApiDocument(), null, 2)}\n`);
    return EXIT.decided;
  }
  // everything that can be wrong is said before a database is reached
  const setting = parseServeFlags(flags);
  const tell = createStderrLogger(cli);
  if (
    setting.publicUrl?.protocol === "http:" &&
    !isLoopbackServerHost(setting.publicUrl.hostname)
  ) {
    tell("The public address is http: anyone in between can read tokens. Use a proxy with TLS.");
  }
  // without these nothing can be served, and a database that was started for it would be left behind
  await Promise.all([requirePostgresDriver(), loadWorkflowEngine()]);
  const told = waitForStopSignal(cli);
  const closings: (() => Promise<void>)[] = [];
  try {
    const database = await openTeamDatabase(cli, { start: true, onNotice: tell });
    closings.push(() => database.stop());
    const { team, server } = await openTeamServer(cli, { database, setting, closings });
    await printServerStart(cli, { team, server });
    const workers = superviseWorkers({
      count: setting.workers ?? (database.own ? 1 : 0),
      start: () => startWorkerProcess(cli, database.url),
      clock: systemClock,
      onNotice: tell,
    });
    await told;
    await Promise.all([server.close(), workers.close()]);
    return EXIT.decided;
  } finally {
    for (const close of closings.toReversed()) await close();
  }
};

interface TeamServeOptions {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: URL | null;
  readonly isBehindProxy: boolean;
  readonly workers: number | undefined;
}

async function openTeamServer(
  cli: CliContext,
  {
    database,
    setting,
    closings,
  }: { database: TeamDatabase; setting: TeamServeOptions; closings: (() => Promise<void>)[] },
): Promise<{ team: Team; server: TeamServer }> {
  const { url } = database;
  // opening the debates of this project opens those of the team
  const context: AppContext = {
    ...cli,
    env: { ...cli.env, DISSENT_DATABASE_URL: url },
    serverKey: await loadServerKey(cli),
  };
  const redact = createContextRedactor(context);
  const loadBundle = createPageBundleSource();
  // a page that cannot be built is reported here, before anyone opens it
  await loadBundle("home");
  const team = await openTeam({ url, redact });
  closings.push(() => team.close());
  const fleet = await fleetClient({ url, onTrouble: createStderrLogger(cli) });
  closings.push(() => fleet.close());
  const app = openProjectApp(context);
  closings.push(() => app.close());
  const onDefect = (error: unknown): void => printPageDefect({ ...cli, env: context.env }, error);
  const serverContext = createTeamContext({ context: context, app, fleet, onTrouble: onDefect });
  const server = await startTeamServer({
    ...setting,
    server: serverContext,
    team,
    fleet,
    loadBundle,
    onDefect,
  });
  closings.push(() => server.close());
  return { team, server };
}

/** Null if there is none, which is reported and stops nothing. */
async function loadServerKey(cli: CliContext): Promise<string | null> {
  const tell = cli.flags.quiet === true ? () => {} : createStderrLogger(cli);
  let key: ServerKey;
  try {
    key = await ensureServerKey(prepareDissentFolder(cli.root), cli.env);
  } catch (error) {
    // a server whose files are elsewhere may have a folder that it cannot write to
    if (!(error instanceof SetupError)) throw error;
    key = { why: error.message };
  }
  if ("why" in key) {
    tell(`This server signs nothing: ${key.why.replace(/\.$/, "")}.`);
    return null;
  }
  tell(`Outcomes and decisions are signed with ${relative(cli.cwd, key.path)}. Its public key:`);
  tell(key.publicKey);
  return key.path;
}

function createStderrLogger(cli: CliContext): (line: string) => void {
  const redact = createContextRedactor(cli);
  return (line) => void cli.stderr.write(`${sanitizeForTerminal(redact(line))}\n`);
}

/** Nobody can create a token through the API before there is one that may. */
async function printServerStart(
  cli: CliContext,
  { team, server: { url } }: { team: Team; server: TeamServer },
): Promise<void> {
  const { stdout, stderr, flags } = cli;
  const isNew = (await team.tokens()).length === 0;
  // where nobody reads it, it would stay in a log
  const isRead = stdout.isTTY === true || flags.json === true;
  const token = isNew && isRead ? await issueFirstTeamToken(cli, team) : undefined;
  if (flags.json)
    stdout.write(`${stringifyForTerminal({ url, ...(token !== undefined && { token }) })}\n`);
  else stdout.write(`${url}\n${token === undefined ? "" : `${token}\n`}`);
  if (flags.quiet === true) return;
  if (isNew && !isRead) {
    stderr.write(
      "There is no token yet. Make one: dissent team tokens create --person you --scope read,run,decide,admin\n",
    );
  }
  if (token !== undefined) {
    stderr.write("The second line is your token, with all scopes. It is shown only once.\n");
    stderr.write(
      "Make others for your team: dissent team tokens create --person ann --scope read,run\n",
    );
  }
  stderr.write("Press Ctrl-C to stop.\n");
}

/** Undefined where another server of the team was first. */
async function issueFirstTeamToken(
  { person }: CliContext,
  team: Team,
): Promise<string | undefined> {
  const wish = { person, scopes: SCOPES, budgetUsd: null, expiresMs: null };
  return (await team.issueFirst(wish, { id: null, person, from: "command line" }))?.token;
}

/** On a second signal it ends at once. */
function waitForStopSignal(cli: CliContext): Promise<void> {
  const told = Promise.withResolvers<void>();
  let times = 0;
  const stop = (): void => {
    times++;
    if (times > 1) process.exit(EXIT.interrupted);
    if (cli.flags.quiet !== true) cli.stderr.write("Finishing open requests.\n");
    told.resolve();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  return told.promise;
}

const HIGHEST_PORT = 65_535;
const MOST_WORKERS = 64;

function parseServeFlags(flags: Flags): TeamServeOptions {
  const host = readTextFlag(flags, "host") ?? "127.0.0.1";
  const named = readTextFlag(flags, "publicUrl");
  const publicUrl = named === undefined ? null : parsePublicUrl(named);
  if (publicUrl === null && !isLoopbackServerHost(host)) {
    throw new SetupError("usage", "Off this machine, --host needs --public-url.", {
      hint: "Say how people reach it: --public-url https://dissent.example.org",
    });
  }
  return {
    host,
    port: parseCountFlag(flags, "port", HIGHEST_PORT) ?? 4777,
    publicUrl,
    isBehindProxy: flags["behindProxy"] === true,
    workers: parseCountFlag(flags, "workers", MOST_WORKERS),
  };
}

function parseCountFlag(flags: Flags, name: "port" | "workers", most: number): number | undefined {
  const text = readTextFlag(flags, name);
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= most) return Number(text);
  throw new SetupError("usage", `--${name} must be a number up to ${most}, got "${text}".`, {
    hint:
      name === "port" ? "Write it as --port 4777, or leave it out." : "Write it as --workers 2.",
  });
}
