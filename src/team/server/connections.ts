/** The connections of a team's server: so many in all, and so many from one address. */
import type { Server } from "node:http";
import type { Socket } from "node:net";

import { computeAddressGroup } from "./client-address.ts";
import type { ServerLimits } from "./server-limits.ts";

export interface ConnectionLimitOptions {
  readonly bounds: ServerLimits;
  /** All have the proxy's address then, and it does its own counting. */
  readonly isBehindProxy: boolean;
}

export function limitServerConnections(
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
    const count = (open.get(from) ?? 0) + 1;
    open.set(from, count);
    socket.once("close", () => {
      const left = (open.get(from) ?? 1) - 1;
      if (left === 0) open.delete(from);
      else open.set(from, left);
    });
    if (count > bounds.connectionsPerAddress) socket.destroy();
  });
}
