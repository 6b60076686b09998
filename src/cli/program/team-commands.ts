/** The commands for a team's permissions and activity log. */
import type { Command } from "commander";

import { collectRepeatedFlag } from "./debate-flags.ts";
import type { BindCommand } from "./program.ts";

export function addTokenCommands(program: Command, on: BindCommand): void {
  const tokens = program
    .command("tokens")
    .description("Tokens of a team: what each allows and has spent, and who did what");
  on(
    tokens
      .command("create")
      .description("Make a token and print it, this once")
      .requiredOption("--person <name>", "whose it is; this name stands in journals and in the log")
      .requiredOption(
        "--scope <list>",
        "comma-separated scopes: read, run, decide, admin",
        collectRepeatedFlag,
      )
      .option("--budget <usd>", "dollars it may spend in all; no limit, without")
      .option("--expires <time>", "how long it holds: 12h, 90d, never", "90d"),
    async () => (await import("../../team/commands/tokens.ts")).runTokensCreateCommand,
  );
  on(
    tokens
      .command("list", { isDefault: true })
      .description("All tokens with what they have spent, never the tokens themselves"),
    async () => (await import("../../team/commands/tokens.ts")).runTokensListCommand,
  );
  on(
    tokens
      .command("revoke")
      .description("Take a token away, at once and for good")
      .argument("<id>", "its id, as listed"),
    async () => (await import("../../team/commands/tokens.ts")).runTokensRevokeCommand,
  );
  on(
    tokens
      .command("log")
      .description("Who did what, newest first")
      .option("--debate <id>", "only what was done with this debate")
      .option("--person <name>", "only what this person did")
      .option("-n, --limit <n>", "at most this many, and never above 1000", "50"),
    async () => (await import("../../team/commands/tokens.ts")).runTokensLogCommand,
  );
}

// The command that serves debates to a team.

export function addServeCommand(program: Command, on: BindCommand): void {
  on(
    program
      .command("serve")
      .description("Serve debates to a team: the page and an API, for whoever has a token")
      .option("--host <address>", "listen there", "127.0.0.1")
      .option("--port <n>", "listen there; 0 for any", "4777")
      .option("--public-url <url>", "how people reach it, through a proxy that speaks TLS")
      .option("--behind-proxy", "believe X-Forwarded-For, which the proxy then must set")
      .option(
        "--workers <n>",
        "worker processes beside it; 1 with the project's own database, else 0",
      )
      .option("--openapi", "print the OpenAPI document, and serve nothing"),
    async () => (await import("../../team/commands/serve.ts")).runServeCommand,
  );
}

// The commands of a fleet: worker, fleet status, fleet drain, fleet prune.

export function addFleetCommands(program: Command, on: BindCommand): void {
  on(
    program
      .command("worker")
      .description("Hold debates of the team's database, with any number of other workers")
      .option("--calls <n>", "calls under way at most; 200 without it")
      .option("--keep-days <n>", "how long finished work is kept; 7 without it")
      .option("--health-port <port>", "answer /healthz, /readyz and /metrics here")
      .option("--health-host <host>", "the address to answer on; 127.0.0.1 without it")
      .option("--drain-time <time>", "how long calls may land after a signal to end; 5m without it")
      .option(
        "--until-eof",
        "also end when standard input does, and not by Ctrl-C: for programs that start workers",
      ),
    async () => (await import("../../team/commands/worker.ts")).runWorkerCommand,
  );
  const fleet = program.command("fleet").description("The workers of the team's database");
  on(
    fleet
      .command("status", { isDefault: true })
      .description("Workers, queues, debates, and what stopped one"),
    async () => (await import("../../team/commands/fleet.ts")).runFleetStatusCommand,
  );
  on(
    fleet
      .command("drain")
      .description("Have workers hand their debates over, let their calls land, and end")
      .argument("[worker]", "its id; all of them with --all")
      .option("--all", "every worker"),
    async () => (await import("../../team/commands/fleet.ts")).runFleetDrainCommand,
  );
  on(
    fleet
      .command("prune")
      .description("Drop finished work of the engine and texts of calls; journals stay")
      .option("--keep-days <n>", "how many days of it to keep; 7 without it"),
    async () => (await import("../../team/commands/fleet.ts")).runFleetPruneCommand,
  );
}
