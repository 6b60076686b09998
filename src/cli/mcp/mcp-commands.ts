/** `dissent mcp`: debates inside other agents. */
import { type Command, Option } from "commander";

import type { BindCommand } from "../program/program.ts";

export function addMcpCommands(program: Command, on: BindCommand): void {
  const mcp = program.command("mcp").description("Connect coding agents over MCP");
  on(
    mcp
      .command("serve", { isDefault: true })
      .description("Serve this project to an agent over stdin and stdout")
      .option("--http", "serve over HTTP on this machine instead, with a token")
      .option("--port <n>", "with --http: the port; 0 for any, default: 4848")
      .option("--page", "also serve the page, and give the agent its addresses"),
    async () => (await import("../commands/setup/mcp.ts")).runMcpServeCommand,
  );
  on(
    mcp
      .command("install")
      .description("Add the server to a host; starts no debate")
      .argument("<host>", "claude, codex, gemini, cursor or vscode")
      .option("--dry-run", "show what would change, and change nothing")
      .addOption(
        new Option("--scope <scope>", "you in all projects, or everyone in this one")
          .choices(["user", "project"])
          .default("user"),
      ),
    async () => (await import("./install-server.ts")).runMcpInstallCommand,
  );
}
