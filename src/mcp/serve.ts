import { type AppContext, createContextRedactor } from "../app/app-context.ts";
/** Serves a project to hosts until they are gone, and leaves its debates as they can be resumed. */
import { systemClock } from "../clock.ts";
import { createMcpBackgroundRunner } from "./background-runner.ts";
import { listenMcpHttp } from "./http.ts";
import type { McpContext } from "./mcp-context.ts";
import { loadMcpToken } from "./mcp-token.ts";
import { createQuestionSeal } from "./question-seal.ts";
import { stripSteeringCharacters } from "./quote-text.ts";
import type { McpServerOptions } from "./server.ts";
import { type McpPipes, runStdioServer } from "./stdio.ts";

export interface McpServeOptions {
  readonly desk: AppContext;
  readonly version: string;
  /** Where everything goes that is not the protocol. */
  readonly tell: (line: string) => void;
  readonly pageOf?: McpContext["pageOf"];
}

export async function serveOverPipes(serving: McpServeOptions, pipes: McpPipes): Promise<void> {
  const setting = createServerOptions(serving);
  try {
    await runStdioServer(setting, pipes);
  } finally {
    await setting.station.runner.close();
  }
}

export async function serveOverHttp(
  serving: McpServeOptions,
  { port, stop }: { readonly port: number; readonly stop: AbortSignal },
): Promise<void> {
  const token = await loadMcpToken(serving.desk);
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
    await setting.station.runner.close();
  }
}

function createServerOptions({
  desk,
  version,
  tell,
  pageOf = () => null,
}: McpServeOptions): McpServerOptions {
  const redact = createContextRedactor(desk);
  const log = (line: string): void => tell(`dissent mcp: ${stripSteeringCharacters(redact(line))}`);
  // a host's standard input is the protocol, and never a brief
  const quiet = { ...desk, stdin: async () => "" };
  const station: McpContext = {
    desk: quiet,
    runner: createMcpBackgroundRunner({ desk: quiet, clock: systemClock, log }),
    seal: createQuestionSeal(),
    clock: systemClock,
    version,
    redact,
    pageOf,
  };
  return { station, log };
}
