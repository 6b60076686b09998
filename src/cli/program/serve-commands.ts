/** The command that serves debates to a team. */
import type { Command } from "commander";

import type { BindCommand } from "./program.ts";

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
    async () => (await import("../commands/serve.ts")).runServeCommand,
  );
}
