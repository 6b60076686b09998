/**
 * MCP over standard input and output. Standard output carries the protocol and nothing else.
 *
 * MP1. When the host closes its end, dies, or sends a signal, every debate is paused and the process ends.
 */
import type { Readable, Writable } from "node:stream";

import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";

import { createMcpServer, type McpServerOptions } from "./server.ts";

export interface McpPipes {
  readonly input: Readable;
  readonly output: Writable;
  /** Aborts when the process is told to end. */
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

/** One line: a message that is none is told with all that it is not, over and over. */
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
