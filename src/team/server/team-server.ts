/**
 * A team's server: a page and an API over the team's database, for anyone with a token.
 *
 * SV1. It runs no debate and remembers nothing that another server of the team would not know: a stream continues
 *      after its last event wherever it reconnects.
 * SV2. On shutdown it takes no more requests, ends its streams, and answers the requests it already has.
 */
import { once } from "node:events";
import { type RequestListener, type Server, createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";

import { getRequestListener } from "@hono/node-server";

import { SetupError } from "../../errors.ts";
import type { PageBundleSource } from "../../page/page-bundle.ts";
import type { PageServerContext } from "../../server/page-server-context.ts";
import type { Team } from "../tokens/team.ts";
import type { FleetAccess } from "./fleet-runner.ts";
import { countUntilClosed } from "./guard/rate-limiter.ts";
import { computeAddressGroup } from "./guard/requester.ts";
import { DEFAULT_SERVER_LIMITS, type ServerLimits } from "./guard/server-limits.ts";
import { resolveServerNames } from "./guard/server-names.ts";
import { createTeamRoutes } from "./routes/team-routes.ts";

export interface TeamServerOptions {
  readonly server: PageServerContext;
  readonly team: Team;
  readonly fleet: FleetAccess;
  readonly loadBundle: PageBundleSource;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: URL | null;
  readonly isBehindProxy: boolean;
  readonly bounds?: Partial<ServerLimits>;
  readonly onDefect?: (error: unknown) => void;
}

export interface TeamServer {
  readonly port: number;
  /** What people open. */
  readonly url: string;
  /** SV2 */
  close(): Promise<void>;
}

export async function startTeamServer(setting: TeamServerOptions): Promise<TeamServer> {
  const { host, publicUrl, isBehindProxy, onDefect = () => {} } = setting;
  const bounds = { ...DEFAULT_SERVER_LIMITS, ...setting.bounds };
  let answer: RequestListener | undefined;
  const server = createServer(
    { connectionsCheckingInterval: bounds.checkEveryMs },
    (request, response) => answer?.(request, response),
  );
  limitServerConnections(server, { bounds, isBehindProxy });
  await listenOnPort(server, setting);
  const { port } = server.address() as AddressInfo;
  const names = resolveServerNames({ publicUrl, host, port });
  const closing = new AbortController();
  const routes = createTeamRoutes({
    ...setting,
    names,
    port,
    bounds,
    onDefect,
    closing: closing.signal,
  });
  const respond = getRequestListener(routes.app.fetch, { overrideGlobalObjects: false });
  answer = (request, response) => {
    // a client may disconnect at any time
    response.on("error", () => {});
    // what was asked before the server goes is answered, and then its connection is closed
    response.on("finish", () => {
      if (closing.signal.aborted) setImmediate(() => server.closeIdleConnections());
    });
    respond(request, response).catch(onDefect);
  };
  return {
    port,
    url: names.url,
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      routes.streams.close();
      await drainConnections(server, setting.server, bounds.closeMs);
      await setting.server.runner.close();
      routes.metrics.close();
    },
  };
}

async function drainConnections(
  server: Server,
  { clock }: PageServerContext,
  patienceMs: number,
): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  const cancel = clock.after(patienceMs, () => server.closeAllConnections());
  await closed;
  cancel();
}

async function listenOnPort(
  server: Server,
  { host, port }: Pick<TeamServerOptions, "host" | "port">,
): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new SetupError("usage", `${host} port ${port} cannot be used (${code}).`, {
      cause,
      hint: "Name others with --host and --port.",
    });
  }
}

// The connections of a team's server: so many in all, and so many from one address.

interface ConnectionLimitOptions {
  readonly bounds: ServerLimits;
  /** All have the proxy's address then, and it does its own counting. */
  readonly isBehindProxy: boolean;
}

function limitServerConnections(
  server: Server,
  { bounds, isBehindProxy }: ConnectionLimitOptions,
): void {
  server.headersTimeout = bounds.headersMs;
  server.requestTimeout = bounds.requestMs;
  server.keepAliveTimeout = 5_000;
  server.timeout = bounds.idleMs;
  server.maxHeadersCount = 100;
  server.maxConnections = bounds.connections;
  if (isBehindProxy) return;
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const from = computeAddressGroup(socket.remoteAddress ?? "");
    const count = countUntilClosed(open, from, socket);
    if (count > bounds.connectionsPerAddress) socket.destroy();
  });
}
