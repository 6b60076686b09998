/** `dissent mcp`: debates inside other agents. */
import { type Command, Option } from "commander";

import type { BindCommand } from "../program/program.ts";

export function addMcpCommands(program: Command, on: BindCommand): void {
  program.commandsGroup("Inside other agents");
  const mcp = program.command("mcp").description("Debates inside other agents, over MCP");
  on(
    mcp
      .command("serve", { isDefault: true })
      .description("Serve this project to an agent over standard input and output")
      .option("--http", "serve over HTTP on this machine instead, to whoever has the token")
      .option("--port <n>", "with --http: the port, 0 for any (4848 if left out)")
      .option("--page", "serve the page too, and tell the agent each debate's address"),
    async () => (await import("../commands/setup/mcp.ts")).runMcpServeCommand,
  );
  on(
    mcp
      .command("install")
      .description("Make the server known to a host; starts no debate")
      .argument("<host>", "claude, codex, gemini, cursor or vscode")
      .option("--dry-run", "print what would be run or written, and do nothing")
      .addOption(
        new Option("--scope <scope>", "for you in all projects, or for everyone in this one")
          .choices(["user", "project"])
          .default("user"),
      ),
    async () => (await import("./install-server.ts")).runMcpInstallCommand,
  );
}
