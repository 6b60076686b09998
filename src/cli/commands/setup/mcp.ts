/** Serves this project's debates to other agents until they disconnect. */
import { openProjectApp } from "../../../app/app-context.ts";
import { readPackageVersion } from "../../../app/package-version.ts";
import { readNumberFlag } from "../../../app/read-flags.ts";
import { SetupError } from "../../../errors.ts";
import { type McpServeOptions, serveOverHttp, serveOverPipes } from "../../../mcp/serve.ts";
import { createProjectContext } from "../../../server/page-server-context.ts";
import { formatDebatePath } from "../../../server/page-server.ts";
import type { CliContext } from "../../cli-context.ts";
import { printPageDefect, startPageServer } from "../../debates/serve-page.ts";
import { EXIT } from "../../exit-codes.ts";
import type { CommandHandler } from "../../program/program.ts";

export const runMcpServeCommand: CommandHandler = async (cli, _args, flags) => {
  redirectConsoleToStderr(cli);
  const stop = createStopSignal();
  const page = flags["page"] === true ? await serveCompanionPage(cli) : null;
  const serving: McpServeOptions = {
    context: cli,
    version: readPackageVersion(),
    tell: (line) => void cli.stderr.write(`${line}\n`),
    ...(page && { formatPageUrl: page.formatPageUrl }),
  };
  try {
    await serveMcpTransport(serving, { flags, stop });
  } finally {
    await page?.close();
    scheduleProcessExit();
  }
  return EXIT.decided;
};

async function serveMcpTransport(
  serving: McpServeOptions,
  { flags, stop }: { flags: Readonly<Record<string, unknown>>; stop: AbortSignal },
): Promise<void> {
  if (flags["http"] === true)
    return serveOverHttp(serving, { port: parseMcpPortFlag(flags), stop });
  const { stdin: input, stdout: output } = process;
  return serveOverPipes(serving, { input, output, stop });
}

const DEFAULT_MCP_PORT = "4848";
const HIGHEST_PORT = 65_535;

function parseMcpPortFlag(flags: Readonly<Record<string, unknown>>): number {
  if (flags["port"] === "0") return 0;
  const port = readNumberFlag({ port: DEFAULT_MCP_PORT, ...flags }, "port", "--port") ?? 0;
  if (Number.isSafeInteger(port) && port <= HIGHEST_PORT) return port;
  throw new SetupError(
    "usage",
    `--port must be a whole number up to ${HIGHEST_PORT}, got ${port}.`,
    {
      hint: "Write it as --port 4848, or --port 0 for any.",
    },
  );
}

/** A library that speaks up must not break the protocol. */
function redirectConsoleToStderr({ stderr }: CliContext): void {
  const aside = (...words: unknown[]): void =>
    void stderr.write(`${words.map(String).join(" ")}\n`);
  Object.assign(console, { log: aside, info: aside, debug: aside });
}

function createStopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => stop.abort());
  }
  return stop.signal;
}

// connections that providers keep open do not keep the process alive
const EXIT_GRACE_MS = 500;

function scheduleProcessExit(): void {
  setTimeout(() => process.exit(), EXIT_GRACE_MS).unref();
}

// The page beside the tools of an agent: for the person, so its token goes to the person alone.

interface CompanionPage {
  /** Without the token: anyone who has it may decide, and an agent must not. */
  readonly formatPageUrl: (debate: string) => string;
  close(): Promise<void>;
}

async function serveCompanionPage(cli: CliContext): Promise<CompanionPage> {
  const app = openProjectApp(cli);
  const onTrouble = (_: string, error: unknown): void => printPageDefect(cli, error);
  const server = await startPageServer(cli, {
    server: createProjectContext(cli, app, { onTrouble }),
  });
  cli.stderr.write(`Page: ${server.formatPageUrl("/")}\n`);
  return {
    formatPageUrl: (debate) => `http://127.0.0.1:${server.port}${formatDebatePath(debate)}`,
    async close() {
      await server.close();
      await app.close();
    },
  };
}
