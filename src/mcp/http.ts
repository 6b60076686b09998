/**
 * MCP over HTTP, on this machine only.
 *
 * MH1. It listens on 127.0.0.1 and answers only under this machine's own names. It refuses a remote page whose name
 *      resolves to 127.0.0.1, and every request from a page of another machine.
 * MH2. Nothing is answered without the token.
 */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

import { createAdaptorServer } from "@hono/node-server";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";

import { SetupError } from "../errors.ts";
import { isValidBearer, type McpToken } from "./mcp-token.ts";
import { createMcpServer, type McpServerOptions } from "./server.ts";

export interface McpHttpOptions extends McpServerOptions {
  readonly port: number;
  readonly token: McpToken;
}

export interface McpHttpListener {
  readonly address: string;
  close(): Promise<void>;
}

const MCP_PATH = "/mcp";

export async function listenMcpHttp(setting: McpHttpOptions): Promise<McpHttpListener> {
  const { log, port, token } = setting;
  const handler = createMcpHandler(() => createMcpServer(setting), {
    onerror: (error) => log(error.message),
  });
  const fetch = async (request: Request): Promise<Response> =>
    rejectUnsafeRequest(request, token) ?? handler.fetch(request);
  const server = createAdaptorServer({ fetch }) as Server;
  await listenOnLoopback(server, port);
  const { port: taken } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${taken}${MCP_PATH}`,
    async close() {
      await handler.close();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

/** MH1, MH2: what is refused, in an order that tells strangers nothing. */
function rejectUnsafeRequest(request: Request, token: McpToken): Response | undefined {
  const refused =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins());
  if (refused) return refused;
  if (!isValidBearer(request.headers.get("authorization"), token)) {
    return new Response("A token is needed.\n", {
      status: 401,
      headers: { "WWW-Authenticate": 'Bearer realm="dissent"' },
    });
  }
  if (new URL(request.url).pathname === MCP_PATH) return undefined;
  return new Response(`There is only ${MCP_PATH}.\n`, { status: 404 });
}

function listenOnLoopback(server: Server, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", (cause: NodeJS.ErrnoException) => {
    reject(
      new SetupError("usage", `Port ${port} cannot be listened on (${cause.code}).`, {
        cause,
        hint: "Choose another: dissent mcp --http --port 4849, or --port 0 for any.",
      }),
    );
  });
  server.listen(port, "127.0.0.1", resolve);
  return promise;
}
