/** The commands of a fleet: worker, fleet status, fleet drain, fleet prune. */
import type { Command } from "commander";

import type { BindCommand } from "./program.ts";

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
    async () => (await import("../commands/worker.ts")).runWorkerCommand,
  );
  const fleet = program.command("fleet").description("The workers of the team's database");
  on(
    fleet
      .command("status", { isDefault: true })
      .description("Workers, queues, debates, and what stopped one"),
    async () => (await import("../commands/fleet.ts")).runFleetStatusCommand,
  );
  on(
    fleet
      .command("drain")
      .description("Have workers hand their debates over, let their calls land, and end")
      .argument("[worker]", "its id; all of them with --all")
      .option("--all", "every worker"),
    async () => (await import("../commands/fleet.ts")).runFleetDrainCommand,
  );
  on(
    fleet
      .command("prune")
      .description("Drop finished work of the engine and texts of calls; journals stay")
      .option("--keep-days <n>", "how many days of it to keep; 7 without it"),
    async () => (await import("../commands/fleet.ts")).runFleetPruneCommand,
  );
}
