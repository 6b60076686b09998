/**
 * MCP over standard input and output. Standard output carries the protocol and nothing else.
 *
 * MP1. When the host closes its end, dies, or sends a signal, every debate is paused and the process ends.
 */
import type { Readable, Writable } from "node:stream";

import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";

import { mcpServer, type ServerSetting } from "./server.ts";

export interface Pipes {
  readonly input: Readable;
  readonly output: Writable;
  /** Aborts when the process is told to end. */
  readonly stop: AbortSignal;
}

/** Resolves when the host is gone. */
export async function servePipes(setting: ServerSetting, pipes: Pipes): Promise<void> {
  const { input, output, stop } = pipes;
  const transport = new Wire(input, output);
  const end = (): void => transport.gone.resolve();
  const handle = serveStdio(() => mcpServer(setting), {
    transport,
    onerror: (error) => setting.log(faultIn(error)),
  });
  stop.addEventListener("abort", end);
  if (stop.aborted) end();
  await transport.gone.promise;
  stop.removeEventListener("abort", end);
  await handle.close();
}

/** One line: a message that is none is told with all that it is not, over and over. */
function faultIn({ name, message }: Error): string {
  return name === "ZodError"
    ? "a message that is neither a request nor an answer of JSON-RPC 2.0 was left out"
    : message;
}

/** Tells when it is gone, also because a message was too large: a process without a host must not stay. */
class Wire extends StdioServerTransport {
  readonly gone = Promise.withResolvers<void>();

  override async close(): Promise<void> {
    await super.close();
    this.gone.resolve();
  }
}
