/** The commands that say who of a team may do what, and tell who did. */
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
        "what it allows, by commas: read, run, decide, admin",
        collectRepeatedFlag,
      )
      .option("--budget <usd>", "dollars it may spend in all; no limit, without")
      .option("--expires <time>", "how long it holds: 12h, 90d, never", "90d"),
    async () => (await import("../commands/tokens.ts")).runTokensCreateCommand,
  );
  on(
    tokens
      .command("list", { isDefault: true })
      .description("All tokens with what they have spent, never the tokens themselves"),
    async () => (await import("../commands/tokens.ts")).runTokensListCommand,
  );
  on(
    tokens
      .command("revoke")
      .description("Take a token away, at once and for good")
      .argument("<id>", "its id, as listed"),
    async () => (await import("../commands/tokens.ts")).runTokensRevokeCommand,
  );
  on(
    tokens
      .command("log")
      .description("Who did what, newest first")
      .option("--debate <id>", "only what was done with this debate")
      .option("--person <name>", "only what this person did")
      .option("-n, --limit <n>", "at most this many, and never above 1000", "50"),
    async () => (await import("../commands/tokens.ts")).runTokensLogCommand,
  );
}
