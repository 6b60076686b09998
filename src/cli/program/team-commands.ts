/** The commands of a team: workers, tokens, the fleet, the server. */
import type { Command } from "commander";

import { collectRepeatedFlag } from "./debate-flags.ts";
import type { BindCommand } from "./program.ts";
import { declareCommand } from "./renamed-commands.ts";

export function addTeamCommands(program: Command, on: BindCommand): void {
  const team = program.command("team").description("Manage workers, access tokens and the fleet");
  for (const parent of [team, program]) {
    addWorkerCommand(parent, on);
    addTokenCommands(parent, on);
    addFleetCommands(parent, on);
  }
}

function addTokenCommands(parent: Command, on: BindCommand): void {
  const tokens = declareCommand(parent, "tokens").description(
    "Manage access tokens and read the activity log",
  );
  on(
    tokens
      .command("create")
      .description("Create a token and print it once")
      .requiredOption("--person <name>", "who gets it; the name appears in journals and the log")
      .requiredOption(
        "--scope <list>",
        "comma-separated scopes: read, run, decide, admin",
        collectRepeatedFlag,
      )
      .option("--budget <usd>", "dollars it may spend in total; default: no limit")
      .option("--expires <time>", "how long it is valid: 12h, 90d, never", "90d"),
    async () => (await import("../../team/commands/tokens.ts")).runTokensCreateCommand,
  );
  on(
    tokens
      .command("list", { isDefault: true })
      .description("List tokens with what they spent, never their values"),
    async () => (await import("../../team/commands/tokens.ts")).runTokensListCommand,
  );
  on(
    tokens
      .command("revoke")
      .description("Revoke a token for good")
      .argument("<id>", "its id, as listed"),
    async () => (await import("../../team/commands/tokens.ts")).runTokensRevokeCommand,
  );
  on(
    tokens
      .command("log")
      .description("Show who did what, newest first")
      .option("--debate <id>", "show only actions on this debate")
      .option("--person <name>", "show only actions of this person")
      .option("-n, --limit <n>", "show at most this many, up to 1000", "50"),
    async () => (await import("../../team/commands/tokens.ts")).runTokensLogCommand,
  );
}

export function addServeCommand(program: Command, on: BindCommand): void {
  on(
    program
      .command("serve")
      .description("Serve the page and an API to a team, with tokens")
      .option("--host <address>", "listen on this address", "127.0.0.1")
      .option("--port <n>", "listen on this port; 0 for any", "4777")
      .option("--public-url <url>", "the address people use, behind a proxy with TLS")
      .option("--behind-proxy", "trust X-Forwarded-For, which your proxy must set")
      .option(
        "--workers <n>",
        "worker processes to start; default: 1 with the project's database, else 0",
      )
      .option("--openapi", "print the OpenAPI document and exit"),
    async () => (await import("../../team/commands/serve.ts")).runServeCommand,
  );
}

function addWorkerCommand(parent: Command, on: BindCommand): void {
  on(
    declareCommand(parent, "worker")
      .description("Run debates of the team's database")
      .option("--calls <n>", "calls at the same time; default: 200")
      .option("--keep-days <n>", "days to keep finished work; default: 7")
      .option("--health-port <port>", "serve /healthz, /readyz and /metrics on this port")
      .option("--health-host <host>", "serve them on this address; default: 127.0.0.1")
      .option("--drain-time <time>", "time for open calls to finish after a signal; default: 5m")
      .option("--until-eof", "also stop at the end of standard input; ignore Ctrl-C"),
    async () => (await import("../../team/commands/worker.ts")).runWorkerCommand,
  );
}

function addFleetCommands(parent: Command, on: BindCommand): void {
  const fleet = declareCommand(parent, "fleet").description("Manage the workers of the database");
  on(
    fleet.command("status", { isDefault: true }).description("Show workers, queues and debates"),
    async () => (await import("../../team/commands/fleet.ts")).runFleetStatusCommand,
  );
  on(
    fleet
      .command("drain")
      .description("Hand debates to other workers and stop")
      .argument("[worker]", "its id; all of them with --all")
      .option("--all", "every worker"),
    async () => (await import("../../team/commands/fleet.ts")).runFleetDrainCommand,
  );
  on(
    fleet
      .command("prune")
      .description("Delete finished work and texts of calls; keep journals")
      .option("--keep-days <n>", "days to keep; default: 7"),
    async () => (await import("../../team/commands/fleet.ts")).runFleetPruneCommand,
  );
}
