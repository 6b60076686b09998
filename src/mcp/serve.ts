/** Serves a project to hosts until they disconnect, and leaves its debates ready to resume. */
import type { Readable, Writable } from "node:stream";

import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";

import { type AppContext, createContextRedactor } from "../app/app-context.ts";
import { systemClock } from "../clock.ts";
import { listenMcpHttp } from "./http.ts";
import { type McpContext, createMcpRunner } from "./mcp-context.ts";
import { loadMcpToken } from "./mcp-token.ts";
import { createQuestionSeal } from "./question-seal.ts";
import { stripSteeringCharacters } from "./quote-text.ts";
import { type McpServerOptions, createMcpServer } from "./server.ts";

export interface McpServeOptions {
  readonly context: AppContext;
  readonly version: string;
  /** Where everything goes that is not the protocol. */
  readonly tell: (line: string) => void;
  readonly formatPageUrl?: McpContext["formatPageUrl"];
}

export async function serveOverPipes(serving: McpServeOptions, pipes: McpPipes): Promise<void> {
  const setting = createServerOptions(serving);
  try {
    await runStdioServer(setting, pipes);
  } finally {
    await pauseDebates(setting.mcp);
  }
}

export async function serveOverHttp(
  serving: McpServeOptions,
  { port, stop }: { readonly port: number; readonly stop: AbortSignal },
): Promise<void> {
  const token = await loadMcpToken(serving.context);
  const setting = createServerOptions(serving);
  const listening = await listenMcpHttp({ ...setting, port, token });
  serving.tell(`Serving MCP on ${listening.address}`);
  serving.tell(`Token: ${token.from}`);
  try {
    if (!stop.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      stop.addEventListener("abort", () => resolve(), { once: true });
      await promise;
    }
  } finally {
    await listening.close();
    await pauseDebates(setting.mcp);
  }
}

// a host that leaves waits about two seconds before it kills
const CLOSE_GRACE_MS = 1_000;

/**
 * When the host is gone, turns in flight get a moment to finish and are then cancelled; every debate can be resumed.
 */
async function pauseDebates({ runner, clock }: McpContext): Promise<void> {
  const paused = runner.close();
  const cancel = clock.after(CLOSE_GRACE_MS, () => void runner.close());
  await paused;
  cancel();
}

function createServerOptions({
  context,
  version,
  tell,
  formatPageUrl = () => null,
}: McpServeOptions): McpServerOptions {
  const redact = createContextRedactor(context);
  const log = (line: string): void => tell(`dissent mcp: ${stripSteeringCharacters(redact(line))}`);
  // a host's standard input is the protocol, and never a brief
  const quiet = { ...context, stdin: async () => "" };
  const mcpContext: McpContext = {
    context: quiet,
    runner: createMcpRunner(quiet, log),
    seal: createQuestionSeal(),
    clock: systemClock,
    version,
    redact,
    formatPageUrl,
  };
  return { mcp: mcpContext, log };
}

// MCP over standard input and output. Standard output carries the protocol and nothing else.
//
// MP1. When the host closes its end, dies, or sends a signal, every debate is paused and the process ends.

interface McpPipes {
  readonly input: Readable;
  readonly output: Writable;
  /** Aborts when the process is asked to end. */
  readonly stop: AbortSignal;
}

/** Resolves when the host is gone. */
export async function runStdioServer(setting: McpServerOptions, pipes: McpPipes): Promise<void> {
  const { input, output, stop } = pipes;
  const transport = new HostTransport(input, output);
  const end = (): void => transport.gone.resolve();
  const handle = serveStdio(() => createMcpServer(setting), {
    transport,
    onerror: (error) => setting.log(describeProtocolError(error)),
  });
  stop.addEventListener("abort", end);
  if (stop.aborted) end();
  await transport.gone.promise;
  stop.removeEventListener("abort", end);
  await handle.close();
}

/** One line: an invalid message would otherwise be reported with every schema it fails. */
function describeProtocolError({ name, message }: Error): string {
  return name === "ZodError"
    ? "a message that is neither a request nor an answer of JSON-RPC 2.0 was left out"
    : message;
}

/** Tells when it is gone, also because a message was too large: a process without a host must not stay. */
class HostTransport extends StdioServerTransport {
  readonly gone = Promise.withResolvers<void>();

  override async close(): Promise<void> {
    await super.close();
    this.gone.resolve();
  }
}
